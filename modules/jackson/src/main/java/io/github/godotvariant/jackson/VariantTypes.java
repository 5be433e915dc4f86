package io.github.godotvariant.jackson;

import io.github.godotvariant.BoolValue;
import io.github.godotvariant.CallableValue;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectIdValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.RID;
import io.github.godotvariant.ResourceReference;
import io.github.godotvariant.Shape;
import io.github.godotvariant.Signal;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.records.GodotRecord;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds the {@link VariantType} for a Java class. */
final class VariantTypes {
  /**
   * The math types that can be read and written as a record with the same components. A record with
   * the components x, y, z and w represents a Quaternion and not a Vector4.
   */
  private static final List<VariantType> SHAPES =
      List.of(
          VariantType.VECTOR2,
          VariantType.VECTOR3,
          VariantType.QUATERNION,
          VariantType.COLOR,
          VariantType.VECTOR2I,
          VariantType.VECTOR3I,
          VariantType.VECTOR4I);

  private static final Map<Class<?>, VariantType> BY_CLASS = byClass();

  private VariantTypes() {}

  private static Map<Class<?>, VariantType> byClass() {
    Map<Class<?>, VariantType> types = new HashMap<>();
    List.of(
            Variant.NIL,
            BoolValue.FALSE,
            IntValue.of(0),
            FloatValue.of(0),
            StringValue.of(""),
            StringName.of(""),
            NodePath.parse(""),
            new RID(0),
            CallableValue.EMPTY,
            new Signal("", 0),
            VariantArray.EMPTY,
            VariantDictionary.EMPTY)
        .forEach(value -> types.put(value.getClass(), value.type()));
    for (VariantType type : VariantType.values()) {
      if (!type.parts().isEmpty()) {
        types.put(Shape.of(type, new double[type.components().size()]).getClass(), type);
      } else if (type.elementType().isPresent()) {
        types.put(PackedArray.of(type, List.of()).getClass(), type);
      }
    }
    types.put(ObjectIdValue.class, VariantType.OBJECT);
    types.put(ObjectValue.class, VariantType.OBJECT);
    types.put(ResourceReference.class, VariantType.OBJECT);
    return Map.copyOf(types);
  }

  /**
   * Returns the Godot type of the instances of a class; null if they can have several types, or if
   * they are not values of Godot.
   */
  static @Nullable VariantType of(Class<?> values) {
    return BY_CLASS.get(values);
  }

  /** Returns whether a class is {@link Variant} or a subtype. */
  static boolean isValue(Class<?> type) {
    return Variant.class.isAssignableFrom(type);
  }

  /**
   * Returns the math type that has the same components as a record. Returns null if there is none,
   * or if the record has {@link GodotRecord}.
   */
  static @Nullable VariantType shape(Class<?> type) {
    if (!type.isRecord() || isValue(type) || type.isAnnotationPresent(GodotRecord.class)) {
      return null;
    }
    Set<String> names =
        Arrays.stream(type.getRecordComponents())
            .map(component -> component.getName())
            .collect(Collectors.toSet());
    boolean isInt =
        Arrays.stream(type.getRecordComponents())
            .allMatch(component -> component.getType() == int.class);
    boolean isReal =
        Arrays.stream(type.getRecordComponents())
            .allMatch(c -> c.getType() == double.class || c.getType() == float.class);
    return SHAPES.stream()
        .filter(shape -> Set.copyOf(shape.components()).equals(names))
        .filter(shape -> shape.range().isPresent() ? isInt : isReal)
        .findFirst()
        .orElse(null);
  }
}
