package io.github.godotvariant.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.testsupport.Hex;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class VariantReaderTest {
  private static final VariantCodec CODEC =
      VariantCodec.of(Dialect.GODOT_4).withObjects(ObjectMode.FULL);

  /** Strings and property names that are skipped need not be valid UTF-8. */
  @Test
  void skipsStringsWithoutDecodingThem() {
    VariantCodec codec = VariantCodec.GODOT_4.withObjects(ObjectMode.FULL);
    String text = "01000000 ff000000 ";
    for (String hex :
        List.of("04000000 " + text, "18000000 01000000 41000000 01000000 " + text + "00000000")) {
      byte[] bytes = Hex.bytes(hex);
      assertThatExceptionOfType(MalformedVariantException.class)
          .isThrownBy(() -> codec.decode(bytes))
          .withMessageContaining("is not valid UTF-8");
      CodecAssertions.skip(codec, bytes);
    }
  }

  @Test
  void keepsValueAfterCallForWrongType() {
    try (VariantReader r = PlayerValue.reader()) {
      r.beginDictionary();
      r.skipValue();
      assertThatExceptionOfType(VariantTypeException.class)
          .isThrownBy(r::nextString)
          .withMessage("wanted String but found int, at byte 20, $.id");
      assertThatExceptionOfType(VariantTypeException.class).isThrownBy(r::beginArray);
      assertThat(r.nextDouble()).isEqualTo(7.0);
    }
  }

  @Test
  void countsOpenContainersTowardsDepthLimit() {
    byte[] bytes = Hex.bytes("1c000000 01000000".repeat(4) + "02000000 01000000");
    VariantCodec three = CODEC.withLimits(ReadLimits.DEFAULT.withDepth(3));
    for (Consumer<VariantReader> call :
        List.<Consumer<VariantReader>>of(
            VariantReader::nextValue,
            VariantReader::skipValue,
            r -> r.seek("[0][0]"),
            VariantReader::beginArray)) {
      try (VariantReader r = three.reader(bytes)) {
        r.beginArray();
        r.beginArray();
        assertThatExceptionOfType(VariantLimitException.class)
            .isThrownBy(
                () -> {
                  call.accept(r);
                  r.beginArray();
                })
            .withMessageContaining("deep");
      }
    }
    byte[] skipped = CODEC.encode(VariantDictionary.of("a", VariantArray.of(VariantArray.of(1))));
    VariantCodec two = CODEC.withLimits(ReadLimits.DEFAULT.withDepth(2));
    try (VariantReader r = two.reader(skipped)) {
      assertThatExceptionOfType(VariantLimitException.class).isThrownBy(() -> r.seek("b"));
    }
  }

  @Test
  void reportsTrailingBytesOnlyInExpectEnd() {
    try (VariantReader r = CODEC.reader(Hex.bytes("02000000 05000000 00"))) {
      assertThat(r.nextLong()).isEqualTo(5);
      assertThatExceptionOfType(MalformedVariantException.class)
          .isThrownBy(r::expectEnd)
          .withMessage("1 byte follows the value, at byte 8, $");
    }
  }

  @Test
  void readsDirectBufferWithoutMovingIt() {
    byte[] bytes = CODEC.encode(PlayerValue.PLAYER);
    ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length + 3);
    direct.position(3).put(bytes).flip().position(3);
    try (VariantReader r = CODEC.reader(direct)) {
      assertThat(r.nextValue()).isEqualTo(PlayerValue.PLAYER);
      r.expectEnd();
    }
    assertThat(direct.position()).isEqualTo(3);
  }

  @Test
  void readsNumbersOfBothWidths() {
    byte[] bytes =
        CODEC.encode(VariantArray.of(1, 1L << 40, 0.5, 0.1, true, null, "a", StringName.of("b")));
    try (VariantReader r = CODEC.reader(bytes)) {
      r.beginArray();
      assertThat(r.nextDouble()).isEqualTo(1.0);
      assertThat(r.nextDouble()).isEqualTo(1L << 40);
      assertThat(r.nextDouble()).isEqualTo(0.5);
      assertThat(r.nextDouble()).isEqualTo(0.1);
      assertThat(r.nextBoolean()).isTrue();
      for (Runnable wrong :
          List.<Runnable>of(
              r::nextBoolean, r::nextLong, r::nextDouble, r::nextString, r::beginDictionary)) {
        assertThatExceptionOfType(VariantTypeException.class)
            .isThrownBy(wrong::run)
            .withMessageEndingWith("but found Nil, at byte 56, $[5]");
      }
      assertThatExceptionOfType(VariantTypeException.class)
          .isThrownBy(r::beginObject)
          .withMessageStartingWith("wanted Object but found Nil");
      r.nextNil();
      assertThatExceptionOfType(VariantTypeException.class)
          .isThrownBy(r::nextNil)
          .withMessageStartingWith("wanted Nil but found String");
      assertThat(r.nextValue(StringValue.class).value()).isEqualTo("a");
      assertThat(r.nextString()).isEqualTo("b");
      r.endArray();
      r.expectEnd();
    }
  }

  @Test
  void rejectsTypesMissingFromDialect() {
    for (String bytes : List.of("27000000", "1c000000 01000000 27000000")) {
      try (VariantReader r = CODEC.reader(Hex.bytes(bytes))) {
        if (bytes.length() > 8) {
          r.beginArray();
        }
        assertThatExceptionOfType(MalformedVariantException.class)
            .isThrownBy(r::peek)
            .withMessageStartingWith("no type has id 39");
        assertThatExceptionOfType(MalformedVariantException.class).isThrownBy(r::nextLong);
      }
    }
    VariantCodec manual = VariantCodec.of(Dialect.MANUAL_3_5);
    try (VariantReader r = manual.reader(Hex.bytes("10000000"))) {
      assertThatExceptionOfType(MalformedVariantException.class)
          .isThrownBy(r::peek)
          .withMessageStartingWith("RID is documented as unsupported");
    }
  }

  @Test
  void returnsDeclaredTypesOfContainers() {
    ElementType ints = ElementType.of(VariantType.INT);
    ElementType strings = ElementType.of(VariantType.STRING);
    byte[] bytes =
        CODEC.encode(
            VariantArray.of(VariantDictionary.of("a", 1).withTypes(strings, ints), 1)
                .withElementType(ElementType.ofClass("Node")));
    try (VariantReader r = CODEC.reader(bytes)) {
      assertThatIllegalStateException()
          .isThrownBy(r::elementType)
          .withMessage("no container is open");
      r.beginArray();
      assertThat(r.elementType()).isEqualTo(ElementType.ofClass("Node"));
      r.beginDictionary();
      assertThat(r.elementType()).isEqualTo(strings);
      assertThat(r.valueType()).isEqualTo(ints);
      r.skipValue();
      r.skipValue();
      r.endDictionary();
      assertThat(r.elementType()).isEqualTo(ElementType.ofClass("Node"));
      assertThat(r.valueType()).isEqualTo(ElementType.UNTYPED);
    }
  }

  /** The bytes that the enclosing containers still need are not available to a nested value. */
  @Test
  void rejectsCountsThatExceedRemainingBytes() {
    byte[] array = Hex.bytes("1c000000 02000000 1c000000 03000000 00000000 00000000 00000000");
    byte[] dictionary = Hex.bytes("1b000000 01000000 1c000000 03000000 00000000 00000000 00000000");
    byte[] object =
        Hex.bytes(
            "18000000 01000000 41000000 02000000 01000000 70000000"
                + "1c000000 02000000 00000000 00000000 00000000");
    for (byte[] bytes : List.of(array, dictionary, object)) {
      for (boolean begin : new boolean[] {false, true}) {
        try (VariantReader r = CODEC.reader(bytes)) {
          switch (r.peek()) {
            case ARRAY -> r.beginArray();
            case DICTIONARY -> r.beginDictionary();
            default -> {
              r.beginObject();
              r.nextName();
            }
          }
          assertThatExceptionOfType(MalformedVariantException.class)
              .isThrownBy(begin ? r::beginArray : r::skipValue)
              .withMessageContaining(" bytes, and what follows ");
        }
      }
    }
  }

  @Test
  void appliesLimitsToOpenedContainers() {
    byte[] bytes = CODEC.encode(VariantArray.of(VariantArray.of(1)));
    VariantCodec flat = CODEC.withLimits(ReadLimits.DEFAULT.withDepth(1));
    try (VariantReader r = flat.reader(bytes)) {
      r.beginArray();
      assertThatExceptionOfType(VariantLimitException.class)
          .isThrownBy(r::beginArray)
          .withMessage("nested deeper than the limit of 1 level, at byte 8, $[0]");
    }
    VariantCodec few = CODEC.withLimits(ReadLimits.DEFAULT.withElements(0));
    try (VariantReader r = few.reader(bytes)) {
      assertThatExceptionOfType(VariantLimitException.class)
          .isThrownBy(r::beginArray)
          .withMessageStartingWith("more elements than the limit of 0");
    }
  }
}
