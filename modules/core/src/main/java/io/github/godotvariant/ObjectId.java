package io.github.godotvariant;

/**
 * An object as its instance id in the engine that wrote it: what engines write unless full objects
 * are asked for.
 *
 * @param id the id, unsigned 64 bits, not 0. Ids of reference-counted objects have the top bit set
 *     and are negative as {@code long}
 */
public record ObjectId(long id) implements Variant {
  /**
   * Checks the components.
   *
   * @param id see the record
   * @throws IllegalArgumentException if the id is 0, which is the null object: use {@link NilValue}
   */
  public ObjectId {
    if (id == 0) {
      throw new IllegalArgumentException("instance id 0 is the null object: use NilValue.NIL");
    }
  }

  @Override
  public VariantType type() {
    return VariantType.OBJECT;
  }

  @Override
  public int hashCode() {
    return KeyedHash.of(VariantType.OBJECT, id);
  }

  @Override
  public String toString() {
    return TextForm.of(this);
  }
}
