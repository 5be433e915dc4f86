package io.github.godotvariant.cli.record;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Collects the types of values that occur at the same path. Keeps the arrays and dictionaries among
 * these values in memory, and makes schemas of their contents only on request. {@link #entries}
 * returns a schema for each key, {@link #inside} returns one schema for all elements and dictionary
 * values, and {@link #keys} returns one schema for all keys.
 */
final class ObservedSchema {
  /**
   * The maximum number of components of a record. Dictionaries with more different keys are maps.
   */
  private static final int MAX_COMPONENTS = 100;

  private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z0-9_ .-]*");

  private static final Set<VariantType> TEXTS =
      EnumSet.of(VariantType.STRING, VariantType.STRING_NAME);

  private final Set<VariantType> types = EnumSet.noneOf(VariantType.class);
  private final Set<VariantType> keyTypes = EnumSet.noneOf(VariantType.class);
  private final List<VariantArray> arrays = new ArrayList<>();
  private final List<VariantDictionary> dictionaries = new ArrayList<>();
  private boolean isNil;
  private boolean isTyped;
  private boolean isUntyped;

  /**
   * The number of added values. In a schema from {@link #entries}, this is the number of
   * dictionaries that have the key.
   */
  private long count;

  // Null until they are needed.
  private @Nullable Map<String, ObservedSchema> entries;
  private @Nullable ObservedSchema elements;
  private @Nullable ObservedSchema keys;

  /**
   * Adds a value.
   *
   * @throws IllegalStateException if the contents were read before
   */
  void add(Variant value) {
    if (entries != null || elements != null || keys != null) {
      throw new IllegalStateException("the contents of the schema were read");
    }
    count++;
    if (value.isNil()) {
      isNil = true;
      return;
    }
    types.add(value.type());
    if (value instanceof VariantArray array) {
      typed(!array.elementType().isUntyped());
      arrays.add(array);
    } else if (value instanceof VariantDictionary dictionary) {
      typed(!dictionary.keyType().isUntyped() || !dictionary.valueType().isUntyped());
      dictionaries.add(dictionary);
      dictionary.keys().forEach(key -> keyTypes.add(key.type()));
    }
  }

  private void typed(boolean typed) {
    isTyped |= typed;
    isUntyped |= !typed;
  }

  /** {@return the types of the added values, without Nil} */
  Set<VariantType> types() {
    return types;
  }

  /** {@return whether at least one added value is nil} */
  boolean isNil() {
    return isNil;
  }

  /** {@return one schema for all elements of the arrays and all values of the dictionaries} */
  ObservedSchema inside() {
    if (elements == null) {
      elements = new ObservedSchema();
      for (VariantArray array : arrays) {
        array.forEach(elements::add);
      }
      for (VariantDictionary dictionary : dictionaries) {
        dictionary.values().forEach(elements::add);
      }
    }
    return elements;
  }

  /** {@return one schema for all keys of the dictionaries} */
  ObservedSchema keys() {
    if (keys == null) {
      keys = new ObservedSchema();
      for (VariantDictionary dictionary : dictionaries) {
        dictionary.keys().forEach(keys::add);
      }
    }
    return keys;
  }

  /**
   * {@return whether there are arrays or dictionaries, and all of them declare types for their
   * contents}
   */
  boolean isTyped() {
    return isTyped && !isUntyped;
  }

  /** {@return whether at least one dictionary has a key that is a String or a StringName} */
  boolean hasTextKeys() {
    return !Collections.disjoint(keyTypes, TEXTS);
  }

  /**
   * {@return whether at least one dictionary has a key that is neither a String nor a StringName}
   */
  boolean hasOtherKeys() {
    return !TEXTS.containsAll(keyTypes);
  }

  /** {@return whether some keys are StringNames and none is a String} */
  boolean hasNameKeys() {
    return keyTypes.contains(VariantType.STRING_NAME) && !keyTypes.contains(VariantType.STRING);
  }

  /**
   * {@return for each String or StringName key of the dictionaries, a schema for the values of this
   * key} The keys are in the order of their first occurrence.
   */
  Map<String, ObservedSchema> entries() {
    if (entries == null) {
      entries = new LinkedHashMap<>();
      for (VariantDictionary dictionary : dictionaries) {
        for (int i = 0; i < dictionary.size(); i++) {
          Variant key = dictionary.keyAt(i);
          if (TEXTS.contains(key.type())) {
            entries
                .computeIfAbsent(key.asString(), text -> new ObservedSchema())
                .add(dictionary.valueAt(i));
          }
        }
      }
    }
    return entries;
  }

  /**
   * {@return whether at least one dictionary does not have the key of a schema from {@link
   * #entries}}
   */
  boolean isMissing(ObservedSchema entry) {
    return entry.count < dictionaries.size();
  }

  /**
   * Returns whether the values fit a record and not a map. This requires that all of the following
   * is true:
   *
   * <ul>
   *   <li>All values are dictionaries or nil, and at least one is a dictionary.
   *   <li>The dictionaries do not declare types for their contents.
   *   <li>The dictionaries have from 1 to 100 different keys, and all keys are Strings or
   *       StringNames.
   *   <li>Each key starts with an ASCII letter or an underscore. It contains only ASCII letters,
   *       digits, underscores, spaces, dots and hyphens.
   *   <li>On average, a dictionary has at least half of the keys.
   *   <li>The entries are not {@linkplain #areAlike alike}.
   * </ul>
   */
  boolean isRecord() {
    return types.equals(EnumSet.of(VariantType.DICTIONARY))
        && hasTextKeys()
        && !hasOtherKeys()
        && !isTyped
        && entries().size() <= MAX_COMPONENTS
        && entries().keySet().stream().allMatch(key -> WORD.matcher(key).matches())
        && 2 * dictionaries.stream().mapToLong(VariantDictionary::size).sum()
            >= dictionaries.size() * (long) entries().size()
        && !areAlike();
  }

  /**
   * Returns whether there are several keys, and the values of all keys are dictionaries with the
   * same keys. This is typical of a map of records.
   */
  private boolean areAlike() {
    ObservedSchema first = entries().values().iterator().next();
    return entries().size() > 1
        && first.hasTextKeys()
        && entries().values().stream()
            .allMatch(
                one ->
                    one.types.equals(EnumSet.of(VariantType.DICTIONARY))
                        && one.entries().keySet().equals(first.entries().keySet()));
  }
}
