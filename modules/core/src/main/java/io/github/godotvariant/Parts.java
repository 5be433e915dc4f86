package io.github.godotvariant;

import io.github.godotvariant.VariantType.Component;
import io.github.godotvariant.VariantType.Range;
import io.github.godotvariant.internal.Reals;
import java.lang.reflect.Array;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * The parts of values that are no containers: parts of shapes, by the names that {@link
 * VariantType} gives them, and elements of packed arrays.
 */
final class Parts {
  private Parts() {}

  /** A part, if there is one. */
  static Optional<Variant> find(Variant whole, Variant step) {
    if (whole instanceof PackedArray array) {
      return step instanceof IntValue index && index.value() >= 0 && index.value() < array.size()
          ? Optional.of(element(array, (int) index.value()))
          : Optional.empty();
    }
    return whole instanceof Shape shape
        ? named(shape, step).map(part -> part(shape, part))
        : Optional.empty();
  }

  /**
   * A copy with another part, or with one more element.
   *
   * @param path where the part is
   * @return empty if there is no such part
   * @throws VariantTypeException if the part cannot be that
   */
  static Optional<Variant> with(Variant whole, Variant step, Variant part, VariantPath path) {
    if (whole instanceof PackedArray array) {
      return step instanceof IntValue index && index.value() >= 0 && index.value() <= array.size()
          ? Optional.of(with(array, (int) index.value(), new Part("element", part, path)))
          : Optional.empty();
    }
    return whole instanceof Shape shape
        ? named(shape, step).map(one -> with(shape, one, new Part(one.name(), part, path)))
        : Optional.empty();
  }

  /** What parts there are, for messages; for what has none, what it is. */
  static String describe(Variant whole) {
    if (whole instanceof PackedArray array) {
      return whole.type() + " has " + elements(array.size());
    }
    List<VariantType.Part> parts = whole.type().parts();
    return parts.isEmpty()
        ? "it is " + whole.type()
        : parts.stream()
            .map(VariantType.Part::name)
            .collect(Collectors.joining(", ", whole.type() + " has ", ""));
  }

  /** A number of elements, in words. */
  static String elements(int count) {
    return count + (count == 1 ? " element" : " elements");
  }

  /** What the numbers of a shape are. */
  static Component kind(VariantType type) {
    return type.component()
        .orElseThrow(() -> new IllegalArgumentException(type + " has no components"));
  }

  static void checkCount(VariantType type, int count) {
    if (count != type.components().size()) {
      throw new IllegalArgumentException(
          type + " has " + type.components().size() + " components, not " + count);
    }
  }

  static int[] integers(double[] numbers) {
    int[] integers = new int[numbers.length];
    for (int i = 0; i < integers.length; i++) {
      integers[i] = (int) numbers[i];
      if (integers[i] != numbers[i]) {
        throw new IllegalArgumentException(numbers[i] + " is no integer of 32 bits");
      }
    }
    return integers;
  }

  /** How many numbers a number, a part or an element consists of. */
  private static int count(VariantType type) {
    return Math.max(1, type.components().size());
  }

  private static Optional<VariantType.Part> named(Shape whole, Variant step) {
    return step instanceof StringValue name
        ? whole.type().parts().stream().filter(one -> one.name().equals(name.value())).findFirst()
        : Optional.empty();
  }

  /** How many numbers are before a part. */
  private static int start(Shape whole, VariantType.Part part) {
    List<VariantType.Part> parts = whole.type().parts();
    return parts.subList(0, parts.indexOf(part)).stream().mapToInt(one -> count(one.type())).sum();
  }

  private static Variant part(Shape whole, VariantType.Part part) {
    int from = start(whole, part);
    double[] numbers = Arrays.copyOfRange(whole.toDoubles(), from, from + count(part.type()));
    return switch (part.type()) {
      case INT -> IntValue.of((long) numbers[0]);
      case FLOAT -> FloatValue.of(numbers[0]);
      default -> Shape.of(part.type(), numbers);
    };
  }

  private static Variant with(Shape whole, VariantType.Part changed, Part part) {
    Variant wanted = part.as(changed.type(), whole.type());
    double[] numbers = whole.toDoubles();
    set(numbers, start(whole, changed), wanted);
    return Shape.of(whole.type(), numbers);
  }

  /** The elements of a packed array as a list. */
  static <T> List<T> view(int size, IntFunction<T> element) {
    return new AbstractList<>() {
      @Override
      public T get(int index) {
        return element.apply(Objects.checkIndex(index, size));
      }

      @Override
      public int size() {
        return size;
      }
    };
  }

  /** An element as a value. */
  static Variant element(PackedArray array, int index) {
    if (array instanceof PackedByteArray bytes) {
      return IntValue.of(bytes.get(index) & 0xFF);
    } else if (array instanceof PackedInt32Array ints) {
      return IntValue.of(ints.get(index));
    } else if (array instanceof PackedInt64Array ints) {
      return IntValue.of(ints.get(index));
    } else if (array instanceof PackedFloat32Array reals) {
      return FloatValue.of(Reals.widen(reals.get(index)));
    } else if (array instanceof PackedFloat64Array reals) {
      return FloatValue.of(reals.get(index));
    } else if (array instanceof PackedStringArray strings) {
      return StringValue.of(strings.get(index));
    } else if (array instanceof PackedColorArray colors) {
      return colors.get(index);
    }
    return (Variant) ((PackedVectorArray<?>) array).get(index);
  }

