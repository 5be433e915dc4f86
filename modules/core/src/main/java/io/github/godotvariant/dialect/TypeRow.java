package io.github.godotvariant.dialect;

import io.github.godotvariant.VariantType;
import java.util.Objects;

/**
 * A dialect's entry for one type: the type id in the header, the name of the type, and the layout
 * of the payload.
 *
 * @param wireId the id in the header, 0 to 255
 * @param name the name of the type in this release or manual, for example {@code Quat} in Godot 3
 * @param type the type
 * @param layout the encoding of the payload
 */
public record TypeRow(int wireId, String name, VariantType type, Layout layout) {
  /**
   * Checks that no component is {@code null}, and that the id is 0 to 255.
   *
   * @param wireId see the record
   * @param name see the record
   * @param type see the record
   * @param layout see the record
   * @throws NullPointerException if an argument is {@code null}
   * @throws IllegalArgumentException if the id is not 0 to 255
   */
  public TypeRow {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(layout, "layout");
    if (wireId < 0 || wireId > 255) {
      throw new IllegalArgumentException("wire id " + wireId + " is not 0 to 255");
    }
  }
}
