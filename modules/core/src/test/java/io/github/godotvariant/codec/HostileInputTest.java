package io.github.godotvariant.codec;

import static io.github.godotvariant.codec.CodecAssertions.isReadWithinLimits;
import static io.github.godotvariant.codec.CodecAssertions.isWithinLimits;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.Quaternion;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Rect2i;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.testsupport.Hex;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Input that an attacker prepares. */
@SuppressWarnings("CheckReturnValue") // the tests measure cost and check exceptions
class HostileInputTest {
  private static final VariantCodec CODEC =
      VariantCodec.of(Dialect.GODOT_4).withObjects(ObjectMode.FULL);
  private static final VariantCodec NETWORK = CODEC.withLimits(ReadLimits.NETWORK);

  /** Keys with colliding hash codes, and keys that never equal another key. */
  @SuppressWarnings("ImmutableEnumChecker")
  enum Keys {
    NESTED(i -> VariantArray.of(VariantArray.of(i))),
    DICTIONARIES(i -> VariantDictionary.of("id", i)),
    NANS(i -> VariantArray.of(Double.NaN)),
    VECTORS(i -> new Vector2i(i, -31 * i)),
    BYTES(i -> PackedByteArray.of((byte) (i % 7), (byte) i, (byte) (i >> 8), (byte) (i >> 16))),
    OBJECTS(i -> new ObjectValue("A", List.of()));

    final IntFunction<Variant> key;

    Keys(IntFunction<Variant> key) {
      this.key = key;
    }
  }

  /** Quadratic time would take minutes here. */
  @ParameterizedTest
  @EnumSource
  void decodesManyKeysInLinearTime(Keys keys) {
    int count = 40_000;
    VariantWriter writer = CODEC.writer().beginDictionary();
    for (int i = 0; i < count; i++) {
      writer.value(keys.key.apply(i)).value(i);
    }
    VariantDictionary decoded = NETWORK.decode(writer.endDictionary().toByteArray()).asDictionary();
    assertThat(decoded.size()).isEqualTo(count);
    assertThat(decoded.positionOf(decoded.keyAt(count - 1))).isEqualTo(count - 1);
  }

  @Test
  void keepsEqualDictionariesAsKeysInGodot3() {
    byte[] bytes =
        Hex.bytes(
            "12000000 02000000 12000000 00000000 02000000 01000000"
                + "12000000 00000000 02000000 02000000");
    VariantDictionary decoded = VariantCodec.GODOT_3.decode(bytes).asDictionary();
    assertThat(decoded.size()).isEqualTo(2);
    assertThat(VariantCodec.GODOT_3.encode(decoded)).isEqualTo(bytes);
    assertThat(decoded.get(VariantDictionary.EMPTY)).isEqualTo(Variant.of(1));
  }

  @Test
  void shortensAndEscapesMessages() {
    Variant long1 = PackedFloat64Array.of(new double[100_000]);
    for (Variant key :
        new Variant[] {
          long1, StringValue.of("x".repeat(100_000)), StringValue.of("a\n\u001b[2J")
        }) {
      byte[] bytes = CODEC.encode(VariantDictionary.of(key, Variant.of(1)));
      byte[] cut = Arrays.copyOf(bytes, bytes.length - 4);
      VariantException thrown =
          catchThrowableOfType(VariantException.class, () -> NETWORK.decode(cut));
      assertThat(thrown.getMessage()).hasSizeLessThan(200).doesNotContain("\n", "\u001b");
    }
  }

  @Test
  void reportsPositionOfMalformedPropertyName() {
    byte[] bytes = Hex.bytes("18000000 01000000 41000000 01000000 ffffffff 00000000");
    try (VariantReader reader = CODEC.reader(bytes)) {
      reader.beginObject();
      assertThatExceptionOfType(MalformedVariantException.class)
          .isThrownBy(reader::nextName)
          .withMessage("name of property 0 has negative length -1, at byte 16, ${property 0}");
    }
    byte[] inArray = Hex.bytes("1c000000 01000000" + Hex.of(bytes));
    try (VariantReader reader = CODEC.reader(inArray)) {
      assertThatExceptionOfType(MalformedVariantException.class)
          .isThrownBy(() -> reader.seek("[0].hp"))
          .withMessageContaining("name of property 0 has negative length");
    }
  }

