package io.github.godotvariant;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * When two dictionary keys are the same for Godot 4: numbers by value within a type ({@code 0.0} is
 * {@code -0.0}, NaN is NaN), a String is the equal StringName, arrays and dictionaries by content
 * and order, where a float NaN among their elements or values equals nothing; full objects only by
 * identity. On request as for Godot 3, where a dictionary is the same as no other, and a NaN in an
 * array is the same as another.
 *
 * <p>Nothing here recurses, and hashes cover the complete content. All but those of {@link
 * #hash(String)} are keyed.
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
      return !ContentHash.differAsKeys(a, b) && sameContent(a, b, rule);
    }
    return sameLeaf(a, b, true);
  }

  /** Whether a value is a list or a map, whose content counts as a key: objects are themselves. */
  static boolean isCollection(Variant value) {
    return value instanceof VariantArray || value instanceof VariantDictionary;
  }

  private static boolean sameContent(Variant a, Variant b, KeyRule rule) {
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
          } else if (!sameLeaf(xKey, yKey, true)) {
            return false;
          }
          left.push(xs.valueAt(i));
          right.push(ys.valueAt(i));
        }
      } else if ((isNan(x) && rule == KeyRule.GODOT_4) || !sameLeaf(x, y, false)) {
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
    } else if (a instanceof ObjectValue) {
      return a == b;
    } else if (a instanceof RealShape x) {
      return sameReals(x.toArray(), ((RealShape) b).toArray());
    } else if (a instanceof PackedArray x && PackedStorage.holdsReals(x.storage)) {
      return samePacked(x, (PackedArray) b);
    }
    return a.equals(b);
  }

  private static boolean sameReals(double[] a, double[] b) {
    for (int i = 0; i < a.length; i++) {
      if (!same(a[i], b[i])) {
        return false;
      }
    }
    return true;
  }

  /** Compares numbers in place, because a large array may be compared with many others. */
  private static boolean samePacked(PackedArray a, PackedArray b) {
    int length = a.length();
    if (b.length() != length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (!same(a.doubleAt(i), b.doubleAt(i))) {
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

  private static boolean same(double a, double b) {
    return a == b || (Double.isNaN(a) && Double.isNaN(b));
  }

  /**
   * Whether a key is the same as no other, whatever that holds: a container in which there is a
   * NaN, or, for Godot 3, instead a dictionary.
   */
  static boolean isUnique(Variant key, KeyRule rule) {
    return isCollection(key) && ContentHash.isUniqueKey(key, rule);
  }

  /** A hash of the whole key that agrees with {@link #equal} for the rule. */
  static int hash(Variant key, KeyRule rule) {
    return isUnique(key, rule) ? identityHash(key) : keyHash(key);
  }

  /**
   * The hash of a String or StringName without a secret, for keys that are not chosen to collide.
   * Texts that end in a number have neighbours for hash codes, which would crowd in a table with
   * open addressing.
   */
  static int hash(String text) {
    int hash = text.hashCode() * 0x9E3779B9;
    return hash ^ (hash >>> 16);
  }

  /** A hash of a key by its content. A String has that of the equal StringName. */
  static int keyHash(Variant key) {
    if (isText(key)) {
      return KeyedHash.of(VariantType.STRING, key.asString());
    }
    return isCollection(key) ? ContentHash.ofKey(key) : elementHash(key);
  }

  /** A hash of a value in a key that is neither an array nor a dictionary. */
  static int elementHash(Variant value) {
    if (value instanceof FloatValue number) {
      return KeyedHash.of(VariantType.FLOAT, bits(number.value()));
    } else if (value instanceof PackedArray array && PackedStorage.holdsReals(array.storage)) {
      return packedHash(array);
    } else if (value.type().hasRealComponents()) {
      return realsHash((RealShape) value);
    }
    return value instanceof ObjectValue ? identityHash(value) : value.hashCode();
  }

  private static int realsHash(RealShape value) {
    KeyedHash hash = KeyedHash.start(value.type());
    for (double real : value.toArray()) {
      hash.add(bits(real));
    }
    return hash.finish();
  }

  private static int packedHash(PackedArray array) {
    int length = array.length();
    KeyedHash hash = KeyedHash.start(array.type()).add(length);
    for (int i = 0; i < length; i++) {
      hash.add(bits(array.doubleAt(i)));
    }
    return hash.finish();
  }

  private static int identityHash(Variant value) {
    return KeyedHash.of(value.type(), System.identityHashCode(value));
  }

  /** The bits of a number, the same for {@code 0.0} and {@code -0.0} and for every NaN. */
  private static long bits(double value) {
    return value == 0 ? 0 : Double.doubleToLongBits(value);
  }
}
