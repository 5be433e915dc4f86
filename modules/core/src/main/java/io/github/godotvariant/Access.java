package io.github.godotvariant;

import io.github.godotvariant.internal.ContainerAccess;
import org.jspecify.annotations.Nullable;

/** Hands what containers keep private to the codec and the parsers, and to nobody else. */
final class Access extends ContainerAccess {
  @Override
  public Object array(Object[] elements, Object type) {
    return new VariantArray(elements, (ElementType) type);
  }

  @Override
  public Object[] elements(Object array) {
    return ((VariantArray) array).elements;
  }

  @Override
  public Object dictionary(Object keys, Object[] values, Object keyType, Object valueType) {
    return new VariantDictionary(
        (Keys) keys, values, (ElementType) keyType, (ElementType) valueType);
  }

  @Override
  public Object pairs(
      Object[] keys, Object[] values, Object keyType, Object valueType, Object rule) {
    return VariantDictionary.ofPairs(
        (Variant[]) keys, values, (ElementType) keyType, (ElementType) valueType, (KeyRule) rule);
  }

  @Override
  public Object object(String className, Object[] properties) {
    return new ObjectValue(className, StoredProperties.wrap(properties));
  }

  @Override
  public Object[] values(Object dictionary) {
    return ((VariantDictionary) dictionary).values;
  }

  @Override
  public Object keys(Object[] keys, Object wire) {
    return new Keys((Variant[]) keys, wire);
  }

  @Override
  public @Nullable Object wire(Object dictionary) {
    return ((VariantDictionary) dictionary).keys.wire;
  }

  @Override
  public boolean sameKey(Object a, Object b) {
    return VariantDictionary.sameKey((Variant) a, (Variant) b);
  }
}
