package io.github.godotvariant.internal.values;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The one door from the codec and the parser to what containers keep private: making them without a
 * copy, reaching what they hold without a copy, and what the codec knows of the keys that
 * dictionaries of one shape share. Callers give up what they pass in.
 *
 * <p>Method handles, because the containers are in another package and the door must not be public
 * there; constant handles cost nothing once compiled.
 */
public final class Trusted {
  private static final Class<?> KEYS = keysClass();
  private static final MethodHandle ARRAY =
      constructor(VariantArray.class, Object[].class, ElementType.class);
  private static final MethodHandle DICTIONARY =
      constructor(
              VariantDictionary.class, KEYS, Object[].class, ElementType.class, ElementType.class)
          .asType(
              MethodType.methodType(
                  VariantDictionary.class,
                  List.class,
                  Object[].class,
                  ElementType.class,
                  ElementType.class));
  private static final MethodHandle PAIRS = ofPairs();
  private static final MethodHandle NEW_KEYS =
      constructor(KEYS, Variant[].class, Object.class)
          .asType(MethodType.methodType(List.class, Variant[].class, Object.class));
  private static final MethodHandle SAME_KEY = sameKey();
  private static final MethodHandle WIRE =
      getter(KEYS, "wire", Object.class).asType(MethodType.methodType(Object.class, List.class));
  private static final MethodHandle VALUES =
      getter(VariantDictionary.class, "values", Object[].class);
  private static final MethodHandle ELEMENTS =
      getter(VariantArray.class, "elements", Object[].class);

  private Trusted() {}

  /**
   * An array that takes ownership.
   *
   * @param elements the elements, each a Variant; not copied
   * @param type what they are declared to be
   * @return the array
   */
  public static VariantArray array(Object[] elements, ElementType type) {
    try {
      return (VariantArray) ARRAY.invokeExact(elements, type);
    } catch (Throwable e) {
      throw unexpected(e);
    }
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
    try {
      return (VariantDictionary) DICTIONARY.invokeExact(keys, values, keyType, valueType);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /**
   * A dictionary of pairs in which keys may repeat.
   *
   * @param keys the keys; not copied
   * @param values the values, each a Variant; not copied
   * @param keyType what the keys are declared to be
   * @param valueType what the values are declared to be
   * @param dictionariesDiffer whether two dictionaries are two keys even if they are equal
   * @return the dictionary
   */
  public static VariantDictionary pairs(
      Variant[] keys,
      Object[] values,
      ElementType keyType,
      ElementType valueType,
      boolean dictionariesDiffer) {
    try {
      return (VariantDictionary)
          PAIRS.invokeExact(keys, values, keyType, valueType, dictionariesDiffer);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /**
   * Keys for sharing.
   *
   * @param keys distinct; not copied
   * @param wire what {@link #wire} is to answer
   * @return the keys
   */
  public static List<Variant> keys(Variant[] keys, Object wire) {
    try {
      @SuppressWarnings("unchecked")
      List<Variant> made = (List<Variant>) (List<?>) NEW_KEYS.invokeExact(keys, wire);
      return made;
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /**
   * What the codec gave to {@link #keys} about the bytes of a dictionary's keys.
   *
   * @param dictionary any dictionary
   * @return what was given, or null if the codec did not make the keys
   */
  public static @Nullable Object wire(VariantDictionary dictionary) {
    try {
      return (Object) WIRE.invokeExact((List<?>) dictionary.keys());
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /**
   * The values of a dictionary.
   *
   * @param dictionary any dictionary
   * @return its own array of Variants, not to be changed
   */
  public static Object[] values(VariantDictionary dictionary) {
    try {
      return (Object[]) VALUES.invokeExact(dictionary);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /**
   * The elements of an array.
   *
   * @param array any array
   * @return its own array of Variants, not to be changed
   */
  public static Object[] elements(VariantArray array) {
    try {
      return (Object[]) ELEMENTS.invokeExact(array);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /**
   * Whether two keys are the same for a dictionary.
   *
   * @param a a key
   * @param b another
   * @return true if there can be only one of them
   */
  public static boolean sameKey(Variant a, Variant b) {
    try {
      return (boolean) SAME_KEY.invokeExact(a, b);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  private static MethodHandle sameKey() {
    try {
      return lookup(VariantDictionary.class)
          .findStatic(
              VariantDictionary.class,
              "sameKey",
              MethodType.methodType(boolean.class, Variant.class, Variant.class));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static Class<?> keysClass() {
    return VariantDictionary.EMPTY.keys().getClass();
  }

  private static MethodHandle constructor(Class<?> of, Class<?>... parameters) {
    try {
      return lookup(of).findConstructor(of, MethodType.methodType(void.class, parameters));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static MethodHandle ofPairs() {
    MethodType type =
        MethodType.methodType(
            VariantDictionary.class,
            Variant[].class,
            Object[].class,
            ElementType.class,
            ElementType.class,
            boolean.class);
    try {
      return lookup(VariantDictionary.class).findStatic(VariantDictionary.class, "ofPairs", type);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static MethodHandle getter(Class<?> of, String field, Class<?> type) {
    try {
      return lookup(of).findGetter(of, field, type);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static MethodHandles.Lookup lookup(Class<?> of) throws IllegalAccessException {
    return MethodHandles.privateLookupIn(of, MethodHandles.lookup());
  }

  private static AssertionError unexpected(Throwable e) {
    if (e instanceof RuntimeException runtime) {
      throw runtime;
    }
    if (e instanceof Error error) {
      throw error;
    }
    return new AssertionError(e);
  }
}
