package io.github.godotvariant;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * When two dictionary keys are the same for Godot 4: numbers by value within a type ({@code 0.0} is
 * {@code -0.0}, NaN is NaN), a String is the equal StringName, arrays and dictionaries by content
 * and order, where a float NaN among their elements or values equals nothing; full objects only by
 * identity.
 */
final class KeyEquality {
  private static final int HASHED_ELEMENTS = 16;

  private KeyEquality() {}

  static boolean equal(Variant a, Variant b) {
    if (a == b) {
      return true;
    }
    if (a instanceof StringValue text) {
      return b instanceof StringValue other
          ? text.value().equals(other.value())
          : b instanceof StringName name && text.value().equals(name.value());
    }
    if (a instanceof StringName name && b instanceof StringValue text) {
      return name.value().equals(text.value());
    }
    return sameValue(a, b);
  }

  /** As inside arrays, where a String is no StringName. Deep without recursion. */
  private static boolean sameValue(Variant a, Variant b) {
    if (!(a instanceof VariantArray) && !(a instanceof VariantDictionary)) {
      return sameLeaf(a, b);
    }
    Deque<Variant> left = new ArrayDeque<>();
    Deque<Variant> right = new ArrayDeque<>();
    left.push(a);
    right.push(b);
    while (!left.isEmpty()) {
      Variant x = left.pop();
      Variant y = right.pop();
      if (x == y && !isNan(x)) {
        continue;
      }
      if (x instanceof VariantArray xs) {
        if (!(y instanceof VariantArray ys) || xs.size() != ys.size()) {
          return false;
        }
        for (int i = 0; i < xs.size(); i++) {
          left.push(xs.get(i));
          right.push(ys.get(i));
        }
      } else if (x instanceof VariantDictionary xs) {
        if (!(y instanceof VariantDictionary ys) || xs.size() != ys.size()) {
          return false;
        }
        for (int i = 0; i < xs.size(); i++) {
          if (!equal(xs.keyAt(i), ys.keyAt(i))) {
            return false;
          }
          left.push(xs.valueAt(i));
          right.push(ys.valueAt(i));
        }
      } else if (isNan(x) || !sameLeaf(x, y)) {
        return false;
      }
    }
    return true;
  }

  private static boolean sameLeaf(Variant a, Variant b) {
    if (a.getClass() != b.getClass()) {
      return false;
    }
    if (a instanceof FloatValue x) {
      return same(x.value(), ((FloatValue) b).value());
    }
    if (a instanceof ObjectValue) {
      return false;
    }
    double[] left = reals(a);
    if (left.length == 0) {
      return a.equals(b);
    }
    double[] right = reals(b);
    if (left.length != right.length) {
      return false;
    }
    for (int i = 0; i < left.length; i++) {
      if (!same(left[i], right[i])) {
        return false;
      }
    }
    return true;
  }

  private static boolean isNan(Variant value) {
    return value instanceof FloatValue number && Double.isNaN(number.value());
  }

  private static boolean same(double a, double b) {
    return a == b || (Double.isNaN(a) && Double.isNaN(b));
  }

  /**
   * A hash that agrees with {@link #equal}. With a seed other than 0 the hash of numbers and texts
   * cannot be foreseen.
   */
  static int hash(Variant key, long seed) {
    if (key instanceof StringValue text) {
      return hash(text.value(), seed);
    }
    if (key instanceof StringName name) {
      return hash(name.value(), seed);
    }
    if (key instanceof IntValue number) {
      return mix(number.value(), seed);
    }
    return mix(shallow(key, true), seed);
  }

  private static int hash(String text, long seed) {
    if (seed == 0) {
      int hash = text.hashCode();
      return hash ^ (hash >>> 16);
    }
    long hash = seed;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * seed;
      hash ^= hash >>> 29;
    }
    return mix(hash, seed);
  }

  private static int mix(long value, long seed) {
    long hash = (value ^ seed) * 0x9E3779B97F4A7C15L;
    hash = (hash ^ (hash >>> 32)) * (seed | 0x4CD6944C5CC20B6DL);
    return (int) (hash >>> 32);
  }

  private static long shallow(Variant key, boolean deeper) {
    if (key instanceof StringValue text) {
      return text.value().hashCode();
    }
    if (key instanceof FloatValue number) {
      return bits(number.value());
    }
    if (key instanceof VariantArray array) {
      long hash = array.size();
      for (int i = 0; deeper && i < Math.min(array.size(), HASHED_ELEMENTS); i++) {
        hash = 31 * hash + shallow(array.get(i), false);
      }
      return hash;
    }
    if (key instanceof VariantDictionary dictionary) {
      return ~(long) dictionary.size();
    }
    if (key instanceof ObjectValue) {
      return System.identityHashCode(key);
    }
    double[] reals = reals(key);
    if (reals.length == 0) {
      return key.hashCode();
    }
    long hash = reals.length;
    for (double real : reals) {
      hash = 31 * hash + bits(real);
    }
    return hash;
  }

  private static long bits(double value) {
    return value == 0 ? 0 : Double.doubleToLongBits(value);
  }

  private static final double[] NO_REALS = {};

  /** The floating-point numbers that a value consists of; none if it is something else. */
  private static double[] reals(Variant value) {
    if (value instanceof RealShape shape) {
      return shape.toArray();
    } else if (value instanceof FloatValue number) {
      return new double[] {number.value()};
    } else if (value instanceof Color c) {
      return new double[] {c.r(), c.g(), c.b(), c.a()};
    } else if (value instanceof PackedFloat32Array array) {
      return array.toDoubleArray();
    } else if (value instanceof PackedFloat64Array array) {
      return array.toArray();
    } else if (value instanceof PackedVectorArray<?> array) {
      return array.toDoubleArray();
    } else if (value instanceof PackedColorArray array) {
      return array.toDoubleArray();
    }
    return NO_REALS;
  }
}
