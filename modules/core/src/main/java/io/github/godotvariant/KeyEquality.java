package io.github.godotvariant;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ThreadLocalRandom;

/**
 * When two dictionary keys are the same for Godot 4: numbers by value within a type ({@code 0.0} is
 * {@code -0.0}, NaN is NaN), a String is the equal StringName, arrays and dictionaries by content
 * and order, where a float NaN among their elements or values equals nothing; full objects only by
 * identity. On request as for Godot 3, where a dictionary is the same as no other, and a NaN in an
 * array is the same as another.
 *
 * <p>Nothing here recurses, and hashes cover the whole content, so that depth costs only memory and
 * equal hashes of different keys cannot be made on purpose once a secret seed is used. Containers
 * remember what was found out about their content: otherwise a key in a key in a key would be
 * looked through once for each level.
 */
final class KeyEquality {
  /** A secret of this process, odd. */
  static final long SEED = ThreadLocalRandom.current().nextLong() | 1;

  /** What a container remembers, beside a hash with {@link #SEED}; nothing yet if it is 0. */
  private static final int KNOWN = 1;

  private static final int UNIQUE_TO_GODOT_4 = 2;
  private static final int UNIQUE_TO_GODOT_3 = 4;
  private static final int UNIQUE = UNIQUE_TO_GODOT_4 | UNIQUE_TO_GODOT_3;
  private static final int HASH = -8;

  private static final long DEFAULT_FACTOR = 0x9E3779B97F4A7C15L;
  private static final double[] NO_REALS = {};

  private KeyEquality() {}

  static boolean equal(Variant a, Variant b, KeyRule rule) {
    if (a == b && !(rule == KeyRule.GODOT_3 && isUnique(a, rule))) {
      return true;
    }
    if (isCollection(a) && isCollection(b)) {
      return sameContent(a, b, rule);
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
    }
    if (a instanceof ObjectValue) {
      return a == b;
    }
    int packed = packedReals(a);
    if (packed >= 0) {
      return samePacked(a, b, packed);
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

  private static boolean samePacked(Variant a, Variant b, int size) {
    if (packedReals(b) != size) {
      return false;
    }
    for (int i = 0; i < size; i++) {
      if (!same(packedReal(a, i), packedReal(b, i))) {
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
  static boolean isUnique(Variant key, KeyRule rule) {
    if (!isCollection(key)) {
      return key instanceof ObjectValue;
    }
    int bit = rule == KeyRule.GODOT_3 ? UNIQUE_TO_GODOT_3 : UNIQUE_TO_GODOT_4;
    return (contentFacts(key) & bit) != 0;
  }

  /**
   * A hash of the whole key that agrees with {@link #equal}. With {@link #SEED} it cannot be
   * foreseen, with 0 it can, unless the key is a container.
   */
  static int hash(Variant key, long seed) {
    if (seed == 0 && isText(key)) {
      return hash(key.asString());
    }
    long factor = seed == 0 ? DEFAULT_FACTOR : seed;
    long hash = isCollection(key) ? contentFacts(key) & HASH : leafHash(key, factor);
    hash = (hash ^ (hash >>> 32)) * factor;
    return (int) (hash >>> 32);
  }

  /**
   * The hash of a String or StringName without a seed. Texts that end in a number have neighbours
   * for hash codes, which would crowd in a table with open addressing.
   */
  static int hash(String text) {
    int hash = text.hashCode() * 0x9E3779B9;
    return hash ^ (hash >>> 16);
  }

  /** What is known of the content of a container, found out now if it was not before. */
  private static int contentFacts(Variant container) {
    int known = remembered(container);
    if (known != 0) {
      return known;
    }
    Deque<Variant> open = new ArrayDeque<>();
    open.push(container);
    while (!open.isEmpty()) {
      Variant next = open.peek();
      int inside = open.size();
      pushUnknown(next, open);
      if (open.size() == inside) {
        known = remember(next);
        open.pop();
      }
    }
    // The last one was the container. To ask it again would be a second racy read.
    return known;
  }

  private static int remembered(Variant container) {
    return container instanceof VariantArray array
        ? array.keyFacts
        : ((VariantDictionary) container).keyFacts;
  }

  /** Pushes the containers in a container about which nothing is known. */
  private static void pushUnknown(Variant container, Deque<Variant> open) {
    for (int i = 0; i < ContainerLevel.size(container); i++) {
      Variant value = ContainerLevel.get(container, i);
      if (isCollection(value) && remembered(value) == 0) {
        open.push(value);
      }
    }
  }

  /** Several threads may do so at once: all find out the same. */
  private static int remember(Variant container) {
    int unique = 0;
    long hash = SEED;
    if (container instanceof VariantArray array) {
      hash = add(hash, array.size(), SEED);
      for (int i = 0; i < array.size(); i++) {
        Variant element = array.get(i);
        int inner = partFacts(element);
        unique |= inner | (isNan(element) ? UNIQUE_TO_GODOT_4 : 0);
        hash = add(hash, partHash(element, inner), SEED);
      }
      int facts = KNOWN | unique & UNIQUE | (int) (hash >>> 32) & HASH;
      array.keyFacts = facts;
      return facts;
    }
    VariantDictionary dictionary = (VariantDictionary) container;
    unique = UNIQUE_TO_GODOT_3;
    hash = add(hash, ~(long) dictionary.size(), SEED);
    for (int i = 0; i < dictionary.size(); i++) {
      Variant key = dictionary.keyAt(i);
      Variant value = dictionary.valueAt(i);
      int keyFacts = partFacts(key);
      int valueFacts = partFacts(value);
      unique |= keyFacts | valueFacts | (isNan(value) ? UNIQUE_TO_GODOT_4 : 0);
      hash = add(add(hash, partHash(key, keyFacts), SEED), partHash(value, valueFacts), SEED);
    }
    int facts = KNOWN | unique & UNIQUE | (int) (hash >>> 32) & HASH;
    dictionary.keyFacts = facts;
    return facts;
  }

  private static int partFacts(Variant part) {
    if (isCollection(part)) {
      return contentFacts(part);
    }
    return part instanceof ObjectValue ? UNIQUE : 0;
  }

  private static long partHash(Variant part, int facts) {
    return isCollection(part) ? facts & HASH : leafHash(part, SEED);
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
    int packed = packedReals(value);
    for (int i = 0; i < packed; i++) {
      hash = add(hash, bits(packedReal(value, i)), factor);
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

  /**
   * How many floating-point numbers are in a packed array; negative for anything else. They are
   * looked at in place: a large array may be compared with many.
   */
  private static int packedReals(Variant value) {
    if (value instanceof PackedFloat32Array array) {
      return array.size();
    } else if (value instanceof PackedFloat64Array array) {
      return array.size();
    } else if (value instanceof PackedVectorArray<?> array) {
      return array.size() * array.dimensions();
    } else if (value instanceof PackedColorArray array) {
      return array.size() * 4;
    }
    return -1;
  }

  private static double packedReal(Variant value, int index) {
    if (value instanceof PackedFloat32Array array) {
      return array.get(index);
    } else if (value instanceof PackedFloat64Array array) {
      return array.get(index);
    } else if (value instanceof PackedVectorArray<?> array) {
      return array.component(index / array.dimensions(), index % array.dimensions());
    }
    return ((PackedColorArray) value).component(index);
  }

  /** The numbers that a shape or a float consists of; none if it is no such. */
  private static double[] reals(Variant value) {
    if (value instanceof Shape shape) {
      return shape.toDoubles();
    } else if (value instanceof FloatValue number) {
      return new double[] {number.value()};
    }
    return NO_REALS;
  }
}
