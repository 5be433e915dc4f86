package io.github.godotvariant;

/** A callable. Engines write only that there was one; it reads back as an empty callable. */
public enum CallableValue implements Variant {
  /** The only callable there is outside an engine: the empty one. */
  EMPTY;

  @Override
  public VariantType type() {
    return VariantType.CALLABLE;
  }

  @Override
  public String toString() {
    return TextForm.of(this);
  }
}
