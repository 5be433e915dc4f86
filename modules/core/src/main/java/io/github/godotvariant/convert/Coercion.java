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
 * What becomes of a value where another type is wanted. Nothing is taken for something else: a
 * number that does not fit, and a list in which something is no element of the packed array, become
 * nothing.
 */
public enum Coercion {
  /**
   * As the engine does with what typed arrays and dictionaries hold, between all numbers, texts and
   * transforms. Rotations are not computed, and names of colours are not known.
   */
  ENGINE,
  /**
   * Only what a value in a simpler notation can mean: a float by an int, a name or a path by a
   * text, a packed array by a list.
   */
  NOTATION,
  /**
   * The same content in a type that says less: a name as a text, integers as reals, an array for a
   * packed one.
   */
  CONTENT;

  private static final double BEYOND_LONG = 0x1p63;

  /** A number that is not taken from the other shape. */
  private static final int ZERO = -1;

  private static final int ONE = -2;

  /**
   * A value as another type.
   *
   * @param type the type that is wanted
   * @param value any value
   * @return a value of that type, the same one if it was of it; empty if it is none
   */
  public Optional<Variant> to(VariantType type, Variant value) {
    return Optional.ofNullable(as(type, value));
  }

  private @Nullable Variant as(VariantType type, Variant value) {
    if (value.type() == type) {
      return value;
    }
    return switch (type) {
      case BOOL, INT, FLOAT -> number(type, value);
      case STRING ->
          value instanceof StringName name && this != NOTATION
              ? StringValue.of(name.value())
              : value instanceof NodePath path && this == ENGINE
                  ? StringValue.of(path.path())
                  : null;
      case STRING_NAME ->
          value instanceof StringValue text && this != CONTENT ? StringName.of(text.value()) : null;
      case NODE_PATH ->
          value instanceof StringValue text && this != CONTENT ? path(text.value()) : null;
      case ARRAY ->
          value instanceof PackedArray packed && this != NOTATION
              ? VariantArray.copyOf(packed.elements())
              : null;
      default ->
          type.elementType().isPresent()
              ? packed(type, value)
              : value instanceof Shape shape
                  ? shape(type, shape)
                  : type == VariantType.COLOR && value instanceof IntValue rgba && this == ENGINE
                      ? color((int) rgba.value())
                      : null;
    };
  }

  private @Nullable Variant number(VariantType type, Variant value) {
    if (this == ENGINE && value instanceof BoolValue bool) {
      long number = bool.value() ? 1 : 0;
      return type == VariantType.INT ? IntValue.of(number) : FloatValue.of((double) number);
    }
    if (value instanceof IntValue number) {
      double real = (double) number.value();
      if (type == VariantType.FLOAT) {
        boolean exact = real < BEYOND_LONG && (long) real == number.value();
        return this == ENGINE || exact ? FloatValue.of(real) : null;
      }
      return this == ENGINE ? BoolValue.of(number.value() != 0) : null;
    }
    if (this == ENGINE && value instanceof FloatValue number) {
      double real = number.value();
      if (type == VariantType.BOOL) {
        return BoolValue.of(real != 0);
      }
      return real >= -BEYOND_LONG && real < BEYOND_LONG ? IntValue.of((long) real) : null;
    }
    return null;
  }

