package io.github.godotvariant;

/** No value: {@code null} in GDScript, and what a null object becomes on the wire. */
public enum NilValue implements Variant {
  /** The only nil. */
  NIL;

  @Override
  public VariantType type() {
    return VariantType.NIL;
  }

  @Override
  public String toString() {
    return TextForm.of(this);
  }
}
