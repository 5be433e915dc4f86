package io.github.godotvariant.save.internal;

/** The maximum length of arrays. */
public final class Lengths {
  /** Maximum length of an array in elements, which all common JVMs can allocate. */
  public static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

  private Lengths() {}
}
