package io.github.godotvariant;

/** True or false. */
public enum BoolValue implements Variant {
  /** False. */
  FALSE,
  /** True. */
  TRUE;

  /**
   * The constant for a Java boolean.
   *
   * @param value the boolean
   * @return {@link #TRUE} or {@link #FALSE}
   */
  public static BoolValue of(boolean value) {
    return value ? TRUE : FALSE;
  }

  /**
   * The value as a Java boolean.
   *
   * @return true for {@link #TRUE}
   */
  public boolean value() {
    return this == TRUE;
  }

  @Override
  public VariantType type() {
    return VariantType.BOOL;
  }

  @Override
  public String toString() {
    return TextForm.of(this);
  }
}
