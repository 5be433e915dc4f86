package io.github.godotvariant.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.Color;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedColorArray;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantWriter;
import io.github.godotvariant.records.DefaultValue;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;

/** Checks that reading allocates at most a fixed multiple of {@link ReadLimits#heapBytes()}. */
class JacksonHeapTest {
  /** Maximum number of allocated bytes, including garbage, for each byte of the limit. */
  private static final int MAX_FACTOR = 6;

  /** Number of bytes for exceptions and other memory that does not grow with the input. */
  private static final int CONSTANT = 64 << 10;

  private static final int COUNT = 20_000;

  record Point(double x, double y, double z) {}

  record Shade(double r, double g, double b, double a) {}

  /** A record whose components have defaults, some of which are created for each record. */
  record Defaults(
      @DefaultValue("1") long number,
      @DefaultValue("\"abcdefgh\"") String text,
      @DefaultValue("Vector3(1, 2, 3)") Vector3 vector,
      @DefaultValue("[]") List<Long> none,
      @DefaultValue("[1000, 2000, 3000, 4000, 5000]") List<Long> list,
      @DefaultValue("{\"a\": [1.5]}") Map<String, double[]> map) {}

  /** A record with many components. */
  record Wide(
      OptionalLong a0,
      OptionalLong a1,
      OptionalLong a2,
      OptionalLong a3,
      OptionalLong a4,
      OptionalLong b0,
      OptionalLong b1,
      OptionalLong b2,
      OptionalLong b3,
      OptionalLong b4,
      OptionalLong c0,
      OptionalLong c1,
      OptionalLong c2,
      OptionalLong c3,
      OptionalLong c4,
      OptionalLong d0,
      OptionalLong d1,
      OptionalLong d2,
      OptionalLong d3,
      OptionalLong d4,
      OptionalLong e0,
      OptionalLong e1,
      OptionalLong e2,
      OptionalLong e3,
      OptionalLong e4,
      OptionalLong f0,
      OptionalLong f1,
      OptionalLong f2,
      OptionalLong f3,
      OptionalLong f4,
      OptionalLong g0,
      OptionalLong g1,
      OptionalLong g2,
      OptionalLong g3,
      OptionalLong g4,
      OptionalLong h0,
      OptionalLong h1,
      OptionalLong h2,
      OptionalLong h3,
      OptionalLong h4,
      OptionalLong i0,
      OptionalLong i1,
      OptionalLong i2,
      OptionalLong i3,
      OptionalLong i4,
      OptionalLong j0,
      OptionalLong j1,
      OptionalLong j2,
      OptionalLong j3,
      OptionalLong j4,
      OptionalLong k0,
      OptionalLong k1,
      OptionalLong k2,
      OptionalLong k3,
      OptionalLong k4) {}

  /** An input and the type that it is read as. */
  @SuppressWarnings("ImmutableEnumChecker") // its fields are not changed
  enum Input {
    NESTED_DICTIONARIES(Object.class, nestedDictionaries(() -> Variant.of("a"))),
    NESTED_DICTIONARIES_AS_TREE(JsonNode.class, nestedDictionaries(() -> Variant.of("a"))),
    NESTED_NIL_KEYS(Object.class, nestedDictionaries(() -> Variant.NIL)),
    SMALL_DICTIONARIES(Object.class, array(i -> VariantDictionary.of("a", null))),
    NIL_KEYS(Object.class, array(i -> dictionary(1, j -> Variant.NIL))),
    INT_KEYS(Object.class, encoded(dictionary(COUNT, i -> Variant.of(1000 * i)))),
    INT_KEYS_AS_TREE(JsonNode.class, encoded(dictionary(COUNT, i -> Variant.of(1000 * i)))),
    VECTOR_KEYS(Object.class, encoded(dictionary(COUNT, i -> new Vector3(i, 31 * i, 7)))),
    VECTOR_KEYS_AS_TREE(JsonNode.class, encoded(dictionary(COUNT, i -> new Vector3(i, 31 * i, 7)))),
    ARRAY_KEYS(JsonNode.class, encoded(dictionary(COUNT, i -> VariantArray.of(i)))),
    CONTAINER_KEYS(Object.class, array(i -> dictionary(1, j -> deep(100)), COUNT / 100)),
    EMPTY_ARRAYS(Object.class, array(i -> VariantArray.EMPTY)),
    INTS(Object.class, array(i -> Variant.of(1000 * i))),
    INTS_AS_LIST(new TypeReference<List<Long>>() {}, array(i -> Variant.of(1000 * i))),
    INTS_AS_SET(new TypeReference<Set<Long>>() {}, array(i -> Variant.of(1000 * i))),
    WIDE_STRINGS(Object.class, encoded(Variant.of("\u20ac".repeat(10 * COUNT)))),
    PACKED_INTS(new TypeReference<List<Long>>() {}, encoded(PackedInt32Array.of(new int[COUNT]))),
    PACKED_INTS_AS_ARRAY(long[].class, encoded(PackedInt32Array.of(new int[COUNT]))),
    PACKED_FLOATS(
        new TypeReference<List<Double>>() {}, encoded(PackedFloat32Array.of(new float[COUNT]))),
    PACKED_FLOATS_AS_ARRAY(double[].class, encoded(PackedFloat32Array.of(new float[COUNT]))),
    PACKED_BYTES(byte[].class, encoded(PackedByteArray.of(new byte[10 * COUNT]))),
    PACKED_STRINGS(
        new TypeReference<List<String>>() {},
        encoded(PackedStringArray.of(Collections.nCopies(COUNT, "a").toArray(new String[0])))),
    PACKED_COLORS(new TypeReference<List<Shade>>() {}, encoded(PackedColorArray.of(colors()))),
    SHAPES(new TypeReference<List<Point>>() {}, array(i -> new Vector3(i, 2, 3))),
    SET_OF_SHAPES(new TypeReference<Set<Point>>() {}, array(i -> new Vector3(i, 2, 3))),
    SET_OF_LISTS(new TypeReference<Set<List<Long>>>() {}, array(i -> VariantArray.of(i, 1))),
    DEFAULTS(new TypeReference<List<Defaults>>() {}, array(i -> VariantDictionary.EMPTY)),
    ABSENT_COMPONENTS(new TypeReference<List<Wide>>() {}, array(i -> VariantDictionary.EMPTY));

