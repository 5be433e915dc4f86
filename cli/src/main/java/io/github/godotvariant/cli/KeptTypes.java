package io.github.godotvariant.cli;

import io.github.godotvariant.Color;
import io.github.godotvariant.ElementType;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.KeyRule;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedColorArray;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.PackedInt64Array;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.PackedVector2Array;
import io.github.godotvariant.PackedVector3Array;
import io.github.godotvariant.PackedVector4Array;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.Vector4;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Gives a value the types of what stood at the same places, where that loses nothing, and remembers
 * the places where it would: scripts that declare their types stop at any other.
 */
final class KeptTypes {
  /** So many of the places are named. */
  private static final int SHOWN = 3;

  private static final long LARGEST_BYTE = 255;
  private static final double BEYOND_LONG = 0x1p63;

  private final KeyRule keyRule;
  private final List<String> others = new ArrayList<>();
  private long count;
  private VariantPath path;

  /**
   * For one value.
   *
   * @param path where it stands
   * @param keyRule which keys of dictionaries are the same
   */
  KeptTypes(VariantPath path, KeyRule keyRule) {
    this.path = path;
    this.keyRule = keyRule;
  }

  /**
   * Makes sure that all types were kept.
   *
   * @param what the value, in words
   * @throws BadDataException if they were not
   */
  void check(String what) {
    if (count > 0) {
      String more = count > SHOWN ? ", and " + (count - SHOWN) + " more" : "";
      throw new BadDataException(
          what
              + ": "
              + String.join(", ", others)
              + more
              + "; --retype writes it as it stands here");
    }
  }

  /** A value in the types of another one. What was nothing may become anything. */
  Variant fit(Variant old, Variant wanted) {
    if (old.isNil()) {
      return wanted;
    }
    if (old instanceof VariantArray array && wanted instanceof VariantArray elements) {
      return array(array, elements);
    }
    if (old instanceof VariantDictionary dictionary && wanted instanceof VariantDictionary pairs) {
      return dictionary(dictionary, pairs);
    }
    if (old instanceof ObjectValue object && wanted instanceof ObjectValue properties) {
      return object(object, properties);
    }
    return fit(old.type(), old.type().godotName(), wanted);
  }

  /** A value in a declared type, and in those of what stood there, if anything did. */
  Variant fit(ElementType declared, Optional<Variant> old, Variant wanted) {
    return declared.accepts(wanted)
        ? old.map(there -> fit(there, wanted)).orElse(wanted)
        : fit(declared.builtin(), declared.toString(), wanted);
  }

  private Variant fit(VariantType type, String name, Variant wanted) {
    if (wanted.type() == type) {
      return wanted;
    }
    if (type == VariantType.FLOAT && wanted instanceof IntValue number) {
      double real = (double) number.value();
      if (real < BEYOND_LONG && (long) real == number.value()) {
        return FloatValue.of(real);
      }
      other(name, "int " + number + ", which no float is exactly");
      return wanted;
    }
    if (wanted instanceof StringValue text && type == VariantType.STRING_NAME) {
      return StringName.of(text.value());
    }
    if (wanted instanceof StringValue text && type == VariantType.NODE_PATH) {
      try {
        return NodePath.parse(text.value());
      } catch (IllegalArgumentException e) {
        other(name, "none: " + Text.printable(String.valueOf(e.getMessage())));
        return wanted;
      }
    }
    if (wanted instanceof VariantArray list && list.elementType().isUntyped()) {
      Optional<ElementType> element = elementOf(type);
      if (element.isPresent()) {
        return packed(type, element.get(), list);
      }
    }
    other(name, Difference.type(wanted));
    return wanted;
  }

  private void other(String wanted, String is) {
    count++;
    if (count <= SHOWN) {
      others.add(Text.printable(path.toString()) + " has to be " + wanted + " but is " + is);
    }
  }

  private Variant array(VariantArray old, VariantArray wanted) {
    ElementType declared = old.elementType();
    if (!wanted.elementType().isUntyped() && !wanted.elementType().equals(declared)) {
      other(Difference.type(old), Difference.type(wanted));
      return wanted;
    }
    VariantPath here = path;
    List<Variant> elements = new ArrayList<>(wanted.size());
    for (int i = 0; i < wanted.size(); i++) {
      path = here.index(i);
      Optional<Variant> there = i < old.size() ? Optional.of(old.get(i)) : Optional.empty();
      elements.add(fit(declared, there, wanted.get(i)));
    }
    path = here;
    return VariantArray.copyOf(elements).withElementType(declared);
  }

  private Variant dictionary(VariantDictionary old, VariantDictionary wanted) {
    boolean untyped = wanted.keyType().isUntyped() && wanted.valueType().isUntyped();
    if (!untyped
        && !(wanted.keyType().equals(old.keyType())
            && wanted.valueType().equals(old.valueType()))) {
      other(Difference.type(old), Difference.type(wanted));
      return wanted;
    }
    VariantPath here = path;
    List<Variant> keys = new ArrayList<>(wanted.size());
    List<Variant> values = new ArrayList<>(wanted.size());
    for (int i = 0; i < wanted.size(); i++) {
      path = here.key(wanted.keyAt(i));
      keys.add(key(old, wanted.keyAt(i)));
      Optional<Variant> there = old.find(keys.get(i));
      values.add(fit(old.valueType(), there, wanted.valueAt(i)));
    }
    path = here;
    if (keys.equals(wanted.keys())) {
      return wanted.withValues(values).withTypes(old.keyType(), old.valueType());
    }
    VariantDictionary.Builder fitted =
        VariantDictionary.builder().types(old.keyType(), old.valueType()).keyRule(keyRule);
    for (int i = 0; i < keys.size(); i++) {
      fitted.put(keys.get(i), values.get(i));
    }
    return fitted.build();
  }

