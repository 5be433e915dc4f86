package io.github.godotvariant;

import java.util.Objects;

/**
 * An interned name of Godot 4, written {@code &"name"} in GDScript. As a dictionary key it equals
 * the String with the same text.
 *
 * @param value the text, not {@code null}. Engines cannot store U+0000 in it, and Godot 4 cannot
 *     store unpaired surrogates; the writer rejects these texts, this class does not
 */
public record StringName(String value) implements Variant {
  private static final StringName EMPTY = new StringName("");

  /**
   * Checks the components.
   *
   * @param value see the record
   * @throws NullPointerException if the text is {@code null}
   */
  public StringName {
    Objects.requireNonNull(value, "value");
  }

  /**
   * Returns a StringName with a text.
   *
   * @param value the text
   * @return the StringName
   */
  public static StringName of(String value) {
    return value.isEmpty() ? EMPTY : new StringName(value);
  }

  @Override
  public VariantType type() {
    return VariantType.STRING_NAME;
  }

  @Override
  public int hashCode() {
    return KeyedHash.of(VariantType.STRING_NAME, value);
  }

  @Override
  public String toString() {
    return TextPrinter.of(this);
  }
}
