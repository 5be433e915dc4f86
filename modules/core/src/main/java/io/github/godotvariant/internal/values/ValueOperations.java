package io.github.godotvariant.internal.values;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.KeyRule;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.internal.Access;
import java.util.Objects;

/**
 * Gives internal packages operations that create values, or return the content of values, without
 * copies.
 */
public final class ValueOperations {
  /** The operations, with the public types as type arguments. */
  public static final Access.Values<
          Variant, VariantArray, VariantDictionary, ObjectValue, ElementType, KeyRule>
      VALUES;

  static {
    Objects.requireNonNull(VariantDictionary.EMPTY); // loads the class that provides the operations
    VALUES = Access.values();
  }

  private ValueOperations() {}
}
