package io.github.godotvariant.cli.record;

import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The types at one path of several values, and the schemas of their contents. */
final class ObservedSchema {
  /** Dictionaries with more keys are maps. */
  private static final int MAX_COMPONENTS = 100;

  private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z0-9_ .-]*");

  private final Set<VariantType> types = EnumSet.noneOf(VariantType.class);
  private final Map<String, ObservedSchema> entries = new LinkedHashMap<>();
  private boolean isNil;
  private long dictionaries;
  private long filled;
  private boolean hasOtherKeys;
  private boolean hasStringKeys;
  private boolean hasNameKeys;
  private boolean isTyped;
  private boolean isUntyped;

  /** The schema of array elements and dictionary values; null without any. */
  private @Nullable ObservedSchema elements;

  private @Nullable ObservedSchema keys;

  /** Adds a value. */
  void add(Variant value) {
    if (value.isNil()) {
      isNil = true;
      return;
    }
    types.add(value.type());
    if (value instanceof VariantArray array) {
      typed(!array.elementType().isUntyped());
      array.forEach(inside()::add);
    } else if (value instanceof VariantDictionary dictionary) {
      add(dictionary);
    }
  }

  private void add(VariantDictionary dictionary) {
    typed(!dictionary.keyType().isUntyped() || !dictionary.valueType().isUntyped());
    dictionaries++;
    filled += dictionary.size();
    for (int i = 0; i < dictionary.size(); i++) {
      Variant key = dictionary.keyAt(i);
      keys().add(key);
      hasNameKeys |= key instanceof StringName;
      hasStringKeys |= key instanceof StringValue;
      if (key instanceof StringValue || key instanceof StringName) {
        entries
            .computeIfAbsent(key.asString(), text -> new ObservedSchema())
            .addCounted(dictionary.valueAt(i));
      } else {
        hasOtherKeys = true;
      }
      inside().add(dictionary.valueAt(i));
    }
  }

  /** The number of dictionaries with this entry. */
  private long count;

  private void addCounted(Variant value) {
    count++;
    add(value);
  }

  private void typed(boolean typed) {
    isTyped |= typed;
    isUntyped |= !typed;
  }

  /** {@return the types, without Nil} */
  Set<VariantType> types() {
    return types;
  }

  /** {@return whether a value is nil} */
  boolean isNil() {
    return isNil;
  }

  /** {@return the schema of array elements and dictionary values} */
  ObservedSchema inside() {
    if (elements == null) {
      elements = new ObservedSchema();
    }
    return elements;
  }

  /** {@return the schema of dictionary keys} */
  ObservedSchema keys() {
    if (keys == null) {
      keys = new ObservedSchema();
    }
    return keys;
  }

  /** {@return whether all containers declare types} */
  boolean isTyped() {
    return isTyped && !isUntyped;
  }

  /** {@return whether keys are StringNames, and none is a String} */
  boolean hasNameKeys() {
    return hasNameKeys && !hasStringKeys;
  }

  /** {@return the schemas of dictionary entries by key, in the order of their first occurrence} */
  Map<String, ObservedSchema> entries() {
    return entries;
  }

  /** {@return whether some dictionaries do not have an entry} */
  boolean isMissing(ObservedSchema entry) {
    return entry.count < dictionaries;
  }

  /**
   * Returns whether dictionaries are records and not maps: the keys are words and mostly the same,
   * the values are not all alike, and no type is declared.
   */
  boolean isRecord() {
    return types.equals(EnumSet.of(VariantType.DICTIONARY))
        && !entries.isEmpty()
        && !hasOtherKeys
        && !isTyped
        && entries.size() <= MAX_COMPONENTS
        && entries.keySet().stream().allMatch(key -> WORD.matcher(key).matches())
        && 2 * filled >= dictionaries * (long) entries.size()
        && !areAlike();
  }

  /** Returns whether the entries are dictionaries with the same keys, as in a map of records. */
  private boolean areAlike() {
    ObservedSchema first = entries.values().iterator().next();
    return entries.size() > 1
        && !first.entries.isEmpty()
        && entries.values().stream()
            .allMatch(
                one ->
                    one.types.equals(EnumSet.of(VariantType.DICTIONARY))
                        && one.entries.keySet().equals(first.entries.keySet()));
  }
}
