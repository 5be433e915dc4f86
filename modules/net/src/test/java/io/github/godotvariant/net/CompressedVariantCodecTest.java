package io.github.godotvariant.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.codec.Decoded;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.net.CompressedVariantCodec.Arguments;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the codec with packets that Godot 4.6.3 sent. */
class CompressedVariantCodecTest {
  private static final CompressedVariantCodec CODEC =
      CompressedVariantCodec.of(VariantCodec.GODOT_4);

  /** The bytes before the arguments: a byte with the flags, the node and the method. */
  private static final int HEADER = 6;

  /** The bytes after the arguments: the path of the node, "N". */
  private static final int PATH = 2;

  private static final int RAW = 0x80;

  record Call(String packet, List<Variant> arguments) {
    static Call of(String packet, Object... arguments) {
      return new Call(packet, Arrays.stream(arguments).map(Variant::of).toList());
    }

    byte[] bytes() {
      byte[] bytes = HexFormat.of().parseHex(packet);
      return Arrays.copyOfRange(bytes, HEADER, bytes.length - PATH);
    }

    boolean raw() {
      return (HexFormat.of().parseHex(packet)[0] & RAW) != 0;
    }
  }

  static Stream<Call> calls() {
    return Stream.of(
        Call.of("20080000800101814e00", true),
        Call.of("20080000800101014e00", false),
        Call.of("2009000080010102ff4e00", -1),
        Call.of("200a00008001014280004e00", 128),
        Call.of("200a0000800101427fff4e00", -129),
        Call.of("200c000080010182008000004e00", 32768),
        Call.of("20100000800101c200000080000000004e00", 2147483648L),
        Call.of("200f0000800101030000000000003f4e00", 0.5),
        Call.of("200b0000800101000000004e00", Variant.NIL),
        Call.of("a009000080010102034e00", PackedByteArray.of((byte) 1, (byte) 2, (byte) 3)),
        Call.of("201600008001030201810400000001000000780000004e00", 1, true, "x"),
        Call.of("a006000080004e00"),
        Call.of(
            "201f00008001011c00000002000000020000000100000001000000010000004e00",
            VariantArray.of(1, true)),
        Call.of(
            "201500008001021d000000030000000102030002014e00",
            PackedByteArray.of((byte) 1, (byte) 2, (byte) 3),
            1));
  }

  @ParameterizedTest
  @MethodSource("calls")
  void readsAndWritesArgumentsOfEngine(Call call) {
    Arguments encoded = CODEC.encodeArguments(call.arguments());
    assertThat(encoded.isRaw()).isEqualTo(call.raw());
    ByteBuffer bytes = ByteBuffer.wrap(call.bytes());
    assertThat(encoded.bytes()).isEqualTo(call.bytes());
    assertThat(CODEC.decodeArguments(bytes, call.raw())).isEqualTo(call.arguments());
    assertThat(bytes.hasRemaining()).isFalse();
  }

  @Test
  void encodesIntInEveryWidth() {
    Random random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      long value = random.nextLong() >> random.nextInt(64);
      byte[] bytes = CODEC.encode(Variant.of(value));
      int expected =
          value == (byte) value ? 2 : value == (short) value ? 3 : value == (int) value ? 5 : 9;
      assertThat(bytes).hasSize(expected);
      assertThat(CODEC.decodePrefix(ByteBuffer.wrap(bytes)))
          .isEqualTo(new Decoded(Variant.of(value), expected));
    }
    for (long edge :
        new long[] {
          0,
          -1,
          127,
          -128,
          32767,
          -32768,
          Integer.MAX_VALUE,
          Integer.MIN_VALUE,
          Long.MAX_VALUE,
          Long.MIN_VALUE
        }) {
      byte[] bytes = CODEC.encode(Variant.of(edge));
      assertThat(CODEC.decodePrefix(ByteBuffer.wrap(bytes)).value()).isEqualTo(Variant.of(edge));
    }
  }

  @Test
  void readsIntsWiderThanNeeded() {
    assertThat(CODEC.decodePrefix(ByteBuffer.wrap(new byte[] {(byte) 0x82, 5, 0, 0, 0})).value())
        .isEqualTo(Variant.of(5));
    assertThat(CODEC.decodePrefix(ByteBuffer.wrap(new byte[] {0x41})).value())
        .isEqualTo(Variant.of(false));
  }

  @ParameterizedTest
  @MethodSource("calls")
  void rejectsTruncatedCall(Call call) {
    if (call.raw()) {
      return;
    }
    byte[] whole = call.bytes();
    for (int length = 0; length < whole.length; length++) {
      ByteBuffer bytes = ByteBuffer.wrap(whole, 0, length);
      assertThatThrownBy(() -> CODEC.decodeArguments(bytes, false))
          .isInstanceOf(VariantException.class);
      assertThat(bytes.position()).isZero();
    }
  }

  @Test
  void rejectsUnknownTypes() {
    for (int first : new int[] {39, 0x3F, 0x40, 0xC5}) {
      ByteBuffer bytes = ByteBuffer.wrap(new byte[] {(byte) first, 0, 0, 0, 0, 0, 0, 0});
      assertThatThrownBy(() -> CODEC.decodePrefix(bytes))
          .isInstanceOf(MalformedVariantException.class);
    }
  }

  @Test
  void enforcesLimits() {
    CompressedVariantCodec careful =
        CompressedVariantCodec.of(
            VariantCodec.GODOT_4.withLimits(ReadLimits.DEFAULT.withBytes(10)));
    assertThatThrownBy(() -> careful.decodeArguments(ByteBuffer.allocate(11), true))
        .isInstanceOf(VariantLimitException.class);
    assertThatThrownBy(() -> CODEC.encodeArguments(Collections.nCopies(256, Variant.of(1))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void keepsEmptyByteArrayAsArgument() {
    List<Variant> empty = List.of(PackedByteArray.of());
    Arguments encoded = CODEC.encodeArguments(empty);
    assertThat(encoded.isRaw()).isFalse();
    assertThat(CODEC.decodeArguments(ByteBuffer.wrap(encoded.bytes()), false)).isEqualTo(empty);
  }
}
