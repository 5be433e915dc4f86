package io.github.godotvariant.json;

import io.github.godotvariant.Color;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedColorArray;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.PackedInt64Array;
import io.github.godotvariant.PackedVector2Array;
import io.github.godotvariant.PackedVector3Array;
import io.github.godotvariant.PackedVector4Array;
import io.github.godotvariant.RealShape;
import io.github.godotvariant.Rect2i;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.Vector3i;
import io.github.godotvariant.Vector4i;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The types whose arguments are numbers, and what they make of them. */
final class ArgumentTypes {
  /** How many numbers are allowed of a type that takes any number of them. */
  private static final int ANY = 0;

  private static final Map<VariantType, Row> ROWS = new EnumMap<>(VariantType.class);

  /**
   * What a type makes of its arguments.
   *
   * @param numbers how many there must be, unless any number of groups is allowed
   * @param group of how many a group is, 0 if the number is fixed
   * @param least the smallest integer; as large as the largest if they are no integers
   */
  record Row(int numbers, int group, long least, long most, Function<Numbers, Variant> maker) {
    boolean isInteger() {
      return least < most;
    }

    boolean fits(int size) {
      return group == ANY ? size == numbers : size % group == 0;
    }
  }

  static {
    shape(VariantType.VECTOR2, 2);
    shape(VariantType.RECT2, 4);
    shape(VariantType.VECTOR3, 3);
    shape(VariantType.TRANSFORM2D, 6);
    shape(VariantType.VECTOR4, 4);
    shape(VariantType.PLANE, 4);
    shape(VariantType.QUATERNION, 4);
    shape(VariantType.AABB, 6);
    shape(VariantType.BASIS, 9);
    shape(VariantType.TRANSFORM3D, 12);
    shape(VariantType.PROJECTION, 16);
    reals(
        VariantType.COLOR,
        4,
        c -> {
          float[] parts = c.toFloats();
          return new Color(parts[0], parts[1], parts[2], parts[3]);
        });
    ints(VariantType.VECTOR2I, 2, c -> vector2i(c, 0));
    ints(VariantType.RECT2I, 4, c -> new Rect2i(vector2i(c, 0), vector2i(c, 2)));
    ints(VariantType.VECTOR3I, 3, c -> new Vector3i(integer(c, 0), integer(c, 1), integer(c, 2)));
    ints(
        VariantType.VECTOR4I,
        4,
        c -> new Vector4i(integer(c, 0), integer(c, 1), integer(c, 2), integer(c, 3)));
    packed(VariantType.PACKED_BYTE_ARRAY, 0, 255, c -> PackedByteArray.wrap(c.toBytes()));
    packed(
        VariantType.PACKED_INT32_ARRAY,
        Integer.MIN_VALUE,
        Integer.MAX_VALUE,
        c -> PackedInt32Array.wrap(c.toInts()));
    packed(
        VariantType.PACKED_INT64_ARRAY,
        Long.MIN_VALUE,
        Long.MAX_VALUE,
        c -> PackedInt64Array.wrap(c.toLongs()));
    packed(VariantType.PACKED_FLOAT32_ARRAY, 1, c -> PackedFloat32Array.wrap(c.toFloats()));
    packed(VariantType.PACKED_FLOAT64_ARRAY, 1, c -> PackedFloat64Array.wrap(c.toDoubles()));
    packed(
        VariantType.PACKED_VECTOR2_ARRAY,
        2,
        c ->
            c.areSingle()
                ? PackedVector2Array.wrap(c.toFloats())
                : PackedVector2Array.wrap(c.toDoubles()));
    packed(
        VariantType.PACKED_VECTOR3_ARRAY,
        3,
        c ->
            c.areSingle()
                ? PackedVector3Array.wrap(c.toFloats())
                : PackedVector3Array.wrap(c.toDoubles()));
    packed(
        VariantType.PACKED_VECTOR4_ARRAY,
        4,
        c ->
            c.areSingle()
                ? PackedVector4Array.wrap(c.toFloats())
                : PackedVector4Array.wrap(c.toDoubles()));
    packed(VariantType.PACKED_COLOR_ARRAY, 4, c -> PackedColorArray.wrap(c.toFloats()));
  }

  private ArgumentTypes() {}

  /** What a type makes of numbers, or null if its arguments are none. */
  static @Nullable Row of(VariantType type) {
    return ROWS.get(type);
  }

  private static void reals(VariantType type, int numbers, Function<Numbers, Variant> maker) {
    ROWS.put(type, new Row(numbers, ANY, 0, 0, maker));
  }

  private static void shape(VariantType type, int numbers) {
    reals(type, numbers, c -> RealShape.of(type, c.toDoubles()));
  }

  private static void ints(VariantType type, int numbers, Function<Numbers, Variant> maker) {
    ROWS.put(type, new Row(numbers, ANY, Integer.MIN_VALUE, Integer.MAX_VALUE, maker));
  }

  private static void packed(VariantType type, int group, Function<Numbers, Variant> maker) {
    ROWS.put(type, new Row(0, group, 0, 0, maker));
  }

  private static void packed(
      VariantType type, long least, long most, Function<Numbers, Variant> maker) {
    ROWS.put(type, new Row(0, 1, least, most, maker));
  }

  private static int integer(Numbers numbers, int at) {
    return (int) numbers.integer(at);
  }

  private static Vector2i vector2i(Numbers numbers, int at) {
    return new Vector2i(integer(numbers, at), integer(numbers, at + 1));
  }
}
