package io.github.godotvariant.internal.values;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.KeyRule;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.internal.ContainerAccess;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The one door from the codec and the parser to what containers keep private: making them without a
 * copy, reaching what they hold without a copy, and what the codec knows of the keys that
 * dictionaries of one key sequence share. Callers give up what they pass in.
 */
public final class Trusted {
  private static final ContainerAccess ACCESS = access();

  private Trusted() {}

  /**
   * An array that takes ownership.
   *
   * @param elements the elements, each a Variant; not copied
   * @param type what they are declared to be
   * @return the array
   */
  public static VariantArray array(Object[] elements, ElementType type) {
    return (VariantArray) ACCESS.array(elements, type);
  }

  /**
   * A dictionary of keys made by {@link #keys} and as many values.
   *
   * @param keys the keys
   * @param values the values, each a Variant; not copied
   * @param keyType what the keys are declared to be
   * @param valueType what the values are declared to be
   * @return the dictionary
   */
  public static VariantDictionary dictionary(
      List<Variant> keys, Object[] values, ElementType keyType, ElementType valueType) {
    return (VariantDictionary) ACCESS.dictionary(keys, values, keyType, valueType);
  }

  /**
   * A dictionary of pairs in which keys may repeat.
   *
   * @param keys the keys; not copied
   * @param values the values, each a Variant; not copied
   * @param keyType what the keys are declared to be
   * @param valueType what the values are declared to be
   * @param rule which keys are the same
   * @return the dictionary
   */
  public static VariantDictionary pairs(
      Variant[] keys, Object[] values, ElementType keyType, ElementType valueType, KeyRule rule) {
    return (VariantDictionary) ACCESS.pairs(keys, values, keyType, valueType, rule);
  }

  /**
   * A full object that takes ownership of its properties.
   *
   * @param className the native class; not empty
   * @param properties names, each a String, and values, each a Variant, in turn; not copied
   * @return the object
   */
  public static ObjectValue object(String className, Object[] properties) {
    return (ObjectValue) ACCESS.object(className, properties);
  }

  /**
   * Keys for sharing.
   *
   * @param keys distinct; not copied
   * @param wire what {@link #wire} is to answer
   * @return the keys
   */
  public static List<Variant> keys(Variant[] keys, Object wire) {
    @SuppressWarnings("unchecked")
    List<Variant> made = (List<Variant>) ACCESS.keys(keys, wire);
    return made;
  }

  /**
   * What the codec gave to {@link #keys} about the bytes of a dictionary's keys.
   *
   * @param dictionary any dictionary
   * @return what was given, or null if the codec did not make the keys
   */
  public static @Nullable Object wire(VariantDictionary dictionary) {
    return ACCESS.wire(dictionary);
  }

  /**
   * The values of a dictionary.
   *
   * @param dictionary any dictionary
   * @return its own array of Variants, not to be changed
   */
  public static Object[] values(VariantDictionary dictionary) {
    return ACCESS.values(dictionary);
  }

  /**
   * The elements of an array.
   *
   * @param array any array
   * @return its own array of Variants, not to be changed
   */
  public static Object[] elements(VariantArray array) {
    return ACCESS.elements(array);
  }

  /**
   * Whether two keys are the same for a dictionary.
   *
   * @param a a key
   * @param b another
   * @return true if there can be only one of them
   */
  public static boolean sameKey(Variant a, Variant b) {
    return ACCESS.sameKey(a, b);
  }

  private static ContainerAccess access() {
    Objects.requireNonNull(VariantDictionary.EMPTY); // loads what hands it over
    return ContainerAccess.get();
  }
}
