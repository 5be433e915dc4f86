package io.github.godotvariant.internal;

/** Numbers in messages, with the right form of the word behind them. */
public final class Counts {
  private Counts() {}

  /** For example {@code 1 byte}, {@code 8 bytes}. */
  public static String bytes(long count) {
    return count + (count == 1 ? " byte" : " bytes");
  }

  /** For example {@code 1 remains}, {@code 8 remain}. */
  public static String remain(long count) {
    return count + (count == 1 ? " remains" : " remain");
  }

  /** For example {@code 1 byte follows}, {@code 8 bytes follow}. */
  public static String bytesFollow(long count) {
    return bytes(count) + (count == 1 ? " follows" : " follow");
  }
}
