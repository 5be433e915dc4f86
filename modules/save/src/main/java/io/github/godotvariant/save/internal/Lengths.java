package io.github.godotvariant.save.internal;

/** The maximum length of arrays. */
public final class Lengths {
  /** Maximum length of an array. */
  public static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

  private Lengths() {}
}
