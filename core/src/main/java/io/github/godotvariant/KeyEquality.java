package io.github.godotvariant;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * When two dictionary keys are the same for Godot 4: numbers by value within a type ({@code 0.0} is
 * {@code -0.0}, NaN is NaN), a String is the equal StringName, arrays and dictionaries by content
 * and order, where a float NaN among their elements or values equals nothing; full objects only by
 * identity. On request as for Godot 3, where a dictionary, too, is only the same as itself, and a
 * NaN in an array is the same as another.
 *
 * <p>Nothing here recurses, and hashes cover the whole content, so that depth costs only memory and
 * equal hashes of different keys cannot be made on purpose once a secret seed is used.
 */
final class KeyEquality {
  private static final long DEFAULT_FACTOR = 0x9E3779B97F4A7C15L;
  private static final double[] NO_REALS = {};

  private KeyEquality() {}

  static boolean equal(Variant a, Variant b, boolean dictionariesDiffer) {
    if (a == b && !(dictionariesDiffer && isUnique(a, true))) {
      return true;
    }
    if (isContainer(a) && isContainer(b)) {
      return sameContent(a, b, dictionariesDiffer);
    }
    return sameLeaf(a, b, true);
  }

  private static boolean isContainer(Variant value) {
    return value instanceof VariantArray || value instanceof VariantDictionary;
  }

