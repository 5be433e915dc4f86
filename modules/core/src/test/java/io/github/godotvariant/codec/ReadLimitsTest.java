package io.github.godotvariant.codec;

import static io.github.godotvariant.codec.CodecAssertions.isReadWithinLimits;
import static io.github.godotvariant.codec.CodecAssertions.skip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.godotvariant.Color;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.PackedInt64Array;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.PackedVector3Array;
import io.github.godotvariant.Plane;
import io.github.godotvariant.Projection;
import io.github.godotvariant.Quaternion;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Signal;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.Vector4;
import io.github.godotvariant.internal.wire.Container;
import io.github.godotvariant.testsupport.Hex;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@SuppressWarnings("CheckReturnValue") // the tests measure cost and check exceptions
class ReadLimitsTest {
  static Stream<Arguments> limits() {
    ReadLimits limits = ReadLimits.DEFAULT;
    Variant strings = VariantArray.copyOf(Collections.nCopies(1000, Variant.of("x")));
    Variant elements =
        VariantDictionary.of("a", VariantArray.of(1, 2), "b", PackedInt32Array.of(1, 2, 3));
    return Stream.of(
        Arguments.of(
            "nested deeper than the limit of 1 level",
            VariantArray.of(VariantArray.of(1), 2),
            limits.withDepth(2),
            limits.withDepth(1)),
        Arguments.of(
            "nested deeper than the limit of 0 levels",
            VariantArray.of(1),
            limits.withDepth(1),
            limits.withDepth(0)),
        Arguments.of(
            "input of 8 bytes is longer than the limit of 7",
            Variant.of(1),
            limits.withBytes(8),
            limits.withBytes(7)),
        Arguments.of(
            "more elements than the limit of 6",
            elements,
            limits.withElements(7),
            limits.withElements(6)),
        Arguments.of(
            "string of 4 bytes is longer than the limit of 3",
            Variant.of("äbc"),
            limits.withStringBytes(4),
            limits.withStringBytes(3)),
        Arguments.of(
            "more memory than the limit of 1000 bytes",
            PackedByteArray.of(new byte[1000]),
            limits.withHeapBytes(2000),
            limits.withHeapBytes(1000)),
        Arguments.of(
            "more memory than the limit of 50000 bytes",
            strings,
            limits.withHeapBytes(100_000),
            limits.withHeapBytes(50_000)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("limits")
  void appliesLimitToDecodeAndSkip(
      String problem, Variant value, ReadLimits enough, ReadLimits tooLittle) {
    byte[] bytes = VariantCodec.GODOT_4.encode(value);
    VariantCodec generous = VariantCodec.GODOT_4.withLimits(enough);
    VariantCodec strict = VariantCodec.GODOT_4.withLimits(tooLittle);
    assertThat(generous.decode(bytes)).isEqualTo(value);
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> strict.decode(bytes))
        .withMessageContaining(problem);
    skip(generous, bytes);
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> skip(strict, bytes))
        .withMessageContaining(problem);
  }

  @Test
  void countsBytesFromPositionOfBuffer() {
    ByteBuffer buffer = ByteBuffer.wrap(Hex.bytes("ffffffff 02000000 05000000")).position(4);
    VariantCodec codec = VariantCodec.GODOT_4.withLimits(ReadLimits.DEFAULT.withBytes(8));
    assertThat(codec.decode(buffer)).isEqualTo(Variant.of(5));
  }

  @Test
  void namesExceededLimit() {
    byte[] bytes = VariantCodec.GODOT_4.encode(PackedInt32Array.of(1));
    VariantCodec codec =
        VariantCodec.GODOT_4.withLimits(ReadLimits.DEFAULT.withElements(1).withHeapBytes(10));
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> codec.decode(bytes))
        .withMessageStartingWith("more memory than the limit of 10 bytes");
  }

