package io.github.godotvariant;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A full object as inert data: its class name and its stored properties in the order of the wire.
 * It is never instantiated.
 *
 * <p>The property {@code script} is a path String from Godot 4.3 on, and a whole object of class
 * {@code GDScript} with the source text before.
 *
 * @param className the native class; not empty
 * @param properties name and value, in order; copied. Names may repeat
 */
public record ObjectValue(String className, List<Property> properties) implements Variant {

  /**
   * A stored property of an object.
   *
   * @param name its name
   * @param value its value
   */
  public record Property(String name, Variant value) {
    /**
     * Checks the components.
     *
     * @param name see the record
     * @param value see the record
     * @throws NullPointerException if name or value is {@code null}
     */
    public Property {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(value, "value");
    }
  }

  /**
   * Checks the components.
   *
   * @param className see the record
   * @param properties see the record
   * @throws NullPointerException if an argument or a property is {@code null}
   * @throws IllegalArgumentException if the class name is empty, which is how the wire says null:
   *     use {@link NilValue}
   */
  public ObjectValue {
    if (className.isEmpty()) {
      throw new IllegalArgumentException(
          "an empty class name is the null object: use NilValue.NIL");
    }
    properties =
        properties instanceof StoredProperties ? properties : StoredProperties.copyOf(properties);
  }

  /**
   * The value of the last property with this name, which is the one that stays when an engine sets
   * them in order.
   *
   * @param name a property name
   * @return the value, or empty if there is none
   */
  public Optional<Variant> property(String name) {
    int index = lastOf(name);
    return index < 0 ? Optional.empty() : Optional.of(stored().value(index));
  }

  /**
   * This object with a property replaced, the last one if several have the name, or added at the
   * end.
   *
   * @param name a property name
   * @param value its new value
   * @return a changed copy
   */
  public ObjectValue with(String name, Variant value) {
    List<Property> changed = new ArrayList<>(properties);
    Property property = new Property(name, value);
    int known = lastOf(name);
    if (known < 0) {
      changed.add(property);
    } else {
      changed.set(known, property);
    }
    return new ObjectValue(className, changed);
  }

  /** Without the last property of a name, if there is one. */
  ObjectValue without(String name) {
    List<Property> fewer = new ArrayList<>(properties);
    int known = lastOf(name);
    if (known >= 0) {
      fewer.remove(known);
    }
    return new ObjectValue(className, fewer);
  }

  private int lastOf(String name) {
    int index = properties.size() - 1;
    while (index >= 0 && !stored().name(index).equals(name)) {
      index--;
    }
    return index;
  }

  StoredProperties stored() {
    return (StoredProperties) properties;
  }

  @Override
  public VariantType type() {
    return VariantType.OBJECT;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ObjectValue that && DeepEquality.equal(this, that);
  }

  @Override
  public int hashCode() {
    return ContentHash.ofValue(this);
  }

  @Override
  public String toString() {
    return TextForm.of(this);
  }
}
