package io.github.godotvariant.testsupport;

import java.util.HexFormat;

/** Converts between bytes and hexadecimal digits. */
public final class Hex {
  private Hex() {}

  /**
   * Returns the bytes for hexadecimal digits such as {@code "02000000 2A000000"}. Spaces are
   * ignored.
   */
  public static byte[] bytes(String digits) {
    return HexFormat.of().parseHex(digits.replace(" ", ""));
  }

  /** Returns the lower-case digits of the bytes, without spaces. */
  public static String of(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
