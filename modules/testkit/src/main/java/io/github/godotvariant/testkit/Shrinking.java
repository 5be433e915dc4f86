package io.github.godotvariant.testkit;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Finds the small part of an array or dictionary that causes a failure. */
public final class Shrinking {
  private Shrinking() {}

  /**
   * Simplifies a value step by step while it fails. Each call of {@code firstFailing} gets many
   * values, because a call can start an engine.
   *
   * @param value a value that fails
   * @param firstFailing returns the first value of a list that fails, or empty if no value fails
   * @return a value that fails and has no {@linkplain #simpler simpler} value that fails
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
   * Returns the values that are one step simpler than an array or dictionary. Such a value is one
   * of its children, the container without a child, the container without element types, or the
   * container with a simpler child.
   *
   * @param value a value
   * @return the simpler values, children first; empty for other types
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
    List<Variant> candidates = new ArrayList<>(elements);
    for (int i = 0; i < elements.size(); i++) {
      List<Variant> shorter = new ArrayList<>(elements);
      shorter.remove(i);
      candidates.add(VariantArray.copyOf(shorter).withElementType(type));
    }
    if (!type.isUntyped()) {
      candidates.add(array.withElementType(ElementType.UNTYPED));
    }
    for (int i = 0; i < elements.size(); i++) {
      for (Variant simpler : simpler(elements.get(i))) {
        List<Variant> changed = new ArrayList<>(elements);
        changed.set(i, simpler);
        candidates.add(VariantArray.copyOf(changed).withElementType(type));
      }
    }
    return candidates;
  }

  private static List<Variant> simplerDictionaries(VariantDictionary dictionary) {
    List<Variant> candidates = new ArrayList<>(dictionary.keys());
    candidates.addAll(dictionary.values());
    dictionary.keys().forEach(key -> candidates.add(dictionary.without(key)));
    if (!dictionary.keyType().isUntyped() || !dictionary.valueType().isUntyped()) {
      candidates.add(dictionary.withTypes(ElementType.UNTYPED, ElementType.UNTYPED));
    }
    dictionary.forEach(
        (key, value) -> {
          simpler(key).forEach(k -> candidates.add(dictionary.without(key).with(k, value)));
          simpler(value).forEach(v -> candidates.add(dictionary.with(key, v)));
        });
    return candidates;
  }
}
