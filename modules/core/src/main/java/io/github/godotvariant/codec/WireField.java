package io.github.godotvariant.codec;

import java.util.Objects;

/**
 * A named sequence of bytes, such as a header, a count, a component or padding.
 *
 * @param offset the offset in bytes from the start of the input
 * @param length the length in bytes, at least 1
 * @param name the name, for example {@code "count"} or {@code "origin.x"}
 * @param meaning the decoded content as text for people
 */
public record WireField(int offset, int length, String name, String meaning) {
  /**
   * Creates a field. {@code name} and {@code meaning} must not be {@code null}.
   *
   * @param offset see the record
   * @param length see the record
   * @param name see the record
   * @param meaning see the record
   * @throws NullPointerException if name or meaning is {@code null}
   */
  public WireField {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(meaning, "meaning");
  }
}
