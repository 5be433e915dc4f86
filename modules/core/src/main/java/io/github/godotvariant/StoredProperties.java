package io.github.godotvariant;

import java.util.AbstractList;
import java.util.Collection;
import java.util.Objects;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * Stores the properties of an object as an immutable list. The list stores names and values in one
 * array, and creates a record only when a property is read. Therefore the list takes a third of the
 * memory of a list of {@link ObjectValue.Property}.
 */
final class StoredProperties extends AbstractList<ObjectValue.Property> implements RandomAccess {
  private static final StoredProperties NONE = new StoredProperties(new Object[0]);

  /** Alternating names, each a String, and values, each a Variant. */
  private final Object[] namesAndValues;

  /**
   * The hash of the object; null until the hash is first requested. {@link ObjectValue} is a
   * record, which cannot have such a field.
   */
  @Nullable ContentHash contentHash;

  /** Takes ownership of alternating names and values. The codec also calls this constructor. */
  StoredProperties(Object[] namesAndValues) {
    this.namesAndValues = namesAndValues;
  }

  static StoredProperties copyOf(Collection<ObjectValue.Property> properties) {
    ObjectValue.Property[] copy = properties.toArray(new ObjectValue.Property[0]);
    Object[] namesAndValues = new Object[2 * copy.length];
    for (int i = 0; i < copy.length; i++) {
      ObjectValue.Property property = Objects.requireNonNull(copy[i], "property");
      namesAndValues[2 * i] = property.name();
      namesAndValues[2 * i + 1] = property.value();
    }
    return copy.length == 0 ? NONE : new StoredProperties(namesAndValues);
  }

  String name(int index) {
    return (String) namesAndValues[2 * index];
  }

  Variant value(int index) {
    return (Variant) namesAndValues[2 * index + 1];
  }

  @Override
  public ObjectValue.Property get(int index) {
    Objects.checkIndex(index, size());
    return new ObjectValue.Property(name(index), value(index));
  }

  @Override
  public int size() {
    return namesAndValues.length / 2;
  }
}
