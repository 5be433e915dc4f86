package io.github.godotvariant;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Families of different keys whose hash codes were equal, or would be equal with a simpler hash. A
 * number selects a key of a family: each set bit changes two numbers or one string of the first
 * key.
 */
enum CollidingKeys {
  PACKED_INT64 {
    @Override
    Variant key(int count, IntPredicate isSet) {
      long[] numbers = new long[2 * count];
      Arrays.setAll(numbers, i -> flipped(i, i * 31L, isSet));
      return PackedInt64Array.of(numbers);
    }
  },
  /** Flips all bits but the lowest of a number, and the lowest bit of the next number. */
  PACKED_INT64_NEGATED {
    @Override
    Variant key(int count, IntPredicate isSet) {
      return PackedInt64Array.of(pairs(count, ~1L, 1, isSet));
    }
  },
  /** Replaces a number by its complement. */
  PACKED_INT64_COMPLEMENT {
    @Override
    Variant key(int count, IntPredicate isSet) {
      return PackedInt64Array.of(pairs(count, ~0L, 0, isSet));
    }
  },
  PACKED_FLOAT32 {
    @Override
    Variant key(int count, IntPredicate isSet) {
      return PackedFloat32Array.of(singles(2 * count, isSet));
    }
  },
  PACKED_FLOAT64 {
    @Override
    Variant key(int count, IntPredicate isSet) {
      return PackedFloat64Array.of(reals(2 * count, isSet));
    }
  },
  PACKED_VECTOR2 {
    @Override
    Variant key(int count, IntPredicate isSet) {
      return PackedVector2Array.unsafeWrap(singles(2 * count, isSet));
    }
  },
  PACKED_VECTOR3 {
    @Override
    Variant key(int count, IntPredicate isSet) {
      return PackedVector3Array.unsafeWrap(reals(6 * count, isSet));
    }
  },
  PACKED_VECTOR4 {
    @Override
    Variant key(int count, IntPredicate isSet) {
      return PackedVector4Array.unsafeWrap(singles(4 * count, isSet));
    }
  },
  PACKED_COLOR {
    @Override
    Variant key(int count, IntPredicate isSet) {
      return PackedColorArray.unsafeWrap(singles(4 * count, isSet));
    }
  },
  PACKED_STRING {
    @Override
    Variant key(int count, IntPredicate isSet) {
      String[] texts = new String[count];
      Arrays.setAll(texts, i -> isSet.test(i) ? "BB" : "Aa");
      return PackedStringArray.of(texts);
    }
  },
  NODE_PATH {
    @Override
    Variant key(int count, IntPredicate isSet) {
      List<String> names = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        names.add(isSet.test(i) ? "BB" : "Aa");
      }
      return new NodePath(names, List.of(), false);
    }
  },
  STRING {
    @Override
    Variant key(int count, IntPredicate isSet) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < count; i++) {
        text.append(isSet.test(i) ? "BB" : "Aa");
      }
      return Variant.of(text);
    }
  },
  TRANSFORMS {
    @Override
    Variant key(int count, IntPredicate isSet) {
      return shapes(VariantType.TRANSFORM3D, count, isSet);
    }
  },
  PROJECTIONS {
    @Override
    Variant key(int count, IntPredicate isSet) {
      return shapes(VariantType.PROJECTION, count, isSet);
    }
  },
  VECTORS {
    @Override
    Variant key(int count, IntPredicate isSet) {
      return shapes(VariantType.VECTOR2, count, isSet);
    }
  },
  /** A String and a StringName inside an array are different keys. */
  TEXTS_OF_TWO_TYPES {
    @Override
    Variant key(int count, IntPredicate isSet) {
      VariantArray.Builder key = VariantArray.builder();
      for (int i = 0; i < count; i++) {
        key.add(isSet.test(i) ? StringName.of("a") : StringValue.of("a"));
      }
      return key.build();
    }
  },
  /** An int and a float with nearly the same bits. */
  NUMBERS_OF_TWO_TYPES {
    @Override
    Variant key(int count, IntPredicate isSet) {
      VariantArray.Builder key = VariantArray.builder();
      int difference = VariantType.INT.ordinal() ^ VariantType.FLOAT.ordinal();
      long bits = Double.doubleToRawLongBits(1.5);
      for (int i = 0; i < count; i++) {
        key.add(isSet.test(i) ? IntValue.of(bits ^ difference) : FloatValue.of(1.5));
      }
      return key.build();
    }
  },
  DICTIONARIES {
    @Override
    Variant key(int count, IntPredicate isSet) {
      VariantDictionary.Builder key = VariantDictionary.builder();
      for (int i = 0; i < count; i++) {
        key.put(i, VariantArray.of(isSet.test(i) ? 1 : -31, isSet.test(i) ? 0 : 992));
      }
      return key.build();
    }
  };

  /** Bits that cancel after multiplication by an odd factor without a key and a shift by 29. */
  private static final long FIRST = 1L << 63;

  private static final long SECOND = 1L << 63 | 1L << 34;

  abstract Variant key(int count, IntPredicate isSet);

  /** Returns 2 to the power of {@code bits} different keys. */
  List<Variant> make(int bits) {
    List<Variant> keys = new ArrayList<>();
    for (int number = 0; number < 1 << bits; number++) {
      int chosen = number;
      keys.add(key(bits, bit -> bit < bits && (chosen >> bit & 1) == 1));
    }
    return keys;
  }

  /** Returns two numbers for each bit, with the given bits flipped if that bit is set. */
  private static long[] pairs(int count, long first, long second, IntPredicate isSet) {
    long[] numbers = new long[2 * count];
    for (int i = 0; i < count; i++) {
      numbers[2 * i] = 0x0102030405060701L * (i + 1) ^ (isSet.test(i) ? first : 0);
      numbers[2 * i + 1] = 7L * i + 2 ^ (isSet.test(i) ? second : 0);
    }
    return numbers;
  }

  private static long flipped(int index, long bits, IntPredicate isSet) {
    if (!isSet.test(index / 2)) {
      return bits;
    }
    return bits ^ (index % 2 == 0 ? FIRST : SECOND);
  }

  private static double[] reals(int count, IntPredicate isSet) {
    double[] numbers = new double[count];
    Arrays.setAll(
        numbers,
        i -> Double.longBitsToDouble(flipped(i, Double.doubleToRawLongBits(1.5 + i), isSet)));
    return numbers;
  }

  private static float[] singles(int count, IntPredicate isSet) {
    double[] numbers = reals(count, isSet);
    float[] narrowed = new float[count];
    for (int i = 0; i < count; i++) {
      narrowed[i] = (float) numbers[i];
    }
    return narrowed;
  }

  private static Variant shapes(VariantType type, int count, IntPredicate isSet) {
    int size = type.components().size();
    int shapes = (2 * count + size - 1) / size;
    double[] numbers = reals(shapes * size, isSet);
    VariantArray.Builder key = VariantArray.builder();
    for (int i = 0; i < shapes; i++) {
      key.add(Shape.of(type, Arrays.copyOfRange(numbers, i * size, (i + 1) * size)));
    }
    return key.build();
  }
}
