package io.github.godotvariant;

/**
 * A handle of a low-level resource. Godot 3 cannot serialise the number, Godot 4 does.
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
    return TextForm.of(this);
  }
}
