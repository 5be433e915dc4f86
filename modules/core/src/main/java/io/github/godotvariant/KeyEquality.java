package io.github.godotvariant;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Compares dictionary keys as engines do. In Godot 4:
 *
 * <ul>
 *   <li>Numbers of the same type are equal by value: {@code 0.0} equals {@code -0.0}, and NaN
 *       equals NaN.
 *   <li>A String equals the StringName with the same text. As elements or values inside an array or
 *       dictionary, the two are different.
 *   <li>Arrays and dictionaries are equal by content and order. If such a key contains a float NaN
 *       as an element or value, the key equals no other key.
 *   <li>Full objects are equal only by identity.
 * </ul>
 *
 * <p>In Godot 3, a dictionary equals no other key, and a NaN in an array equals every other NaN.
 *
 * <p>No method recurses. Hashes cover the complete content. All hashes except those of {@link
 * #hash(String)} are keyed, which means that they depend on a secret of this process.
 */
final class KeyEquality {
  private KeyEquality() {}

  static boolean equal(Variant a, Variant b, KeyRule rule) {
    if (a == b && !(rule == KeyRule.GODOT_3 && isUnique(a, rule))) {
      return true;
    }
    if (a instanceof StringValue x && b instanceof StringValue y) {
      return x.value().equals(y.value());
    }
    if (isCollection(a) && isCollection(b)) {
      return !ContentHash.areDifferentKeys(a, b) && equalContent(a, b, rule);
    }
    return equalLeaves(a, b, true);
  }

  /**
   * Returns whether a value is an array or a dictionary. Full objects are not included, because
   * they are equal only by identity.
   */
  static boolean isCollection(Variant value) {
    return value instanceof VariantArray || value instanceof VariantDictionary;
  }

  private static boolean equalContent(Variant a, Variant b, KeyRule rule) {
    Deque<Variant> left = new ArrayDeque<>();
    Deque<Variant> right = new ArrayDeque<>();
    left.push(a);
    right.push(b);
    while (!left.isEmpty()) {
      Variant x = left.pop();
      Variant y = right.pop();
      if (x == y && isCollection(x) && !isUnique(x, rule)) {
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
        if (rule == KeyRule.GODOT_3
            || !(y instanceof VariantDictionary ys)
            || xs.size() != ys.size()) {
          return false;
        }
        for (int i = 0; i < xs.size(); i++) {
          Variant xKey = xs.keyAt(i);
          Variant yKey = ys.keyAt(i);
          if (isCollection(xKey)) {
            left.push(xKey);
            right.push(yKey);
          } else if (!equalLeaves(xKey, yKey, true)) {
            return false;
          }
          left.push(xs.valueAt(i));
          right.push(ys.valueAt(i));
        }
      } else if ((isNan(x) && rule == KeyRule.GODOT_4) || !equalLeaves(x, y, false)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Compares values that are not arrays or dictionaries.
   *
   * @param isKey whether the values are keys, so that a String equals the StringName with the same
   *     text
   */
  private static boolean equalLeaves(Variant a, Variant b, boolean isKey) {
    if (a.getClass() != b.getClass()) {
      return isKey && isText(a) && isText(b) && a.asString().equals(b.asString());
    }
    if (a instanceof FloatValue x) {
      return equalNumbers(x.value(), ((FloatValue) b).value());
    } else if (a instanceof ObjectValue) {
      return a == b;
    } else if (a instanceof RealShape x) {
      return equalReals(x.toDoubles(), ((RealShape) b).toDoubles());
    } else if (a instanceof PackedArray x && PackedStorage.holdsReals(x.storage)) {
      return equalPacked(x, (PackedArray) b);
    }
    return a.equals(b);
  }

  private static boolean equalReals(double[] a, double[] b) {
    for (int i = 0; i < a.length; i++) {
      if (!equalNumbers(a[i], b[i])) {
        return false;
      }
    }
    return true;
  }

  /**
   * Compares packed arrays of numbers without copying them, because a large array may be compared
   * with many other arrays.
   */
  private static boolean equalPacked(PackedArray a, PackedArray b) {
    int length = a.length();
    if (b.length() != length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (!equalNumbers(a.doubleAt(i), b.doubleAt(i))) {
        return false;
      }
    }
    return true;
  }

  static boolean isText(Variant value) {
    return value instanceof StringValue || value instanceof StringName;
  }

  static boolean isNan(Variant value) {
    return value instanceof FloatValue number && Double.isNaN(number.value());
  }

  private static boolean equalNumbers(double a, double b) {
    return a == b || (Double.isNaN(a) && Double.isNaN(b));
  }

  /**
   * Returns whether a key equals no other key. In Godot 4, this is an array or dictionary with a
   * float NaN as an element or value inside. In Godot 3, this is a dictionary, or an array that
   * contains a dictionary.
   */
  static boolean isUnique(Variant key, KeyRule rule) {
    return isCollection(key) && ContentHash.isUniqueKey(key, rule);
  }

  /** {@return a hash of the whole key, the same for keys that are equal by the rule} */
  static int hash(Variant key, KeyRule rule) {
    return isUnique(key, rule) ? identityHash(key) : keyHash(key);
  }

  /**
   * Returns a hash of the text of a String or StringName, without a secret. Use this hash only in a
   * table that counts collisions, and that changes to keyed hashes after too many collisions. The
   * multiplication separates the hash codes of texts that differ only in a number at the end.
   * Without the multiplication, such texts form clusters in a table with open addressing.
   */
  static int hash(String text) {
    int hash = text.hashCode() * 0x9E3779B9;
    return hash ^ (hash >>> 16);
  }

  /**
   * Returns a hash of the content of a key. A String and a StringName with the same text have the
   * same hash.
   */
  static int keyHash(Variant key) {
    if (isText(key)) {
      return KeyedHash.of(VariantType.STRING, key.asString());
    }
    return isCollection(key) ? ContentHash.ofKey(key) : elementHash(key);
  }

  /** Returns a hash of a key, or of a value inside a key, except arrays and dictionaries. */
  static int elementHash(Variant value) {
    if (value instanceof FloatValue number) {
      return KeyedHash.of(VariantType.FLOAT, normalizedBits(number.value()));
    } else if (value instanceof PackedArray array && PackedStorage.holdsReals(array.storage)) {
      return packedHash(array);
    } else if (value instanceof RealShape shape) {
      return realsHash(shape);
    }
    return value instanceof ObjectValue ? identityHash(value) : value.hashCode();
  }

  private static int realsHash(RealShape value) {
    KeyedHash hash = KeyedHash.start(value.type());
    for (double real : value.toDoubles()) {
      hash.add(normalizedBits(real));
    }
    return hash.finish();
  }

  private static int packedHash(PackedArray array) {
    int length = array.length();
    KeyedHash hash = KeyedHash.start(array.type()).add(length);
    for (int i = 0; i < length; i++) {
      hash.add(normalizedBits(array.doubleAt(i)));
    }
    return hash.finish();
  }

  private static int identityHash(Variant value) {
    return KeyedHash.of(value.type(), System.identityHashCode(value));
  }

  /** Returns the bits of a number, the same for {@code 0.0} and {@code -0.0}, and for every NaN. */
  private static long normalizedBits(double value) {
    return value == 0 ? 0 : Double.doubleToLongBits(value);
  }
}
