package io.github.godotvariant.engines;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.AABB;
import io.github.godotvariant.Basis;
import io.github.godotvariant.Color;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.Plane;
import io.github.godotvariant.Projection;
import io.github.godotvariant.Quaternion;
import io.github.godotvariant.Rect2;
import io.github.godotvariant.Rect2i;
import io.github.godotvariant.Transform2D;
import io.github.godotvariant.Transform3D;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.Vector3i;
import io.github.godotvariant.Vector4;
import io.github.godotvariant.Vector4i;
import io.github.godotvariant.codec.ValueCodec;
import io.github.godotvariant.jackson.GodotMapper;
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
import io.github.godotvariant.testkit.internal.EngineProcess.ProcessResult;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A script writes a dictionary, a Java program changes it as a record, the script checks it. */
class RecordsTest {
  @TempDir Path folder;

  /** A record with a component of each type. */
  @GodotRecord(naming = Naming.SNAKE_CASE)
  record Four(
      boolean yes,
      byte tiny,
      short small,
      int plain,
      long large,
      float narrow,
      double wide,
      char letter,
      String text,
      @AsStringName String name,
      Vector2 vector2,
      Vector2i vector2i,
      Vector3 vector3,
      Vector3i vector3i,
      Vector4 vector4,
      Vector4i vector4i,
      Rect2 rect2,
      Rect2i rect2i,
      Plane plane,
      Quaternion quaternion,
      AABB aabb,
      Basis basis,
      @Key("transform2d") Transform2D transform2D,
      @Key("transform3d") Transform3D transform3D,
      Projection projection,
      Color color,
      NodePath nodePath,
      Variant any,
      VariantDictionary dictionary,
      Place place,
      Cell cell,
      Mood mood,
      @AsNumber Mood number,
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
      @Packed List<Vector2> track,
      @Typed List<Long> typed,
      @Typed Map<String, Vector3> typedMap,
      Optional<String> nothing,
      @Nullable Long missing,
      @DefaultValue("\"default\"") String added,
      @OtherKeys VariantDictionary others) {}

  /** The same without types that Godot 3 does not have. */
  @GodotRecord(naming = Naming.SNAKE_CASE)
  record Three(
      boolean yes,
      byte tiny,
      short small,
      int plain,
      long large,
      float narrow,
      double wide,
      char letter,
      String text,
      Vector2 vector2,
      Vector3 vector3,
      Rect2 rect2,
      Plane plane,
      Quaternion quaternion,
      AABB aabb,
      Basis basis,
      @Key("transform2d") Transform2D transform2D,
      @Key("transform3d") Transform3D transform3D,
      Color color,
      NodePath nodePath,
      Variant any,
      VariantDictionary dictionary,
      Place place,
      Mood mood,
      @AsNumber Mood number,
      List<Long> list,
      List<Vector3> places,
      Set<String> unique,
      Map<String, Double> map,
      List<Child> children,
      Figure figure,
      Box<Vector2> box,
      byte[] bytes,
      int[] ints,
      float[] floats,
      @Packed String[] texts,
      @Packed List<Vector2> track,
      Optional<String> nothing,
      @Nullable Long missing,
      @DefaultValue("\"default\"") String added,
      @OtherKeys VariantDictionary others) {}

  /** A Vector2. */
  record Place(float x, float y) {}

  /** A Vector3i. */
  record Cell(int x, int y, int z) {}

  /** An enum that is written by name and by number. */
  enum Mood {
    GOOD,
    @Key("not so good")
    BAD
  }

  /** A record with a component of its own type. */
  @GodotRecord
  record Child(long id, @DefaultValue("[]") List<Child> children) {}

  /** A generic record. */
  @GodotRecord
  record Box<T>(T value) {}

  /** A sealed interface with two records. */
  @GodotRecord(typeKey = "kind")
  sealed interface Figure {}

  /** The first record. */
  @GodotRecord
  @Key("circle")
  record Circle(float radius) implements Figure {}

  /** The second record. */
  @GodotRecord
  @Key("rectangle")
  record Rectangle(float width, float height) implements Figure {}

  /** Returns the value of a component that {@code records.gd} expects after the change. */
  private static Object changed(String component, Object old) {
    return switch (component) {
      case "yes" -> false;
      case "large" -> -(long) old;
      case "narrow" -> 0.25f;
      case "text" -> "changed ü";
      case "name" -> "changed";
      case "vector3" -> new Vector3(3, 2, 1);
      case "place" -> new Place(((Place) old).x() + 1, ((Place) old).y());
      case "mood", "number" -> Mood.GOOD;
      case "list" -> List.of(1L, 2L, 3L, 4L);
      case "map" -> {
        Map<Object, Object> more = new LinkedHashMap<>((Map<?, ?>) old);
        more.put("b", 1.5);
        yield more;
      }
      case "children" -> {
        List<Object> more = new ArrayList<>((List<?>) old);
        more.add(new Child(4, List.of()));
        yield more;
      }
      case "figure" -> new Rectangle(1, 2);
      case "ints" -> new int[] {((int[]) old)[0], ((int[]) old)[1], 7};
      case "track" -> List.of(((List<?>) old).get(0), new Vector2(3, 4));
      default -> old;
    };
  }

  private static <T extends Record> T changed(Class<T> type, T old)
      throws ReflectiveOperationException {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      values[i] = changed(components[i].getName(), components[i].getAccessor().invoke(old));
    }
    return type.getDeclaredConstructor(types).newInstance(values);
  }

  private byte[] run(Release release, String verb, byte[] input) throws IOException {
    Path place = Files.createDirectory(folder.resolve(release + verb));
    Files.createDirectory(place.resolve("in"));
    Files.write(place.resolve("in/values.bin"), LiveEngine.pieces(List.of(input)));
    ProcessResult process = Engines.of(release).run(place, "records.gd", verb);
    assertThat(process.isSuccess()).as(process.toString()).isTrue();
    return LiveEngine.pieces(place.resolve("out/answers.bin")).get(0);
  }

  private <T extends Record> void exchange(Release release, Class<T> type, ValueCodec<T> codec)
      throws Exception {
    T record = codec.decode(run(release, "make", new byte[0]));
    byte[] answer = run(release, "check", codec.encode(changed(type, record)));
    assertThat(new String(answer, StandardCharsets.UTF_8)).isEmpty();
  }

  private <T extends Record> void exchange(Release release, Class<T> type, boolean withJackson)
      throws Exception {
    exchange(
        release,
        type,
        withJackson
            ? GodotMapper.builder(release.codec()).build().codec(type)
            : RecordCodec.of(type).with(release.codec()));
  }

  @ParameterizedTest(name = "{0}, with Jackson: {1}")
  @CsvSource({
    "GODOT_4, false",
    "GODOT_4, true",
    "GODOT_3_6, false",
    "GODOT_3_6, true",
    "GODOT_3, false",
    "GODOT_3, true"
  })
  void exchangesRecords(Release release, boolean withJackson) throws Exception {
    if (release == Release.GODOT_4) {
      exchange(release, Four.class, withJackson);
    } else {
      exchange(release, Three.class, withJackson);
    }
  }
}
