package io.github.godotvariant;

import java.util.Objects;

/**
 * A text, in Godot the type String. The binary format contains the text in UTF-8.
 *
 * @param value any text, not {@code null}. Writers reject the texts that the engine cannot store:
 *     texts with U+0000, and for Godot 4 texts with unpaired surrogates
 */
public record StringValue(String value) implements Variant {
  private static final StringValue EMPTY = new StringValue("");

  /**
   * Checks that the text is not {@code null}.
   *
   * @param value see the record
   * @throws NullPointerException if the text is {@code null}
   */
  public StringValue {
    Objects.requireNonNull(value, "value");
  }

  /**
   * Returns a String value with a text.
   *
   * @param value the text
   * @return the value
   */
  public static StringValue of(String value) {
    return value.isEmpty() ? EMPTY : new StringValue(value);
  }

  @Override
  public VariantType type() {
    return VariantType.STRING;
  }

  @Override
  public int hashCode() {
    return KeyedHash.of(VariantType.STRING, value);
  }

  @Override
  public String toString() {
    return TextPrinter.of(this);
  }
}
