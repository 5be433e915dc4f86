package io.github.godotvariant.codec;

import io.github.godotvariant.Variant;
import io.github.godotvariant.dialect.RealPrecision;
import java.util.Objects;

/**
 * A value and how much of the input it took.
 *
 * @param value the value
 * @param length how many bytes it took, from the first; what follows was not looked at
 * @param realPrecision {@link RealPrecision#DOUBLE} if there are real_t components of 64 bits in
 *     it, so that a dialect with this precision writes them again as they were
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
