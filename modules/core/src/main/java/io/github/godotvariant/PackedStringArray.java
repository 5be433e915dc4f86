package io.github.godotvariant;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/** Strings. The wire may hold texts that cannot be told from others, see {@link StringValue}. */
public final class PackedStringArray implements PackedArray {
  private final String[] elements;

  private PackedStringArray(String[] elements) {
    this.elements = elements;
  }

  /**
   * An array of the given strings.
   *
   * @param elements the strings; copied
   * @return the array
   * @throws NullPointerException if one is {@code null}
   */
  public static PackedStringArray of(String... elements) {
    return wrap(elements.clone());
  }

  /**
   * An array of the strings of a collection.
   *
   * @param elements the strings; copied
   * @return the array
   * @throws NullPointerException if one is {@code null}
   */
  public static PackedStringArray copyOf(Collection<String> elements) {
    return wrap(elements.toArray(new String[0]));
  }

  /**
   * An array that takes ownership: the argument must not change afterwards.
   *
   * @param elements the strings; not copied
   * @return the array
   * @throws NullPointerException if one is {@code null}
   */
  public static PackedStringArray wrap(String[] elements) {
    for (String element : elements) {
      Objects.requireNonNull(element, "element");
    }
    return new PackedStringArray(elements);
  }

  /**
   * An element.
   *
   * @param index 0 to {@code size() - 1}
   * @return the element
   * @throws IndexOutOfBoundsException if there is no such element
   */
  public String get(int index) {
    return elements[Objects.checkIndex(index, elements.length)];
  }

  @Override
  public int size() {
    return elements.length;
  }

  /**
   * The elements.
   *
   * @return a copy
   */
  public String[] toArray() {
    return elements.clone();
  }

  /**
   * The elements.
   *
   * @return an unmodifiable list
   */
  public List<String> asList() {
    return List.of(elements);
  }

  @Override
  public VariantType type() {
    return VariantType.PACKED_STRING_ARRAY;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PackedStringArray that && Arrays.equals(elements, that.elements);
  }

  @Override
  public int hashCode() {
    KeyedHash hash = KeyedHash.start(type()).add(elements.length);
    for (String element : elements) {
      hash.add(element);
    }
    return hash.finish();
  }

  @Override
  public String toString() {
    return TextForm.of(this);
  }
}
