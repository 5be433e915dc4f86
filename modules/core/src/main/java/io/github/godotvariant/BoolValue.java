package io.github.godotvariant;

/** A bool: true or false. */
public enum BoolValue implements Variant {
  /** The value false. */
  FALSE,
  /** The value true. */
  TRUE;

  /**
   * Returns the constant for a Java boolean.
   *
   * @param value the boolean
   * @return {@link #TRUE} or {@link #FALSE}
   */
  public static BoolValue of(boolean value) {
    return value ? TRUE : FALSE;
  }

  /** {@return this value as a Java boolean} */
  public boolean value() {
    return this == TRUE;
  }

  @Override
  public VariantType type() {
    return VariantType.BOOL;
  }

  @Override
  public String toString() {
    return TextPrinter.of(this);
  }
}
