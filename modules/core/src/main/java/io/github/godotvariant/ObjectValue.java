package io.github.godotvariant;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * An object as plain data (Godot's full object): its class name and its stored properties, in wire
 * order. This library never creates an instance of the class.
 *
 * <p>From Godot 4.3 on, the property {@code script} is a String with the path of the script. In
 * older versions, the property is a full object of class {@code GDScript} with the source text.
 *
 * @param className the native class; not empty
 * @param properties the properties, in order; copied. Several properties may have the same name
 */
public record ObjectValue(String className, List<Property> properties) implements Variant {

  /**
   * A stored property of an object.
   *
   * @param name the name of the property
   * @param value the value of the property
   */
  public record Property(String name, Variant value) {
    /**
     * Checks that no component is {@code null}.
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
   * Checks that the class name is not empty and that no property is {@code null}, and copies the
   * properties.
   *
   * @param className see the record
   * @param properties see the record
   * @throws NullPointerException if an argument or a property is {@code null}
   * @throws IllegalArgumentException if the class name is empty, which is the null object on the
   *     wire; use {@link #NIL} instead
   */
  public ObjectValue {
    if (className.isEmpty()) {
      throw new IllegalArgumentException("an empty class name is the null object: use Variant.NIL");
    }
    properties =
        properties instanceof StoredProperties ? properties : StoredProperties.copyOf(properties);
  }

  /**
   * Returns the value of the last property with this name. An engine sets the properties in order,
   * so the last value remains.
   *
   * @param name a property name
   * @return the value, or empty if no property has the name
   */
  public Optional<Variant> property(String name) {
    int index = lastOf(name);
    return index < 0 ? Optional.empty() : Optional.of(stored().value(index));
  }

  /**
   * Returns a copy of this object with one property replaced. If several properties have the name,
   * the last of these properties is replaced. If no property has the name, the new property is
   * added at the end.
   *
   * @param name a property name
   * @param value the new value of the property
   * @return the changed copy
   * @throws NullPointerException if the name or the value is {@code null}
   */
  public ObjectValue with(String name, Variant value) {
    List<Property> changed = new ArrayList<>(properties);
    Property property = new Property(name, value);
    int index = lastOf(name);
    if (index < 0) {
      changed.add(property);
    } else {
      changed.set(index, property);
    }
    return new ObjectValue(className, changed);
  }

  /**
   * Returns a copy of this object without the last property with this name. If no property has the
   * name, the copy is equal to this object.
   */
  ObjectValue without(String name) {
    List<Property> remaining = new ArrayList<>(properties);
    int index = lastOf(name);
    if (index >= 0) {
      remaining.remove(index);
    }
    return new ObjectValue(className, remaining);
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
    return TextPrinter.of(this);
  }
}
