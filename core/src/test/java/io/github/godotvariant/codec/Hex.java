package io.github.godotvariant.codec;

import java.util.HexFormat;

/** Bytes in tests: hex digits, with spaces where they help the reader. */
public final class Hex {
  private Hex() {}

  public static byte[] bytes(String digits) {
    return HexFormat.of().parseHex(digits.replace(" ", ""));
  }

  static String of(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
