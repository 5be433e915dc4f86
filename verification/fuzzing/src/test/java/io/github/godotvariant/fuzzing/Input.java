package io.github.godotvariant.fuzzing;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * An input of the fuzzer: one byte that selects options, then the bytes to read.
 *
 * @param choice the first byte, 0 to 255
 * @param bytes the other bytes
 */
record Input(int choice, byte[] bytes) {
  /** The most common ones are first. */
  private static final List<Dialect> DIALECTS =
      Stream.concat(
              Stream.of(
                  Dialect.GODOT_4,
                  Dialect.GODOT_3,
                  Dialect.GODOT_4.withRealPrecision(RealPrecision.DOUBLE)),
              Dialect.presets().stream())
          .distinct()
          .toList();

  /** Each dialect with two object modes and two sets of limits. */
  private static final List<VariantCodec> CODECS =
      DIALECTS.stream()
          .map(VariantCodec::of)
          .flatMap(codec -> Stream.of(codec, codec.withObjects(ObjectMode.FULL)))
          .flatMap(codec -> Stream.of(codec, codec.withLimits(ReadLimits.NETWORK)))
          .toList();

  static Input of(byte[] fuzzed) {
    return fuzzed.length == 0
        ? new Input(0, fuzzed)
        : new Input(fuzzed[0] & 0xFF, Arrays.copyOfRange(fuzzed, 1, fuzzed.length));
  }

  /** {@return the input as the fuzzer passes it} */
  byte[] fuzzed() {
    byte[] fuzzed = new byte[bytes.length + 1];
    fuzzed[0] = (byte) choice;
    System.arraycopy(bytes, 0, fuzzed, 1, bytes.length);
    return fuzzed;
  }

  /** {@return the codec that the first byte selects} */
  VariantCodec codec() {
    return CODECS.get(choice % CODECS.size());
  }

  /** {@return the first byte for a codec with default limits} */
  static int choiceOf(Dialect dialect, ObjectMode objects) {
    return 4 * DIALECTS.indexOf(dialect) + (objects == ObjectMode.FULL ? 2 : 0);
  }

  /**
   * {@return the bytes as UTF-8, or as any {@code char}s if the highest bit of the choice is set}
   */
  String text() {
    if (choice < 0x80) {
      return new String(bytes, StandardCharsets.UTF_8);
    }
    char[] chars = new char[bytes.length / 2];
    for (int i = 0; i < chars.length; i++) {
      chars[i] = (char) ((bytes[2 * i] & 0xFF) << 8 | bytes[2 * i + 1] & 0xFF);
    }
    return new String(chars);
  }
}
