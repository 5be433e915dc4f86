package io.github.godotvariant.json;

import io.github.godotvariant.PackedArray;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.PackedInt64Array;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantType.Range;
import io.github.godotvariant.internal.Reals;
import java.math.BigDecimal;
import java.util.Arrays;

/**
 * Collects the numbers of a packed array whose type is not known yet, because engines write the
 * type after the numbers. The list stores bytes, integers of 32 or 64 bits, or doubles: the first
 * of these that fits all numbers.
 */
final class NumberList {
  private static final int INITIAL_CAPACITY = 16;
  private static final int NONE = -1;
  private static final double TWO_TO_53 = 0x1p53;
  private static final double TWO_TO_63 = 0x1p63;

  /**
   * The maximum length in characters of a number whose fraction is never lost. If such a number is
   * below 2^53 and has a fraction, the nearest double has a fraction too.
   */
  private static final int MAX_EXACT_LENGTH = 16;

  private enum Kind {
    BYTES,
    INTS,
    LONGS,
    REALS
  }

  private Kind kind = Kind.BYTES;

  /** The numbers if all of them are bytes; otherwise empty. */
  private byte[] bytes = new byte[INITIAL_CAPACITY];

  /** The numbers if all of them fit in 32 bits and at least one is not a byte; otherwise empty. */
  private int[] ints = {};

  /** The numbers in all other cases: integers, or the bits of doubles. */
  private long[] longs = {};

  private int size;

  /**
   * The index in this list of the first number that became an integer, or another integer, when it
   * was rounded to a double; {@link #NONE} if this happened to no number.
   */
  private int firstRounded = NONE;

  int size() {
    return size;
  }

  void add(long value) {
    if (kind == Kind.REALS) {
      recordRounding(size, !Reals.isExact((double) value, value));
      add((double) value);
    } else if (kind == Kind.BYTES && (value & 0xFF) == value) {
      if (size == bytes.length) {
        bytes = Arrays.copyOf(bytes, nextCapacity());
      }
      bytes[size++] = (byte) value;
    } else if (kind != Kind.LONGS && (int) value == value) {
      if (kind == Kind.BYTES) {
        ints = toInts();
        bytes = new byte[0];
        kind = Kind.INTS;
      }
      if (size == ints.length) {
        ints = Arrays.copyOf(ints, nextCapacity());
      }
      ints[size++] = (int) value;
    } else {
      changeToLongs();
      append(value);
    }
  }

  /**
   * Adds a number that was parsed from a text.
   *
   * @param value the double nearest to the text
   */
  void add(double value, char[] text, int from, int length) {
    boolean mayBeRounded = length > MAX_EXACT_LENGTH || Math.abs(value) >= TWO_TO_53;
    if (value == 0) {
      // BigDecimal rejects very small exponents.
      recordRounding(size, !isZero(text, from, length));
    } else if (mayBeRounded && isInteger(value)) {
      recordRounding(
          size, new BigDecimal(text, from, length).compareTo(new BigDecimal(value)) != 0);
    }
    add(value);
  }

  void add(double value) {
    if (kind != Kind.REALS) {
      changeToLongs();
      for (int i = 0; i < size; i++) {
        double real = (double) longs[i];
        recordRounding(i, !Reals.isExact(real, longs[i]));
        longs[i] = Double.doubleToRawLongBits(real);
      }
      kind = Kind.REALS;
    }
    append(Double.doubleToRawLongBits(value));
  }

  /** Stores all numbers as integers of 64 bits. The list must not contain doubles. */
  private void changeToLongs() {
    if (kind != Kind.LONGS) {
      longs = toLongs();
      bytes = new byte[0];
      ints = new int[0];
      kind = Kind.LONGS;
    }
  }

  private void append(long bits) {
    if (size == longs.length) {
      longs = Arrays.copyOf(longs, nextCapacity());
    }
    longs[size++] = bits;
  }

