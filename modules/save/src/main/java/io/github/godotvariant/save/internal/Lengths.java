package io.github.godotvariant.save.internal;

/** The maximum length of arrays, and the text of lengths in messages. */
public final class Lengths {
  /** Maximum length of an array. */
  public static final int LONGEST = Integer.MAX_VALUE - 8;

  private Lengths() {}

  /** Returns an unsigned length for messages, for example {@code 1 byte} or {@code 8 bytes}. */
  public static String bytes(long length) {
    return Long.toUnsignedString(length) + (length == 1 ? " byte" : " bytes");
  }
}
