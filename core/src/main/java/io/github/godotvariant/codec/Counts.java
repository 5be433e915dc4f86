package io.github.godotvariant.codec;

/** Numbers in messages, with the right form of the word behind them. */
final class Counts {
  private Counts() {}

  /** For example {@code 1 byte}, {@code 8 bytes}. */
  static String bytes(long count) {
    return count + (count == 1 ? " byte" : " bytes");
  }

  /** For example {@code 1 remains}, {@code 8 remain}. */
  static String remain(long count) {
    return count + (count == 1 ? " remains" : " remain");
  }

  /** For example {@code 1 byte follows}, {@code 8 bytes follow}. */
  static String bytesFollow(long count) {
    return bytes(count) + (count == 1 ? " follows" : " follow");
  }
}