    private final JavaType type;
    private final byte[] bytes;

    Input(Class<?> type, byte[] bytes) {
      this.type = mapper(ReadLimits.DEFAULT).constructType(type);
      this.bytes = bytes;
    }

    Input(TypeReference<?> type, byte[] bytes) {
      this.type = mapper(ReadLimits.DEFAULT).constructType(type.getType());
      this.bytes = bytes;
    }

    private static Color[] colors() {
      Color[] colors = new Color[COUNT];
      Arrays.fill(colors, new Color(0.5f, 0.25f, 0, 1));
      return colors;
    }

    private static byte[] encoded(Variant value) {
      return VariantCodec.GODOT_4.encode(value);
    }

    private static byte[] array(IntFunction<Object> element) {
      return array(element, COUNT);
    }

    private static byte[] array(IntFunction<Object> element, int count) {
      Object[] elements = new Object[count];
      Arrays.setAll(elements, element);
      return encoded(VariantArray.of(elements));
    }

    private static VariantDictionary dictionary(int count, IntFunction<Variant> key) {
      VariantDictionary.Builder pairs = VariantDictionary.builder();
      for (int i = 0; i < count; i++) {
        pairs.put(key.apply(i), null);
      }
      return pairs.build();
    }

    private static Variant deep(int levels) {
      return levels == 0 ? Variant.NIL : VariantDictionary.of(deep(levels - 1), null);
    }

    /** Encodes an array of dictionaries that have one entry each and are nested 400 levels deep. */
    private static byte[] nestedDictionaries(Supplier<Variant> key) {
      VariantWriter writer = VariantCodec.GODOT_4.writer().beginArray();
      for (int i = 0; i < COUNT / 400; i++) {
        for (int level = 0; level < 400; level++) {
          writer.beginDictionary().value(key.get());
        }
        writer.nil();
        for (int level = 0; level < 400; level++) {
          writer.endDictionary();
        }
      }
      return writer.endArray().toByteArray();
    }
  }

  private static GodotMapper mapper(ReadLimits limits) {
    return GodotMapper.builder(
            GodotFactory.builder()
                .codec(VariantCodec.GODOT_4.withLimits(limits))
                .streamReadConstraints(
                    StreamReadConstraints.builder().maxNameLength(1 << 20).build())
                .build())
        .enable(GodotReadFeature.STRINGIFY_KEYS)
        .build();
  }

  private static boolean isRead(Input input, long heapBytes) {
    try {
      mapper(ReadLimits.DEFAULT.withHeapBytes(heapBytes))
          .<Object>readValue(input.bytes, input.type);
      return true;
    } catch (StreamConstraintsException e) {
      assertThat(e).hasCauseInstanceOf(VariantLimitException.class);
      return false;
    }
  }

  /** {@return the smallest limit with which an input can be read} */
  private static long charged(Input input) {
    long low = 0;
    long high = 1 << 28;
    while (low < high) {
      long middle = (low + high) / 2;
      if (isRead(input, middle)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return high;
  }

  @ParameterizedTest
  @EnumSource
  void allocatesAtMostMaxFactorTimesLimit(Input input) {
    long charged = charged(input);
    for (long heapBytes : new long[] {charged, charged - 1, charged / 2}) {
      GodotMapper mapper = mapper(ReadLimits.DEFAULT.withHeapBytes(heapBytes));
      Runnable reading =
          heapBytes == charged
              ? () -> assertThat(mapper.<Object>readValue(input.bytes, input.type)).isNotNull()
              : () ->
                  assertThatExceptionOfType(StreamConstraintsException.class)
                      .isThrownBy(() -> mapper.readValue(input.bytes, input.type));
      reading.run();
      long allocated = GodotBindingTest.allocated(reading);
      assertThat(allocated).isLessThan(MAX_FACTOR * heapBytes + CONSTANT);
    }
  }
}