  private static boolean sameContent(Variant a, Variant b, boolean dictionariesDiffer) {
    Deque<Variant> left = new ArrayDeque<>();
    Deque<Variant> right = new ArrayDeque<>();
    left.push(a);
    right.push(b);
    while (!left.isEmpty()) {
      Variant x = left.pop();
      Variant y = right.pop();
      if (x instanceof VariantArray xs) {
        if (!(y instanceof VariantArray ys) || xs.size() != ys.size()) {
          return false;
        }
        for (int i = 0; i < xs.size(); i++) {
          left.push(xs.get(i));
          right.push(ys.get(i));
        }
      } else if (x instanceof VariantDictionary xs) {
        if (dictionariesDiffer || !(y instanceof VariantDictionary ys) || xs.size() != ys.size()) {
          return false;
        }
        for (int i = 0; i < xs.size(); i++) {
          Variant xKey = xs.keyAt(i);
          Variant yKey = ys.keyAt(i);
          if (isContainer(xKey)) {
            left.push(xKey);
            right.push(yKey);
          } else if (!sameLeaf(xKey, yKey, true)) {
            return false;
          }
          left.push(xs.valueAt(i));
          right.push(ys.valueAt(i));
        }
      } else if ((isNan(x) && !dictionariesDiffer) || !sameLeaf(x, y, false)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Values that are no containers.
   *
   * @param asKey whether a String is the equal StringName
   */
  private static boolean sameLeaf(Variant a, Variant b, boolean asKey) {
    if (a.getClass() != b.getClass()) {
      return asKey && isText(a) && isText(b) && a.asString().equals(b.asString());
    }
    if (a instanceof FloatValue x) {
      return same(x.value(), ((FloatValue) b).value());
    }
    if (a instanceof ObjectValue) {
      return a == b;
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

  private static boolean isText(Variant value) {
    return value instanceof StringValue || value instanceof StringName;
  }

  private static boolean isNan(Variant value) {
    return value instanceof FloatValue number && Double.isNaN(number.value());
  }

  private static boolean same(double a, double b) {
    return a == b || (Double.isNaN(a) && Double.isNaN(b));
  }

  /**
   * Whether a key is the same as no other, whatever that holds: a full object, or what holds one; a
   * container in which there is a NaN, or, for Godot 3, instead a dictionary.
   */
  static boolean isUnique(Variant key, boolean dictionariesDiffer) {
    if (!isContainer(key)) {
      return key instanceof ObjectValue;
    }
    Deque<Variant> open = new ArrayDeque<>();
    open.push(key);
    while (!open.isEmpty()) {
      Variant value = open.pop();
      if (value instanceof VariantArray array) {
        for (int i = 0; i < array.size(); i++) {
          open.push(array.get(i));
        }
      } else if (value instanceof VariantDictionary dictionary) {
        if (dictionariesDiffer) {
          return true;
        }
        for (int i = 0; i < dictionary.size(); i++) {
          Variant inner = dictionary.keyAt(i);
          if (isContainer(inner) || inner instanceof ObjectValue) {
            open.push(inner);
          }
          open.push(dictionary.valueAt(i));
        }
      } else if ((isNan(value) && !dictionariesDiffer) || value instanceof ObjectValue) {
        return true;
      }
    }
    return false;
  }

  /**
   * A hash of the whole key that agrees with {@link #equal}. With a seed other than 0, which must
   * be odd, it cannot be foreseen.
   */
  static int hash(Variant key, long seed) {
    if (seed == 0 && isText(key)) {
      int hash = key.asString().hashCode();
      return hash ^ (hash >>> 16);
    }
    long factor = seed == 0 ? DEFAULT_FACTOR : seed;
    long hash = isContainer(key) ? contentHash(key, factor) : leafHash(key, factor);
    hash = (hash ^ (hash >>> 32)) * factor;
    return (int) (hash >>> 32);
  }

  private static long contentHash(Variant key, long factor) {
    long hash = factor;
    Deque<Variant> open = new ArrayDeque<>();
    open.push(key);
    while (!open.isEmpty()) {
      Variant value = open.pop();
      if (value instanceof VariantArray array) {
        hash = add(hash, array.size(), factor);
        for (int i = array.size() - 1; i >= 0; i--) {
          open.push(array.get(i));
        }
      } else if (value instanceof VariantDictionary dictionary) {
        hash = add(hash, ~(long) dictionary.size(), factor);
        for (int i = dictionary.size() - 1; i >= 0; i--) {
          open.push(dictionary.valueAt(i));
          open.push(dictionary.keyAt(i));
        }
      } else {
        hash = add(hash, leafHash(value, factor), factor);
      }
    }
    return hash;
  }

  private static long add(long hash, long more, long factor) {
    long mixed = (hash ^ more) * factor;
    return mixed ^ (mixed >>> 29);
  }

  private static long leafHash(Variant value, long factor) {
    if (isText(value)) {
      return textHash(factor, value.asString(), factor);
    }
    long hash = factor;
    if (value instanceof IntValue number) {
      return add(hash, number.value(), factor);
    } else if (value instanceof IntShape shape) {
      for (int component : shape.toArray()) {
        hash = add(hash, component, factor);
      }
      return hash;
    } else if (value instanceof PackedByteArray array) {
      for (int i = 0; i < array.size(); i++) {
        hash = add(hash, array.get(i), factor);
      }
      return hash;
    } else if (value instanceof PackedInt32Array array) {
      for (int i = 0; i < array.size(); i++) {
        hash = add(hash, array.get(i), factor);
      }
      return hash;
    } else if (value instanceof PackedInt64Array array) {
      for (int i = 0; i < array.size(); i++) {
        hash = add(hash, array.get(i), factor);
      }
      return hash;
    } else if (value instanceof PackedStringArray array) {
      for (String text : array.asList()) {
        hash = textHash(add(hash, text.length(), factor), text, factor);
      }
      return hash;
    } else if (value instanceof NodePath path) {
      hash = add(hash, path.names().size(), factor);
      return textHash(hash, path.path(), factor);
    } else if (value instanceof Signal signal) {
      return textHash(add(hash, signal.objectId(), factor), signal.name(), factor);
    } else if (value instanceof RID rid) {
      return add(hash, rid.id(), factor);
    } else if (value instanceof ObjectId object) {
      return add(hash, object.id(), factor);
    } else if (value instanceof ResourceReference reference) {
      return textHash(hash, reference.toString(), factor);
    } else if (value instanceof ObjectValue) {
      return add(hash, System.identityHashCode(value), factor);
    }
    for (double real : reals(value)) {
      hash = add(hash, bits(real), factor);
    }
    return add(hash, value.type().ordinal(), factor);
  }

  private static long textHash(long start, String text, long factor) {
    long hash = start;
    for (int i = 0; i < text.length(); i++) {
      hash = add(hash, text.charAt(i), factor);
    }
    return hash;
  }

  private static long bits(double value) {
    return value == 0 ? 0 : Double.doubleToLongBits(value);
  }

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
