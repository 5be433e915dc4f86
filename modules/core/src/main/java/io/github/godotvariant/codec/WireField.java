package io.github.godotvariant.codec;

import java.util.Objects;

/**
 * A run of bytes with a name: a header, a count, a component, padding.
 *
 * @param offset where it starts, in bytes from the start of the input
 * @param length how many bytes it has, at least 1
 * @param name what it is, for example {@code "count"} or {@code "origin.x"}
 * @param meaning what the bytes say, for people
 */
public record WireField(int offset, int length, String name, String meaning) {
  /**
   * Checks the components.
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
