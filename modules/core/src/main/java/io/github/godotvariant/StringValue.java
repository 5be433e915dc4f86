package io.github.godotvariant;

import java.util.Objects;

/**
 * Text. Java's UTF-16 form; the wire holds UTF-8.
 *
 * @param value the text; not {@code null}. Engines cannot hold U+0000 in it and Godot 4 no lone
 *     surrogate: such a text is refused when writing, not here
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
   * The value with this text.
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
    return TextForm.of(this);
  }
}
