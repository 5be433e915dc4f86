package io.github.godotvariant.internal;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What containers keep to themselves and hand to {@link
 * io.github.godotvariant.internal.values.Trusted} alone: making them without a copy, reaching what
 * they hold without a copy. They are in another package, and it must not be public there; this
 * package knows no values, hence the objects.
 */
public abstract class ContainerAccess {
  private static @Nullable ContainerAccess access;

  /** Only containers are to make one. */
  protected ContainerAccess() {}

  /**
   * Hands over, when the containers are loaded.
   *
   * @param handedOver what does it
   */
  public static void handOver(ContainerAccess handedOver) {
    access = handedOver;
  }

  /**
   * What was handed over.
   *
   * @return it
   */
  public static ContainerAccess get() {
    return Objects.requireNonNull(access, "the containers are not loaded");
  }

  /**
   * An array that takes ownership.
   *
   * @param elements Variants
   * @param type an ElementType
   * @return a VariantArray
   */
  public abstract Object array(Object[] elements, Object type);

  /**
   * The elements of an array.
   *
   * @param array a VariantArray
   * @return its own elements
   */
  public abstract Object[] elements(Object array);

  /**
   * A dictionary that takes ownership.
   *
   * @param keys what {@link #keys} made
   * @param values Variants
   * @param keyType an ElementType
   * @param valueType an ElementType
   * @return a VariantDictionary
   */
  public abstract Object dictionary(Object keys, Object[] values, Object keyType, Object valueType);

  /**
   * A dictionary of pairs in which keys may repeat.
   *
   * @param keys an array of Variants
   * @param values Variants
   * @param keyType an ElementType
   * @param valueType an ElementType
   * @param rule a KeyRule
   * @return a VariantDictionary
   */
  public abstract Object pairs(
      Object[] keys, Object[] values, Object keyType, Object valueType, Object rule);

  /**
   * A full object that takes ownership of its properties.
   *
   * @param className its class
   * @param properties names, each a String, and Variants in turn
   * @return an ObjectValue
   */
  public abstract Object object(String className, Object[] properties);

  /**
   * The values of a dictionary.
   *
   * @param dictionary a VariantDictionary
   * @return its own values
   */
  public abstract Object[] values(Object dictionary);

  /**
   * Keys for sharing.
   *
   * @param keys an array of distinct Variants
   * @param wire what {@link #wire} is to answer
   * @return a list
   */
  public abstract Object keys(Object[] keys, Object wire);

  /**
   * What was given to {@link #keys} with a dictionary's keys.
   *
   * @param dictionary a VariantDictionary
   * @return it, or null if they were made otherwise
   */
  public abstract @Nullable Object wire(Object dictionary);

  /**
   * Whether two keys are the same for a dictionary.
   *
   * @param a a Variant
   * @param b another
   * @return true if there can be only one of them
   */
  public abstract boolean sameKey(Object a, Object b);
}
