package io.github.godotvariant.codec;

import io.github.godotvariant.VariantException;
import io.github.godotvariant.dialect.RealPrecision;
import java.util.Objects;
import java.util.Optional;

/**
 * What the bytes of a value are, as far as they could be read.
 *
 * @param root the value, with as much of it as was read; empty if not even its header was
 * @param length how many bytes were read
 * @param realPrecision {@link RealPrecision#DOUBLE} if the bytes that were read have components of
 *     64 bits
 * @param failure why reading stopped before the end of the value; empty if it did not
 */
public record Inspection(
    Optional<WireNode> root,
    int length,
    RealPrecision realPrecision,
    Optional<VariantException> failure) {
  /**
   * Checks the components.
   *
   * @param root see the record
   * @param length see the record
   * @param realPrecision see the record
   * @param failure see the record
   * @throws NullPointerException if an argument is {@code null}
   */
  public Inspection {
    Objects.requireNonNull(root, "root");
    Objects.requireNonNull(realPrecision, "realPrecision");
    Objects.requireNonNull(failure, "failure");
  }
}
