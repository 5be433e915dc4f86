package io.github.godotvariant.records.generated;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.VariantType;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the values of one Java type: the type of a component, or a type in it, such as
 * that of elements. The reflective codec and generated code use the same adapters.
 *
 * @hidden
 */
public abstract class ComponentAdapter {
  /** The component that contains the type, for messages. */
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
   * Returns the type that containers may declare for the values.
   *
   * @return the type; null if values have several types
   */
  public abstract @Nullable VariantType type();

  /**
   * Returns the element type that containers of the values may declare.
   *
   * @return the element type
   */
  public final ElementType elementType() {
    VariantType type = type();
    return type == null || type == VariantType.NIL ? ElementType.UNTYPED : ElementType.of(type);
  }

  /**
   * Returns the adapter for keys of maps and elements of sets, which must stay distinct.
   *
   * @return an adapter that rejects unknown names and ordinals of an enum, even if the enum has a
   *     constant for them
   */
  public ComponentAdapter asKey() {
    return this;
  }

  /**
   * Returns whether a record must have the key of the component.
   *
   * @return false if the key may be missing; {@link #absent} then returns the component
   */
  public boolean isRequired() {
    return true;
  }

  /**
   * Returns the component of a record in which the key of the component is missing.
   *
   * @param in a reader, whose cache may be used
   * @return the component
   */
  public @Nullable Object absent(RecordReader in) {
    throw new IllegalStateException(component.owner() + " must have a key");
  }

  /**
   * Charges the result of {@link #absent} to the limits.
   *
   * @param in the reader with the limits
   */
  public void chargeAbsent(RecordCursor in) {}

  /**
   * Returns whether no key is written for a component.
   *
   * @param value the component
   * @return true if the key is omitted
   */
  public boolean isAbsent(@Nullable Object value) {
    return false;
  }
}
