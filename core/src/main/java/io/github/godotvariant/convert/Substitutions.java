package io.github.godotvariant.convert;

import io.github.godotvariant.CallableValue;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.NilValue;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.PackedInt64Array;
import io.github.godotvariant.PackedVector4Array;
import io.github.godotvariant.Projection;
import io.github.godotvariant.Quaternion;
import io.github.godotvariant.RID;
import io.github.godotvariant.Rect2;
import io.github.godotvariant.Rect2i;
import io.github.godotvariant.Signal;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.Vector3i;
import io.github.godotvariant.Vector4;
import io.github.godotvariant.Vector4i;
import io.github.godotvariant.internal.Reals;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * What stands for a type that a dialect lacks, one step at a time: Vector4i becomes Vector4, and
 * that a Quaternion if it is lacking, too. Content comes first: a type of the same components under
 * the same names, then one that holds the same numbers, then none.
 */
final class Substitutions {
  private static final Map<VariantType, UnaryOperator<Variant>> STEPS =
      new EnumMap<>(VariantType.class);

  static {
    put(VariantType.STRING_NAME, StringName.class, name -> StringValue.of(name.value()));
    put(VariantType.VECTOR2I, Vector2i.class, Substitutions::real);
    put(VariantType.RECT2I, Rect2i.class, r -> new Rect2(real(r.position()), real(r.size())));
    put(VariantType.VECTOR3I, Vector3i.class, v -> new Vector3(v.x(), v.y(), v.z()));
    put(VariantType.VECTOR4I, Vector4i.class, v -> new Vector4(v.x(), v.y(), v.z(), v.w()));
    put(VariantType.VECTOR4, Vector4.class, v -> new Quaternion(v.x(), v.y(), v.z(), v.w()));
    put(VariantType.PROJECTION, Projection.class, p -> PackedFloat64Array.wrap(p.toArray()));
    put(VariantType.PACKED_INT64_ARRAY, PackedInt64Array.class, Substitutions::shorter);
    put(VariantType.PACKED_FLOAT64_ARRAY, PackedFloat64Array.class, Substitutions::shorter);
    put(
        VariantType.PACKED_VECTOR4_ARRAY,
        PackedVector4Array.class,
        vectors -> VariantArray.copyOf(vectors.asList()));
  }

  private Substitutions() {}

  private static <T extends Variant> void put(
      VariantType type, Class<T> kind, Function<T, Variant> step) {
    STEPS.put(type, value -> step.apply(kind.cast(value)));
  }

  /** What stands for a value; Nil for most types. */
  static Variant step(Variant value) {
    UnaryOperator<Variant> step = STEPS.get(value.type());
    return step == null ? NilValue.NIL : step.apply(value);
  }

  /** Whether a value holds nothing but its type, so that Nil holds as much. */
  static boolean isBlank(Variant value) {
    return value == CallableValue.EMPTY
        || (value instanceof RID rid && rid.id() == 0)
        || (value instanceof Signal signal && signal.objectId() == 0 && signal.name().isEmpty());
  }

  private static Vector2 real(Vector2i v) {
    return new Vector2(v.x(), v.y());
  }

  private static Variant shorter(PackedInt64Array array) {
    long[] numbers = array.toArray();
    if (Arrays.stream(numbers).allMatch(number -> (int) number == number)) {
      return PackedInt32Array.wrap(Arrays.stream(numbers).mapToInt(n -> (int) n).toArray());
    }
    return VariantArray.copyOf(Arrays.stream(numbers).mapToObj(IntValue::of).toList());
  }

  private static Variant shorter(PackedFloat64Array array) {
    double[] numbers = array.toArray();
    float[] narrow = new float[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      narrow[i] = Reals.narrow(numbers[i]);
    }
    if (IntStream.range(0, numbers.length).allMatch(i -> isExact(numbers[i], narrow[i]))) {
      return PackedFloat32Array.wrap(narrow);
    }
    List<FloatValue> values = Arrays.stream(numbers).mapToObj(FloatValue::of).toList();
    return VariantArray.copyOf(values);
  }

  /** Whether 32 bits hold a number bit for bit. */
  static boolean isExact(double number, float narrow) {
    return Double.doubleToRawLongBits(Reals.widen(narrow)) == Double.doubleToRawLongBits(number);
  }
}
