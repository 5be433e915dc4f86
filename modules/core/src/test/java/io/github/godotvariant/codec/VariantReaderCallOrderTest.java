package io.github.godotvariant.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.testsupport.Hex;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls that the state of a {@link VariantReader} does not allow. */
class VariantReaderCallOrderTest {
  private static final VariantCodec CODEC =
      VariantCodec.of(Dialect.GODOT_4).withObjects(ObjectMode.FULL);

  @Test
  void rejectsCallsInWrongOrder() {
    try (VariantReader r = PlayerValue.reader()) {
      assertThatIllegalStateException()
          .isThrownBy(r::endArray)
          .withMessage("endArray but no container is open");
      r.beginDictionary();
      assertThatIllegalStateException()
          .isThrownBy(r::endDictionary)
          .withMessage("endDictionary but 14 values are still to be read at ${key 0}");
      assertThatIllegalStateException()
          .isThrownBy(r::nextName)
          .withMessage("nextName but a value comes next in the Dictionary at ${key 0}");
      assertThatIllegalStateException().isThrownBy(r::expectEnd);
    }
    try (VariantReader r = CODEC.reader(CODEC.encode(VariantArray.of()))) {
      r.beginArray();
      assertThatIllegalStateException()
          .isThrownBy(r::nextLong)
          .withMessage("nextLong but the Array at $[0] is at its end");
      r.endArray();
      assertThatIllegalStateException()
          .isThrownBy(r::skipValue)
          .withMessage("skipValue but the whole value has been read");
    }
    VariantReader closed = PlayerValue.reader();
    closed.close();
    assertThatIllegalStateException()
        .isThrownBy(closed::expectEnd)
        .withMessage("expectEnd but the reader is closed");
  }

  /** The next value is a key, for which the reader has a fast path. */
  @Test
  void rejectsReadsAfterClose() {
    VariantReader closed = PlayerValue.reader();
    closed.beginDictionary();
    closed.close();
    assertThatIllegalStateException()
        .isThrownBy(closed::nextString)
        .withMessage("nextString but the reader is closed");
    assertThatIllegalStateException()
        .isThrownBy(closed::nextValue)
        .withMessage("nextValue but the reader is closed");
    assertThatIllegalStateException()
        .isThrownBy(() -> closed.nextKeyIs(VariantKey.of("id")))
        .withMessage("nextKeyIs but the reader is closed");
  }

  @Test
  void rejectsOffsetsAndRefusalsAfterClose() {
    VariantReader r = CODEC.reader(CODEC.encode(VariantArray.of(1)));
    r.beginArray();
    r.nextLong();
    r.close();
    assertThatIllegalStateException().isThrownBy(r::lastByteOffset);
    assertThatIllegalStateException()
        .isThrownBy(() -> r.refusal("no"))
        .withMessage("refusal but the reader is closed");
  }

  @Test
  void rejectsCallsInWrongOrderInObject() {
    Variant object =
        new ObjectValue("A", List.of(new ObjectValue.Property("p", VariantArray.of(1))));
    try (VariantReader r = CODEC.reader(CODEC.encode(object))) {
      r.beginObject();
      assertThatIllegalStateException()
          .isThrownBy(r::nextValue)
          .withMessage(
              "nextValue but the name of a property comes next in the Object at ${property 0}");
      assertThatIllegalStateException()
          .isThrownBy(r::endObject)
          .withMessage("endObject but 1 value is still to be read at ${property 0}");
      assertThat(r.nextName()).isEqualTo("p");
      assertThatIllegalStateException()
          .isThrownBy(r::nextName)
          .withMessage("nextName but a value comes next in the Object at $.p");
      r.skipValue();
      assertThatIllegalStateException()
          .isThrownBy(r::nextName)
          .withMessage("nextName but the Object at $.p is at its end");
      r.endObject();
      assertThatIllegalStateException()
          .isThrownBy(r::peek)
          .withMessage("peek but the whole value has been read");
      r.expectEnd();
    }
    try (VariantReader r = CODEC.reader(Hex.bytes("18000000 00000000"))) {
      assertThat(r.beginObject()).isEmpty();
      assertThat(r.hasNext()).isFalse();
      r.endObject();
      r.expectEnd();
    }
    try (VariantReader r = CODEC.reader(Hex.bytes("18000100 0100000000000000"))) {
      assertThatExceptionOfType(VariantTypeException.class)
          .isThrownBy(r::beginObject)
          .withMessage("wanted a full Object but found an instance id, at byte 0, $");
    }
  }
}