  private int nextCapacity() {
    return (int) Math.min(Integer.MAX_VALUE - 8, Math.max(INITIAL_CAPACITY, size * 2L));
  }

  /** Returns whether a double is an integer that fits in 64 bits. */
  private static boolean isInteger(double value) {
    return value == Math.rint(value) && value >= -TWO_TO_63 && value < TWO_TO_63;
  }

  /** Returns whether all digits of a number before its exponent are zeros. */
  private static boolean isZero(char[] text, int from, int length) {
    for (int index = from;
        index < from + length && text[index] != 'e' && text[index] != 'E';
        index++) {
      if (text[index] >= '1' && text[index] <= '9') {
        return false;
      }
    }
    return true;
  }

  private void recordRounding(int index, boolean isRounded) {
    if (isRounded && firstRounded == NONE) {
      firstRounded = index;
    }
  }

  /**
   * Returns the index of the first number that is not an integer in a range, or that became one
   * only by rounding; -1 if there is no such number.
   */
  int firstNonInteger(Range range) {
    for (int i = 0; i < size; i++) {
      long value = integer(i);
      if (i == firstRounded
          || (kind == Kind.REALS && !isInteger(real(i)))
          || !range.contains(value)) {
        return i;
      }
    }
    return NONE;
  }

  /** Returns a number as an integer. The fraction of a double is cut off. */
  private long integer(int index) {
    return switch (kind) {
      case BYTES -> bytes[index] & 0xFF;
      case INTS -> ints[index];
      case LONGS -> longs[index];
      case REALS -> (long) real(index);
    };
  }

  private double real(int index) {
    return kind == Kind.REALS ? Double.longBitsToDouble(longs[index]) : integer(index);
  }

  /**
   * Returns a packed array of the numbers. Components of vectors and colors have 32 bits if 32 bits
   * represent all of them exactly; otherwise, all of them have 64 bits.
   */
  PackedArray packed(VariantType type) {
    return switch (type) {
      case PACKED_BYTE_ARRAY -> PackedByteArray.unsafeWrap(toBytes());
      case PACKED_INT32_ARRAY -> PackedInt32Array.unsafeWrap(toInts());
      case PACKED_INT64_ARRAY -> PackedInt64Array.unsafeWrap(toLongs());
      case PACKED_FLOAT64_ARRAY -> PackedArray.unsafeWrap(type, toDoubles());
      case PACKED_FLOAT32_ARRAY -> PackedArray.unsafeWrap(type, toFloats());
      default ->
          areSingle()
              ? PackedArray.unsafeWrap(type, toFloats())
              : PackedArray.unsafeWrap(type, toDoubles());
    };
  }

  private byte[] toBytes() {
    if (kind == Kind.BYTES) {
      return Arrays.copyOf(bytes, size);
    }
    byte[] copy = new byte[size];
    for (int i = 0; i < size; i++) {
      copy[i] = (byte) integer(i);
    }
    return copy;
  }

  private int[] toInts() {
    int[] copy = new int[size];
    for (int i = 0; i < size; i++) {
      copy[i] = (int) integer(i);
    }
    return copy;
  }

  private long[] toLongs() {
    long[] copy = new long[size];
    for (int i = 0; i < size; i++) {
      copy[i] = integer(i);
    }
    return copy;
  }

  double[] toDoubles() {
    double[] copy = new double[size];
    for (int i = 0; i < size; i++) {
      copy[i] = real(i);
    }
    return copy;
  }

  private float[] toFloats() {
    float[] copy = new float[size];
    for (int i = 0; i < size; i++) {
      copy[i] = Reals.narrow(real(i));
    }
    return copy;
  }

  /** Returns whether all numbers fit in 32-bit floats exactly. */
  private boolean areSingle() {
    for (int i = 0; i < size; i++) {
      if (!Reals.isSingle(real(i))) {
        return false;
      }
    }
    return true;
  }
}