  private static @Nullable NodePath path(String text) {
    try {
      return NodePath.parse(text);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static Color color(int rgba) {
    return new Color(
        (rgba >>> 24) / 255f,
        (rgba >>> 16 & 0xFF) / 255f,
        (rgba >>> 8 & 0xFF) / 255f,
        (rgba & 0xFF) / 255f);
  }

  private @Nullable Variant shape(VariantType type, Shape shape) {
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
      return !isWhole || truncated(numbers, Range.OF_32_BITS) ? Shape.of(type, numbers) : null;
    }
    return switch (type) {
      case TRANSFORM2D ->
          shape.type() == VariantType.TRANSFORM3D ? picked(type, numbers, 0, 1, 3, 4, 9, 10) : null;
      case TRANSFORM3D ->
          switch (shape.type()) {
            case BASIS -> Shape.of(type, Arrays.copyOf(numbers, type.components().size()));
            case TRANSFORM2D ->
                picked(type, numbers, 0, 1, ZERO, 2, 3, ZERO, ZERO, ZERO, ONE, 4, 5, ZERO);
            case PROJECTION -> picked(type, numbers, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14);
            default -> null;
          };
      case PROJECTION ->
          shape.type() == VariantType.TRANSFORM3D
              ? picked(type, numbers, 0, 1, 2, ZERO, 3, 4, 5, ZERO, 6, 7, 8, ZERO, 9, 10, 11, ONE)
              : null;
      default -> null;
    };
  }

  /** Cuts off what is behind the points; false if a number is out of range. */
  private static boolean truncated(double[] numbers, Range range) {
    for (int i = 0; i < numbers.length; i++) {
      if (Double.isNaN(numbers[i]) || !range.contains((long) numbers[i])) {
        return false;
      }
      numbers[i] = (long) numbers[i];
    }
    return true;
  }

  private static Shape picked(VariantType type, double[] numbers, int... from) {
    double[] picked = new double[from.length];
    for (int i = 0; i < picked.length; i++) {
      picked[i] = from[i] == ZERO ? 0 : from[i] == ONE ? 1 : numbers[from[i]];
    }
    return Shape.of(type, picked);
  }

  private @Nullable PackedArray packed(VariantType type, Variant value) {
    if (this == CONTENT) {
      return value instanceof Shape shape && type == VariantType.PACKED_FLOAT64_ARRAY
          ? PackedFloat64Array.wrap(shape.toDoubles())
          : value instanceof PackedArray array
                  && Optional.of(array.elementType()).equals(type.elementType())
              ? packed(type, array.elements())
              : null;
    }
    return value instanceof VariantArray list ? packed(type, list.asList()) : null;
  }

  private @Nullable PackedArray packed(VariantType type, List<Variant> list) {
    List<Variant> elements = new ArrayList<>(list.size());
    for (Variant one : list) {
      Variant element = element(type, one);
      if (element == null) {
        return null;
      }
      elements.add(element);
    }
    return PackedArray.of(type, elements);
  }

  /**
   * A value as an element of a packed array.
   *
   * @param packed the type of the packed array
   * @param value any value
   * @return a value of the type that {@link VariantType#elementType} names, as it is before the
   *     array rounds it; empty if it is none, or the array does not hold it as well as is asked for
   * @throws IllegalArgumentException if the type is no packed array's
   */
  public Optional<Variant> toElement(VariantType packed, Variant value) {
    if (packed.elementType().isEmpty()) {
      throw new IllegalArgumentException(packed + " is no packed array");
    }
    return Optional.ofNullable(element(packed, value));
  }

  private @Nullable Variant element(VariantType packed, Variant value) {
    Variant element = as(packed.elementType().orElseThrow(), value);
    Range range = packed.range().orElse(null);
    return element == null
            || (range != null && !range.contains(element.asInt()))
            || (packed == VariantType.PACKED_FLOAT32_ARRAY && !fitsSingle(value))
        ? null
        : element;
  }

  /**
   * Whether 32 bits hold a number as well as is asked for: all of an int, and of a float as much as
   * they can, unless it becomes infinite; content bit for bit. The engine rounds all.
   */
  private boolean fitsSingle(Variant number) {
    if (this == ENGINE) {
      return true;
    }
    if (number instanceof IntValue integer) {
      float narrow = (float) integer.value();
      return narrow < BEYOND_LONG && (long) narrow == integer.value();
    }
    double real = number.asFloat();
    return this == CONTENT
        ? Reals.isSingle(real)
        : Double.isInfinite(real) || !Float.isInfinite((float) real);
  }

  /**
   * A value with its real components rounded to 32 bits, as an engine of single precision has them.
   *
   * @param value any value
   * @return the same if it consists of none
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
        ? PackedArray.wrap(vectors.type(), vectors.toFloatArray())
        : value;
  }
}
