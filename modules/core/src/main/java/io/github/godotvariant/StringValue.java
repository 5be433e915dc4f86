package io.github.godotvariant;

import java.util.Objects;

/**
 * A text. Java stores it as UTF-16; the binary format uses UTF-8.
 *
 * @param value the text, not {@code null}. Engines cannot store U+0000 in it, and Godot 4 cannot
 *     store unpaired surrogates; the writer rejects these texts, this class does not
 */
public record StringValue(String value) implements Variant {
  private static final StringValue EMPTY = new StringValue("");

  /**
   * Checks the components.
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
