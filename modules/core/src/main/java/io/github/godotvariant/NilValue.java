package io.github.godotvariant;

/**
 * The absence of a value: {@code null} in GDScript. Engines also write a null object as nil. The
 * only instance is {@link Variant#NIL}.
 */
public final class NilValue implements Variant {
  // This class has no static members, because Variant creates the instance while the class Variant
  // is initialized.
  NilValue() {}

  @Override
  public VariantType type() {
    return VariantType.NIL;
  }

  // Instances are compared by class. Libraries that create objects without a constructor can create
  // other instances than Variant.NIL.

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
