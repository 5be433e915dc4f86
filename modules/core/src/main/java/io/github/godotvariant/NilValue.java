package io.github.godotvariant;

/**
 * The absence of a value: {@code null} in GDScript, and the wire form of a null object. The only
 * instance is {@link Variant#NIL}.
 */
public final class NilValue implements Variant {
  // No static members: Variant creates the instance while the class Variant is initialized.
  NilValue() {}

  @Override
  public VariantType type() {
    return VariantType.NIL;
  }

  // Libraries that create objects without a constructor can create another instance.

  @Override
  public boolean equals(Object other) {
    return other instanceof NilValue;
  }

  @Override
  public int hashCode() {
    return 0;
  }

  @Override
  public String toString() {
    return TextPrinter.of(this);
  }
}
