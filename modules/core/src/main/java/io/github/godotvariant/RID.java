package io.github.godotvariant;

/**
 * A handle to a low-level resource. Godot 4 serialises the number, Godot 3 does not.
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
