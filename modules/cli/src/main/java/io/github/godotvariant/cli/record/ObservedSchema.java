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
 * The types of several values at the same path, and the schemas of their contents. A schema keeps
 * all added values in memory. It reads the contents of arrays and dictionaries only on request: as
 * entries with {@link #entries}, or as elements and keys with {@link #inside} and {@link #keys}.
 */
final class ObservedSchema {
  /** The maximum number of keys of a record; dictionaries with more keys are maps. */
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

  /** The number of added values; for an entry, the number of dictionaries with this entry. */
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

  /** {@return the types, without Nil} */
  Set<VariantType> types() {
    return types;
  }

  /** {@return whether one of the values is nil} */
  boolean isNil() {
    return isNil;
  }

  /** {@return the schema of array elements and dictionary values} */
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

  /** {@return the schema of dictionary keys} */
  ObservedSchema keys() {
    if (keys == null) {
      keys = new ObservedSchema();
      for (VariantDictionary dictionary : dictionaries) {
        dictionary.keys().forEach(keys::add);
      }
    }
    return keys;
  }

  /** {@return whether all containers declare types} */
  boolean isTyped() {
    return isTyped && !isUntyped;
  }

  /** {@return whether a dictionary has a key that is a String or a StringName} */
  boolean hasTextKeys() {
    return !Collections.disjoint(keyTypes, TEXTS);
  }

  /** {@return whether a dictionary has a key that is neither a String nor a StringName} */
  boolean hasOtherKeys() {
    return !TEXTS.containsAll(keyTypes);
  }

  /** {@return whether some keys are StringNames and none is a String} */
  boolean hasNameKeys() {
    return keyTypes.contains(VariantType.STRING_NAME) && !keyTypes.contains(VariantType.STRING);
  }

  /** {@return the schemas of dictionary entries by key, in the order of their first occurrence} */
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

  /** {@return whether an entry is missing in some of the dictionaries} */
  boolean isMissing(ObservedSchema entry) {
    return entry.count < dictionaries.size();
  }

  /**
   * Returns whether all values are dictionaries that are records and not maps. The dictionaries
   * have at most 100 different keys, and all keys are words. A dictionary has on average at least
   * half of the keys. The entries are not {@linkplain #areAlike alike}, and no type is declared.
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

  /** Returns whether the entries are dictionaries with the same keys, as in a map of records. */
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
