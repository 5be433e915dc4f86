package io.github.godotvariant.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.testsupport.Hex;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Paths and byte offsets of a {@link VariantReader} and of its exceptions. */
class VariantReaderPathTest {
  private static final VariantCodec CODEC =
      VariantCodec.of(Dialect.GODOT_4).withObjects(ObjectMode.FULL);

  @Test
  void reportsPathAfterEachCall() {
    try (VariantReader r = PlayerValue.reader()) {
      assertThat(r.path()).isEqualTo("$");
      assertThat(r.peek()).isEqualTo(VariantType.DICTIONARY);
      assertThat(r.beginDictionary()).isEqualTo(7);
      assertThat(r.path()).isEqualTo("${key 0}");
      assertThat(r.byteOffset()).isEqualTo(8);
      assertThat(r.nextString()).isEqualTo("id");
      assertThat(r.path()).isEqualTo("$.id");
      assertThat(r.nextLong()).isEqualTo(7);
      assertThat(r.nextString()).isEqualTo("at");
      assertThat(r.nextValue(Vector3.class)).isEqualTo(new Vector3(0, 1, 0));
      assertThat(r.peek()).isEqualTo(VariantType.STRING_NAME);
      assertThat(r.nextString()).isEqualTo("speed");
      assertThat(r.path()).isEqualTo("$.speed");
      assertThat(r.nextDouble()).isEqualTo(2.5);
      assertThat(r.nextString()).isEqualTo("tags");
      assertThat(r.beginArray()).isEqualTo(2);
      assertThat(r.elementType()).isEqualTo(ElementType.UNTYPED);
      assertThat(r.path()).isEqualTo("$.tags[0]");
      assertThat(r.nextString()).isEqualTo("a");
      assertThat(r.path()).isEqualTo("$.tags[1]");
      assertThat(r.nextString()).isEqualTo("b");
      assertThat(r.hasNext()).isFalse();
      r.endArray();
      assertThat(r.path()).isEqualTo("${key 4}");
      assertThat(r.nextString()).isEqualTo("dead");
      assertThat(r.nextBoolean()).isFalse();
      assertThat(r.nextString()).isEqualTo("target");
      r.nextNil();
      assertThat(r.nextString()).isEqualTo("sword");
      assertThat(r.beginObject()).isEqualTo("Item");
      assertThat(r.nextName()).isEqualTo("name");
      assertThat(r.path()).isEqualTo("$.sword.name");
      r.skipValue();
      assertThat(r.nextName()).isEqualTo("uses");
      assertThat(r.nextLong()).isEqualTo(3_000_000_000L);
      r.endObject();
      assertThat(r.hasNext()).isFalse();
      r.endDictionary();
      assertThat(r.hasNext()).isFalse();
      r.expectEnd();
    }
  }

  @Test
  void reportsPathOfPropertyWithoutChargingItsName() {
    byte[] bytes =
        Hex.bytes(
            "18000000 01000000 41000000 01000000"
                + "04000000 6e616d65 1c000000 02000000 00000000 00000000");
    VariantCodec full = CODEC.withObjects(ObjectMode.FULL);
    long heap = 0;
    while (true) { // until the limit suffices to reach the value
      try (VariantReader r =
          full.withLimits(ReadLimits.DEFAULT.withHeapBytes(heap)).reader(bytes)) {
        r.beginObject();
        r.nextName();
        assertThat(r.path()).isEqualTo("$.name");
        assertThatExceptionOfType(VariantLimitException.class)
            .as("the limit also holds after a call of path()")
            .isThrownBy(r::nextValue)
            .satisfies(e -> assertThat(e.path()).isEqualTo("$.name"));
        break;
      } catch (VariantLimitException e) {
        heap++;
      }
    }
  }

  @Test
  void reportsPathOfObjectKeys() {
    byte[] bytes = Hex.bytes("1b000000 01000000 18000000 00000000 27000000");
    VariantCodec full = CODEC.withObjects(ObjectMode.FULL);
    try (VariantReader r = full.reader(bytes)) {
      r.beginDictionary();
      r.nextValue();
      assertThat(r.path()).isEqualTo("$[null]");
    }
    byte[] other = Hex.bytes("1b000000 01000000 18000000 01000000 41000000 00000000 27000000");
    try (VariantReader r = full.reader(other)) {
      r.beginDictionary();
      r.nextValue();
      assertThat(r.path()).isEqualTo("${value 0}");
    }
  }

  @Test
  void countsLastByteOffsetFromStartOfInput() {
    byte[] bytes = new byte[24];
    bytes[8] = 28;
    bytes[12] = 1;
    try (VariantReader r = CODEC.reader(ByteBuffer.wrap(bytes, 8, 16))) {
      r.beginArray();
      r.nextNil();
      assertThat(r.lastByteOffset()).isEqualTo(8);
      assertThat(r.byteOffset()).isEqualTo(12);
    }
  }

