package io.github.godotvariant.codec;

import io.github.godotvariant.Variant;
import java.util.Objects;

/**
 * A value and how much of the input it took.
 *
 * @param value the value
 * @param length how many bytes it took, from the first; what follows was not looked at
 */
public record Decoded(Variant value, int length) {
  /**
   * Checks the components.
   *
   * @param value see the record
   * @param length see the record
   * @throws NullPointerException if the value is {@code null}
   */
  public Decoded {
    Objects.requireNonNull(value, "value");
  }
}
