package io.github.godotvariant.codec;

import io.github.godotvariant.Variant;
import java.util.Objects;

/**
 * A decoded value and its length in the input.
 *
 * @param value the value
 * @param length the number of bytes of the value. The bytes after the value were not read
 */
public record Decoded(Variant value, int length) {
  /**
   * Creates a decoded value. {@code value} must not be {@code null}.
   *
   * @param value see the record
   * @param length see the record
   * @throws NullPointerException if the value is {@code null}
   */
  public Decoded {
    Objects.requireNonNull(value, "value");
  }
}
