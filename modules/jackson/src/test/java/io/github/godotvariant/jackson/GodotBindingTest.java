package io.github.godotvariant.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.github.godotvariant.Color;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedColorArray;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.PackedInt64Array;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.PackedVector2Array;
import io.github.godotvariant.PackedVector3Array;
import io.github.godotvariant.RID;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.Packed;
import io.github.godotvariant.testkit.RandomVariants;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.json.JsonMapper;

/** Tests the binding of application classes and of variants to Godot's bytes. */
class GodotBindingTest {
  private static final ObjectMapper JSON = JsonMapper.builder().findAndAddModules().build();
  private static final ObjectMapper GODOT = new GodotMapper();

  record Holder(Variant value) {}

  private static Variant written(Object value) {
    return VariantCodec.GODOT_4.decode(GODOT.writeValueAsBytes(value));
  }

  private static <T> T read(Class<T> type, Object... pairs) {
    return GODOT.readValue(VariantCodec.GODOT_4.encode(VariantDictionary.of(pairs)), type);
  }

  @Test
  void readsAndWritesEveryVariant() {
    RandomVariants random = RandomVariants.of(Dialect.GODOT_4, 0x626e64);
    for (int i = 0; i < 1000 * Integer.getInteger("laws", 1); i++) {
      Variant value = random.next();
      byte[] held = VariantCodec.GODOT_4.encode(VariantDictionary.of("value", value));
      assertThat(GODOT.writeValueAsBytes(value)).isEqualTo(VariantCodec.GODOT_4.encode(value));
      assertThat(GODOT.writeValueAsBytes(new Holder(value))).isEqualTo(held);
      assertThat(GODOT.readValue(held, Holder.class)).isEqualTo(new Holder(value));
      if (value.type() != VariantType.NIL) {
        assertThat(GODOT.readValue(VariantCodec.GODOT_4.encode(value), value.getClass()))
            .isEqualTo(value);
      }
    }
  }

