package io.github.godotvariant.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.ForbiddenVariantException;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.ObjectIdValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.testsupport.Hex;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class VariantCodecTest {
  private static final VariantCodec CODEC = VariantCodec.GODOT_4;

  private static final Variant VALUE =
      VariantDictionary.of("hp", 100, "pos", new Vector2(1, 2), "tags", VariantArray.of("a", "b"));

  @Test
  void encodesAndDecodesBuffersOfAllKinds() {
    byte[] bytes = CODEC.encode(VALUE);
    ByteBuffer heap = ByteBuffer.allocate(bytes.length + 20);
    heap.position(7).put(bytes).flip().position(7);
    ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length + 20);
    direct.position(7).put(bytes).flip().position(7);
    for (ByteBuffer kind :
        List.of(
            ByteBuffer.wrap(bytes),
            heap,
            heap.slice(),
            direct,
            heap.asReadOnlyBuffer(),
            direct.slice().order(ByteOrder.LITTLE_ENDIAN),
            direct.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN))) {
      ByteOrder order = kind.order();
      ByteBuffer whole = kind.duplicate().order(order);
      assertThat(CODEC.decode(whole)).isEqualTo(VALUE);
      assertThat(whole.remaining()).isZero();
      assertThat(whole.order()).isEqualTo(order);
      ByteBuffer prefix = kind.duplicate();
      assertThat(CODEC.decodePrefix(prefix)).isEqualTo(new Decoded(VALUE, bytes.length));
      assertThat(prefix.remaining()).isZero();
    }
    ByteBuffer target = ByteBuffer.allocate(bytes.length + 9);
    target.position(5);
    CODEC.encodeTo(VALUE, target);
    assertThat(target.position()).isEqualTo(5 + bytes.length);
    assertThat(CODEC.decode(target.flip().position(5))).isEqualTo(VALUE);
    ByteBuffer outside = ByteBuffer.allocateDirect(bytes.length);
    CODEC.encodeTo(VALUE, outside);
    assertThat(CODEC.decode(outside.flip())).isEqualTo(VALUE);
  }

  static Stream<Variant> values() {
    ElementType ints = ElementType.of(VariantType.INT);
    return Stream.of(
        VALUE,
        Variant.of("\u00e9".repeat(20)),
        VariantArray.of(1, 2).withElementType(ints),
        VariantDictionary.of(1, 2).withTypes(ints, ints),
        VariantDictionary.EMPTY.withTypes(ElementType.UNTYPED, ElementType.ofClass("Node")));
  }

  @ParameterizedTest
  @MethodSource("values")
  void keepsPositionOfBufferThatIsTooSmall(Variant value) {
    int size = CODEC.encodedSize(value);
    for (int capacity = 0; capacity < size; capacity++) {
      ByteBuffer target = ByteBuffer.allocate(capacity + 64);
      target.limit(capacity + 3).position(3);
      assertThatExceptionOfType(BufferOverflowException.class)
          .as("%d bytes", capacity)
          .isThrownBy(() -> CODEC.encodeTo(value, target));
      assertThat(target.position()).isEqualTo(3);
      for (int i = target.limit(); i < target.capacity(); i++) {
        assertThat(target.array()[i]).isZero();
      }
    }
    ByteBuffer exact = ByteBuffer.allocate(size);
    CODEC.encodeTo(value, exact);
    assertThat(exact.remaining()).isZero();
    assertThat(exact.array()).isEqualTo(CODEC.encode(value));
  }

  @Test
  void rejectsTrailingBytesUnlessDecodingPrefix() {
    byte[] bytes = Hex.bytes("02000000 05000000 deadbeef");
    assertThat(CODEC.decodePrefix(bytes)).isEqualTo(new Decoded(IntValue.of(5), 8));
    assertThatExceptionOfType(MalformedVariantException.class)
        .isThrownBy(() -> CODEC.decode(bytes));
  }

  @Test
  void staysUsableAfterError() {
    for (int i = 0; i < 3; i++) {
      assertThatExceptionOfType(InexpressibleVariantException.class)
          .isThrownBy(() -> CODEC.encode(VariantArray.of(1, VariantArray.of("\0"))));
      assertThatExceptionOfType(MalformedVariantException.class)
          .isThrownBy(
              () -> CODEC.decode(Hex.bytes("1c000000 02000000 1b000000 01000000 00000000")));
      assertThat(CODEC.decode(CODEC.encode(VALUE))).isEqualTo(VALUE);
    }
  }

  @Test
  void encodesAndDecodesObjectIds() {
    byte[] bytes = Hex.bytes("18000100 ac0500fd05000080");
    ObjectIdValue id = new ObjectIdValue(0x80000005FD0005ACL);
    assertThat(CODEC.decode(bytes)).isEqualTo(id);
    assertThat(CODEC.encode(id)).isEqualTo(bytes);
    assertThat(CODEC.decode(Hex.bytes("18000100 0000000000000000")).isNil()).isTrue();
  }

  @Test
  void encodesStringsOfAllLengths() {
    for (int length = 0; length < 70; length++) {
      String ascii = "abcdefghijklmnopqrstuvwxyz0123456789".repeat(2).substring(0, length);
      for (String text :
          List.of(ascii, ascii + "é", "日" + ascii, ascii + "\uD83D\uDE00", ascii + "?")) {
        StringValue value = StringValue.of(text);
        byte[] bytes = CODEC.encode(value);
        assertThat(bytes.length % 4).isZero();
        assertThat(CODEC.decode(bytes)).isEqualTo(value);
        byte[] plain = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer expected = ByteBuffer.allocate(bytes.length).order(ByteOrder.LITTLE_ENDIAN);
        expected.putInt(4).putInt(plain.length).put(plain);
        assertThat(bytes).isEqualTo(expected.array());
      }
    }
  }

  @Test
  void returnsItsConfiguration() {
    VariantCodec codec =
        VariantCodec.of(Dialect.GODOT_3)
            .withLimits(ReadLimits.NETWORK)
            .withObjects(ObjectMode.FULL);
    assertThat(codec.dialect()).isEqualTo(Dialect.GODOT_3);
    assertThat(codec.limits()).isEqualTo(ReadLimits.NETWORK);
    assertThat(codec.objects()).isEqualTo(ObjectMode.FULL);
    assertThat(codec).hasToString("VariantCodec[godot-3]");
    assertThat(CODEC.limits()).isEqualTo(ReadLimits.DEFAULT);
    assertThat(CODEC.objects()).isEqualTo(ObjectMode.IDS);
  }

  @Test
  void movesBufferToEndOfPrefix() {
    ByteBuffer two = ByteBuffer.wrap(Hex.bytes("00000000 02000000 05000000 01000000 01000000"));
    assertThat(CODEC.decodePrefix(two).value().isNil()).isTrue();
    assertThat(two.position()).isEqualTo(4);
    assertThat(CODEC.decodePrefix(two)).isEqualTo(new Decoded(IntValue.of(5), 8));
    assertThat(two.position()).isEqualTo(12);
    assertThat(CODEC.decode(two)).isEqualTo(Variant.of(true));
    assertThat(two.remaining()).isZero();
  }

  @ParameterizedTest
  @MethodSource("values")
  void comparesEncodingWithEachByte(Variant value) {
    byte[] bytes = CODEC.encode(value);
    assertThat(CODEC.encodesTo(value, bytes)).isTrue();
    for (int i = 0; i < bytes.length; i++) {
      bytes[i]++;
      assertThat(CODEC.encodesTo(value, bytes)).as("changed byte %d", i).isFalse();
      bytes[i]--;
      assertThat(CODEC.encodesTo(value, Arrays.copyOf(bytes, i))).as("%d bytes", i).isFalse();
    }
    assertThat(CODEC.encodesTo(value, Arrays.copyOf(bytes, bytes.length + 4))).isFalse();
  }

  @Test
  void rejectsComparisonOfInexpressibleValue() {
    Variant typed = VariantArray.of(1).withElementType(ElementType.of(VariantType.INT));
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> VariantCodec.GODOT_3.encodesTo(VariantArray.of(typed), new byte[100]))
        .withMessageContaining("$[0]");
  }

  /** Sizes exceed the initial buffer of the encoder and the largest buffer that it keeps. */
  @Test
  void encodesLargeValues() {
    for (int size : new int[] {255, 256, 257, 3000, 9 << 20}) {
      for (Variant value :
          List.of(
              StringValue.of("x".repeat(size)),
              StringValue.of("é".repeat(size)),
              PackedByteArray.of(new byte[size]),
              VariantArray.copyOf(Collections.nCopies(Math.min(size, 3000), IntValue.of(7))))) {
        byte[] bytes = CODEC.encode(value);
        assertThat(CODEC.encodedSize(value)).isEqualTo(bytes.length);
        assertThat(CODEC.decode(bytes)).isEqualTo(value);
        assertThat(CODEC.encodesTo(value, bytes)).isTrue();
      }
      assertThat(CODEC.encode(Variant.of(1))).hasSize(8);
    }
  }

  /** {@code encodedSize} stops counting at the maximum array size and allocates no array. */
  @Test
  void rejectsSizesAboveMaximumArraySize() {
    int length = 1 << 26;
    Variant large = PackedByteArray.unsafeWrap(new byte[length]);
    List<Variant> values = new ArrayList<>(Collections.nCopies(31, large));
    int counted = 8 + 31 * (8 + length);
    int rest = (Integer.MAX_VALUE - 8 - counted) / 4 * 4 - 8;
    values.add(PackedByteArray.unsafeWrap(new byte[rest]));
    assertThat(CODEC.encodedSize(VariantArray.copyOf(values))).isEqualTo(counted + 8 + rest);
    values.add(Variant.of(1));
    rejectsSize(values, counted + 8L + rest + 8);
    values.addAll(Collections.nCopies(1000, Variant.of(1)));
    rejectsSize(values, counted + 8L + rest + 8 * 128);
    values.set(31, PackedByteArray.unsafeWrap(new byte[rest + 4]));
    rejectsSize(values, counted + 8L);
  }

  private static void rejectsSize(List<Variant> values, long atMost) {
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> CODEC.encodedSize(VariantArray.copyOf(values)))
        .withMessageStartingWith("encoding is longer than 2147483639 bytes")
        .satisfies(e -> assertThat(e.byteOffset()).isBetween(0L, atMost));
  }

  @Test
  void writesForItsCodecInMemoryOfOtherWriter() {
    VariantCodec full = VariantCodec.GODOT_4.withObjects(ObjectMode.FULL);
    VariantWriter before = VariantCodec.GODOT_4.writer().value(1);
    assertThat(full.writer(before).beginObject("A").endObject().toByteArray())
        .isEqualTo(full.encode(new ObjectValue("A", List.of())));
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> VariantCodec.GODOT_4.writer(full.writer()).beginObject("A"));
  }

  @Test
  void inspectsContainerWithoutElements() {
    byte[] bytes = VariantCodec.GODOT_4.encode(VariantArray.of(1, 2));
    Inspection inspection = VariantCodec.GODOT_4.inspect(bytes, 0, 0);
    assertThat(inspection.failure()).isEmpty();
    assertThat(inspection.length()).isEqualTo(bytes.length);
  }

  @Test
  void rejectsFullObjectAsForbidden() {
    ObjectValue object = new ObjectValue("Node", List.of());
    byte[] bytes = CODEC.withObjects(ObjectMode.FULL).encode(VariantArray.of(1, object, 2));
    List<ThrowingCallable> calls =
        List.of(
            () -> CODEC.decode(bytes),
            () -> CODEC.decodePrefix(ByteBuffer.wrap(bytes)),
            () -> CODEC.reader(bytes).skipValue(),
            () -> CODEC.reader(bytes).nextValue(),
            () -> CODEC.reader(bytes).seek("$[2]"),
            () -> {
              throw CODEC.inspect(bytes).failure().orElseThrow();
            });
    for (ThrowingCallable call : calls) {
      assertThatExceptionOfType(ForbiddenVariantException.class)
          .isThrownBy(call)
          .withMessageStartingWith(
              "a full object is not allowed here; ObjectMode.FULL allows it, at byte 16, $");
    }
  }
}