  /** Bytes that are read again for a path are not charged again. */
  @Test
  void doesNotChargePaths() {
    byte[] bytes = VariantCodec.GODOT_4.encode(VariantDictionary.of("a", 1));
    VariantCodec exact =
        VariantCodec.GODOT_4.withLimits(ReadLimits.DEFAULT.withHeapBytes(48 + 40 + 57));
    try (VariantReader reader = exact.reader(bytes)) {
      reader.beginDictionary();
      assertThat(reader.nextString()).isEqualTo("a");
      assertThat(reader.path()).isEqualTo("$.a");
      assertThat(reader.path()).isEqualTo("$.a");
    }
  }

  /** A value is charged once, when it is read, and not when its class is wrong. */
  @Test
  void doesNotChargeCallsForWrongClass() {
    byte[] bytes = VariantCodec.GODOT_4.encode(Variant.of("abc"));
    VariantCodec exact = VariantCodec.GODOT_4.withLimits(ReadLimits.DEFAULT.withHeapBytes(56 + 3));
    try (VariantReader reader = exact.reader(bytes)) {
      assertThatExceptionOfType(VariantTypeException.class)
          .isThrownBy(() -> reader.nextValue(Vector3.class));
      assertThat(reader.nextString()).isEqualTo("abc");
    }
  }

