package io.github.godotvariant.internal;

/** Creates phrases with numbers for messages. */
public final class Counts {
  private Counts() {}

  /** Returns the message for an int outside a range whose ends are both inclusive. */
  public static String outOfRange(long min, long max, Number found) {
    return "wanted an int from " + min + " to " + max + " but found " + found;
  }

  /** Returns for example {@code 1 byte}, {@code 8 bytes}. */
  public static String bytes(long count) {
    return count + (count == 1 ? " byte" : " bytes");
  }

  /**
   * Returns the message for more elements than a limit allows. The readers of bytes, text and JSON
   * use the same message.
   */
  public static String tooMany(long limit) {
    return "more elements than the limit of " + limit;
  }

  /** Returns the message for more memory than a limit allows. */
  public static String tooMuch(long limit) {
    return "more memory than the limit of " + bytes(limit);
  }

  /** Returns the message for a nesting depth greater than a limit allows. */
  public static String tooDeep(int limit) {
    return "nested deeper than the limit of " + limit + (limit == 1 ? " level" : " levels");
  }

  /** Returns for example {@code 1 remains}, {@code 8 remain}. */
  public static String remain(long count) {
    return count + (count == 1 ? " remains" : " remain");
  }

  /** Returns for example {@code 1 byte follows}, {@code 8 bytes follow}. */
  public static String bytesFollow(long count) {
    return bytes(count) + (count == 1 ? " follows" : " follow");
  }
}
