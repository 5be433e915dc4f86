package io.github.godotvariant;

/** No value: {@code null} in GDScript, and the wire form of a null object. */
public enum NilValue implements Variant {
  /** The only instance. */
  NIL;

  @Override
  public VariantType type() {
    return VariantType.NIL;
  }

  @Override
  public String toString() {
    return TextPrinter.of(this);
  }
}
