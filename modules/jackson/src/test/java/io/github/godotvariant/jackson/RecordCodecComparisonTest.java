package io.github.godotvariant.jackson;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.NodePath;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Transform3D;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.records.AsNumber;
import io.github.godotvariant.records.AsStringName;
import io.github.godotvariant.records.DefaultValue;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.Key;
import io.github.godotvariant.records.Naming;
import io.github.godotvariant.records.OtherKeys;
import io.github.godotvariant.records.Packed;
import io.github.godotvariant.records.RecordCodec;
import io.github.godotvariant.records.Typed;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/** Compares the bytes of a record from a mapper with those from its codec. */
class RecordCodecComparisonTest {
  enum Mood {
    BAD,
    @Key("good")
    GOOD
  }

  record Place(double x, float y) {}

  record Cell(int y, int x) {}

  @GodotRecord
  record Child(
      String name, @DefaultValue("1") int count, @DefaultValue("[]") List<Child> children) {}

  @GodotRecord
  record Box<T>(T what) {}

  @GodotRecord(typeKey = "kind")
  sealed interface Figure {}

  @GodotRecord
  @Key("circle")
  record Circle(double radius) implements Figure {}

  @GodotRecord
  record Square(double side) implements Figure {}

  @GodotRecord(naming = Naming.SNAKE_CASE)
  record All(
      boolean yes,
      byte tiny,
      long veryLarge,
      float narrow,
      double wide,
      char letter,
      @AsStringName String name,
      Vector2 vector,
      Transform3D transform,
      NodePath path,
      Variant any,
      VariantDictionary dictionary,
      Place place,
      Cell cell,
      Mood mood,
      @AsNumber Mood number,
      @AsStringName Mood named,
      List<Long> list,
      List<@AsStringName String> names,
      List<Vector3> places,
      Set<String> unique,
      Map<String, Double> map,
      List<Child> children,
      Figure figure,
      Box<Vector2> box,
      byte[] bytes,
      int[] ints,
      long[] longs,
      float[] floats,
      double[] doubles,
      @Packed String[] texts,
      String[] unpacked,
      @Packed List<Vector2> track,
      @Typed List<Long> typed,
      @Typed List<@AsStringName String> typedNames,
      @Typed List<Place> typedPlaces,
      @Typed Map<String, Vector3> typedMap,
      Optional<String> nothing,
      Optional<Vector2> something,
      @Nullable Long missing,
      @DefaultValue("\"default\"") String added,
      @OtherKeys VariantDictionary others) {}

  private static final All ALL =
      new All(
          true,
          (byte) -1,
          1L << 40,
          0.5f,
          0.1,
          'x',
          "name",
          new Vector2(1, 2),
          (Transform3D)
              io.github.godotvariant.Shape.of(
                  VariantType.TRANSFORM3D, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
          NodePath.parse("../A"),
          StringName.of("any"),
          VariantDictionary.of(1, StringName.of("one")),
          new Place(1, 2),
          new Cell(2, 1),
          Mood.GOOD,
          Mood.GOOD,
          Mood.GOOD,
          List.of(1L, 2L),
          List.of("n"),
          List.of(new Vector3(1, 2, 3)),
          Set.of("u"),
          Map.of("a", 1.0),
          List.of(new Child("c", 2, List.of(new Child("d", 3, List.of())))),
          new Circle(3),
          new Box<>(new Vector2(3, 4)),
          new byte[] {1},
          new int[] {2},
          new long[] {3},
          new float[] {4},
          new double[] {5},
          new String[] {"t"},
          new String[] {"t"},
          List.of(new Vector2(1, 2)),
          List.of(1L),
          List.of("n"),
          List.of(new Place(1, 2)),
          Map.of("a", new Vector3(1, 2, 3)),
          Optional.empty(),
          Optional.of(new Vector2(0, 1)),
          null,
          "added",
          VariantDictionary.of("more", 1, StringName.of("others"), 2, 7, new Vector2(1, 2)));

  private static final RecordCodec<All> CODEC = RecordCodec.of(MethodHandles.lookup(), All.class);
  private static final ObjectMapper GODOT = new GodotMapper();
  private static final ObjectMapper JSON = JsonMapper.builder().findAndAddModules().build();

  @Test
  void writesTheSameBytesAsTheCodec() {
    byte[] bytes = GODOT.writeValueAsBytes(ALL);
    assertThat(CODEC.variantCodec().decode(bytes))
        .isEqualTo(CODEC.variantCodec().decode(CODEC.encode(ALL)));
    assertThat(bytes).isEqualTo(CODEC.encode(ALL));
  }

  @Test
  void readsBytesOfTheCodec() {
    ObjectMapper named = GodotMapper.builder().enable(GodotReadFeature.STRINGIFY_KEYS).build();
    All read = named.readValue(CODEC.encode(ALL), All.class);
    assertThat(CODEC.encode(read)).isEqualTo(CODEC.encode(ALL));
  }

  @Test
  void readsTheSameClassFromJson() {
    String json = JSON.writeValueAsString(ALL);
    All read = JSON.readValue(json, All.class);
    assertThat(JSON.readTree(JSON.writeValueAsString(read))).isEqualTo(JSON.readTree(json));
    assertThat(JSON.readTree(json).has("missing")).isFalse();
    assertThat(JSON.readTree(json).get("others").intValue()).isEqualTo(2);
    assertThat(read.others().getLong("more")).isEqualTo(1);
    assertThat(read.nothing()).isEmpty();
    assertThat(read.place()).isEqualTo(ALL.place());
    assertThat(read.figure()).isEqualTo(ALL.figure());
  }
}
