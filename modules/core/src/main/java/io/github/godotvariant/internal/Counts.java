package io.github.godotvariant.internal;

/** Numbers in messages, with the right form of the word behind them. */
public final class Counts {
  private Counts() {}

  /** For example {@code 1 byte}, {@code 8 bytes}. */
  public static String bytes(long count) {
    return count + (count == 1 ? " byte" : " bytes");
  }

  /** More elements than a limit allows, in one place of words for bytes, text and JSON. */
  public static String tooMany(long limit) {
    return "more elements than the limit of " + limit;
  }

  /** More memory than a limit allows. */
  public static String tooMuch(long limit) {
    return "more memory than the limit of " + bytes(limit);
  }

  /** Deeper than a limit allows. */
  public static String tooDeep(int limit) {
    return "nested deeper than the limit of " + limit + (limit == 1 ? " level" : " levels");
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
