package io.github.godotvariant.fuzzing;

import static io.github.godotvariant.VariantType.PACKED_FLOAT64_ARRAY;
import static io.github.godotvariant.VariantType.PACKED_VECTOR3_ARRAY;

import io.github.godotvariant.PackedArray;
import io.github.godotvariant.PackedInt64Array;
import io.github.godotvariant.Shape;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2i;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Generators of different values whose hash codes are equal, or would be equal without a random
 * key.
 */
final class CollidingValues {
  private static final List<VariantType> REAL_ARRAYS =
      List.of(
          VariantType.PACKED_FLOAT32_ARRAY,
          PACKED_FLOAT64_ARRAY,
          VariantType.PACKED_VECTOR2_ARRAY,
          PACKED_VECTOR3_ARRAY,
          VariantType.PACKED_VECTOR4_ARRAY,
          VariantType.PACKED_COLOR_ARRAY);

  private CollidingValues() {}

  /**
   * The bits of index {@code i}, each as a pair of numbers that a hash of the form {@code (hash ^
   * bits) * factor}, {@code hash ^ hash >>> 29} does not distinguish, whatever its factor.
   */
  private static double[] pairs(int i, int count) {
    double[] numbers = new double[2 * count];
    for (int pair = 0; pair < count; pair++) {
      double first = 1.5 + pair;
      double second = 2.25 + pair / 2.0;
      boolean isFlipped = (i >> pair & 1) != 0;
      numbers[2 * pair] = isFlipped ? -first : first;
      numbers[2 * pair + 1] = isFlipped ? flipped(second) : second;
    }
    return numbers;
  }

  private static double flipped(double number) {
    return Double.longBitsToDouble(Double.doubleToLongBits(number) ^ (1L << 63 | 1L << 34));
  }

  static Variant realArray(int i) {
    VariantType type = REAL_ARRAYS.get(i % REAL_ARRAYS.size());
    double[] numbers = pairs(i / REAL_ARRAYS.size(), type == PACKED_VECTOR3_ARRAY ? 15 : 14);
    if (type == PACKED_FLOAT64_ARRAY) {
      return PackedArray.unsafeWrap(type, numbers);
    }
    float[] singles = new float[numbers.length];
    IntStream.range(0, singles.length).forEach(k -> singles[k] = (float) numbers[k]);
    return PackedArray.unsafeWrap(type, singles);
  }

  static Variant int64Array(int i) {
    long[] numbers = DoubleStream.of(pairs(i, 14)).mapToLong(Double::doubleToLongBits).toArray();
    return PackedInt64Array.unsafeWrap(numbers);
  }

  /** The bits of an index, each as a pair of numbers in which bits are flipped. */
  static Variant flippedNumbers(int i, long first, long second) {
    long[] numbers = new long[28];
    for (int bit = 0; bit < 14; bit++) {
      boolean isFlipped = (i >> bit & 1) != 0;
      numbers[2 * bit] = bit ^ (isFlipped ? first : 0);
      numbers[2 * bit + 1] = bit ^ (isFlipped ? second : 0);
    }
    return PackedInt64Array.unsafeWrap(numbers);
  }

  /** An array of two transforms or of two projections. */
  static Variant shapes(int i) {
    VariantType type = i % 2 == 0 ? VariantType.TRANSFORM3D : VariantType.PROJECTION;
    int size = i % 2 == 0 ? 12 : 16;
    double[] numbers = pairs(i / 2, size);
    return VariantArray.of(
        Shape.of(type, Arrays.copyOf(numbers, size)),
        Shape.of(type, Arrays.copyOfRange(numbers, size, 2 * size)));
  }

  /** The bits of an index, each as one of two strings. */
  static String text(int i, String zero, String one) {
    StringBuilder text = new StringBuilder();
    for (int bit = 0; bit < 14; bit++) {
      text.append((i >> bit & 1) == 0 ? zero : one);
    }
    return text.toString();
  }

  static Variant equalHashFloat(int i) {
    int high = 0x4000_0000 | i;
    return Variant.of(Double.longBitsToDouble((long) high << 32 | high));
  }

  static Variant equalHashVector(int i) {
    return new Vector2i(i, -31 * i);
  }

  /** Cells of which at most 128 have equal hash codes. */
  static Variant acceptedCell(int i) {
    int x = i % 128;
    return new Vector2i(x, i / 128 - 31 * x);
  }

  /** The bits of an index, each as a String or a StringName. */
  static Variant textTypes(int i) {
    return VariantArray.copyOf(
        IntStream.range(0, 14)
            .mapToObj(bit -> (i >> bit & 1) == 0 ? Variant.of("a") : StringName.of("a"))
            .toList());
  }

  /** Long keys that differ only in the element that is compared last. */
  static Variant similarKeys(int count) {
    VariantDictionary.Builder builder = VariantDictionary.builder();
    for (int i = 0; i < 8; i++) {
      Object[] key = IntStream.range(0, count / 8).boxed().toArray();
      key[0] = -i;
      builder.put(VariantArray.of(key), null);
    }
    return builder.build();
  }
}
