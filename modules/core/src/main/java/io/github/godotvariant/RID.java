package io.github.godotvariant;

/**
 * A handle to a low-level resource in a running engine. Godot 4 writes the id of the handle. Godot
 * 3 writes only that the value is a RID.
 *
 * @param id the handle, unsigned; 0 is the empty RID
 */
public record RID(long id) implements Variant {
  @Override
  public VariantType type() {
    return VariantType.RID;
  }

  @Override
  public int hashCode() {
    return KeyedHash.of(VariantType.RID, id);
  }

  @Override
  public String toString() {
    return TextPrinter.of(this);
  }
}
