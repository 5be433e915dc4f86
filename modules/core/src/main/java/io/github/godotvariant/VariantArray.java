package io.github.godotvariant;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.CheckReturnValue;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.stream.Collector;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A list of values, perhaps with an {@link ElementType}. Immutable.
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
   * Each a Variant. Not an array of them: as that is an interface, storing an element would have to
   * look at the element's class first, which took a tenth of the time of decoding.
   */
  final Object[] elements;

  private final ElementType elementType;

  /** Null until it is asked for. */
  @Nullable ContentHash contentHash;

  /** Takes ownership of the elements, none of which may be null. The codec calls this as well. */
  VariantArray(Object[] elements, ElementType elementType) {
    this.elements = elements;
    this.elementType = elementType;
  }

  /**
   * An untyped array of the given values. A collection is one value, {@link Variant#of} makes an
   * array of its elements; an {@code Object[]} or {@code String[]} that is the only argument stands
   * for the arguments, as always in Java.
   *
   * @param elements values that {@link Variant#of} understands; {@code null} among others is nil
   * @return the array
   * @throws IllegalArgumentException if a value is of a class that {@link Variant#of} does not know
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
   * An untyped array with the elements of a collection.
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

  /**
   * Collects elements.
   *
   * @return a builder without elements
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * A builder that has the elements and the type of this array.
   *
   * @return a builder that this array does not see
   */
  public Builder toBuilder() {
    return new Builder().addAll(asList()).elementType(elementType);
  }

  /**
   * Collects what a stream has.
   *
   * <pre>{@code
   * VariantArray lengths = names.stream().map(String::length).collect(toVariantArray());
   * }</pre>
   *
   * @return a collector of an untyped array; it takes what {@link Variant#of} understands, and
   *     throws as that does
   */
  public static Collector<@Nullable Object, ?, VariantArray> toVariantArray() {
    return Collector.of(
        VariantArray::builder,
        Builder::add,
        (first, second) -> first.addAll(second.elements),
        Builder::build);
  }

  /** Collects elements for an array. Not for use by several threads. */
  public static final class Builder {
    private final List<Variant> elements = new ArrayList<>();
    private ElementType elementType = ElementType.UNTYPED;

    private Builder() {}

    /**
     * Adds an element. A collection is one, of an array.
     *
     * @param element as {@link Variant#of} understands it
     * @return this
     * @throws IllegalArgumentException as {@link Variant#of}
     */
    @CanIgnoreReturnValue
    public Builder add(@Nullable Object element) {
      elements.add(Variant.of(element));
      return this;
    }

    /**
     * Adds elements.
     *
     * @param more each as {@link Variant#of} understands it
     * @return this
     * @throws IllegalArgumentException as {@link Variant#of}
     */
    @CanIgnoreReturnValue
    public Builder addAll(Iterable<? extends @Nullable Object> more) {
      more.forEach(this::add);
      return this;
    }

    /**
     * Declares what the elements are. Nothing is checked or converted.
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
     * The array of the elements so far.
     *
     * @return an array that later changes of this builder do not touch
     */
    public VariantArray build() {
      return new VariantArray(elements.toArray(), elementType);
    }
  }

  /**
   * This array with one element replaced, or added at its end. It copies all elements: to change
   * many, take {@link #toBuilder}.
   *
   * @param index 0 to {@code size()}; the size adds an element
   * @param value as {@link Variant#of} understands it; not checked against the element type
   * @return a changed copy
   * @throws IndexOutOfBoundsException if the index is none of these
   * @throws IllegalArgumentException as {@link Variant#of}
   */
  public VariantArray with(int index, @Nullable Object value) {
    Objects.checkIndex(index, elements.length + 1);
    Object[] changed = Arrays.copyOf(elements, Math.max(elements.length, index + 1));
    changed[index] = Variant.of(value);
    return new VariantArray(changed, elementType);
  }

  /**
   * This array with another element type. Elements are neither checked nor converted.
   *
   * @param type the type to declare
   * @return an array that shares the elements
   */
  public VariantArray withElementType(ElementType type) {
    return type.equals(elementType)
        ? this
        : new VariantArray(elements, Objects.requireNonNull(type, "type"));
  }

  /**
   * What the array declares to hold.
   *
   * @return the type, {@link ElementType#UNTYPED} for ordinary arrays
   */
  public ElementType elementType() {
    return elementType;
  }

  /**
   * The number of elements.
   *
   * @return 0 or more
   */
  public int size() {
    return elements.length;
  }

  /**
   * Whether there are no elements.
   *
   * @return true if the size is 0
   */
  public boolean isEmpty() {
    return elements.length == 0;
  }

  /**
   * The element at an index.
   *
   * @param index 0 to {@code size() - 1}
   * @return the element
   * @throws IndexOutOfBoundsException if there is no such element
   */
  public Variant get(int index) {
    return (Variant) elements[Objects.checkIndex(index, elements.length)];
  }

  /**
   * The element at an index, of a given class.
   *
   * @param <T> the class
   * @param index 0 to {@code size() - 1}
   * @param kind the class, for example {@code Vector3.class}
   * @return the element
   * @throws IndexOutOfBoundsException if there is no such element
   * @throws VariantTypeException if the element is of another class
   */
  public <T extends Variant> T get(int index, Class<T> kind) {
    Variant element = get(index);
    if (!kind.isInstance(element)) {
      throw VariantTypeException.wanted(kind, element, "[" + index + "]");
    }
    return kind.cast(element);
  }

  /**
   * A bool.
   *
   * @param index 0 to {@code size() - 1}
   * @return the element
   * @throws IndexOutOfBoundsException if there is no such element
   * @throws VariantTypeException if the element is no bool
   */
  public boolean getBool(int index) {
    return get(index, BoolValue.class).value();
  }

  /**
   * An int.
   *
   * @param index 0 to {@code size() - 1}
   * @return the element
   * @throws IndexOutOfBoundsException if there is no such element
   * @throws VariantTypeException if the element is no int
   */
  public long getInt(int index) {
    return get(index, IntValue.class).value();
  }

  /**
   * A float; an int is converted, as the engine does.
   *
   * @param index 0 to {@code size() - 1}
   * @return the element
   * @throws IndexOutOfBoundsException if there is no such element
   * @throws VariantTypeException if the element is no number
   */
  public double getFloat(int index) {
    return get(index) instanceof IntValue number
        ? (double) number.value()
        : get(index, FloatValue.class).value();
  }

  /**
   * The text of a String or StringName.
   *
   * @param index 0 to {@code size() - 1}
   * @return the element
   * @throws IndexOutOfBoundsException if there is no such element
   * @throws VariantTypeException if the element is neither
   */
  public String getString(int index) {
    return get(index) instanceof StringName name
        ? name.value()
        : get(index, StringValue.class).value();
  }

  /**
   * An array.
   *
   * @param index 0 to {@code size() - 1}
   * @return the element
   * @throws IndexOutOfBoundsException if there is no such element
   * @throws VariantTypeException if the element is no array
   */
  public VariantArray getArray(int index) {
    return get(index, VariantArray.class);
  }

  /**
   * A dictionary.
   *
   * @param index 0 to {@code size() - 1}
   * @return the element
   * @throws IndexOutOfBoundsException if there is no such element
   * @throws VariantTypeException if the element is no dictionary
   */
  public VariantDictionary getDictionary(int index) {
    return get(index, VariantDictionary.class);
  }

  /**
   * The elements as a list.
   *
   * @return an unmodifiable view
   */
  public List<Variant> asList() {
    return new View(elements);
  }

  /**
   * The elements in order.
   *
   * @return a stream
   */
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
    return TextForm.of(this);
  }

  private static final class View extends AbstractList<Variant> implements RandomAccess {
    private final Object[] elements;

    View(Object[] elements) {
      this.elements = elements;
    }

    @Override
    public Variant get(int index) {
      return (Variant) elements[Objects.checkIndex(index, elements.length)];
    }

    @Override
    public int size() {
      return elements.length;
    }
  }
}
