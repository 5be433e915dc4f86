package io.github.godotvariant.codec;

import static io.github.godotvariant.codec.CodecAssertions.assertIllegalState;
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
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Calls that the state of a {@link VariantReader} does not allow. */
class VariantReaderCallOrderTest {
  private static final VariantCodec CODEC =
      VariantCodec.of(Dialect.GODOT_4).withObjects(ObjectMode.FULL);

  @Test
  void rejectsCallsInWrongOrder() {
    try (VariantReader r = PlayerValue.reader()) {
      assertIllegalState(r::endArray, "endArray but no container is open");
      r.beginDictionary();
      assertIllegalState(
          r::endDictionary, "endDictionary but 14 values are still to be read at ${key 0}");
      assertIllegalState(
          r::nextName, "nextName but a value comes next in the Dictionary at ${key 0}");
      assertThatIllegalStateException().isThrownBy(r::expectEnd);
    }
    try (VariantReader r = CODEC.reader(CODEC.encode(VariantArray.of()))) {
      r.beginArray();
      assertIllegalState(r::nextLong, "nextLong but the Array at $[0] is at its end");
      r.endArray();
      assertIllegalState(r::skipValue, "skipValue but the whole value has been read");
    }
    VariantReader closed = PlayerValue.reader();
    closed.close();
    assertIllegalState(closed::expectEnd, "expectEnd but the reader is closed");
  }

  /** The next value is a key, for which the reader has a fast path. */
  @Test
  void rejectsCallsAfterClose() {
    VariantReader closed = PlayerValue.reader();
    closed.beginDictionary();
    closed.close();
    Map<String, ThrowingCallable> calls =
        Map.ofEntries(
            Map.entry("path", closed::path),
            Map.entry("byteOffset", closed::byteOffset),
            Map.entry("hasNext", closed::hasNext),
            Map.entry("elementType", closed::elementType),
            Map.entry("valueType", closed::valueType),
            Map.entry("peek", closed::peek),
            Map.entry("nextInt", closed::nextInt),
            Map.entry("nextLong", closed::nextLong),
            Map.entry("nextString", closed::nextString),
            Map.entry("nextValue", closed::nextValue),
            Map.entry("nextKeyIs", () -> closed.nextKeyIs(VariantKey.of("id"))),
            Map.entry("skipValue", closed::skipValue),
            Map.entry("nextName", closed::nextName),
            Map.entry("endDictionary", closed::endDictionary),
            Map.entry("expectEnd", closed::expectEnd));
    calls.forEach((name, call) -> assertIllegalState(call, name + " but the reader is closed"));
  }

  @Test
  void rejectsOffsetsAndRefusalsAfterClose() {
    VariantReader r = CODEC.reader(CODEC.encode(VariantArray.of(1)));
    r.beginArray();
    r.nextLong();
    r.close();
    assertThatIllegalStateException().isThrownBy(r::lastByteOffset);
    assertIllegalState(() -> r.refusal("no"), "refusal but the reader is closed");
  }

  @Test
  void rejectsCallsInWrongOrderInObject() {
    Variant object =
        new ObjectValue("A", List.of(new ObjectValue.Property("p", VariantArray.of(1))));
    try (VariantReader r = CODEC.reader(CODEC.encode(object))) {
      r.beginObject();
      assertIllegalState(
          r::nextValue,
          "nextValue but the name of a property comes next in the Object at ${property 0}");
      assertIllegalState(
          r::endObject, "endObject but 1 value is still to be read at ${property 0}");
      assertThat(r.nextName()).isEqualTo("p");
      assertIllegalState(r::nextName, "nextName but a value comes next in the Object at $.p");
      r.skipValue();
      assertIllegalState(r::nextName, "nextName but the Object at $.p is at its end");
      r.endObject();
      assertIllegalState(r::peek, "peek but the whole value has been read");
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
