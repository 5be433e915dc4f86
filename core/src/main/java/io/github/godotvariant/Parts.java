package io.github.godotvariant;

import io.github.godotvariant.internal.Reals;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The parts of values that are no containers: components of shapes, by the names that Godot and the
 * records give them, and elements of packed arrays.
 */
final class Parts {
  private static final long LARGEST_BYTE = 255;

  private Parts() {}

  /** A part, if there is one. */
  static Optional<Variant> find(Variant whole, Variant step) {
    if (whole instanceof PackedArray array) {
      return step instanceof IntValue index && index.value() >= 0 && index.value() < array.size()
          ? Optional.of(element(array, (int) index.value()))
          : Optional.empty();
    }
    return component(whole, step).map(component -> Variant.of(value(whole, component)));
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
    return component(whole, step)
        .map(component -> with(whole, component, new Part(component.getName(), part, path)));
  }

  /** What parts there are, for messages; for what has none, what it is. */
  static String describe(Variant whole) {
    if (whole instanceof PackedArray array) {
      return whole.type().godotName() + " has " + elements(array.size());
    }
    RecordComponent[] components = components(whole);
    return components.length == 0
        ? "it is " + whole.type().godotName()
        : Arrays.stream(components)
            .map(RecordComponent::getName)
            .collect(Collectors.joining(", ", whole.type().godotName() + " has ", ""));
  }

  /** A number of elements, in words. */
  static String elements(int count) {
    return count + (count == 1 ? " element" : " elements");
  }

  private static RecordComponent[] components(Variant whole) {
    return whole instanceof RealShape || whole instanceof IntShape || whole instanceof Color
        ? whole.getClass().getRecordComponents()
        : new RecordComponent[0];
  }

  private static Optional<RecordComponent> component(Variant whole, Variant step) {
    return step instanceof StringValue name
        ? Arrays.stream(components(whole))
            .filter(component -> component.getName().equals(name.value()))
            .findFirst()
        : Optional.empty();
  }

  private static Object value(Variant whole, RecordComponent component) {
    try {
      return component.getAccessor().invoke(whole);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("components of shapes are public", e);
    }
  }