  @Test
  void keepsVariantsInBuffersAndTrees() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("at", new Vector2(1, 2));
    map.put("name", StringName.of("n"));
    map.put("rid", new RID(7));
    JsonNode tree = GODOT.valueToTree(map);
    assertThat(written(tree)).isEqualTo(VariantDictionary.copyOf(map));
    assertThat(GODOT.convertValue(map, new TypeReference<Map<String, Variant>>() {}))
        .isEqualTo(map);
  }

  record Plain(
      int[] ints,
      long[] longs,
      float[] floats,
      double[] doubles,
      byte[] bytes,
      String[] texts,
      List<Vector3> track,
      Set<Color> colors,
      Vector2[] points,
      List<Double> numbers,
      List<String> names,
      @Packed List<Double> packed) {}

  private static final Plain PLAIN =
      new Plain(
          new int[] {1, -2},
          new long[] {1L << 40},
          new float[] {0.5f},
          new double[] {0.1},
          new byte[] {-1, 2},
          new String[] {"a", "b"},
          List.of(new Vector3(1, 2, 3)),
          Set.of(new Color(0, 0, 0, 1)),
          new Vector2[] {new Vector2(1, 2)},
          List.of(1.5),
          List.of("n"),
          List.of(2.5));

  @Test
  void writesArraysAndListsAsPackedArrays() {
    VariantDictionary written = written(PLAIN).asDictionary();
    assertThat(written.values())
        .map(Variant::type)
        .containsExactly(
            VariantType.PACKED_INT32_ARRAY,
            VariantType.PACKED_INT64_ARRAY,
            VariantType.PACKED_FLOAT32_ARRAY,
            VariantType.PACKED_FLOAT64_ARRAY,
            VariantType.PACKED_BYTE_ARRAY,
            VariantType.PACKED_STRING_ARRAY,
            VariantType.PACKED_VECTOR3_ARRAY,
            VariantType.PACKED_COLOR_ARRAY,
            VariantType.PACKED_VECTOR2_ARRAY,
            VariantType.ARRAY,
            VariantType.ARRAY,
            VariantType.PACKED_FLOAT64_ARRAY);
    assertThat(GODOT.readValue(GODOT.writeValueAsBytes(PLAIN), Plain.class))
        .usingRecursiveComparison()
        .isEqualTo(PLAIN);
    assertThat(JSON.readValue(JSON.writeValueAsString(PLAIN), Plain.class))
        .usingRecursiveComparison()
        .isEqualTo(PLAIN);
  }

  @Test
  void readsArraysAndListsFromEveryArrayType() {
    Object[] arrays = {
      "ints", VariantArray.of(1, -2),
      "longs", PackedInt32Array.of(7),
      "floats", PackedFloat64Array.of(0.5),
      "doubles", PackedFloat32Array.of(0.25f),
      "bytes", VariantArray.of(-1, 2),
      "texts", VariantArray.of("a", StringName.of("b")),
      "track", VariantArray.of(new Vector3(1, 2, 3)),
      "points", PackedVector2Array.of(new Vector2(1, 2)),
      "numbers", PackedFloat32Array.of(1.5f),
      "names", PackedStringArray.of("n"),
    };
    Plain ofArrays = read(Plain.class, arrays);
    assertThat(ofArrays.ints()).containsExactly(1, -2);
    assertThat(ofArrays.longs()).containsExactly(7);
    assertThat(ofArrays.floats()).containsExactly(0.5f);
    assertThat(ofArrays.doubles()).containsExactly(0.25);
    assertThat(ofArrays.bytes()).containsExactly(-1, 2);
    assertThat(ofArrays.texts()).containsExactly("a", "b");
    assertThat(ofArrays.track()).containsExactly(new Vector3(1, 2, 3));
    assertThat(ofArrays.points()).containsExactly(new Vector2(1, 2));
    assertThat(ofArrays.numbers()).containsExactly(1.5);
    assertThat(ofArrays.names()).containsExactly("n");
    assertThatExceptionOfType(MismatchedInputException.class)
        .isThrownBy(() -> read(Plain.class, "track", PackedVector2Array.of(new Vector2(1, 2))))
        .withMessageContaining("wanted Vector3 but found Vector2");
    assertThatExceptionOfType(InputCoercionException.class)
        .isThrownBy(() -> read(Plain.class, "ints", PackedInt64Array.of(1L << 40)))
        .withMessageContaining("ints");
    assertThatExceptionOfType(MismatchedInputException.class)
        .isThrownBy(() -> read(Plain.class, "ints", new Vector2(1, 2)));
  }

  @Test
  void writesArrayWithNullUnpacked() {
    assertThat(VariantCodec.GODOT_4.decode(GODOT.writeValueAsBytes(new String[] {"a", null})))
        .isEqualTo(VariantArray.of("a", null));
  }

  @GodotRecord
  record Declared(List<Vector3> track, String[] texts, int[] ints, @Packed List<Vector2> packed) {}

  @Test
  void packsComponentsOfGodotRecordAsDeclared() {
    Declared declared =
        new Declared(
            List.of(new Vector3(1, 2, 3)),
            new String[] {"a"},
            new int[] {1},
            List.of(new Vector2(1, 2)));
    assertThat(written(declared).asDictionary().values())
        .map(Variant::type)
        .containsExactly(
            VariantType.ARRAY,
            VariantType.ARRAY,
            VariantType.PACKED_INT32_ARRAY,
            VariantType.PACKED_VECTOR2_ARRAY);
  }

  record Vec(double x, double y) {}

  record Box(Vec position, Vec size) {}

  record Shapes(Vec at, Box box, List<Vec> all) {}

  @Test
  void readsMathTypesAsClassesWithSameComponents() {
    Object[] shapes = {
      "at", new Vector2(1, 2),
      "box", io.github.godotvariant.Shape.of(VariantType.RECT2, 1, 2, 3, 4),
      "all", PackedVector2Array.of(new Vector2(5, 6)),
    };
    assertThat(read(Shapes.class, shapes))
        .isEqualTo(
            new Shapes(
                new Vec(1, 2), new Box(new Vec(1, 2), new Vec(3, 4)), List.of(new Vec(5, 6))));
  }

  record Shade(double r, double g, double b, double a) {}

  /** {@return the number of bytes that the current thread has allocated} */
  static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }

  /** {@return the number of bytes that the current thread allocates for an action} */
  static long allocated(Runnable action) {
    long before = allocated();
    action.run();
    return allocated() - before;
  }

  /** Little memory is allocated in addition to the records. */
  @Test
  void expandsPackedArraysOneElementAtATime() {
    int count = 20_000;
    Color[] colors = new Color[count];
    Arrays.fill(colors, new Color(0.5f, 0.25f, 0, 1));
    byte[] bytes = VariantCodec.GODOT_4.encode(PackedColorArray.of(colors));
    TypeReference<List<Shade>> shades = new TypeReference<>() {};
    assertThat(GODOT.readValue(bytes, shades))
        .hasSize(count)
        .containsOnly(new Shade(0.5, 0.25, 0, 1));
    long before = allocated();
    List<Shade> read = GODOT.readValue(bytes, shades);
    assertThat(allocated() - before).isLessThan(60L * bytes.length);
    assertThat(read).hasSize(count);
  }

  record Broken(double x, double y) {
    @Override
    public double y() {
      throw new IllegalStateException("no y");
    }
  }

  /** Little memory is allocated in addition to the written bytes. */
  @Test
  void writesMathTypesWithoutBuffering() {
    List<Shade> shades = Collections.nCopies(20_000, new Shade(0.5, 0.25, 0, 1));
    byte[] bytes = GODOT.writeValueAsBytes(shades);
    assertThat(VariantCodec.GODOT_4.decode(bytes).asArray())
        .hasSize(shades.size())
        .containsOnly(new Color(0.5f, 0.25f, 0, 1));
    long before = allocated();
    byte[] again = GODOT.writeValueAsBytes(shades);
    assertThat(allocated() - before).isLessThan(20L * bytes.length);
    assertThat(again).isEqualTo(bytes);
    assertThatExceptionOfType(DatabindException.class)
        .isThrownBy(() -> GODOT.writeValueAsBytes(new Broken(1, 2)))
        .withMessageContaining("no y")
        .withMessageContaining("Broken[\"y\"]");
  }

  @Test
  void writesMapKeysAsVariants() {
    Map<Vector2i, Integer> cells = Map.of(new Vector2i(1, 2), 3);
    byte[] bytes = GODOT.writeValueAsBytes(cells);
    assertThat(VariantCodec.GODOT_4.decode(bytes)).isEqualTo(VariantDictionary.copyOf(cells));
    ObjectMapper named = GodotMapper.builder().enable(GodotReadFeature.STRINGIFY_KEYS).build();
    assertThat(named.readValue(bytes, new TypeReference<Map<Vector2i, Integer>>() {}))
        .isEqualTo(cells);
    Map<NodePath, Integer> paths = Map.of(NodePath.parse("../A"), 1);
    assertThat(
            named.readValue(
                GODOT.writeValueAsBytes(paths), new TypeReference<Map<NodePath, Integer>>() {}))
        .isEqualTo(paths);
    Map<Variant, Integer> any = Map.of(StringName.of("n"), 1, new Vector2(1, 2), 2);
    assertThat(
            named.readValue(
                GODOT.writeValueAsBytes(any), new TypeReference<Map<Variant, Integer>>() {}))
        .isEqualTo(any);
    assertThat(written(Map.of(StringName.of("n"), 1)).asDictionary().keys())
        .containsExactly(StringName.of("n"));
  }

  private static <T> T read(Object value, TypeReference<T> type) {
    return GODOT.readValue(VariantCodec.GODOT_4.encode(Variant.of(value)), type);
  }

  /** The declared class of the keys decides how they are read. */
  @Test
  void readsMapKeysAsDeclared() {
    Map<Vector2i, List<Integer>> cells =
        Map.of(new Vector2i(1, 2), List.of(3), new Vector2i(4, 5), List.of());
    TypeReference<Map<Vector2i, List<Integer>>> ofCells = new TypeReference<>() {};
    assertThat(read(cells, ofCells)).isEqualTo(cells);
    assertThat(GODOT.readValue(GODOT.writeValueAsBytes(cells), ofCells)).isEqualTo(cells);
    assertThat(read(List.of(cells), new TypeReference<List<Map<Vector2i, List<Integer>>>>() {}))
        .containsExactly(cells);
    Map<Variant, Integer> any =
        Map.of(Variant.of(1), 2, Variant.of("1"), 3, Variant.of(List.of(1)), 4, Variant.NIL, 5);
    assertThat(read(any, new TypeReference<Counted>() {})).isEqualTo(any);
    assertThat(read(any, new TypeReference<Map<Variant, Integer>>() {})).isEqualTo(any);
    Map<Vector2i, Integer> into = new HashMap<>(Map.of(new Vector2i(0, 0), 1));
    GODOT
        .readerForUpdating(into)
        .forType(new TypeReference<Map<Vector2i, Integer>>() {})
        .readValue(GODOT.writeValueAsBytes(Map.of(new Vector2i(1, 1), 2)));
    assertThat(into).isEqualTo(Map.of(new Vector2i(0, 0), 1, new Vector2i(1, 1), 2));
    // A string is parsed as a key, but no other key is converted to a string.
    assertThat(read(Map.of("Vector2i(1, 2)", 3), new TypeReference<Map<Vector2i, Integer>>() {}))
        .isEqualTo(Map.of(new Vector2i(1, 2), 3));
    assertThatThrownBy(
            () -> read(Map.of(1, 2, "1", 3), new TypeReference<Map<StringName, Integer>>() {}))
        .isInstanceOf(InvalidFormatException.class)
        .hasMessageContaining("found int");
    assertThatThrownBy(() -> read(Map.of(1, 2), new TypeReference<Map<Vector2i, Integer>>() {}))
        .isInstanceOf(InvalidFormatException.class);
    // Keys of nested maps follow the class of the nested map.
    assertThatThrownBy(
            () ->
                read(
                    Map.of(new Vector2i(1, 2), Map.of(3, 4)),
                    new TypeReference<Map<Vector2i, Map<String, Integer>>>() {}))
        .hasMessageContaining("a key of type int cannot be a name");
  }

  static final class Counted extends LinkedHashMap<Variant, Integer> {
    private static final long serialVersionUID = 1L;
  }

  @Test
  void bindsOneClassToGodotAndJson() {
    RecordAnnotationsTest.Update update = RecordAnnotationsTest.VALUE;
    VariantDictionary written = written(update).asDictionary();
    assertThat(written)
        .isEqualTo(
            VariantDictionary.of("player_id", 7, "pos", new Vector3(1, 2, 3))
                .with("state", StringName.of("idle"))
                .with("team", 1)
                .with("other", "bleu")
                .with("tags", VariantArray.of(StringName.of("a")))
                .with("teams", VariantArray.of(1, 0))
                .with("last_track", PackedVector2Array.of(new Vector2(1, 2))));
    RecordAnnotationsTest.Update fromGodot =
        GODOT.readValue(GODOT.writeValueAsBytes(update), RecordAnnotationsTest.Update.class);
    assertThat(fromGodot).isEqualTo(update);
    assertThat(
            JSON.readValue(JSON.writeValueAsString(fromGodot), RecordAnnotationsTest.Update.class))
        .isEqualTo(update);
    // A client may send a Dictionary instead of a math type, as in JSON.
    assertThat(read(Holder2.class, "at", VariantDictionary.of("x", 1, "y", 2)).at())
        .isEqualTo(new Vector2(1, 2));
  }

  record Holder2(Vector2 at, PackedByteArray bytes, PackedVector3Array track) {}

  @Test
  void reportsPathOfMismatch() {
    assertThatExceptionOfType(MismatchedInputException.class)
        .isThrownBy(() -> read(Holder2.class, "at", VariantDictionary.of("x", 1, "y", "2")))
        .withMessageContaining("wanted float but found String")
        .withMessageContaining("Holder2[\"at\"]")
        .withMessageContaining("[\"y\"]");
    assertThatExceptionOfType(MismatchedInputException.class)
        .isThrownBy(() -> read(Holder2.class, "at", new Vector3(1, 2, 3)))
        .withMessageContaining("wanted Vector2 but found Vector3");
  }

  @Test
  void writesNullElementAsNil() {
    assertThat(written(Arrays.asList(1, null))).isEqualTo(VariantArray.of(1, null));
  }

  record Times(Instant at, LocalDate day, Duration length, URI link, UUID id) {}

  @Test
  void writesOtherJavaTypesAsJacksonDoes() {
    Times times =
        new Times(
            Instant.EPOCH,
            LocalDate.EPOCH,
            Duration.ofSeconds(2),
            URI.create("http://localhost"),
            new UUID(1, 2));
    GodotMapper mapper = new GodotMapper();
    VariantDictionary written =
        VariantCodec.GODOT_4.decode(mapper.writeValueAsBytes(times)).asDictionary();
    assertThat(written.getString("at")).isEqualTo("1970-01-01T00:00:00Z");
    assertThat(written.getString("day")).isEqualTo("1970-01-01");
    assertThat(written.getString("length")).isEqualTo("PT2S");
    assertThat(written.getString("link")).isEqualTo("http://localhost");
    assertThat(written.get("id"))
        .isEqualTo(PackedByteArray.of(new byte[] {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2}));
    assertThat(mapper.readValue(mapper.writeValueAsBytes(times), Times.class)).isEqualTo(times);
  }
}