  /** What a packed array stores, in a Java array that takes what it was made of. */
  private static Object stored(PackedArray array) {
    if (array instanceof PackedByteArray bytes) {
      return bytes.toArray();
    } else if (array instanceof PackedInt32Array ints) {
      return ints.toArray();
    } else if (array instanceof PackedInt64Array ints) {
      return ints.toArray();
    } else if (array instanceof PackedFloat32Array reals) {
      return reals.toArray();
    } else if (array instanceof PackedFloat64Array reals) {
      return reals.toArray();
    } else if (array instanceof PackedStringArray strings) {
      return strings.toArray();
    } else if (array instanceof PackedColorArray colors) {
      return colors.toFloatArray();
    }
    PackedVectorArray<?> vectors = (PackedVectorArray<?>) array;
    return vectors.isDoublePrecision() ? vectors.toDoubleArray() : vectors.toFloatArray();
  }

  /** What stores so many numbers or strings; vectors are as precise as values are. */
  private static Object storage(VariantType type, int size) {
    return switch (type) {
      case PACKED_BYTE_ARRAY -> new byte[size];
      case PACKED_INT32_ARRAY -> new int[size];
      case PACKED_INT64_ARRAY -> new long[size];
      case PACKED_FLOAT32_ARRAY, PACKED_COLOR_ARRAY -> new float[size];
      case PACKED_STRING_ARRAY -> new String[size];
      default -> new double[size];
    };
  }

  /** Stores a number, a text or the numbers of a shape. */
  private static void set(Object stored, int at, Variant value) {
    if (stored instanceof byte[] bytes) {
      bytes[at] = (byte) value.asInt();
    } else if (stored instanceof int[] ints) {
      ints[at] = (int) value.asInt();
    } else if (stored instanceof long[] longs) {
      longs[at] = value.asInt();
    } else if (stored instanceof String[] texts) {
      texts[at] = value.asString();
    } else {
      double[] numbers =
          value instanceof Shape shape ? shape.toDoubles() : new double[] {value.asFloat()};
      for (int i = 0; i < numbers.length; i++) {
        if (stored instanceof float[] floats) {
          floats[at + i] = Reals.narrow(numbers[i]);
        } else {
          ((double[]) stored)[at + i] = numbers[i];
        }
      }
    }
  }

  /** A packed array of what {@link #stored} or {@link #storage} gave for its type. */
  private static PackedArray wrap(VariantType type, Object stored) {
    if (stored instanceof byte[] bytes) {
      return PackedByteArray.wrap(bytes);
    } else if (stored instanceof int[] ints) {
      return PackedInt32Array.wrap(ints);
    } else if (stored instanceof long[] longs) {
      return PackedInt64Array.wrap(longs);
    } else if (stored instanceof String[] texts) {
      return PackedStringArray.wrap(texts);
    }
    return stored instanceof float[] singles
        ? PackedArray.wrap(type, singles)
        : PackedArray.wrap(type, (double[]) stored);
  }

  /** A packed array without one of its elements. */
  static PackedArray without(PackedArray array, int index) {
    Object all = stored(array);
    int size = count(array.type().elementType().orElseThrow());
    int left = Array.getLength(all) - size;
    Object fewer = Array.newInstance(all.getClass().getComponentType(), left);
    System.arraycopy(all, 0, fewer, 0, index * size);
    System.arraycopy(all, (index + 1) * size, fewer, index * size, left - index * size);
    return wrap(array.type(), fewer);
  }

  /** A packed array of values that are of its element's type. */
  static PackedArray packed(VariantType type, List<? extends Variant> elements) {
    int size = count(type.elementType().orElseThrow());
    Object stored = storage(type, size * elements.size());
    Range range = type.range().orElse(null);
    int at = 0;
    for (Variant element : elements) {
      if (range != null && !range.contains(element.asInt())) {
        throw new IllegalArgumentException(
            element + " is not " + range.least() + " to " + range.most());
      }
      set(stored, at, element);
      at += size;
    }
    return wrap(type, stored);
  }

  private static Variant with(PackedArray array, int index, Part part) {
    VariantType elementType = array.type().elementType().orElseThrow();
    Variant element = part.as(elementType, array.type());
    int size = count(elementType);
    Object all = stored(array);
    if (index == array.size()) {
      int length = Array.getLength(all);
      Object more = Array.newInstance(all.getClass().getComponentType(), length + size);
      System.arraycopy(all, 0, more, 0, length);
      all = more;
    }
    set(all, index * size, element);
    return wrap(array.type(), all);
  }

  /** What is to become a part, of which only some types can. */
  private record Part(String name, Variant value, VariantPath path) {
    /** The value as a part of a type, for a whole that may not hold all of those. */
    Variant as(VariantType type, VariantType whole) {
      if (type == VariantType.FLOAT && value instanceof IntValue number) {
        return FloatValue.of((double) number.value());
      } else if (value.type() != type) {
        boolean shown = type == VariantType.INT && value instanceof FloatValue;
        throw wrong(type.godotName(), shown ? value.toString() : value.type().godotName());
      }
      Range range = type == VariantType.INT ? whole.range().orElse(null) : null;
      if (range != null && !range.contains(value.asInt())) {
        throw wrong("int from " + range.least() + " to " + range.most(), value.toString());
      }
      return value;
    }

    private VariantTypeException wrong(String wanted, String is) {
      return new VariantTypeException(
          name + " has to be " + wanted + " but is " + is,
          VariantException.NO_OFFSET,
          path.shown());
    }
  }
}
