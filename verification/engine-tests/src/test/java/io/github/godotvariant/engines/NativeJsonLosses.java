package io.github.godotvariant.engines;

import io.github.godotvariant.Color;
import io.github.godotvariant.ElementType;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectIdValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.PackedColorArray;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.PackedVectorArray;
import io.github.godotvariant.RID;
import io.github.godotvariant.RealShape;
import io.github.godotvariant.Signal;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.RealPrecision;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The losses of the engine's native JSON, and the parts of values that can be compared. */
final class NativeJsonLosses {
  /** With more decimals, the power of ten by which the engine divides is infinite. */
  private static final int MOST_DECIMALS = 308;

  /** A 64-bit number, which the engine does not always read exactly. */
  record Real(double value) {}

  /** A component of 32 bits. */
  record Single(float value) {}

  /** Whether the engine has 64-bit components. */
  private final boolean wide;

  NativeJsonLosses(RealPrecision precision) {
    wide = precision == RealPrecision.DOUBLE;
  }

  /** {@return whether a value or a part of it satisfies a condition} */
  static boolean has(Variant value, Class<? extends Variant> what) {
    return Parts.any(value, what::isInstance);
  }

  /** {@return whether a value is or contains a path that its text does not represent} */
  static boolean hasPathBeyondText(Variant value) {
    return Parts.any(value, NativeJsonLosses::isPathBeyondText);
  }

  /**
   * {@return whether {@code JSON.to_native} rejects a value: a path that its text does not
   * represent}
   */
  static boolean isPathBeyondText(Variant value) {
    return value instanceof NodePath path && !path.equals(parsed(path));
  }

  private static Variant parsed(NodePath path) {
    try {
      return NodePath.parse(path.path());
    } catch (IllegalArgumentException e) {
      return Variant.NIL;
    }
  }

  /**
   * Returns a value as the engine reads it from our JSON: RID and Signal are empty, a path that
   * text cannot represent is null (a pair with such a key is missing), and tiny numbers are zero.
   */
  Variant asRead(Variant value) {
    if (value instanceof RID) {
      return new RID(0);
    } else if (value instanceof Signal) {
      return new Signal("", 0);
    } else if (isPathBeyondText(value)) {
      return Variant.NIL;
    } else if (value instanceof FloatValue number) {
      return FloatValue.of(asRead(number.value()));
    } else if (value instanceof PackedFloat64Array array) {
      return PackedFloat64Array.unsafeWrap(
          Arrays.stream(array.toArray()).map(NativeJsonLosses::asRead).toArray());
    } else if (wide && value instanceof RealShape shape && !(value instanceof Color)) {
      return RealShape.of(
          shape.type(), Arrays.stream(shape.toDoubles()).map(NativeJsonLosses::asRead).toArray());
    } else if (wide
        && value instanceof PackedVectorArray<?> array
        && !(value instanceof PackedColorArray)) {
      return PackedArray.unsafeWrap(
          array.type(),
          Arrays.stream(array.toDoubleArray()).map(NativeJsonLosses::asRead).toArray());
    } else if (hasLostType(value)) {
      return Variant.NIL;
    } else if (value instanceof VariantArray array) {
      return VariantArray.copyOf(array.stream().map(this::asRead).toList())
          .withElementType(asRead(array.elementType()));
    } else if (value instanceof VariantDictionary dictionary) {
      VariantDictionary.Builder pairs =
          VariantDictionary.builder()
              .types(asRead(dictionary.keyType()), asRead(dictionary.valueType()));
      boolean paths = dictionary.keyType().builtin() == VariantType.NODE_PATH;
      dictionary.forEach(
          (key, element) -> {
            if (!paths || !isPathBeyondText(key)) {
              pairs.put(asRead(key), asRead(element));
            }
          });
      return pairs.build();
    }
    return value;
  }

  /** Objects without a class become objects of the class Object. */
  private static ElementType asRead(ElementType type) {
    return type.equals(ElementType.of(VariantType.OBJECT)) ? ElementType.ofClass("Object") : type;
  }

