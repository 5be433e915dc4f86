package io.github.godotvariant.codec;

import io.github.godotvariant.VariantException;
import io.github.godotvariant.dialect.RealPrecision;
import java.util.Objects;
import java.util.Optional;

/**
 * The meaning of the bytes of an encoded value, up to the end of the value or to the first error.
 *
 * @param root the node of the value, with the fields and children that were read; empty if the
 *     header of the value could not be read
 * @param length the number of bytes that were read
 * @param realPrecision {@link RealPrecision#DOUBLE} if components of 64 bits were read, otherwise
 *     {@link RealPrecision#SINGLE}
 * @param failure the error at which reading stopped; empty if the value was completely read
 */
public record Inspection(
    Optional<WireNode> root,
    int length,
    RealPrecision realPrecision,
    Optional<VariantException> failure) {
  /**
   * Creates an inspection. No component may be {@code null}.
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