  private static Variant with(Variant whole, RecordComponent changed, Part part) {
    RecordComponent[] components = components(whole);
    try {
      Constructor<?> maker =
          whole
              .getClass()
              .getConstructor(
                  Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
      return (Variant)
          maker.newInstance(
              Stream.of(components)
                  .map(
                      one ->
                          one.getName().equals(changed.getName())
                              ? part.as(one.getType())
                              : value(whole, one))
                  .toArray());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("shapes are made of their components", e);
    }
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

  /** A packed array without one of its elements. */
  static PackedArray without(PackedArray array, int index) {
    if (array instanceof PackedByteArray bytes) {
      return PackedByteArray.wrap((byte[]) cut(bytes.toArray(), index, 1));
    } else if (array instanceof PackedInt32Array ints) {
      return PackedInt32Array.wrap((int[]) cut(ints.toArray(), index, 1));
    } else if (array instanceof PackedInt64Array ints) {
      return PackedInt64Array.wrap((long[]) cut(ints.toArray(), index, 1));
    } else if (array instanceof PackedFloat32Array reals) {
      return PackedFloat32Array.wrap((float[]) cut(reals.toArray(), index, 1));
    } else if (array instanceof PackedFloat64Array reals) {
      return PackedFloat64Array.wrap((double[]) cut(reals.toArray(), index, 1));
    } else if (array instanceof PackedStringArray strings) {
      return PackedStringArray.wrap((String[]) cut(strings.toArray(), index, 1));
    } else if (array instanceof PackedColorArray colors) {
      return PackedColorArray.wrap((float[]) cut(colors.toFloatArray(), index, 4));
    }
    PackedVectorArray<?> vectors = (PackedVectorArray<?>) array;
    int dimensions = vectors.dimensions();
    return vectors.isDoublePrecision()
        ? vectors((double[]) cut(vectors.toDoubleArray(), index, dimensions), dimensions)
        : vectors((float[]) cut(vectors.toFloatArray(), index, dimensions), dimensions);
  }

  /** A Java array without one group of numbers. */
  private static Object cut(Object numbers, int group, int size) {
    int from = group * size;
    int left = Array.getLength(numbers) - size;
    Object fewer = Array.newInstance(numbers.getClass().getComponentType(), left);
    System.arraycopy(numbers, 0, fewer, 0, from);
    System.arraycopy(numbers, from + size, fewer, from, left - from);
    return fewer;
  }

  private static PackedVectorArray<?> vectors(double[] components, int dimensions) {
    return switch (dimensions) {
      case 2 -> PackedVector2Array.wrap(components);
      case 3 -> PackedVector3Array.wrap(components);
      default -> PackedVector4Array.wrap(components);
    };
  }

  private static PackedVectorArray<?> vectors(float[] components, int dimensions) {
    return switch (dimensions) {
      case 2 -> PackedVector2Array.wrap(components);
      case 3 -> PackedVector3Array.wrap(components);
      default -> PackedVector4Array.wrap(components);
    };
  }

  /** A packed array of values that are of its element's type. */
  static PackedArray packed(VariantType type, List<? extends Variant> elements) {
    int size = elements.size();
    return switch (type) {
      case PACKED_BYTE_ARRAY -> {
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
          bytes[i] = (byte) whole(elements.get(i), 0, LARGEST_BYTE);
        }
        yield PackedByteArray.wrap(bytes);
      }
      case PACKED_INT32_ARRAY ->
          PackedInt32Array.wrap(
              elements.stream()
                  .mapToInt(one -> (int) whole(one, Integer.MIN_VALUE, Integer.MAX_VALUE))
                  .toArray());
      case PACKED_INT64_ARRAY ->
          PackedInt64Array.wrap(elements.stream().mapToLong(Variant::asInt).toArray());
      case PACKED_FLOAT32_ARRAY -> {
        float[] floats = new float[size];
        for (int i = 0; i < size; i++) {
          floats[i] = Reals.narrow(elements.get(i).asFloat());
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
      case PACKED_COLOR_ARRAY ->
          PackedColorArray.copyOf(elements.stream().map(Color.class::cast).toList());
      default -> throw new IllegalArgumentException(type + " is no packed array");
    };
  }

  private static long whole(Variant element, long least, long most) {
    long number = element.asInt();
    if (number < least || number > most) {
      throw new IllegalArgumentException(number + " is not " + least + " to " + most);
    }
    return number;
  }

  private static Variant with(PackedArray array, int index, Part part) {
    int size = Math.max(array.size(), index + 1);
    if (array instanceof PackedByteArray bytes) {
      byte[] copy = Arrays.copyOf(bytes.toArray(), size);
      copy[index] = (byte) part.integer(0, LARGEST_BYTE);
      return PackedByteArray.wrap(copy);
    } else if (array instanceof PackedInt32Array ints) {
      int[] copy = Arrays.copyOf(ints.toArray(), size);
      copy[index] = (int) part.integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
      return PackedInt32Array.wrap(copy);
    } else if (array instanceof PackedInt64Array ints) {
      long[] copy = Arrays.copyOf(ints.toArray(), size);
      copy[index] = part.integer(Long.MIN_VALUE, Long.MAX_VALUE);
      return PackedInt64Array.wrap(copy);
    } else if (array instanceof PackedFloat32Array reals) {
      float[] copy = Arrays.copyOf(reals.toArray(), size);
      copy[index] = Reals.narrow(part.real());
      return PackedFloat32Array.wrap(copy);
    } else if (array instanceof PackedFloat64Array reals) {
      double[] copy = Arrays.copyOf(reals.toArray(), size);
      copy[index] = part.real();
      return PackedFloat64Array.wrap(copy);
    } else if (array instanceof PackedStringArray strings) {
      String[] copy = Arrays.copyOf(strings.toArray(), size);
      copy[index] = part.of(StringValue.class).value();
      return PackedStringArray.wrap(copy);
    } else if (array instanceof PackedColorArray colors) {
      float[] copy = Arrays.copyOf(colors.toFloatArray(), 4 * size);
      Color color = part.of(Color.class);
      copy[4 * index] = color.r();
      copy[4 * index + 1] = color.g();
      copy[4 * index + 2] = color.b();
      copy[4 * index + 3] = color.a();
      return PackedColorArray.wrap(copy);
    }
    return with((PackedVectorArray<?>) array, index, size, part);
  }

  private static Variant with(PackedVectorArray<?> array, int index, int size, Part part) {
    double[] vector =
        (switch (array.dimensions()) {
              case 2 -> part.of(Vector2.class);
              case 3 -> part.of(Vector3.class);
              default -> part.of(Vector4.class);
            })
            .toArray();
    int from = index * vector.length;
    if (array.isDoublePrecision()) {
      double[] copy = Arrays.copyOf(array.toDoubleArray(), size * vector.length);
      System.arraycopy(vector, 0, copy, from, vector.length);
      return vectors(copy, vector.length);
    }
    float[] copy = Arrays.copyOf(array.toFloatArray(), size * vector.length);
    for (int i = 0; i < vector.length; i++) {
      copy[from + i] = Reals.narrow(vector[i]);
    }
    return vectors(copy, vector.length);
  }

  /** What is to become a part, of which only some types can. */
  private record Part(String name, Variant value, VariantPath path) {
    Object as(Class<?> type) {
      if (type == double.class) {
        return real();
      } else if (type == float.class) {
        return Reals.narrow(real());
      } else if (type == int.class) {
        return (int) integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
      }
      return of(type.asSubclass(Variant.class));
    }

    double real() {
      if (value instanceof IntValue number) {
        return (double) number.value();
      } else if (value instanceof FloatValue number) {
        return number.value();
      }
      throw wrong("float", value.type().godotName());
    }

    long integer(long least, long most) {
      if (!(value instanceof IntValue number)) {
        throw wrong(
            "int", value instanceof FloatValue ? value.toString() : value.type().godotName());
      } else if (number.value() < least || number.value() > most) {
        throw wrong("int from " + least + " to " + most, value.toString());
      }
      return number.value();
    }

    <T extends Variant> T of(Class<T> type) {
      if (!type.isInstance(value)) {
        String wanted = type == StringValue.class ? "String" : type.getSimpleName();
        throw wrong(wanted, value.type().godotName());
      }
      return type.cast(value);
    }

    private VariantTypeException wrong(String wanted, String is) {
      return new VariantTypeException(
          name + " has to be " + wanted + " but is " + is,
          VariantException.NO_OFFSET,
          path.shown());
    }
  }
}
