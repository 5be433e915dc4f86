package io.github.godotvariant.convert;

import io.github.godotvariant.BoolValue;
import io.github.godotvariant.Color;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.PackedVectorArray;
import io.github.godotvariant.RealShape;
import io.github.godotvariant.Shape;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantType.Component;
import io.github.godotvariant.VariantType.Range;
import io.github.godotvariant.internal.Reals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Converts a value to a requested type. Each constant is a set of allowed conversions. If a value
 * cannot be converted, the result is empty. Examples of such values are a number out of range, and
 * an array with a value that cannot be an element of the requested packed array.
 */
public enum Coercion {
  /**
   * The engine's conversions for the elements of typed arrays and dictionaries:
   *
   * <ul>
   *   <li>between bool, int and float
   *   <li>between String and StringName, and between String and NodePath
   *   <li>between math types with integer components and with floating-point components, such as
   *       Vector2i and Vector2
   *   <li>between Transform3D and Transform2D or Projection, and from Basis to Transform3D
   *   <li>from an array to a packed array, and from a packed array to an array
   *   <li>from int to Color
   * </ul>
   *
   * <p>Conversions that compute a rotation and conversions from the name of a color are not
   * supported.
   */
  ENGINE,
  /**
   * Conversions for values from a text notation with fewer types: an int to a float, a String to a
   * StringName or a NodePath, an array to a packed array.
   */
  NOTATION,
  /**
   * Conversions to a less specific type with the same content. Examples are a StringName to a
   * String, an int to a float, and a packed array to an array.
   */
  CONTENT;

  /** The argument of {@link #rearrange} that sets a component to 0; used instead of an index. */
  private static final int ZERO = -1;

  /** The argument of {@link #rearrange} that sets a component to 1; used instead of an index. */
  private static final int ONE = -2;

  /**
   * Converts a value to another type.
   *
   * @param type the requested type
   * @param value any value
   * @return a value of the requested type; the same instance if the value already has this type;
   *     empty if the value cannot be converted
   */
  public Optional<Variant> to(VariantType type, Variant value) {
    return Optional.ofNullable(convert(type, value));
  }

  private @Nullable Variant convert(VariantType type, Variant value) {
    if (value.type() == type) {
      return value;
    }
    return switch (type) {
      case BOOL, INT, FLOAT -> toNumber(type, value);
      case STRING -> toText(value);
      case STRING_NAME ->
          value instanceof StringValue text && this != CONTENT ? StringName.of(text.value()) : null;
      case NODE_PATH ->
          value instanceof StringValue text && this != CONTENT ? toPath(text.value()) : null;
      case ARRAY ->
          value instanceof PackedArray packed && this != NOTATION
              ? VariantArray.copyOf(packed.elements())
              : null;
      default -> type.elementType().isPresent() ? toPacked(type, value) : toShape(type, value);
    };
  }

  private @Nullable StringValue toText(Variant value) {
    if (value instanceof StringName name && this != NOTATION) {
      return StringValue.of(name.value());
    }
    return value instanceof NodePath path && this == ENGINE ? StringValue.of(path.path()) : null;
  }

  private @Nullable Variant toShape(VariantType type, Variant value) {
    if (value instanceof Shape shape) {
      return convertShape(type, shape);
    }
    return type == VariantType.COLOR && value instanceof IntValue rgba && this == ENGINE
        ? toColor((int) rgba.value())
        : null;
  }

  private @Nullable Variant toNumber(VariantType type, Variant value) {
    if (this == ENGINE && value instanceof BoolValue bool) {
      long number = bool.value() ? 1 : 0;
      return type == VariantType.INT ? IntValue.of(number) : FloatValue.of((double) number);
    }
    if (value instanceof IntValue number) {
      double real = (double) number.value();
      if (type == VariantType.FLOAT) {
        return this == ENGINE || Reals.isExact(real, number.value()) ? FloatValue.of(real) : null;
      }
      return this == ENGINE ? BoolValue.of(number.value() != 0) : null;
    }
    if (this == ENGINE && value instanceof FloatValue number) {
      double real = number.value();
      if (type == VariantType.BOOL) {
        return BoolValue.of(real != 0);
      }
      return Reals.fitsLong(real) ? IntValue.of((long) real) : null;
    }
    return null;
  }

