package io.github.godotvariant;

import io.github.godotvariant.internal.Reals;
import java.lang.reflect.Array;
import java.util.Collection;
import java.util.Objects;

/**
 * Reads, changes, copies and compares the storage of packed arrays. A storage is one Java array of
 * {@code byte}, {@code int}, {@code long}, {@code float}, {@code double} or {@code String}. Vectors
 * and colors are stored flat, component after component.
 */
final class PackedStorage {
  private PackedStorage() {}

  /** {@return a new storage for an array of a type; components of vectors and colors are double} */
  static Object create(VariantType type, int length) {
    return switch (type) {
      case PACKED_BYTE_ARRAY -> new byte[length];
      case PACKED_INT32_ARRAY -> new int[length];
      case PACKED_INT64_ARRAY -> new long[length];
      case PACKED_FLOAT32_ARRAY -> new float[length];
      case PACKED_STRING_ARRAY -> new String[length];
      default -> new double[length];
    };
  }

  /** {@return an array of the components of all values, in order} */
  static double[] flat(Collection<? extends RealShape> values, int dimensions) {
    double[] flat = new double[values.size() * dimensions];
    int index = 0;
    for (RealShape value : values) {
      System.arraycopy(value.toDoubles(), 0, flat, index, dimensions);
      index += dimensions;
    }
    return flat;
  }

  /** {@return a packed array of the given type, which takes ownership of the given storage} */
  static PackedArray wrap(VariantType type, Object storage) {
    return switch (type) {
      case PACKED_BYTE_ARRAY -> PackedByteArray.unsafeWrap((byte[]) storage);
      case PACKED_INT32_ARRAY -> PackedInt32Array.unsafeWrap((int[]) storage);
      case PACKED_INT64_ARRAY -> PackedInt64Array.unsafeWrap((long[]) storage);
      case PACKED_FLOAT32_ARRAY -> PackedFloat32Array.unsafeWrap((float[]) storage);
      case PACKED_FLOAT64_ARRAY -> PackedFloat64Array.unsafeWrap((double[]) storage);
      case PACKED_STRING_ARRAY -> PackedStringArray.unsafeWrap((String[]) storage);
      case PACKED_VECTOR2_ARRAY -> new PackedVector2Array(storage);
      case PACKED_VECTOR3_ARRAY -> new PackedVector3Array(storage);
      case PACKED_VECTOR4_ARRAY -> new PackedVector4Array(storage);
      case PACKED_COLOR_ARRAY -> new PackedColorArray(storage);
      default -> throw new IllegalArgumentException(type + " is not a packed array");
    };
  }

  /** {@return a copy of a storage array} */
  static Object copy(Object storage) {
    return splice(storage, 0, 0, 0);
  }

  /**
   * Returns a copy of a storage in which new elements replace old elements, starting at index
   * {@code from}. The number of old elements is {@code removed}, and the number of new elements is
   * {@code added}. The new elements are 0 or null.
   */
  static Object splice(Object storage, int from, int removed, int added) {
    int to = from + removed;
    int rest = Array.getLength(storage) - to;
    Object copy = Array.newInstance(storage.getClass().getComponentType(), from + added + rest);
    System.arraycopy(storage, 0, copy, 0, from);
    System.arraycopy(storage, to, copy, from + added, rest);
    return copy;
  }

  static boolean holdsReals(Object storage) {
    return storage instanceof float[] || storage instanceof double[];
  }

  /** {@return an integer of a storage of bytes, ints or longs; a byte is 0 to 255} */
  static long longAt(Object storage, int index) {
    if (storage instanceof byte[] bytes) {
      return bytes[index] & 0xFF;
    }
    return storage instanceof int[] ints ? ints[index] : ((long[]) storage)[index];
  }

  /** {@return a number of a storage of floats or doubles, in 64 bits; a NaN keeps its bits} */
  static double doubleAt(Object storage, int index) {
    return storage instanceof double[] doubles
        ? doubles[index]
        : Reals.widen(((float[]) storage)[index]);
  }

  /** Stores a number, a string or all components of a math value, starting at an index. */
  static void set(Object storage, int index, Variant value) {
    if (storage instanceof byte[] bytes) {
      bytes[index] = (byte) value.asLong();
    } else if (storage instanceof int[] ints) {
      ints[index] = (int) value.asLong();
    } else if (storage instanceof long[] longs) {
      longs[index] = value.asLong();
    } else if (storage instanceof String[] texts) {
      texts[index] = value.asString();
    } else {
      double[] numbers =
          value instanceof Shape shape ? shape.toDoubles() : new double[] {value.asDouble()};
      for (int i = 0; i < numbers.length; i++) {
        if (storage instanceof float[] floats) {
          floats[index + i] = Reals.narrow(numbers[i]);
        } else {
          ((double[]) storage)[index + i] = numbers[i];
        }
      }
    }
  }

  /** Returns all numbers in 32 bits: the storage itself or a rounded copy. */
  static float[] floats(Object storage) {
    if (storage instanceof float[] floats) {
      return floats;
    }
    double[] from = (double[]) storage;
    float[] narrow = new float[from.length];
    for (int i = 0; i < narrow.length; i++) {
      narrow[i] = Reals.narrow(from[i]);
    }
    return narrow;
  }

  /** Returns all numbers in 64 bits: the storage itself or a copy. */
  static double[] doubles(Object storage) {
    if (storage instanceof double[] doubles) {
      return doubles;
    }
    float[] from = (float[]) storage;
    double[] wide = new double[from.length];
    for (int i = 0; i < wide.length; i++) {
      wide[i] = Reals.widen(from[i]);
    }
    return wide;
  }

  /** Compares the storages of two arrays of the same type, floating-point numbers by their bits. */
  static boolean equal(Object a, Object b) {
    if (a instanceof float[] floats && b instanceof float[] others) {
      return equalBits(floats, others);
    }
    return holdsReals(a) ? equalBits(doubles(a), doubles(b)) : Objects.deepEquals(a, b);
  }

  private static boolean equalBits(float[] a, float[] b) {
    if (a.length != b.length) {
      return false;
    }
    for (int i = 0; i < a.length; i++) {
      if (Float.floatToRawIntBits(a[i]) != Float.floatToRawIntBits(b[i])) {
        return false;
      }
    }
    return true;
  }

  /** {@return whether two arrays contain the same numbers bit by bit} */
  static boolean equalBits(double[] a, double[] b) {
    if (a.length != b.length) {
      return false;
    }
    for (int i = 0; i < a.length; i++) {
      if (Double.doubleToRawLongBits(a[i]) != Double.doubleToRawLongBits(b[i])) {
        return false;
      }
    }
    return true;
  }

  /** {@return a hash of the type, the length and all elements} */
  static int hash(VariantType type, Object storage) {
    int length = Array.getLength(storage);
    KeyedHash hash = KeyedHash.start(type).add(length);
    for (int i = 0; i < length; i++) {
      if (storage instanceof String[] texts) {
        hash.add(texts[i]);
      } else {
        hash.add(
            holdsReals(storage)
                ? Double.doubleToRawLongBits(doubleAt(storage, i))
                : longAt(storage, i));
      }
    }
    return hash.finish();
  }
}
