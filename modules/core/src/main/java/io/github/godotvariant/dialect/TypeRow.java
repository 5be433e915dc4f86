package io.github.godotvariant.dialect;

import io.github.godotvariant.VariantType;
import java.util.Objects;

/**
 * How one type stands on the wire in a dialect.
 *
 * @param wireId the id in the header
 * @param name what the dialect's own documentation calls the type
 * @param type the type
 * @param layout the payload
 * @param note what we chose and why, where the source is silent or misprinted; else empty
 */
public record TypeRow(int wireId, String name, VariantType type, Layout layout, String note) {
  /**
   * Checks the components.
   *
   * @param wireId see the record
   * @param name see the record
   * @param type see the record
   * @param layout see the record
   * @param note see the record
   * @throws NullPointerException if an argument is {@code null}
   * @throws IllegalArgumentException if the id is not 0 to 255
   */
  public TypeRow {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(layout, "layout");
    Objects.requireNonNull(note, "note");
    if (wireId < 0 || wireId > 255) {
      throw new IllegalArgumentException("wire id " + wireId + " is not 0 to 255");
    }
  }
}
