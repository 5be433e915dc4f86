package io.github.godotvariant;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.CheckReturnValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collector;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An immutable list of values (Godot's Array), optionally with a declared {@link ElementType}.
 *
 * <pre>{@code
 * VariantArray inventory = VariantArray.of("sword", 3, new Vector2(1, 2));
 * String first = inventory.getString(0);
 * VariantArray numbers = VariantArray.of(1, 2, 3).withElementType(ElementType.of(VariantType.INT));
 * }</pre>
 */
@CheckReturnValue
public final class VariantArray implements Variant, Iterable<Variant> {
  /** The empty, untyped array. */
  public static final VariantArray EMPTY = new VariantArray(new Object[0], ElementType.UNTYPED);

  /**
   * The elements, each a Variant. The array is not a {@code Variant[]}, because each store into an
   * array of an interface type checks the class of the element. These checks took a tenth of the
   * decoding time.
   */
  final Object[] elements;

  private final ElementType elementType;

  /** The hash of the content; null until the hash is first requested. */
  @Nullable ContentHash contentHash;

  /**
   * Takes ownership of the elements, which must not be null. The codec also calls this constructor.
   */
  VariantArray(Object[] elements, ElementType elementType) {
    this.elements = elements;
    this.elementType = elementType;
  }

  /**
   * Creates an untyped array of the given values. A collection is converted to an array, which
   * becomes one element. A single {@code Object[]} or {@code String[]} argument is treated as the
   * argument list, as for every Java varargs method.
   *
   * @param elements values that {@link Variant#of} accepts; a {@code null} element becomes nil
   * @return the array
   * @throws IllegalArgumentException if {@link Variant#of} rejects a value
   * @throws NullPointerException if the argument array itself is {@code null}
   */
  public static VariantArray of(@Nullable Object... elements) {
    Objects.requireNonNull(elements, "elements; an array of one nil is of((Object) null)");
    Object[] converted = new Object[elements.length];
    for (int i = 0; i < elements.length; i++) {
      converted[i] = Variant.of(elements[i]);
    }
    return converted.length == 0 ? EMPTY : new VariantArray(converted, ElementType.UNTYPED);
  }

  /**
   * Creates an untyped array with the elements of a collection.
   *
   * @param elements the values; copied
   * @return the array
   * @throws NullPointerException if an element is {@code null}
   */
  public static VariantArray copyOf(Collection<? extends Variant> elements) {
    Variant[] copy = elements.toArray(new Variant[0]);
    for (Variant element : copy) {
      Objects.requireNonNull(element, "element");
    }
    return copy.length == 0 ? EMPTY : new VariantArray(copy, ElementType.UNTYPED);
  }

  /** {@return a new, empty builder} */
  public static Builder builder() {
    return new Builder();
  }

  /** {@return a new builder with the elements and the element type of this array} */
  public Builder toBuilder() {
    return new Builder().addAll(asList()).elementType(elementType);
  }

  /**
   * Returns a collector that builds an untyped array from the elements of a stream.
   *
   * <pre>{@code
   * VariantArray lengths = names.stream().map(String::length).collect(toVariantArray());
   * }</pre>
   *
   * @return a collector, which accepts the same values as {@link Variant#of} and throws the same
   *     exceptions
   */
  public static Collector<@Nullable Object, ?, VariantArray> toVariantArray() {
    return Collector.of(
        VariantArray::builder,
        Builder::add,
        (first, second) -> first.addAll(second.elements),
        Builder::build);
  }

  /** Builds an array. Not thread-safe. */
  public static final class Builder {
    private final List<Variant> elements = new ArrayList<>();
    private ElementType elementType = ElementType.UNTYPED;

    private Builder() {}

    /**
     * Adds one element. A collection is converted to an array, which becomes one element.
     *
     * @param element a value that {@link Variant#of} accepts
     * @return this
     * @throws IllegalArgumentException if {@link Variant#of} rejects the element
     */
    @CanIgnoreReturnValue
    public Builder add(@Nullable Object element) {
      elements.add(Variant.of(element));
      return this;
    }

    /**
     * Adds elements.
     *
     * @param values the elements, each of which {@link Variant#of} accepts
     * @return this
     * @throws IllegalArgumentException if {@link Variant#of} rejects an element
     */
    @CanIgnoreReturnValue
    public Builder addAll(Iterable<? extends @Nullable Object> values) {
      values.forEach(this::add);
      return this;
    }

    /**
     * Declares the type of the elements. Elements are neither checked nor converted.
     *
     * @param type the type
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder elementType(ElementType type) {
      this.elementType = Objects.requireNonNull(type, "type");
      return this;
    }

    /**
     * Creates an array of the elements added until now.
     *
     * @return an array; later changes of this builder do not affect it
     */
    public VariantArray build() {
      return new VariantArray(elements.toArray(), elementType);
    }
  }

  /**
   * Returns a copy of this array with one element replaced or appended. The call copies all
   * elements: use {@link #toBuilder} for several changes.
   *
   * @param index 0 to {@code size()}; {@code size()} appends an element
   * @param value a value that {@link Variant#of} accepts; it is not checked against the element
   *     type
   * @return the changed copy
   * @throws IndexOutOfBoundsException if the index is out of range
   * @throws IllegalArgumentException if {@link Variant#of} rejects the value
   */
  public VariantArray with(int index, @Nullable Object value) {
    Objects.checkIndex(index, elements.length + 1);
    Object[] changed = Arrays.copyOf(elements, Math.max(elements.length, index + 1));
    changed[index] = Variant.of(value);
    return new VariantArray(changed, elementType);
  }

  /**
   * Returns this array with another element type. Elements are neither checked nor converted.
   *
   * @param type the type to declare
   * @return an array that shares the elements with this array
   */
  public VariantArray withElementType(ElementType type) {
    return type.equals(elementType)
        ? this
        : new VariantArray(elements, Objects.requireNonNull(type, "type"));
  }

  /**
   * Returns the declared type of the elements.
   *
   * @return the type; {@link ElementType#UNTYPED} if none is declared
   */
  public ElementType elementType() {
    return elementType;
  }

  /** {@return the number of elements, 0 or more} */
  public int size() {
    return elements.length;
  }

  /** {@return whether this array has no elements} */
  public boolean isEmpty() {
    return elements.length == 0;
  }

  /**
   * Returns an element.
   *
   * @param index 0 to {@code size() - 1}
   * @return the element
   * @throws IndexOutOfBoundsException if the index is out of range
   */
  public Variant get(int index) {
    return (Variant) elements[Objects.checkIndex(index, elements.length)];
  }

  /**
   * Returns an element as an instance of a class.
   *
   * @param <T> the class
   * @param index 0 to {@code size() - 1}
   * @param kind the class, for example {@code Vector3.class}
   * @return the element
   * @throws IndexOutOfBoundsException if the index is out of range
   * @throws VariantTypeException if the element is of another class
   */
  public <T extends Variant> T get(int index, Class<T> kind) {
    Variant element = get(index);
    if (!kind.isInstance(element)) {
      throw VariantTypeException.mismatch(kind, element, "[" + index + "]");
    }
    return kind.cast(element);
  }

  /**
   * Returns the value of a bool element.
   *
   * @param index 0 to {@code size() - 1}
   * @return the value
   * @throws IndexOutOfBoundsException if the index is out of range
   * @throws VariantTypeException if the element is not a bool
   */
  public boolean getBoolean(int index) {
    return get(index, BoolValue.class).value();
  }

  /**
   * Returns the value of an int element that fits into 32 bits.
   *
   * @param index 0 to {@code size() - 1}
   * @return the value
   * @throws IndexOutOfBoundsException if the index is out of range
   * @throws VariantTypeException if the element is not an int, or if the value is less than {@link
   *     Integer#MIN_VALUE} or greater than {@link Integer#MAX_VALUE}
   */
  public int getInt(int index) {
    IntValue number = get(index, IntValue.class);
    if (!number.isInt()) {
      throw number.outOfRange("[" + index + "]");
    }
    return (int) number.value();
  }

  /**
   * Returns the value of an int element.
   *
   * @param index 0 to {@code size() - 1}
   * @return the value
   * @throws IndexOutOfBoundsException if the index is out of range
   * @throws VariantTypeException if the element is not an int
   */
  public long getLong(int index) {
    return get(index, IntValue.class).value();
  }

  /**
   * Returns the value of a float element. An int is converted, as the engine does.
   *
   * @param index 0 to {@code size() - 1}
   * @return the value
   * @throws IndexOutOfBoundsException if the index is out of range
   * @throws VariantTypeException if the element is neither a float nor an int
   */
  public double getDouble(int index) {
    return get(index) instanceof IntValue number
        ? (double) number.value()
        : get(index, FloatValue.class).value();
  }

  /**
   * Returns the text of a String or StringName element.
   *
   * @param index 0 to {@code size() - 1}
   * @return the text
   * @throws IndexOutOfBoundsException if the index is out of range
   * @throws VariantTypeException if the element is neither a String nor a StringName
   */
  public String getString(int index) {
    return get(index) instanceof StringName name
        ? name.value()
        : get(index, StringValue.class).value();
  }

  /**
   * Returns an array element.
   *
   * @param index 0 to {@code size() - 1}
   * @return the element
   * @throws IndexOutOfBoundsException if the index is out of range
   * @throws VariantTypeException if the element is not an array
   */
  public VariantArray getArray(int index) {
    return get(index, VariantArray.class);
  }

  /**
   * Returns a dictionary element.
   *
   * @param index 0 to {@code size() - 1}
   * @return the element
   * @throws IndexOutOfBoundsException if the index is out of range
   * @throws VariantTypeException if the element is not a dictionary
   */
  public VariantDictionary getDictionary(int index) {
    return get(index, VariantDictionary.class);
  }

  /** {@return the elements as an unmodifiable view} */
  public List<Variant> asList() {
    return view(elements);
  }

  /** {@return an unmodifiable view of an array of Variants} */
  @SuppressWarnings("unchecked")
  static List<Variant> view(Object[] elements) {
    return (List<Variant>) (List<?>) Collections.unmodifiableList(Arrays.asList(elements));
  }

  /** {@return a stream of the elements in order} */
  public Stream<Variant> stream() {
    return asList().stream();
  }

  @Override
  public Iterator<Variant> iterator() {
    return asList().iterator();
  }

  @Override
  public VariantType type() {
    return VariantType.ARRAY;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof VariantArray that && DeepEquality.equal(this, that);
  }

  @Override
  public int hashCode() {
    return ContentHash.ofValue(this);
  }

  @Override
  public String toString() {
    return TextPrinter.of(this);
  }
}
