package io.github.godotvariant.save.internal;

/** Lengths in bytes: the longest, and how messages name them. */
public final class Lengths {
  /** How long an array can be. */
  public static final int LONGEST = Integer.MAX_VALUE - 8;

  private Lengths() {}

  /** A length for messages, unsigned: for example {@code 1 byte}, {@code 8 bytes}. */
  public static String bytes(long length) {
    return Long.toUnsignedString(length) + (length == 1 ? " byte" : " bytes");
  }
}