  /** The string is too long and not truncated, although it ends with the input. */
  @Test
  void reportsLimitForTooLongStringAtEndOfInput() {
    VariantCodec codec = VariantCodec.GODOT_4.withLimits(ReadLimits.DEFAULT.withStringBytes(3));
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> codec.decode(VariantCodec.GODOT_4.encode(Variant.of("abcd"))))
        .withMessageContaining("longer than the limit of 3");
  }

  @Test
  void countsOffsetsFromStartOfInput() {
    byte[] bytes = new byte[32];
    bytes[16] = 28; // an array
    bytes[20] = 2;
    VariantCodec codec = VariantCodec.GODOT_4.withLimits(ReadLimits.DEFAULT.withElements(1));
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> codec.decode(ByteBuffer.wrap(bytes, 16, 16)))
        .withMessageContaining(", at byte 8, $");
  }

  @Test
  void chargesComponents() {
    Vector4 axis = new Vector4(1, 2, 3, 4);
    byte[] bytes = VariantCodec.GODOT_4.encode(new Projection(axis, axis, axis, axis));
    VariantCodec codec = VariantCodec.GODOT_4.withLimits(ReadLimits.DEFAULT.withHeapBytes(63));
    assertThatExceptionOfType(VariantLimitException.class).isThrownBy(() -> codec.decode(bytes));
  }

  @Test
  void rejectsNegativeLimits() {
    ReadLimits none =
        ReadLimits.DEFAULT
            .withDepth(0)
            .withBytes(0)
            .withElements(0)
            .withStringBytes(0)
            .withHeapBytes(0);
    assertNegativeRejected(() -> none.withDepth(-1), "depth=-1");
    assertNegativeRejected(() -> none.withBytes(-1), "bytes=-1");
    assertNegativeRejected(() -> none.withElements(-1), "elements=-1");
    assertNegativeRejected(() -> none.withStringBytes(-1), "stringBytes=-1");
    assertNegativeRejected(() -> none.withHeapBytes(-1), "heapBytes=-1");
  }

  private static void assertNegativeRejected(ThrowingCallable call, String limit) {
    assertThatIllegalArgumentException().isThrownBy(call).withMessageContaining(limit);
  }

  private static boolean reads(ReadLimits limits, byte[] bytes) {
    VariantCodec codec = VariantCodec.GODOT_4.withObjects(ObjectMode.FULL).withLimits(limits);
    return isReadWithinLimits(codec, bytes);
  }

  static Stream<Arguments> costs() {
    Variant object = new ObjectValue("Abc", List.of(new ObjectValue.Property("hp", Variant.of(1))));
    return Stream.of(
        Arguments.of(Variant.of(1), 0, 0),
        Arguments.of(new Vector3(1, 2, 3), 0, 0),
        Arguments.of(new Color(1, 1, 1, 1), 0, 0),
        Arguments.of(new Quaternion(0, 0, 0, 1), 0, 4 * 16),
        Arguments.of(new Plane(new Vector3(0, 1, 0), 2), 0, 4 * 16),
        Arguments.of(Variant.of("abc"), 0, 56 + 3),
        Arguments.of(StringName.of("a text that is longer than most"), 0, 56 + 31),
        Arguments.of(new Signal("done", 1), 0, 56 + 4),
        Arguments.of(NodePath.parse("a/bc:d"), 3, 32 + 3 * 8 + 3 * 56 + 4),
        Arguments.of(PackedByteArray.of(new byte[7]), 0, 32 + 7),
        Arguments.of(PackedInt32Array.of(1, 2, 3), 3, 32 + 3 * 4),
        Arguments.of(PackedInt64Array.of(1, 2, 3), 3, 32 + 3 * 8),
        Arguments.of(PackedVector3Array.of(1, 2, 3), 1, 32 + 12),
        Arguments.of(PackedStringArray.of("a", "bc"), 2, 32 + 2 * 4 + 2 * 57 + 3),
        Arguments.of(VariantArray.EMPTY, 0, 48),
        Arguments.of(VariantArray.of(1, "a"), 2, 48 + 2 * 20 + 57),
        Arguments.of(VariantDictionary.of("a", 1, "bc", 2), 2, 48 + 2 * 40 + 57 + 58),
        Arguments.of(VariantDictionary.of(1, VariantArray.EMPTY), 1, 48 + 40 + 48),
        Arguments.of(object, 1, 48 + 80 + 59 + 58));
  }

  /** The estimate is the same for decoding, skipping and inspecting. */
  @ParameterizedTest
  @MethodSource("costs")
  void chargesSameForDecodeSkipAndInspect(Variant value, long elements, long heap) {
    byte[] bytes = VariantCodec.GODOT_4.withObjects(ObjectMode.FULL).encode(value);
    assertThat(reads(ReadLimits.DEFAULT.withHeapBytes(heap).withElements(elements), bytes))
        .isTrue();
    for (long less = 0; less < heap; less++) {
      assertThat(reads(ReadLimits.DEFAULT.withHeapBytes(less), bytes)).isFalse();
    }
    for (long less = 0; less < elements; less++) {
      assertThat(reads(ReadLimits.DEFAULT.withElements(less), bytes)).isFalse();
    }
  }

  /** The cost is that of the value at the root plus the cost of the arrays around it. */
  @ParameterizedTest
  @MethodSource("costs")
  void chargesSameInsideDeepValues(Variant value, long elements, long heap) {
    long levels = 2 * Container.RECURSIVE_LEVELS;
    Variant nested = value;
    for (int i = 0; i < levels; i++) {
      nested = VariantArray.of(nested);
    }
    byte[] bytes = VariantCodec.GODOT_4.withObjects(ObjectMode.FULL).encode(nested);
    ReadLimits exact =
        ReadLimits.DEFAULT.withHeapBytes(heap + levels * (48 + 20)).withElements(elements + levels);
    assertThat(reads(exact, bytes)).isTrue();
    assertThat(reads(exact.withHeapBytes(exact.heapBytes() - 1), bytes)).isFalse();
    assertThat(reads(exact.withElements(exact.elements() - 1), bytes)).isFalse();
  }

  @Test
  void comparesLimitsByValue() {
    ReadLimits limits = ReadLimits.NETWORK;
    assertThat(limits.withDepth(64)).isEqualTo(limits).hasSameHashCodeAs(limits);
    assertThat(List.of(limits.depth(), limits.bytes(), limits.elements()))
        .isEqualTo(List.of(64, 8L << 20, 1L << 20));
    assertThat(List.of(limits.stringBytes(), limits.heapBytes()))
        .isEqualTo(List.of(1 << 20, 64L << 20));
    assertThat(
            List.of(
                limits.withDepth(1),
                limits.withBytes(1),
                limits.withElements(1),
                limits.withStringBytes(1),
                limits.withHeapBytes(1)))
        .doesNotContain(limits)
        .doesNotHaveDuplicates();
    assertThat(limits)
        .hasToString(
            "ReadLimits[depth=64, bytes=8388608, elements=1048576, stringBytes=1048576,"
                + " heapBytes=67108864]")
        .isNotEqualTo("limits")
        .doesNotHaveSameHashCodeAs(ReadLimits.DEFAULT);
  }
}
