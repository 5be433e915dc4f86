package io.github.godotvariant;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/** Compares dictionary keys in the order in which the engine prints them in its text notation. */
final class EngineOrder {
  /**
   * Vector components are equal in Godot 3.2 if their absolute or relative difference is below this
   * number.
   */
  private static final float NEAR = 1e-5f;

  private final TextNotation notation;
  private final boolean isGodot3;

  /**
   * Creates a comparison.
   *
   * @param notation the notation of the engine whose order is used
   */
  EngineOrder(TextNotation notation) {
    this.notation = notation;
    this.isGodot3 = notation.isGodot3();
  }

  boolean isLess(Variant a, Variant b) {
    if (!isGodot3 && KeyEquality.isText(a) && KeyEquality.isText(b)) {
      return compare(a.asString(), b.asString()) < 0;
    }
    if (a.type() != b.type()) {
      return a.type().compareTo(b.type()) < 0;
    }
    if (a instanceof VariantArray x) {
      return isGodot3 ? isLessInGodot3(x, (VariantArray) b) : compare(x, (VariantArray) b) < 0;
    }
    if (notation == TextNotation.GODOT_3_2 && (a instanceof Vector2 || a instanceof Vector3)) {
      return isClearlyLess(((RealShape) a).toDoubles(), ((RealShape) b).toDoubles());
    }
    return isGodot3 && a instanceof PackedArray x
        ? isLessInGodot3(x, (PackedArray) b)
        : compareLeaves(a, b) < 0;
  }

  /**
   * {@return the position of a key's type in the engine's order; a StringName counts as a String}
   */
  static int rank(Variant key) {
    return (KeyEquality.isText(key) ? VariantType.STRING : key.type()).ordinal();
  }

  /** Compares strings by code point, not by UTF-16 unit. */
  static int compare(String a, String b) {
    int shorter = Math.min(a.length(), b.length());
    int i = 0;
    while (i < shorter && a.charAt(i) == b.charAt(i)) {
      i++;
    }
    if (i == shorter) {
      return Integer.compare(a.length(), b.length());
    }
    int from = i > 0 && Character.isLowSurrogate(a.charAt(i)) ? i - 1 : i;
    return Integer.compare(a.codePointAt(from), b.codePointAt(from));
  }

  /**
   * Compares two values by their types, then by their content. Returns 0 for two values of a type
   * that has no order in the engine, for example for two colors or two dictionaries.
   */
  private static int compareLeaves(Variant a, Variant b) {
    if (a.type() != b.type()) {
      return a.type().compareTo(b.type());
    }
    return switch (a.type()) {
      case BOOL -> Boolean.compare(a.asBoolean(), b.asBoolean());
      case INT -> Long.compare(a.asLong(), b.asLong());
      case FLOAT -> compare(((FloatValue) a).value(), ((FloatValue) b).value());
      case STRING, STRING_NAME -> compare(a.asString(), b.asString());
      case VECTOR2, VECTOR3, VECTOR4 ->
          compare(((RealShape) a).toDoubles(), ((RealShape) b).toDoubles());
      case VECTOR2I, VECTOR3I, VECTOR4I ->
          Arrays.compare(((IntShape) a).toArray(), ((IntShape) b).toArray());
      case RID -> Long.compareUnsigned(((RID) a).id(), ((RID) b).id());
      // There is no default, so the compiler reports a new type that is not listed.
      case NIL,
          RECT2,
          RECT2I,
          TRANSFORM2D,
          PLANE,
          QUATERNION,
          AABB,
          BASIS,
          TRANSFORM3D,
          PROJECTION,
          COLOR,
          NODE_PATH,
          OBJECT,
          CALLABLE,
          SIGNAL,
          DICTIONARY,
          ARRAY,
          PACKED_BYTE_ARRAY,
          PACKED_INT32_ARRAY,
          PACKED_INT64_ARRAY,
          PACKED_FLOAT32_ARRAY,
          PACKED_FLOAT64_ARRAY,
          PACKED_STRING_ARRAY,
          PACKED_VECTOR2_ARRAY,
          PACKED_VECTOR3_ARRAY,
          PACKED_COLOR_ARRAY,
          PACKED_VECTOR4_ARRAY ->
          0;
    };
  }

  private static int compare(double a, double b) {
    return a < b ? -1 : a > b ? 1 : 0;
  }

  private static int compare(double[] a, double[] b) {
    for (int i = 0; i < a.length; i++) {
      if (a[i] != b[i]) {
        return compare(a[i], b[i]);
      }
    }
    return 0;
  }

  /**
   * Returns whether {@code a} is less than {@code b} in the first component that is not nearly
   * equal. If all components except the last are nearly equal, compares the last components
   * exactly.
   */
  private static boolean isClearlyLess(double[] a, double[] b) {
    int last = a.length - 1;
    for (int i = 0; i < last; i++) {
      if (!isNear((float) a[i], (float) b[i])) {
        return a[i] < b[i];
      }
    }
    return a[last] < b[last];
  }

  private static boolean isNear(float a, float b) {
    return a == b || Math.abs(a - b) < Math.max(NEAR, NEAR * Math.abs(a));
  }

  /**
   * Compares two arrays by the first elements that differ. If no elements differ, compares the
   * sizes.
   */
  private static int compare(VariantArray a, VariantArray b) {
    Deque<Variant> left = new ArrayDeque<>();
    Deque<Variant> right = new ArrayDeque<>();
    left.push(a);
    right.push(b);
    while (!left.isEmpty()) {
      Variant x = left.pop();
      Variant y = right.pop();
      if (x instanceof VariantArray xs && y instanceof VariantArray ys) {
        int shorter = Math.min(xs.size(), ys.size());
        // The sizes are compared after the common elements.
        left.push(IntValue.of(xs.size()));
        right.push(IntValue.of(ys.size()));
        for (int i = shorter - 1; i >= 0; i--) {
          left.push(xs.get(i));
          right.push(ys.get(i));
        }
      } else {
        int order = compareLeaves(x, y);
        if (order != 0) {
          return order;
        }
      }
    }
    return 0;
  }

  /**
   * Compares arrays as Godot 3 does. The first array is smaller if both conditions are true: it is
   * not longer than the second array, and one of its elements is not smaller than the second
   * array's element at the same index. Nested arrays are compared in the same way.
   */
  private boolean isLessInGodot3(VariantArray first, VariantArray second) {
    Deque<VariantArray> left = new ArrayDeque<>();
    Deque<VariantArray> right = new ArrayDeque<>();
    Deque<Integer> compared = new ArrayDeque<>();
    left.push(first);
    right.push(second);
    compared.push(0);
    boolean isLess = false;
    while (!left.isEmpty()) {
      VariantArray a = left.element();
      VariantArray b = right.element();
      int i = compared.pop();
      boolean isDifferent = i > 0 && !isLess;
      if (isDifferent || b.size() < a.size() || i == a.size()) {
        isLess = isDifferent;
        left.pop();
        right.pop();
        continue;
      }
      compared.push(i + 1);
      if (a.get(i) instanceof VariantArray x && b.get(i) instanceof VariantArray y) {
        left.push(x);
        right.push(y);
        compared.push(0);
      } else {
        isLess = isLess(a.get(i), b.get(i));
      }
    }
    return isLess;
  }

  /**
   * Compares packed arrays as Godot 3 does: {@code a} is smaller if {@code a} is shorter than
   * {@code b} or not equal to {@code b}.
   */
  private static boolean isLessInGodot3(PackedArray a, PackedArray b) {
    return a.size() < b.size() || !a.equals(b);
  }
}
