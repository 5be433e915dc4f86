package io.github.godotvariant;

import java.util.Objects;

/**
 * A name in Godot 4, for example of a node or a signal, written {@code &"name"} in GDScript. The
 * engine stores equal names only once, as Java interns string literals. As a key of a dictionary, a
 * StringName is equal to the String with the same text.
 *
 * @param value any text, not {@code null}. Writers reject the texts that the engine cannot store:
 *     texts with U+0000, and for Godot 4 texts with unpaired surrogates
 */
public record StringName(String value) implements Variant {
  private static final StringName EMPTY = new StringName("");

  /**
   * Checks that the text is not {@code null}.
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
