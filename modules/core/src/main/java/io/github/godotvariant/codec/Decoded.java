package io.github.godotvariant.codec;

import io.github.godotvariant.Variant;
import io.github.godotvariant.dialect.RealPrecision;
import java.util.Objects;

/**
 * A decoded value and its length in the input.
 *
 * @param value the value
 * @param length the number of bytes of the value, from the first. The bytes after it were not read
 * @param realPrecision {@link RealPrecision#DOUBLE} if the value contains real_t components of 64
 *     bits. A dialect with this precision writes them again with 64 bits
 */
public record Decoded(Variant value, int length, RealPrecision realPrecision) {
  /**
   * Checks the components.
   *
   * @param value see the record
   * @param length see the record
   * @param realPrecision see the record
   * @throws NullPointerException if the value or the precision is {@code null}
   */
  public Decoded {
    Objects.requireNonNull(value, "value");
    Objects.requireNonNull(realPrecision, "realPrecision");
  }
}