  @Test
  void reportsPathAfterSkippedMalformedKey() {
    byte[] bytes = Hex.bytes("1b000000 01000000 04000000 01000000 ff000000 02000000 05000000");
    try (VariantReader reader = CODEC.reader(bytes)) {
      reader.beginDictionary();
      reader.skipValue();
      assertThat(reader.path()).isEqualTo("${value 0}");
      assertThatExceptionOfType(VariantTypeException.class)
          .isThrownBy(reader::nextString)
          .withMessageEndingWith("${value 0}");
      assertThat(reader.nextLong()).isEqualTo(5);
    }
  }

  @Test
  void keepsBytesAfterEncodedValue() {
    for (Variant value :
        new Variant[] {
          Variant.of(""),
          Variant.of("a"),
          Variant.of("abcd"),
          Variant.of("é"),
          Variant.of(1),
          VariantArray.of("a", "ä€"),
          PackedStringArray.of("", "abc")
        }) {
      int size = CODEC.encodedSize(value);
      byte[] target = new byte[size + 64];
      Arrays.fill(target, (byte) 0x77);
      CODEC.encodeTo(value, ByteBuffer.wrap(target));
      for (int i = size; i < target.length; i++) {
        assertThat(target[i]).as("%s, byte %d", value, i).isEqualTo((byte) 0x77);
      }
    }
  }

  @Test
  void appliesSameLimitsToDecodeSkipAndInspect() {
    Variant value =
        VariantDictionary.of(
            "name",
            "Ada",
            "list",
            VariantArray.of(1, 2, VariantArray.of("x")),
            "box",
            new Quaternion(0, 0, 0, 1),
            "area",
            new Rect2i(new Vector2i(0, 0), new Vector2i(1, 1)));
    checkSameLimits(CODEC, CODEC.encode(value));
  }

  /** One string in the bytes, three names in memory. */
  @Test
  void appliesSameLimitsToManualNodePaths() {
    VariantCodec manual = VariantCodec.of(Dialect.MANUAL_4);
    int id = Dialect.MANUAL_4.row(VariantType.NODE_PATH).orElseThrow().wireId();
    byte[] bytes = Hex.bytes("%02x000000 05000000 612f623a 63000000".formatted(id));
    assertThat(manual.decode(bytes)).isEqualTo(NodePath.parse("a/b:c"));
    assertThat(
            isWithinLimits(
                () -> manual.withLimits(ReadLimits.DEFAULT.withElements(1)).decode(bytes)))
        .isFalse();
    assertThat(
            isWithinLimits(
                () -> manual.withLimits(ReadLimits.DEFAULT.withElements(2)).decode(bytes)))
        .isTrue();
    checkSameLimits(manual, bytes);
  }

  private static void checkSameLimits(VariantCodec codec, byte[] bytes) {
    assertThat(isReadWithinLimits(codec, bytes)).isTrue();
    for (long heap = 0; heap < 2000; heap++) {
      isReadWithinLimits(codec.withLimits(ReadLimits.DEFAULT.withHeapBytes(heap)), bytes);
    }
    for (long elements = 0; elements < 12; elements++) {
      isReadWithinLimits(codec.withLimits(ReadLimits.DEFAULT.withElements(elements)), bytes);
    }
  }

  @Test
  void chargesSeekLikeReading() {
    byte[] bytes = CODEC.encode(VariantDictionary.of("a", VariantArray.of(1, 2), "b", 3));
    VariantCodec exact = CODEC.withLimits(ReadLimits.DEFAULT.withElements(4));
    try (VariantReader reader = exact.reader(bytes)) {
      for (int i = 0; i < 10; i++) {
        assertThat(reader.seek("nothing")).isFalse();
      }
      assertThat(reader.seek("a")).isTrue();
      assertThat(reader.nextValue()).isEqualTo(VariantArray.of(1, 2));
    }
  }

