package io.github.godotvariant.testkit;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Finds the small part of an array or dictionary that is to blame for a failure. */
public final class Shrinking {
  private Shrinking() {}

  /**
   * Makes a value simpler, step by step, as long as it still fails. Each call of {@code
   * firstFailing} gets many values, because a call may start an engine.
   *
   * @param value a value that fails
   * @param firstFailing finds the first value of a list that fails, if any does
   * @return a value that fails, and of which no {@linkplain #simpler simpler} one does
   */
  public static Variant smallest(
      Variant value, Function<? super List<Variant>, Optional<Variant>> firstFailing) {
    Variant smallest = value;
    Optional<Variant> next = Optional.of(value);
    while (next.isPresent()) {
      smallest = next.get();
      next = firstFailing.apply(simpler(smallest));
    }
    return smallest;
  }

  /**
   * The values that are one step simpler than an array or dictionary: a part of it alone, the whole
   * without a part, without element types, or with a simpler part.
   *
   * @param value a value
   * @return values with fewer parts or types, the simplest first; none for other types
   */
  public static List<Variant> simpler(Variant value) {
    if (value instanceof VariantArray array) {
      return simplerArrays(array);
    }
    return value instanceof VariantDictionary dictionary
        ? simplerDictionaries(dictionary)
        : List.of();
  }

  private static List<Variant> simplerArrays(VariantArray array) {
    List<Variant> elements = array.asList();
    ElementType type = array.elementType();
    List<Variant> found = new ArrayList<>(elements);
    for (int i = 0; i < elements.size(); i++) {
      List<Variant> fewer = new ArrayList<>(elements);
      fewer.remove(i);
      found.add(VariantArray.copyOf(fewer).withElementType(type));
    }
    if (!type.isUntyped()) {
      found.add(array.withElementType(ElementType.UNTYPED));
    }
    for (int i = 0; i < elements.size(); i++) {
      for (Variant simpler : simpler(elements.get(i))) {
        List<Variant> changed = new ArrayList<>(elements);
        changed.set(i, simpler);
        found.add(VariantArray.copyOf(changed).withElementType(type));
      }
    }
    return found;
  }

  private static List<Variant> simplerDictionaries(VariantDictionary dictionary) {
    List<Variant> found = new ArrayList<>(dictionary.keys());
    found.addAll(dictionary.values());
    dictionary.keys().forEach(key -> found.add(dictionary.without(key)));
    if (!dictionary.keyType().isUntyped() || !dictionary.valueType().isUntyped()) {
      found.add(dictionary.withTypes(ElementType.UNTYPED, ElementType.UNTYPED));
    }
    dictionary.forEach(
        (key, value) -> {
          simpler(key).forEach(k -> found.add(dictionary.without(key).with(k, value)));
          simpler(value).forEach(v -> found.add(dictionary.with(key, v)));
        });
    return found;
  }
}
