package io.github.godotvariant.engines;

import io.github.godotvariant.FloatValue;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.PackedVectorArray;
import io.github.godotvariant.RealShape;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.RealPrecision;

/**
 * Compares values with a tolerance for floating-point numbers. Engines do not round numbers
 * correctly when they parse text: 64-bit numbers differ slightly, and some 32-bit numbers by one
 * unit in the last place.
 */
final class ApproximateEquality {
  /** Engines read 18 digits, including leading zeros. */
  private static final double WIDE_ERROR = 1e-12;

  /** In units in the last place. */
  private static final int NARROW_ERROR = 1;

  /** Engines read numbers below this as zero, if they have many digits. */
  private static final double TAKEN_FOR_ZERO = 1e-290;

  private final VariantCodec codec;

  ApproximateEquality(VariantCodec codec) {
    this.codec = codec;
  }

  boolean test(Variant ours, Variant engines) {
    if (ours.type() != engines.type()) {
      return false;
    }
    if (ours instanceof FloatValue number) {
      return near(number.value(), ((FloatValue) engines).value());
    }
    if (ours instanceof PackedFloat64Array numbers) {
      double[] others = ((PackedFloat64Array) engines).toArray();
      boolean near = numbers.size() == others.length;
      for (int i = 0; near && i < others.length; i++) {
        near = near(numbers.get(i), others[i]);
      }
      return near;
    }
    if (ours instanceof VariantArray array) {
      VariantArray others = engines.asArray();
      boolean same =
          array.size() == others.size() && array.elementType().equals(others.elementType());
      for (int i = 0; same && i < others.size(); i++) {
        same = test(array.get(i), others.get(i));
      }
      return same;
    }
    if (ours instanceof VariantDictionary dictionary) {
      VariantDictionary others = engines.asDictionary();
      boolean same =
          dictionary.size() == others.size()
              && dictionary.keyType().equals(others.keyType())
              && dictionary.valueType().equals(others.valueType());
      for (int i = 0; same && i < others.size(); i++) {
        same =
            test(dictionary.keyAt(i), others.keyAt(i))
                && test(dictionary.valueAt(i), others.valueAt(i));
      }
      return same;
    }
    double[] components = doubles(ours);
    double[] otherComponents = doubles(engines);
    if (components.length == otherComponents.length && components.length > 0) {
      boolean near = true;
      for (int i = 0; near && i < components.length; i++) {
        near = near(components[i], otherComponents[i]);
      }
      return near;
    }
    float[] numbers = singles(ours);
    float[] others = singles(engines);
    if (numbers.length == others.length && numbers.length > 0) {
      boolean near = true;
      for (int i = 0; near && i < others.length; i++) {
        near = near(numbers[i], others[i]);
      }
      return near;
    }
    return Exchange.same(codec, codec.encode(ours), codec.encode(engines));
  }

  /** Returns the 64-bit components of a value; empty for other values. */
  private double[] doubles(Variant value) {
    if (codec.dialect().realPrecision(value.type()) == RealPrecision.DOUBLE) {
      if (value instanceof RealShape shape) {
        return shape.toDoubles();
      } else if (value instanceof PackedVectorArray<?> array) {
        return array.toDoubleArray();
      }
    }
    return new double[0];
  }

  /** Returns the 32-bit components of a value; empty for other values. */
  private static float[] singles(Variant value) {
    if (value instanceof RealShape shape) {
      double[] components = shape.toDoubles();
      float[] singles = new float[components.length];
      for (int i = 0; i < singles.length; i++) {
        singles[i] = (float) components[i];
      }
      return singles;
    } else if (value instanceof PackedFloat32Array array) {
      return array.toArray();
    } else if (value instanceof PackedVectorArray<?> array) {
      return array.toFloatArray();
    }
    return new float[0];
  }

  private static boolean near(double a, double b) {
    return Double.compare(a, b) == 0
        || (b == 0 && Math.abs(a) < TAKEN_FOR_ZERO)
        || Math.abs(a - b) <= WIDE_ERROR * Math.abs(a);
  }

  private static boolean near(float a, float b) {
    return Float.compare(a, b) == 0
        || Math.abs(a - b) <= NARROW_ERROR * Math.max(Math.ulp(a), Math.ulp(b));
  }
}
