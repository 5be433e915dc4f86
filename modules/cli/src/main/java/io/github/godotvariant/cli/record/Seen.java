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

/** What was seen at one place of one or several values, and inside. */
final class Seen {
  /** A class with more components is no help to anybody. */
  private static final int MOST_COMPONENTS = 100;

  private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z0-9_ .-]*");

  private final Set<VariantType> types = EnumSet.noneOf(VariantType.class);
  private final Map<String, Seen> entries = new LinkedHashMap<>();
  private boolean isNil;
  private long dictionaries;
  private long filled;
  private boolean hasOtherKeys;
  private boolean hasStringKeys;
  private boolean hasNameKeys;
  private boolean isTyped;
  private boolean isUntyped;

  /** Of all arrays, or the values of all dictionaries; null if there were none. */
  private @Nullable Seen elements;

  private @Nullable Seen keys;

  /** Takes a look at a value. */
  void add(Variant value) {
    if (value.isNil()) {
      isNil = true;
      return;
    }
    types.add(value.type());
    if (value instanceof VariantArray array) {
      typed(!array.elementType().isUntyped());
      Seen each = elements();
      array.forEach(each::add);
    } else if (value instanceof VariantDictionary dictionary) {
      add(dictionary);
    }
  }

  private void add(VariantDictionary dictionary) {
    typed(!dictionary.keyType().isUntyped() || !dictionary.valueType().isUntyped());
    dictionaries++;
    filled += dictionary.size();
    Seen ofKeys = keys == null ? new Seen() : keys;
    keys = ofKeys;
    Seen ofValues = elements();
    for (int i = 0; i < dictionary.size(); i++) {
      Variant key = dictionary.keyAt(i);
      ofKeys.add(key);
      hasNameKeys |= key instanceof StringName;
      hasStringKeys |= key instanceof StringValue;
      if (key instanceof StringValue || key instanceof StringName) {
        entries
            .computeIfAbsent(key.asString(), text -> new Seen())
            .addCounted(dictionary.valueAt(i));
      } else {
        hasOtherKeys = true;
      }
      ofValues.add(dictionary.valueAt(i));
    }
  }

  /** How many times a value was seen at an entry, which is absent from other dictionaries. */
  private long count;

  private void addCounted(Variant value) {
    count++;
    add(value);
  }

  private void typed(boolean typed) {
    isTyped |= typed;
    isUntyped |= !typed;
  }

  private Seen elements() {
    Seen known = elements;
    if (known == null) {
      known = new Seen();
      elements = known;
    }
    return known;
  }

  /** The types, without Nil. */
  Set<VariantType> types() {
    return types;
  }

  /** Whether a nil was among what was seen. */
  boolean isNil() {
    return isNil;
  }

  /** What was in arrays, or the values in dictionaries. */
  Seen inside() {
    return elements();
  }

  /** What the keys of dictionaries were. */
  Seen keys() {
    return keys == null ? new Seen() : keys;
  }

  /** Whether all containers declared what is in them. */
  boolean isTyped() {
    return isTyped && !isUntyped;
  }

  /** Whether the keys were StringNames, and none a String. */
  boolean hasNameKeys() {
    return hasNameKeys && !hasStringKeys;
  }

  /** The entries of dictionaries by their keys, in the order in which they were seen first. */
  Map<String, Seen> entries() {
    return entries;
  }

  /** Whether some dictionaries were without an entry. */
  boolean isMissing(Seen entry) {
    return entry.count < dictionaries;
  }

  /**
   * Whether dictionaries are one thing with components rather than many things by their names: the
   * keys are words, the same ones mostly, they are not all alike, and nobody declared what all
   * values are.
   */
  boolean isRecord() {
    return types.equals(EnumSet.of(VariantType.DICTIONARY))
        && !entries.isEmpty()
        && !hasOtherKeys
        && !isTyped
        && entries.size() <= MOST_COMPONENTS
        && entries.keySet().stream().allMatch(key -> WORD.matcher(key).matches())
        && 2 * filled >= dictionaries * (long) entries.size()
        && !areAlike();
  }

  /** Whether several entries are all dictionaries with the same keys, as things by their names. */
  private boolean areAlike() {
    Seen first = entries.values().iterator().next();
    return entries.size() > 1
        && !first.entries.isEmpty()
        && entries.values().stream()
            .allMatch(
                one ->
                    one.types.equals(EnumSet.of(VariantType.DICTIONARY))
                        && one.entries.keySet().equals(first.entries.keySet()));
  }
}
