package io.github.godotvariant.jackson;

import io.github.godotvariant.BoolValue;
import io.github.godotvariant.CallableValue;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.NilValue;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectId;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which type the values of a class have. */
final class VariantTypes {
  private static final Map<Class<?>, VariantType> BY_CLASS = byClass();

  private VariantTypes() {}

  private static Map<Class<?>, VariantType> byClass() {
    Map<Class<?>, VariantType> types = new HashMap<>();
    List.of(
            NilValue.NIL,
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
    types.put(ObjectId.class, VariantType.OBJECT);
    types.put(ObjectValue.class, VariantType.OBJECT);
    types.put(ResourceReference.class, VariantType.OBJECT);
    return Map.copyOf(types);
  }

  /** Null if values of several types are of the class, or none. */
  static @Nullable VariantType of(Class<?> values) {
    return BY_CLASS.get(values);
  }

  /** Whether the class is one of values. */
  static boolean isValue(Class<?> type) {
    return Variant.class.isAssignableFrom(type);
  }
}
