package io.github.godotvariant;

/**
 * A reference to an object: the instance id of the object in the engine that wrote the value. By
 * default, engines write this id instead of the full object.
 *
 * @param id the id as an unsigned 64-bit integer; not 0. Ids of reference-counted objects have the
 *     top bit set, so these ids are negative as {@code long}
 */
public record ObjectIdValue(long id) implements Variant {
  /**
   * Checks that the id is not 0.
   *
   * @param id see the record
   * @throws IllegalArgumentException if the id is 0, which is the null object; use {@link #NIL}
   *     instead
   */
  public ObjectIdValue {
    if (id == 0) {
      throw new IllegalArgumentException("instance id 0 is the null object: use Variant.NIL");
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
    return TextPrinter.of(this);
  }
}
