package io.github.godotvariant.fuzzing;

import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedColorArray;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.PackedInt64Array;
import io.github.godotvariant.PackedVector3Array;
import io.github.godotvariant.Shape;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantWriter;
import io.github.godotvariant.dialect.Dialect;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Dictionaries with 16 times the keys, chosen to collide, take no more steps for each byte. */
class ChosenKeysWorkTest {
  private static final VariantCodec FULL =
      VariantCodec.of(Dialect.GODOT_4).withObjects(ObjectMode.FULL);

  private static final int FACTOR = 16;
  private static final double MAX_GROWTH = 1.3;

  /** Numbers in a key, two for each bit that chooses it. */
  private static final int NUMBERS = 28;

  /** Decodes a dictionary, makes a Java map of it, and looks each key up in another map. */
  static final class Mapping implements Consumer<byte[]> {
    @Override
    public void accept(byte[] bytes) {
      VariantDictionary dictionary = FULL.decode(bytes).asDictionary();
      Objects.requireNonNull(dictionary.toJava());
      Map<Variant, Variant> map = new HashMap<>();
      dictionary.forEach(map::put);
      dictionary.forEach((key, value) -> Objects.requireNonNull(map.get(key)));
    }
  }

  /** Decodes a dictionary, and looks each key up in it. */
  static final class Finding implements Consumer<byte[]> {
    @Override
    public void accept(byte[] bytes) {
      VariantDictionary dictionary = FULL.decode(bytes).asDictionary();
      for (Variant key : dictionary.keys()) {
        Law.that(dictionary.containsKey(key), () -> "not found: " + key);
      }
    }
  }

  /** Keys by number. */
  enum Family {
    PACKED_FLOAT32 {
      @Override
      Variant key(int number) {
        return PackedFloat32Array.of(singles(number));
      }
    },
    PACKED_FLOAT64 {
      @Override
      Variant key(int number) {
        return PackedFloat64Array.of(doubles(number, NUMBERS));
      }
    },
    PACKED_INT64 {
      @Override
      Variant key(int number) {
        return PackedInt64Array.of(
            Arrays.stream(doubles(number, NUMBERS)).mapToLong(Double::doubleToLongBits).toArray());
      }
    },
    PACKED_VECTOR3 {
      @Override
      Variant key(int number) {
        return PackedVector3Array.wrap(doubles(number, NUMBERS + 2));
      }
    },
    PACKED_COLOR {
      @Override
      Variant key(int number) {
        return PackedColorArray.wrap(singles(number));
      }
    },
    TRANSFORMS {
      @Override
      Variant key(int number) {
        double[] numbers = doubles(number, 36);
        VariantArray.Builder key = VariantArray.builder();
        for (int i = 0; i < numbers.length; i += 12) {
          key.add(Shape.of(VariantType.TRANSFORM3D, Arrays.copyOfRange(numbers, i, i + 12)));
        }
        return key.build();
      }
    },
    TEXTS_OF_TWO_TYPES {
      @Override
      Variant key(int number) {
        VariantArray.Builder key = VariantArray.builder();
        for (int bit = 0; bit < NUMBERS / 2; bit++) {
          key.add((number >> bit & 1) == 1 ? StringName.of("a") : StringValue.of("a"));
        }
        return key.build();
      }
    },
    VECTORS {
      @Override
      Variant key(int number) {
        return new Vector2i(number, -31 * number);
      }
    },
    NANS {
      @Override
      Variant key(int number) {
        return VariantArray.of(Double.NaN, number);
      }
    },
    OBJECTS {
      @Override
      Variant key(int number) {
        return new ObjectValue("A", List.of(new ObjectValue.Property("p", Variant.of(number))));
      }
    },
    NESTED_2(2),
    NESTED_9(9),
    NESTED_65(65),
    NESTED_1000(1000);

    private final int depth;

    Family() {
      this(1);
    }

    Family(int depth) {
      this.depth = depth;
    }

    Variant key(int number) {
      Variant key = Variant.of(number);
      for (int level = 0; level < depth; level++) {
        key = level % 3 == 2 ? VariantDictionary.of(key, null) : VariantArray.of(key);
      }
      return key;
    }

    byte[] make(int factor) {
      int count = Math.max(16, 1024 / depth) * factor;
      VariantWriter writer = FULL.writer().beginDictionary();
      for (int i = 0; i < count; i++) {
        writer.value(key(i)).value(i);
      }
      return writer.endDictionary().toByteArray();
    }

    /** Bits that a multiplication with an odd factor and a shift by 29 cancel in pairs. */
    private static double[] doubles(int number, int count) {
      double[] numbers = new double[count];
      for (int i = 0; i < count; i++) {
        long flipped = 1L << 63 | (i % 2 == 0 ? 0 : 1L << 34);
        boolean isSet = i < NUMBERS && (number >> i / 2 & 1) == 1;
        long bits = Double.doubleToLongBits(1.5 + i);
        numbers[i] = Double.longBitsToDouble(isSet ? bits ^ flipped : bits);
      }
      return numbers;
    }

    private static float[] singles(int number) {
      double[] numbers = doubles(number, NUMBERS);
      float[] narrowed = new float[NUMBERS];
      for (int i = 0; i < NUMBERS; i++) {
        narrowed[i] = (float) numbers[i];
      }
      return narrowed;
    }
  }

  private static void check(Class<? extends Consumer<byte[]>> reader, Family family) {
    byte[] few = family.make(1);
    byte[] many = family.make(FACTOR);
    double before = (double) Work.of(reader, few) / few.length;
    double after = (double) Work.of(reader, many) / many.length;
    System.out.printf(
        "%s %s: %.2f and %.2f steps for a byte%n", reader.getSimpleName(), family, before, after);
    Law.that(after <= MAX_GROWTH * before, () -> family + ": " + before + ", then " + after);
  }

  @ParameterizedTest
  @EnumSource
  void findsKeysInStepsOfTheInput(Family family) {
    check(Finding.class, family);
  }

  @ParameterizedTest
  @EnumSource
  void mapsKeysInStepsOfTheInput(Family family) {
    check(Mapping.class, family);
  }
}