  @Test
  void reportsWholePathOfErrorInsideValue() {
    byte[] bytes =
        Hex.bytes(
            "1b000000 01000000 04000000 01000000 61000000"
                + "1c000000 01000000 1c000000 01000000 27000000");
    try (VariantReader r = CODEC.reader(bytes)) {
      r.beginDictionary();
      r.nextString();
      r.beginArray();
      assertThatExceptionOfType(MalformedVariantException.class)
          .isThrownBy(r::nextValue)
          .withMessage("no type has id 39 in godot-4, at byte 36, $.a[0][0]");
    }
    try (VariantReader r = CODEC.reader(bytes)) {
      r.beginDictionary();
      r.nextString();
      assertThatExceptionOfType(MalformedVariantException.class)
          .isThrownBy(r::skipValue)
          .withMessage("no type has id 39 in godot-4, at byte 36, $.a[0][0]");
    }
  }

  @Test
  void reportsPathInEveryState() {
    Variant value =
        VariantArray.of(
            new ObjectValue(
                "A",
                List.of(
                    new ObjectValue.Property("p", Variant.of(1)),
                    new ObjectValue.Property("q", Variant.of(2)))),
            VariantDictionary.of(5, VariantArray.of(1), "k", 2));
    try (VariantReader r = CODEC.reader(CODEC.encode(value))) {
      assertThat(r.beginArray()).isEqualTo(2);
      assertThat(r.beginObject()).isEqualTo("A");
      assertThat(r.path()).isEqualTo("$[0]{property 0}");
      assertThat(r.nextName()).isEqualTo("p");
      assertThat(r.path()).isEqualTo("$[0].p");
      assertThat(r.nextLong()).isEqualTo(1);
      assertThat(r.path()).isEqualTo("$[0]{property 1}");
      assertThat(r.nextName()).isEqualTo("q");
      assertThat(r.nextLong()).isEqualTo(2);
      assertThat(r.path()).as("after the last").isEqualTo("$[0].q");
      r.endObject();
      assertThat(r.path()).isEqualTo("$[1]");
      assertThat(r.beginDictionary()).isEqualTo(2);
      assertThat(r.nextLong()).isEqualTo(5);
      assertThat(r.path()).isEqualTo("$[1][5]");
      assertThat(r.beginArray()).isEqualTo(1);
      assertThat(r.path()).isEqualTo("$[1][5][0]");
      r.skipValue();
      assertThat(r.path()).as("after the last").isEqualTo("$[1][5][0]");
      r.endArray();
      assertThat(r.path()).isEqualTo("$[1]{key 1}");
      r.skipValue();
      assertThat(r.path()).as("after a skipped key").isEqualTo("$[1].k");
      r.skipValue();
      assertThat(r.path()).as("after the last").isEqualTo("$[1].k");
      r.endDictionary();
      assertThat(r.path()).as("after the last").isEqualTo("$[1]");
      r.endArray();
      assertThat(r.path()).isEqualTo("$");
    }
  }

  /** A path does not print containers that are keys. */
  @Test
  void reportsPositionOfEntriesWithContainerKeys() {
    Variant value =
        VariantDictionary.of(
            VariantArray.of(1), 2, new Vector3(0, 1, 0), 3, VariantDictionary.EMPTY, 4);
    try (VariantReader r = CODEC.reader(CODEC.encode(value))) {
      r.beginDictionary();
      r.beginArray();
      assertThat(r.path()).isEqualTo("${key 0}");
      r.skipValue();
      r.endArray();
      assertThat(r.path()).isEqualTo("${value 0}");
      r.skipValue();
      r.skipValue();
      assertThat(r.path()).isEqualTo("$[Vector3(0, 1, 0)]");
      r.skipValue();
      r.skipValue();
      assertThat(r.path()).isEqualTo("${value 2}");
      r.skipValue();
      assertThat(r.path()).as("after the last").isEqualTo("${value 2}");
    }
  }

  @Test
  void countsByteOffsetFromStartOfInput() {
    byte[] bytes = Hex.bytes("ffffffff ffffffff 1c000000 01000000 18000100 0100000000000000");
    try (VariantReader r = CODEC.reader(ByteBuffer.wrap(bytes).position(8))) {
      assertThat(r.byteOffset()).isZero();
      r.beginArray();
      assertThat(r.byteOffset()).isEqualTo(8);
      assertThatExceptionOfType(VariantTypeException.class)
          .isThrownBy(r::beginObject)
          .withMessage("wanted a full Object but found an instance id, at byte 8, $[0]");
      assertThatExceptionOfType(VariantTypeException.class)
          .isThrownBy(r::beginDictionary)
          .withMessage("wanted Dictionary but found Object, at byte 8, $[0]");
    }
  }
}