  @Test
  void acceptsEmptyContainerAtDepthLimit() {
    VariantCodec flat = CODEC.withLimits(ReadLimits.DEFAULT.withDepth(0));
    try (VariantReader reader = flat.reader(CODEC.encode(VariantArray.EMPTY))) {
      assertThat(reader.beginArray()).isZero();
      reader.endArray();
    }
  }

  @Test
  void keepsValueAfterCallForWrongClass() {
    try (VariantReader reader =
        CODEC.reader(CODEC.encode(VariantDictionary.of("at", new Vector2i(1, 2))))) {
      reader.beginDictionary();
      reader.nextString();
      assertThatExceptionOfType(VariantTypeException.class)
          .isThrownBy(() -> reader.nextValue(StringValue.class))
          .withMessage("wanted String but found Vector2i(1, 2), at byte 20, $.at");
      assertThat(reader.nextValue(Vector2i.class)).isEqualTo(new Vector2i(1, 2));
    }
  }

  @Test
  void sortsMixedKeysInText() {
    VariantDictionary.Builder builder = VariantDictionary.builder();
    Random random = new Random(5);
    for (int i = 0; i < 300; i++) {
      builder.put(
          switch (random.nextInt(4)) {
            case 0 -> StringValue.of("s" + random.nextInt(1000));
            case 1 -> StringName.of("s" + random.nextInt(1000));
            case 2 -> new Vector2i(i, i);
            default -> Variant.of(i);
          },
          i);
    }
    assertThat(builder.build().toString()).startsWith("{\n");
  }

  /** The array contains the rest of the same value after the limit of the buffer. */
  @Test
  void ignoresBytesAfterLimitOfBuffer() {
    Variant value =
        VariantDictionary.of(
            "a",
            VariantArray.of(1, true, 0.5, 0.1, "a text", "one of more than 24 bytes", "é", null),
            "a key of more than 24 bytes",
            VariantDictionary.of("at", new Vector2i(1, 2), 5, new Vector3(1, 2, 3)),
            VariantArray.of(7),
            PackedByteArray.of((byte) 1, (byte) 2));
    byte[] bytes = CODEC.encode(value);
    for (int round = 0; round < 2; round++) {
      assertThat(CODEC.decode(bytes)).isEqualTo(value);
      for (int length = 0; length < bytes.length; length++) {
        byte[] cut = Arrays.copyOf(bytes, length);
        ByteBuffer limited = ByteBuffer.wrap(bytes).limit(length);
        if (length == bytes.length - 2 || length == bytes.length - 1) {
          continue; // padding of a PackedByteArray may be missing
        }
        VariantException expected =
            catchThrowableOfType(VariantException.class, () -> CODEC.decode(cut));
        assertThat(catchThrowableOfType(VariantException.class, () -> CODEC.decode(limited)))
            .hasMessage(expected.getMessage());
        assertThat(
                catchThrowableOfType(
                    VariantException.class,
                    () -> {
                      try (VariantReader reader = CODEC.reader(limited)) {
                        reader.skipValue();
                      }
                    }))
            .as("skipping %d bytes", length)
            .hasMessageStartingWith(expected.problem() + ", at byte " + expected.byteOffset());
      }
    }
  }

  @Test
  void distinguishesStringsThatDifferInOneByte() {
    VariantCodec cached = VariantCodec.of(Dialect.GODOT_4);
    for (int length = 1; length < 60; length++) {
      String base = "x".repeat(length);
      for (int at = 0; at < length; at++) {
        String other = base.substring(0, at) + "y" + base.substring(at + 1);
        for (String text : new String[] {base, other, other, base}) {
          Variant value = VariantDictionary.of(text, text, 1, VariantArray.of(text));
          byte[] bytes = cached.encode(value);
          assertThat(cached.decode(bytes)).isEqualTo(value);
          assertThat(cached.encode(cached.decode(bytes))).isEqualTo(bytes);
        }
      }
    }
  }
}