  /** A key, which as a text also means the name that was there. */
  Variant key(VariantDictionary old, Variant wanted) {
    if (!old.keyType().accepts(wanted)) {
      return fit(old.keyType().builtin(), old.keyType() + " as a key", wanted);
    }
    int known = wanted instanceof StringValue ? old.positionOf(wanted) : -1;
    return known < 0 ? wanted : old.keyAt(known);
  }

  private Variant object(ObjectValue old, ObjectValue wanted) {
    if (!old.className().equals(wanted.className())) {
      other(Difference.type(old), Difference.type(wanted));
      return wanted;
    }
    VariantPath here = path;
    List<ObjectValue.Property> properties = new ArrayList<>();
    for (ObjectValue.Property one : wanted.properties()) {
      path = here.key(StringValue.of(one.name()));
      Variant value = old.property(one.name()).map(it -> fit(it, one.value())).orElse(one.value());
      properties.add(new ObjectValue.Property(one.name(), value));
    }
    path = here;
    return new ObjectValue(wanted.className(), properties);
  }

  /** What a packed array holds; nothing for other types. */
  private static Optional<ElementType> elementOf(VariantType type) {
    return switch (type) {
      case PACKED_BYTE_ARRAY, PACKED_INT32_ARRAY, PACKED_INT64_ARRAY ->
          Optional.of(ElementType.of(VariantType.INT));
      case PACKED_FLOAT32_ARRAY, PACKED_FLOAT64_ARRAY ->
          Optional.of(ElementType.of(VariantType.FLOAT));
      case PACKED_STRING_ARRAY -> Optional.of(ElementType.of(VariantType.STRING));
      case PACKED_VECTOR2_ARRAY -> Optional.of(ElementType.of(VariantType.VECTOR2));
      case PACKED_VECTOR3_ARRAY -> Optional.of(ElementType.of(VariantType.VECTOR3));
      case PACKED_VECTOR4_ARRAY -> Optional.of(ElementType.of(VariantType.VECTOR4));
      case PACKED_COLOR_ARRAY -> Optional.of(ElementType.of(VariantType.COLOR));
      default -> Optional.empty();
    };
  }

  private Variant packed(VariantType type, ElementType element, VariantArray list) {
    long before = count;
    VariantPath here = path;
    List<Variant> elements = new ArrayList<>(list.size());
    for (int i = 0; i < list.size(); i++) {
      path = here.index(i);
      elements.add(fit(element, Optional.empty(), list.get(i)));
      if (type == VariantType.PACKED_BYTE_ARRAY) {
        range(elements.get(i), 0, LARGEST_BYTE);
      } else if (type == VariantType.PACKED_INT32_ARRAY) {
        range(elements.get(i), Integer.MIN_VALUE, Integer.MAX_VALUE);
      }
    }
    path = here;
    return count > before ? list : packed(type, elements);
  }

  private void range(Variant element, long least, long most) {
    if (element instanceof IntValue number && (number.value() < least || number.value() > most)) {
      other("int from " + least + " to " + most, number.toString());
    }
  }

  private static Variant packed(VariantType type, List<Variant> elements) {
    return switch (type) {
      case PACKED_BYTE_ARRAY -> {
        byte[] bytes = new byte[elements.size()];
        for (int i = 0; i < bytes.length; i++) {
          bytes[i] = (byte) elements.get(i).asInt();
        }
        yield PackedByteArray.wrap(bytes);
      }
      case PACKED_INT32_ARRAY ->
          PackedInt32Array.wrap(elements.stream().mapToInt(one -> (int) one.asInt()).toArray());
      case PACKED_INT64_ARRAY ->
          PackedInt64Array.wrap(elements.stream().mapToLong(Variant::asInt).toArray());
      case PACKED_FLOAT32_ARRAY -> {
        float[] floats = new float[elements.size()];
        for (int i = 0; i < floats.length; i++) {
          floats[i] = (float) elements.get(i).asFloat();
        }
        yield PackedFloat32Array.wrap(floats);
      }
      case PACKED_FLOAT64_ARRAY ->
          PackedFloat64Array.wrap(elements.stream().mapToDouble(Variant::asFloat).toArray());
      case PACKED_STRING_ARRAY ->
          PackedStringArray.wrap(elements.stream().map(Variant::asString).toArray(String[]::new));
      case PACKED_VECTOR2_ARRAY ->
          PackedVector2Array.copyOf(elements.stream().map(Vector2.class::cast).toList());
      case PACKED_VECTOR3_ARRAY ->
          PackedVector3Array.copyOf(elements.stream().map(Vector3.class::cast).toList());
      case PACKED_VECTOR4_ARRAY ->
          PackedVector4Array.copyOf(elements.stream().map(Vector4.class::cast).toList());
      default -> PackedColorArray.copyOf(elements.stream().map(Color.class::cast).toList());
    };
  }
}
