package io.github.godotvariant;

import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * A packed array of strings. Different bytes can decode to equal arrays, because a string can end
 * with or without a NUL in the bytes.
 */
public final class PackedStringArray extends PackedArray {
  private PackedStringArray(String[] elements) {
    super(elements, 1);
  }

  /**
   * Creates an array of the given strings.
   *
   * @param elements the strings; copied
   * @return the array
   * @throws NullPointerException if a string is {@code null}
   */
  public static PackedStringArray of(String... elements) {
    return unsafeWrap(elements.clone());
  }

  /**
   * Creates an array of the strings of a collection.
   *
   * @param elements the strings; copied
   * @return the array
   * @throws NullPointerException if a string is {@code null}
   */
  public static PackedStringArray copyOf(Collection<String> elements) {
    return unsafeWrap(elements.toArray(new String[0]));
  }

  /**
   * Creates an array that takes ownership of the argument, which must not change afterwards.
   *
   * @param elements the strings; not copied
   * @return the array
   * @throws NullPointerException if a string is {@code null}
   */
  public static PackedStringArray unsafeWrap(String[] elements) {
    for (String element : elements) {
      Objects.requireNonNull(element, "element");
    }
    return new PackedStringArray(elements);
  }

  private String[] values() {
    return (String[]) storage;
  }

  /**
   * Returns an element.
   *
   * @param index 0 to {@code size() - 1}
   * @return the element
   * @throws IndexOutOfBoundsException if there is no such element
   */
  public String get(int index) {
    return values()[index];
  }

  /** {@return a copy of the elements} */
  public String[] toArray() {
    return values().clone();
  }

  /** {@return an unmodifiable copy of the elements} */
  public List<String> asList() {
    return List.of(values());
  }

  @Override
  public VariantType type() {
    return VariantType.PACKED_STRING_ARRAY;
  }
}
