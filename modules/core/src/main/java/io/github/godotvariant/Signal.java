package io.github.godotvariant;

import java.util.Objects;

/**
 * A reference to a signal, which is an event that an object of the engine emits.
 *
 * @param name the signal's name; empty for a null signal
 * @param objectId the instance id of the object, unsigned; 0 if there is no object
 */
public record Signal(String name, long objectId) implements Variant {
  /**
   * Checks that the name is not {@code null}.
   *
   * @param name see the record
   * @param objectId see the record
   * @throws NullPointerException if the name is {@code null}
   */
  public Signal {
    Objects.requireNonNull(name, "name");
  }

  @Override
  public VariantType type() {
    return VariantType.SIGNAL;
  }

  @Override
  public int hashCode() {
    return KeyedHash.start(VariantType.SIGNAL).add(objectId).add(name).finish();
  }

  @Override
  public String toString() {
    return TextPrinter.of(this);
  }
}
