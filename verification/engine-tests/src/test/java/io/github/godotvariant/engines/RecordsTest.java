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
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
      @OtherKeys VariantDictionary others) {
    Four changed() {
      Four r = this;
      return new Four(
          false,
          r.tiny(),
          r.small(),
          r.plain(),
          -r.large(),
          0.25f,
          r.wide(),
          r.letter(),
          "changed ü",
          "changed",
          r.vector2(),
          r.vector2i(),
          new Vector3(3, 2, 1),
          r.vector3i(),
          r.vector4(),
          r.vector4i(),
          r.rect2(),
          r.rect2i(),
          r.plane(),
          r.quaternion(),
          r.aabb(),
          r.basis(),
          r.transform2D(),
          r.transform3D(),
          r.projection(),
          r.color(),
          r.nodePath(),
          r.any(),
          r.dictionary(),
          new Place(r.place().x() + 1, r.place().y()),
          r.cell(),
          Mood.GOOD,
          Mood.GOOD,
          List.of(1L, 2L, 3L, 4L),
          r.names(),
          r.places(),
          r.unique(),
          more(r.map()),
          more(r.children()),
          new Rectangle(1, 2),
          r.box(),
          r.bytes(),
          new int[] {r.ints()[0], r.ints()[1], 7},
          r.longs(),
          r.floats(),
          r.doubles(),
          r.texts(),
          List.of(r.track().get(0), new Vector2(3, 4)),
          r.typed(),
          r.typedMap(),
          r.nothing(),
          r.missing(),
          r.added(),
          r.others());
    }
  }

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
      @OtherKeys VariantDictionary others) {
    Three changed() {
      Three r = this;
      return new Three(
          false,
          r.tiny(),
          r.small(),
          r.plain(),
          -r.large(),
          0.25f,
          r.wide(),
          r.letter(),
          "changed ü",
          r.vector2(),
          new Vector3(3, 2, 1),
          r.rect2(),
          r.plane(),
          r.quaternion(),
          r.aabb(),
          r.basis(),
          r.transform2D(),
          r.transform3D(),
          r.color(),
          r.nodePath(),
          r.any(),
          r.dictionary(),
          new Place(r.place().x() + 1, r.place().y()),
          Mood.GOOD,
          Mood.GOOD,
          List.of(1L, 2L, 3L, 4L),
          r.places(),
          r.unique(),
          more(r.map()),
          more(r.children()),
          new Rectangle(1, 2),
          r.box(),
          r.bytes(),
          new int[] {r.ints()[0], r.ints()[1], 7},
          r.floats(),
          r.texts(),
          List.of(r.track().get(0), new Vector2(3, 4)),
          r.nothing(),
          r.missing(),
          r.added(),
          r.others());
    }
  }

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

  private static Map<String, Double> more(Map<String, Double> map) {
    Map<String, Double> more = new LinkedHashMap<>(map);
    more.put("b", 1.5);
    return more;
  }

  private static List<Child> more(List<Child> children) {
    List<Child> more = new ArrayList<>(children);
    more.add(new Child(4, List.of()));
    return more;
  }

  private byte[] run(Release release, String verb, byte[] input) throws IOException {
    Path place = Files.createDirectory(folder.resolve(release + verb));
    Files.createDirectory(place.resolve("in"));
    Files.write(
        place.resolve("in/values.bin"),
        ByteBuffer.allocate(4 + input.length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(input.length)
            .put(input)
            .array());
    ProcessResult process = Engines.of(release).run(place, "records.gd", verb);
    assertThat(process.isSuccess()).as(process.toString()).isTrue();
    byte[] answer = Files.readAllBytes(place.resolve("out/answers.bin"));
    return java.util.Arrays.copyOfRange(answer, 4, answer.length);
  }

  private static <T> ValueCodec<T> records(Release release, Class<T> type) {
    return RecordCodec.of(type).with(release.codec());
  }

  private <T> void exchange(Release release, ValueCodec<T> codec, UnaryOperator<T> change)
      throws IOException {
    T record = codec.decode(run(release, "make", new byte[0]));
    byte[] answer = run(release, "check", codec.encode(change.apply(record)));
    assertThat(new String(answer, StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void exchangesRecordsWithGodot4() throws IOException {
    exchange(Release.GODOT_4, records(Release.GODOT_4, Four.class), Four::changed);
  }

  @Test
  void exchangesRecordsWithGodot4ThroughJackson() throws IOException {
    GodotMapper mapper = GodotMapper.builder(Release.GODOT_4.codec()).build();
    exchange(Release.GODOT_4, mapper.codec(Four.class), Four::changed);
  }

  @Test
  void exchangesRecordsWithGodot3() throws IOException {
    for (Release release : List.of(Release.GODOT_3_6, Release.GODOT_3)) {
      exchange(release, records(release, Three.class), Three::changed);
    }
  }

  @Test
  void exchangesRecordsWithGodot3ThroughJackson() throws IOException {
    for (Release release : List.of(Release.GODOT_3_6, Release.GODOT_3)) {
      GodotMapper mapper = GodotMapper.builder(release.codec()).build();
      exchange(release, mapper.codec(Three.class), Three::changed);
    }
  }
}
