package io.github.godotvariant;

/** A callable. Engines write only its type, so it is read as an empty callable. */
public enum CallableValue implements Variant {
  /** The empty callable, the only one outside an engine. */
  EMPTY;

  @Override
  public VariantType type() {
    return VariantType.CALLABLE;
  }

  @Override
  public String toString() {
    return TextPrinter.of(this);
  }
}
