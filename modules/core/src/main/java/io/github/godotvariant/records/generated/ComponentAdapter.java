package io.github.godotvariant.records.generated;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.VariantType;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the values of one Java type: the type of a record component, or a type inside
 * that type, such as an element type. Codecs with method handles and generated code use the same
 * adapters.
 *
 * @hidden
 */
public abstract class ComponentAdapter {
  /** The component that contains the type; messages contain the name of the component. */
  public final ComponentKey component;

  /**
   * Creates an adapter.
   *
   * @param component the component that contains the type
   */
  protected ComponentAdapter(ComponentKey component) {
    this.component = component;
  }

  /**
   * Reads the next value.
   *
   * @param in the input, which moves past the value
   * @return the value
   * @throws io.github.godotvariant.VariantException if the value has another type or is malformed
   */
  public abstract @Nullable Object read(RecordReader in);

  /**
   * Writes a value.
   *
   * @param out the output
   * @param value the value
   * @throws io.github.godotvariant.VariantException if the dialect cannot express the value
   * @throws NullPointerException if the value is null and must not be
   */
  public abstract void write(RecordWriter out, @Nullable Object value);

  /**
   * Returns the Godot type of the values, which a typed container of the values can declare.
   *
   * @return the type; null if the values can have several types
   */
  public abstract @Nullable VariantType type();

  /**
   * Returns the element type that a typed container of the values declares.
   *
   * @return the element type; {@link ElementType#UNTYPED} if the values can have several types
   */
  public final ElementType elementType() {
    VariantType type = type();
    return type == null || type == VariantType.NIL ? ElementType.UNTYPED : ElementType.of(type);
  }

  /**
   * Returns the adapter to use if the values are keys of a map or elements of a set. It must not
   * read several unknown keys as the same value.
   *
   * @return an adapter that rejects unknown names and ordinals of an enum, even if a constant of
   *     the enum has the annotation {@code DefaultConstant}
   */
  public ComponentAdapter asKey() {
    return this;
  }

  /**
   * Returns whether the key of the component must be present in the dictionary of a record.
   *
   * @return false if the key may be missing; {@link #absent} then returns the value of the
   *     component
   */
  public boolean isRequired() {
    return true;
  }

  /**
   * Returns the value that the component has if its key is missing in the dictionary of a record.
   *
   * @param in the reader of the record, whose text cache this method may use
   * @return the value of the component
   */
  public @Nullable Object absent(RecordReader in) {
    throw new IllegalStateException(component.owner() + " must have a key");
  }

  /**
   * Counts the result of {@link #absent} against the limits for elements and memory.
   *
   * @param in the reader with the limits
   */
  public void chargeAbsent(RecordCursor in) {}

  /**
   * Returns whether the key of the component is omitted when a value is written, for example
   * because the value is an empty optional.
   *
   * @param value the value of the component
   * @return true if the key is omitted
   */
  public boolean isAbsent(@Nullable Object value) {
    return false;
  }
}
