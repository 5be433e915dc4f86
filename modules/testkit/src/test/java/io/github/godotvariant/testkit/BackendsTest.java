package io.github.godotvariant.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.BoolValue;
import io.github.godotvariant.ElementType;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.KeyRule;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.PackedInt64Array;
import io.github.godotvariant.PackedVector2Array;
import io.github.godotvariant.PackedVector3Array;
import io.github.godotvariant.PackedVector4Array;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.codec.Inspection;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import io.github.godotvariant.dialect.Dialect;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** All ways to read and write return the same values and the same bytes. */
class BackendsTest {
  private static final int VALUES = 400 * Integer.getInteger("laws", 1);

  private static VariantCodec codec(Dialect dialect) {
    return VariantCodec.of(dialect).withObjects(ObjectMode.FULL);
  }

  private static RandomVariants random(Dialect dialect, long seed) {
    return dialect.name().startsWith("godot")
        ? RandomVariants.withObjects(dialect, seed, ObjectMode.FULL)
        : RandomVariants.of(dialect, seed);
  }

  /** A way to read a whole value from bytes. */
  record Backend(String name, Function<VariantCodec, Function<byte[], Variant>> reader) {
    Variant read(VariantCodec codec, byte[] bytes) {
      return reader.apply(codec).apply(bytes);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static ByteBuffer shifted(ByteBuffer buffer, byte[] bytes) {
    buffer.position(5).put(bytes).limit(5 + bytes.length).position(5);
    return buffer;
  }

  private static final List<Backend> BACKENDS =
      List.of(
          new Backend(
              "heap buffer",
              codec ->
                  bytes -> codec.decode(shifted(ByteBuffer.allocate(bytes.length + 9), bytes))),
          new Backend(
              "direct buffer",
              codec ->
                  bytes ->
                      codec.decode(shifted(ByteBuffer.allocateDirect(bytes.length + 9), bytes))),
          new Backend(
              "read-only buffer",
              codec -> bytes -> codec.decode(ByteBuffer.wrap(bytes).asReadOnlyBuffer())),
          new Backend("reader, whole value", codec -> bytes -> whole(codec, bytes)),
          new Backend("reader, piece by piece", codec -> bytes -> pieces(codec, bytes)));

  static Stream<Arguments> backends() {
    return BACKENDS.stream()
        .flatMap(
            backend -> Dialect.presets().stream().map(dialect -> Arguments.of(backend, dialect)));
  }

  private static Variant whole(VariantCodec codec, byte[] bytes) {
    try (VariantReader reader = codec.reader(bytes)) {
      Variant value = reader.nextValue();
      reader.expectEnd();
      return value;
    }
  }

  private static Variant pieces(VariantCodec codec, byte[] bytes) {
    try (VariantReader reader = codec.reader(bytes)) {
      Variant value = piece(reader, codec.dialect().keyRule());
      reader.expectEnd();
      return value;
    }
  }

  private static Variant piece(VariantReader reader, KeyRule rule) {
    switch (reader.peek()) {
      case NIL:
        reader.nextNil();
        return Variant.NIL;
      case BOOL:
        return BoolValue.of(reader.nextBoolean());
      case INT:
        return IntValue.of(reader.nextLong());
      case FLOAT:
        return FloatValue.of(reader.nextDouble());
      case STRING:
        return StringValue.of(reader.nextString());
      case ARRAY:
        int count = reader.beginArray();
        ElementType type = reader.elementType();
        List<Variant> elements = new ArrayList<>();
        while (reader.hasNext()) {
          elements.add(piece(reader, rule));
        }
        reader.endArray();
        assertThat(elements).hasSize(count);
        return VariantArray.copyOf(elements).withElementType(type);
      case DICTIONARY:
        reader.beginDictionary();
        VariantDictionary.Builder builder =
            VariantDictionary.builder()
                .keyRule(rule)
                .types(reader.elementType(), reader.valueType());
        while (reader.hasNext()) {
          Variant key = piece(reader, rule);
          builder.put(key, piece(reader, rule));
        }
        reader.endDictionary();
        return builder.build();
      case PACKED_BYTE_ARRAY:
        ByteBuffer bytes = reader.nextByteBuffer();
        return PackedByteArray.unsafeWrap(filled(new byte[bytes.remaining()], bytes::get));
      case PACKED_INT32_ARRAY:
        IntBuffer ints = reader.nextIntBuffer();
        return PackedInt32Array.unsafeWrap(filled(new int[ints.remaining()], ints::get));
      case PACKED_INT64_ARRAY:
        LongBuffer longs = reader.nextLongBuffer();
        return PackedInt64Array.unsafeWrap(filled(new long[longs.remaining()], longs::get));
      case PACKED_FLOAT32_ARRAY:
        return PackedFloat32Array.unsafeWrap(floats(reader));
      case PACKED_FLOAT64_ARRAY:
        return PackedFloat64Array.unsafeWrap(doubles(reader));
      case PACKED_VECTOR2_ARRAY:
        return vectors(reader, PackedVector2Array::unsafeWrap, PackedVector2Array::unsafeWrap);
      case PACKED_VECTOR3_ARRAY:
        return vectors(reader, PackedVector3Array::unsafeWrap, PackedVector3Array::unsafeWrap);
      case PACKED_VECTOR4_ARRAY:
        return vectors(reader, PackedVector4Array::unsafeWrap, PackedVector4Array::unsafeWrap);
      default:
        return reader.nextValue();
    }
  }

  private static Variant vectors(
      VariantReader reader, Function<float[], Variant> single, Function<double[], Variant> twice) {
    long at = reader.byteOffset();
    try {
      return single.apply(floats(reader));
    } catch (VariantTypeException e) {
      assertThat(reader.byteOffset()).isEqualTo(at);
      return twice.apply(doubles(reader));
    }
  }

  private static float[] floats(VariantReader reader) {
    FloatBuffer floats = reader.nextFloatBuffer();
    return filled(new float[floats.remaining()], floats::get);
  }

  private static double[] doubles(VariantReader reader) {
    DoubleBuffer doubles = reader.nextDoubleBuffer();
    return filled(new double[doubles.remaining()], doubles::get);
  }

  private static <T> T filled(T array, Consumer<T> filler) {
    filler.accept(array);
    return array;
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("backends")
  void readsSameValuesAsDecode(Backend backend, Dialect dialect) {
    VariantCodec codec = codec(dialect);
    RandomVariants random = random(dialect, 11);
    for (int i = 0; i < VALUES; i++) {
      Variant value = random.next();
      assertThat(backend.read(codec, codec.encode(value))).isEqualTo(value);
    }
  }

  /** All ways reject the same bytes, all but piecewise reading with the same message. */
  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("backends")
  void rejectsSameBytesAsDecode(Backend backend, Dialect dialect) {
    VariantCodec codec = codec(dialect);
    RandomVariants random = random(dialect, 12);
    Damage damage = Damage.of(codec, 13);
    for (int i = 0; i < VALUES; i++) {
      byte[] bad = damage.variant(codec.encode(random.next()), i);
      boolean inPieces = backend.name().endsWith("piece by piece");
      assertThat(outcome(() -> backend.read(codec, bad), inPieces))
          .isEqualTo(outcome(() -> codec.decode(bad), inPieces));
    }
  }

  /** Returns the value, not its bytes, because the codec cannot write some damaged values. */
  private static Object outcome(java.util.function.Supplier<Variant> reading, boolean offsetOnly) {
    try {
      return reading.get();
    } catch (VariantException e) {
      return offsetOnly ? "refused" : e.getMessage();
    }
  }

  static List<Dialect> dialects() {
    return Dialect.presets();
  }

  @ParameterizedTest
  @MethodSource("dialects")
  void writesSameBytesAsEncode(Dialect dialect) {
    VariantCodec codec = codec(dialect);
    RandomVariants random = random(dialect, 14);
    for (int i = 0; i < VALUES; i++) {
      Variant value = random.next();
      VariantWriter writer = codec.writer();
      write(writer, value);
      assertThat(writer.toByteArray()).isEqualTo(codec.encode(value));
      ByteBuffer exact = ByteBuffer.allocate(codec.encodedSize(value));
      codec.encodeTo(value, exact);
      assertThat(exact.array()).isEqualTo(codec.encode(value));
    }
  }

  private static void write(VariantWriter writer, Variant value) {
    if (value instanceof VariantArray array) {
      writer.beginArray(array.elementType());
      array.forEach(element -> write(writer, element));
      writer.endArray();
    } else if (value instanceof VariantDictionary dictionary) {
      writer.beginDictionary(dictionary.keyType(), dictionary.valueType());
      dictionary.forEach(
          (key, element) -> {
            write(writer, key);
            write(writer, element);
          });
      writer.endDictionary();
    } else if (value instanceof ObjectValue object) {
      writer.beginObject(object.className());
      for (ObjectValue.Property property : object.properties()) {
        writer.name(property.name());
        write(writer, property.value());
      }
      writer.endObject();
    } else {
      writer.value(value);
    }
  }

  @ParameterizedTest
  @MethodSource("dialects")
  void endsSkipAndInspectionWhereDecodeEnds(Dialect dialect) {
    VariantCodec codec = codec(dialect);
    RandomVariants random = random(dialect, 15);
    for (int i = 0; i < VALUES; i++) {
      byte[] bytes = codec.encode(random.next());
      try (VariantReader reader = codec.reader(bytes)) {
        reader.skipValue();
        reader.expectEnd();
      }
      Inspection inspection = codec.inspect(bytes);
      assertThat(inspection.failure()).isEmpty();
      assertThat(inspection.length()).isEqualTo(bytes.length);
    }
  }

  @Test
  void generatesContainersAndObjects() {
    RandomVariants random = random(Dialect.GODOT_4, 11);
    int containers = 0;
    int objects = 0;
    for (int i = 0; i < VALUES; i++) {
      VariantType type = random.next().type();
      containers += type == VariantType.ARRAY || type == VariantType.DICTIONARY ? 1 : 0;
      objects += type == VariantType.OBJECT ? 1 : 0;
    }
    assertThat(containers).isGreaterThan(100);
    assertThat(objects).isPositive();
  }
}