  private static double asRead(double value) {
    boolean isZero =
        Double.isFinite(value) && new BigDecimal(Double.toString(value)).scale() > MOST_DECIMALS;
    return isZero ? Math.copySign(0, value) : quiet(value);
  }

  /**
   * Returns whether a container has an element type with a script that does not exist, which the
   * engine rejects.
   */
  static boolean hasLostType(Variant value) {
    return value instanceof VariantArray array
        ? isLost(array.elementType())
        : value instanceof VariantDictionary dictionary
            && (isLost(dictionary.keyType()) || isLost(dictionary.valueType()));
  }

  private static boolean isLost(ElementType type) {
    return type.kind() == ElementType.Kind.SCRIPT;
  }

  /** NaN without a payload. */
  private static double quiet(double value) {
    long sign = Double.doubleToRawLongBits(value) & Long.MIN_VALUE;
    return Double.isNaN(value) ? Double.longBitsToDouble(sign | 0x7FF8L << 48) : value;
  }

  /** NaN without a payload. */
  private static float quiet(float value) {
    int sign = Float.floatToRawIntBits(value) & Integer.MIN_VALUE;
    return Float.isNaN(value) ? Float.intBitsToFloat(sign | 0x7FC00000) : value;
  }

  /**
   * Returns the leaves of a value in order. Each number is a leaf, and each container starts with a
   * leaf for its type.
   */
  List<Object> parts(Variant value) {
    List<Object> parts = new ArrayList<>();
    add(value, parts);
    return parts;
  }

  private void add(Variant value, List<Object> parts) {
    if (value instanceof VariantArray array) {
      addKind(parts, array.elementType(), ElementType.UNTYPED, array.size());
      array.forEach(element -> add(element, parts));
    } else if (value instanceof VariantDictionary dictionary) {
      addKind(parts, dictionary.keyType(), dictionary.valueType(), -1 - dictionary.size());
      dictionary.forEach(
          (key, element) -> {
            add(key, parts);
            add(element, parts);
          });
    } else if (value instanceof FloatValue number) {
      parts.add(new Real(quiet(number.value())));
    } else if (value instanceof PackedFloat64Array array) {
      addReals(array.toArray(), value, parts);
    } else if (wide && value instanceof RealShape shape && !(value instanceof Color)) {
      addReals(shape.toDoubles(), value, parts);
    } else if (wide
        && value instanceof PackedVectorArray<?> array
        && !(value instanceof PackedColorArray)) {
      addReals(array.toDoubleArray(), value, parts);
    } else {
      addSingles(value, parts);
    }
  }

  private static void addReals(double[] numbers, Variant value, List<Object> parts) {
    parts.add(value.type());
    for (double number : numbers) {
      parts.add(new Real(quiet(number)));
    }
  }

  private static void addKind(List<Object> parts, ElementType a, ElementType b, int size) {
    parts.add(List.of(a, b, size));
  }

  private static void addSingles(Variant value, List<Object> parts) {
    float[] singles;
    if (value instanceof RealShape shape) {
      double[] components = shape.toDoubles();
      singles = new float[components.length];
      for (int i = 0; i < singles.length; i++) {
        boolean isNan = Double.isNaN(components[i]);
        singles[i] = isNan ? nan(components[i]) : (float) components[i];
      }
    } else if (value instanceof PackedFloat32Array array) {
      singles = array.toArray();
    } else if (value instanceof PackedVectorArray<?> array) {
      singles = array.toFloatArray();
    } else {
      parts.add(value);
      return;
    }
    parts.add(value.type());
    for (float single : singles) {
      parts.add(new Single(quiet(single)));
    }
  }

  private static float nan(double value) {
    return Float.intBitsToFloat(Double.doubleToRawLongBits(value) < 0 ? 0xFFC00000 : 0x7FC00000);
  }

  /** {@return whether the engine can compare a value with a property of an object} */
  static boolean hasObject(Variant value) {
    return has(value, ObjectIdValue.class) || has(value, ObjectValue.class);
  }
}
