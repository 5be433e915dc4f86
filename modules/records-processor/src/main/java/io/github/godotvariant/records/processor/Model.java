package io.github.godotvariant.records.processor;

import java.util.Collection;
import java.util.List;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/**
 * A record for which code is generated.
 *
 * @param record the record
 * @param packageName empty for the unnamed one
 * @param className of what is generated
 * @param components in order
 * @param refuses whether unknown keys are refused
 * @param namesAsKeys whether keys are StringNames
 * @param tagKey of a sealed hierarchy; null if it is in none
 * @param tag what that key says
 * @param isGeneratedKnown whether the annotation Generated can be used
 * @param shapes records in place of vectors and the like, in the order of their names
 */
record Model(
    TypeElement record,
    String packageName,
    String className,
    List<Component> components,
    boolean refuses,
    boolean namesAsKeys,
    @Nullable String tagKey,
    @Nullable String tag,
    boolean isGeneratedKnown,
    Collection<TypeElement> shapes) {
  private static final int MOST_KEYS = 64;
  private static final int LONGEST_KEY = 48;

  /** Whether it has type parameters. */
  boolean isGeneric() {
    return !record.getTypeParameters().isEmpty();
  }

  /** What the key of its hierarchy says; empty if it is in none. */
  String tagText() {
    return tag == null ? "" : tag;
  }

  /** Whether there is more to generate than how the record is made and taken apart. */
  boolean isFast() {
    return !isGeneric()
        && components.size() + (tagKey == null ? 0 : 1) <= MOST_KEYS
        && (tagKey != null
            || components.stream()
                .anyMatch(component -> component.presence() != Component.Presence.OTHERS))
        && components.stream().allMatch(component -> isPlain(component.key()))
        && (tagKey == null || tag == null || (isPlain(tagKey) && isPlain(tag)));
  }

  private static boolean isPlain(String key) {
    return !key.isEmpty()
        && key.length() <= LONGEST_KEY
        && key.chars().allMatch(c -> c > 0 && c < 0x80);
  }
}
