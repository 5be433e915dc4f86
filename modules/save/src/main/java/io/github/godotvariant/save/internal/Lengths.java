package io.github.godotvariant.save.internal;

/** The maximum length of arrays. */
public final class Lengths {
  /** The maximum number of elements of an array that all common JVMs can allocate. */
  public static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

  private Lengths() {}
}