  private static @Nullable NodePath toPath(String text) {
    try {
      return NodePath.parse(text);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static Color toColor(int rgba) {
    return new Color(
        (rgba >>> 24) / 255f,
        (rgba >>> 16 & 0xFF) / 255f,
        (rgba >>> 8 & 0xFF) / 255f,
        (rgba & 0xFF) / 255f);
  }

  private @Nullable Variant convertShape(VariantType type, Shape shape) {
    if (this == NOTATION) {
      return null;
    }
    double[] numbers = shape.toDoubles();
    boolean isWhole = type.component().equals(Optional.of(Component.INT));
    if (this == CONTENT) {
      return !isWhole && type.components().equals(shape.type().components())
          ? Shape.of(type, numbers)
          : null;
    }
    if (shape.type().counterpart().equals(Optional.of(type))) {
      return !isWhole || truncate(numbers, Range.OF_32_BITS) ? Shape.of(type, numbers) : null;
    }
    return switch (type) {
      case TRANSFORM2D ->
          shape.type() == VariantType.TRANSFORM3D
              ? rearrange(type, numbers, 0, 1, 3, 4, 9, 10)
              : null;
      case TRANSFORM3D ->
          switch (shape.type()) {
            case BASIS -> Shape.of(type, Arrays.copyOf(numbers, type.components().size()));
            case TRANSFORM2D ->
                rearrange(type, numbers, 0, 1, ZERO, 2, 3, ZERO, ZERO, ZERO, ONE, 4, 5, ZERO);
            case PROJECTION -> rearrange(type, numbers, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14);
            default -> null;
          };
      case PROJECTION ->
          shape.type() == VariantType.TRANSFORM3D
              ? rearrange(
                  type, numbers, 0, 1, 2, ZERO, 3, 4, 5, ZERO, 6, 7, 8, ZERO, 9, 10, 11, ONE)
              : null;
      default -> null;
    };
  }

  /**
   * Cuts off the fractions of the numbers in an array, and changes this array. Returns false if a
   * number is NaN or out of range.
   */
  private static boolean truncate(double[] numbers, Range range) {
    for (int i = 0; i < numbers.length; i++) {
      if (Double.isNaN(numbers[i]) || !range.contains((long) numbers[i])) {
        return false;
      }
      numbers[i] = (long) numbers[i];
    }
    return true;
  }

  /**
   * Creates a math value from the components of another math value.
   *
   * @param from for each component of the new value: its index in {@code numbers}, or {@link
   *     #ZERO}, or {@link #ONE}
   */
  private static Shape rearrange(VariantType type, double[] numbers, int... from) {
    double[] result = new double[from.length];
    for (int i = 0; i < result.length; i++) {
      result[i] = from[i] == ZERO ? 0 : from[i] == ONE ? 1 : numbers[from[i]];
    }
    return Shape.of(type, result);
  }

  private @Nullable PackedArray toPacked(VariantType type, Variant value) {
    if (this == CONTENT) {
      if (value instanceof Shape shape && type == VariantType.PACKED_FLOAT64_ARRAY) {
        return PackedFloat64Array.unsafeWrap(shape.toDoubles());
      }
      boolean hasElements =
          value instanceof PackedArray array
              && Optional.of(array.elementType()).equals(type.elementType());
      return hasElements ? packAll(type, ((PackedArray) value).elements()) : null;
    }
    return value instanceof VariantArray list ? packAll(type, list.asList()) : null;
  }

  private @Nullable PackedArray packAll(VariantType type, List<Variant> list) {
    List<Variant> elements = new ArrayList<>(list.size());
    for (Variant one : list) {
      Variant element = convertElement(type, one);
      if (element == null) {
        return null;
      }
      elements.add(element);
    }
    return PackedArray.of(type, elements);
  }

  /**
   * Converts a value to an element of a packed array.
   *
   * @param packed the type of the packed array
   * @param value any value
   * @return a value of the packed array's element type, which is not rounded yet. Empty if the
   *     value cannot be converted, or if the array cannot store the value with the precision that
   *     this coercion requires
   * @throws IllegalArgumentException if the type is not a packed array
   */
  public Optional<Variant> toElement(VariantType packed, Variant value) {
    if (packed.elementType().isEmpty()) {
      throw new IllegalArgumentException(packed + " is not a packed array");
    }
    return Optional.ofNullable(convertElement(packed, value));
  }

  private @Nullable Variant convertElement(VariantType packed, Variant value) {
    Variant element = convert(packed.elementType().orElseThrow(), value);
    Range range = packed.range().orElse(null);
    return element == null
            || (range != null && !range.contains(element.asLong()))
            || (packed == VariantType.PACKED_FLOAT32_ARRAY && !isExactInSingle(value))
        ? null
        : element;
  }

  /**
   * Returns whether 32 bits store a number with the precision that this coercion requires. {@link
   * #ENGINE} accepts every number and rounds it. The other coercions accept an int only if 32 bits
   * represent it exactly. {@link #NOTATION} accepts a float if rounding does not make it infinite.
   * {@link #CONTENT} accepts a float only if rounding keeps all bits.
   */
  private boolean isExactInSingle(Variant number) {
    if (this == ENGINE) {
      return true;
    }
    if (number instanceof IntValue integer) {
      return Reals.isExact((float) integer.value(), integer.value());
    }
    double real = number.asDouble();
    return this == CONTENT ? Reals.isSingle(real) : !Reals.overflows(real);
  }

  /**
   * Rounds the components of a {@link RealShape}, or of a packed array of vectors or colors, to 32
   * bits. An engine of single precision does the same.
   *
   * @param value any value
   * @return the rounded value; the same instance for a value of another type, and for a packed
   *     array whose components already have 32 bits
   */
  public static Variant toSingles(Variant value) {
    if (value instanceof RealShape shape) {
      double[] numbers = shape.toDoubles();
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = Reals.widen(Reals.narrow(numbers[i]));
      }
      return Shape.of(shape.type(), numbers);
    }
    return value instanceof PackedVectorArray<?> vectors && vectors.isDoublePrecision()
        ? PackedArray.unsafeWrap(vectors.type(), vectors.toFloatArray())
        : value;
  }
}
