package io.github.godotvariant.records.processor;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A record for which code is generated.
 *
 * @param packageName empty for the unnamed one
 * @param className of what is generated
 * @param type the record as source, without type arguments
 * @param isGeneric whether it has type parameters
 * @param components in order
 * @param refuses whether unknown keys are refused
 * @param namesAsKeys whether keys are StringNames
 * @param tagKey of a sealed hierarchy; null if it is in none
 * @param tag what that key says
 * @param isGeneratedKnown whether the annotation Generated can be used
 * @param shapes records in place of vectors and the like: of each component {@code type name}
 */
record Model(
    String packageName,
    String className,
    String type,
    boolean isGeneric,
    List<Component> components,
    boolean refuses,
    boolean namesAsKeys,
    @Nullable String tagKey,
    @Nullable String tag,
    boolean isGeneratedKnown,
    Map<String, List<String>> shapes) {
  private static final int MOST_COMPONENTS = 64;
  private static final int LONGEST_KEY = 48;

  /** Whether there is more to generate than how the record is made and taken apart. */
  boolean isFast() {
    return !isGeneric
        && components.size() <= MOST_COMPONENTS
        && components.stream()
            .anyMatch(component -> component.presence() != Component.Presence.OTHERS)
        && components.stream().allMatch(component -> isPlain(component.key()))
        && (tagKey == null || tag == null || (isPlain(tagKey) && isPlain(tag)));
  }

  private static boolean isPlain(String key) {
    return !key.isEmpty()
        && key.length() <= LONGEST_KEY
        && key.chars().allMatch(c -> c > 0 && c < 0x80);
  }
}
