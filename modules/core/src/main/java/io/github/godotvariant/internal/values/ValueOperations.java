package io.github.godotvariant.internal.values;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.KeyRule;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.internal.Access;
import java.util.Objects;

/** The operations that values provide to internal packages. */
public final class ValueOperations {
  /** Constructs values and returns their content without copies. */
  public static final Access.Values<
          Variant, VariantArray, VariantDictionary, ObjectValue, ElementType, KeyRule>
      VALUES;

  static {
    Objects.requireNonNull(VariantDictionary.EMPTY); // Loads the provider.
    VALUES = Access.values();
  }

  private ValueOperations() {}
}
