package io.github.godotvariant.convert;

import io.github.godotvariant.CallableValue;
import io.github.godotvariant.RID;
import io.github.godotvariant.Signal;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantType.Component;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Replaces values of types that a dialect does not have, one step at a time: Vector4i becomes
 * Vector4, and Vector4 becomes Quaternion if the dialect does not have Vector4 either. If possible,
 * the replacement has a type with the same component names. Otherwise, the replacement has a type
 * that can store the same content. If there is no such type, the replacement is Nil.
 */
final class Substitutions {
  private static final Map<VariantType, List<VariantType>> TYPES = new EnumMap<>(VariantType.class);

  static {
    for (VariantType type : VariantType.values()) {
      TYPES.put(type, replacements(type).collect(Collectors.toUnmodifiableList()));
    }
  }

  private Substitutions() {}

  private static Stream<VariantType> replacements(VariantType type) {
    if (type.elementType().isPresent()) {
      return Stream.concat(
          narrower(type).filter(one -> one.elementType().equals(type.elementType())),
          Stream.of(VariantType.ARRAY));
    } else if (type.component().equals(Optional.of(Component.INT))) {
      return type.counterpart().stream();
    } else if (type.component().isPresent()) {
      return Stream.concat(
          Stream.of(VariantType.values())
              .filter(one -> one.compareTo(type) > 0)
              .filter(one -> one.component().equals(type.component()))
              .filter(one -> one.components().equals(type.components())),
          Stream.of(VariantType.PACKED_FLOAT64_ARRAY));
    }
    return type == VariantType.STRING_NAME ? Stream.of(VariantType.STRING) : Stream.empty();
  }

  /**
   * Returns the previous constant of {@link VariantType}. If the previous constant is a packed
   * array with the same element type, that array stores fewer bits for each element.
   */
  private static Stream<VariantType> narrower(VariantType type) {
    return Stream.of(VariantType.values()[type.ordinal() - 1]);
  }

  /**
   * Converts a value to the next type that can replace the type of the value. Returns Nil if there
   * is no such type.
   */
  static Variant step(Variant value) {
    for (VariantType type : TYPES.getOrDefault(value.type(), List.of())) {
      Optional<Variant> other = Coercion.CONTENT.to(type, value);
      if (other.isPresent()) {
        return other.get();
      }
    }
    return Variant.NIL;
  }

  /**
   * Returns whether a value has no content except its type. A replacement by Nil then loses only
   * the type.
   */
  static boolean isBlank(Variant value) {
    return value == CallableValue.EMPTY
        || (value instanceof RID rid && rid.id() == 0)
        || (value instanceof Signal signal && signal.objectId() == 0 && signal.name().isEmpty());
  }
}
