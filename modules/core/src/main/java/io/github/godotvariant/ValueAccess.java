package io.github.godotvariant;

import io.github.godotvariant.internal.Access;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Implements internal operations on values, which the public API does not offer. Internal packages
 * call these operations through {@link Access}.
 */
final class ValueAccess
    implements Access.Values<
        Variant, VariantArray, VariantDictionary, ObjectValue, ElementType, KeyRule> {
  static final ValueAccess INSTANCE = new ValueAccess();

  private ValueAccess() {}

  @Override
  public VariantArray array(Object[] elements, ElementType type) {
    return new VariantArray(elements, type);
  }

  @Override
  public Object[] elements(VariantArray array) {
    return array.elements;
  }

  @Override
  public VariantDictionary dictionary(
      List<Variant> keys, Object[] values, ElementType keyType, ElementType valueType) {
    return new VariantDictionary((DictionaryKeys) keys, values, keyType, valueType);
  }

  @Override
  public VariantDictionary dictionary(
      Variant[] keys, Object[] values, ElementType keyType, ElementType valueType, KeyRule rule) {
    return VariantDictionary.ofPairs(keys, values, keyType, valueType, rule);
  }

  @Override
  public List<Variant> keys(Variant[] keys, Object encodedKeys) {
    return new DictionaryKeys(keys, encodedKeys);
  }

  @Override
  public @Nullable Object encodedKeys(VariantDictionary dictionary) {
    return dictionary.keys.encoded;
  }

  @Override
  public Object[] values(VariantDictionary dictionary) {
    return dictionary.values;
  }

  @Override
  public boolean isSameKey(Variant a, Variant b) {
    return KeyEquality.equal(a, b, KeyRule.GODOT_4);
  }

  @Override
  public ObjectValue object(String className, Object[] properties) {
    return new ObjectValue(className, new StoredProperties(properties));
  }

  @Override
  public int size(Variant value) {
    if (value instanceof VariantArray array) {
      return array.size();
    } else if (value instanceof VariantDictionary dictionary) {
      return 2 * dictionary.size();
    }
    return value instanceof ObjectValue object ? object.properties().size() : -1;
  }

  @Override
  public Variant child(Variant container, int index) {
    if (container instanceof VariantArray array) {
      return array.get(index);
    } else if (container instanceof VariantDictionary dictionary) {
      return index % 2 == 0 ? dictionary.keyAt(index / 2) : dictionary.valueAt(index / 2);
    }
    return ((ObjectValue) container).stored().value(index);
  }

  @Override
  public boolean isKey(Variant container, int index) {
    return container instanceof VariantDictionary && index % 2 == 0;
  }
}
