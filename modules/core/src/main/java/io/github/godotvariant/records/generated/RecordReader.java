package io.github.godotvariant.records.generated;

import static io.github.godotvariant.internal.codec.CodecOperations.CODEC;

import io.github.godotvariant.Color;
import io.github.godotvariant.Quaternion;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.internal.Counts;
import io.github.godotvariant.internal.Reals;
import io.github.godotvariant.internal.tree.ValueDecoder;
import io.github.godotvariant.internal.type.TypeCodecs;
import io.github.godotvariant.internal.wire.TextCache;
import io.github.godotvariant.internal.wire.Wire;
import org.jspecify.annotations.Nullable;

/**
 * Reads the values of records for generated code and for the adapters of components. Not for users.
 *
 * <p>A parameter {@link ComponentKey} is the component to which the value belongs; messages contain
 * the name of the component. For frequent types, methods have a fast path for values with the usual
 * header. All other values, and all values in the exact pass of {@link AdapterCodec}, take the
 * general path, which is a separate method.
 *
 * @hidden
 */
public final class RecordReader extends RecordCursor {
  /** The memory in bytes that counts against the limit for the four components of a Quaternion. */
  private static final int QUATERNION_COST = 64;

  /**
   * Whether this reader reads the default of a component, which is part of the program, instead of
   * input.
   */
  private boolean isDefault;

  private final boolean acceptsWholeFloats;

  /**
   * Whether a value was converted to another type or rounded since the flag was cleared. The
   * adapters of maps need the flag, because different keys can become equal when they are
   * converted.
   */
  private boolean hasConverted;

  /** Creates a reader of the bytes from {@code start} (inclusive) to {@code end} (exclusive). */
  RecordReader(
      TypeCodecs types,
      boolean fullObjects,
      ReadLimits limits,
      TextCache cache,
      byte[] in,
      int start,
      int end,
      boolean acceptsWholeFloats,
      boolean isExact) {
    super(types, fullObjects, limits, cache, in, start, end, isExact);
    this.acceptsWholeFloats = acceptsWholeFloats;
  }

  /** Creates a reader that continues at the next value of a decoder. */
  RecordReader(ValueDecoder decoder, boolean acceptsWholeFloats, boolean isExact) {
    this(
        (TypeCodecs) decoder.table,
        decoder.fullObjects,
        decoder.limits,
        decoder.cache,
        decoder.in,
        decoder.start,
        decoder.end,
        acceptsWholeFloats,
        isExact);
    if (isExact) {
      follow(decoder);
    } else {
      pos = decoder.pos;
      restore(decoder.elementsLeft, decoder.heapLeft);
      restart(decoder.depth());
    }
  }

  /**
   * Creates a reader of the default of a component. The reader uses no fast paths, as in the exact
   * pass of {@link AdapterCodec}.
   *
   * @param value the bytes of the default in Godot 4
   * @param in the reader of the record, whose text cache the new reader uses; null to create a new
   *     cache
   * @return a reader
   */
  public static RecordReader ofDefault(byte[] value, @Nullable RecordReader in) {
    TypeCodecs types = CODEC.types(VariantCodec.GODOT_4);
    TextCache cache = in == null ? new TextCache() : in.cache;
    RecordReader reader =
        new RecordReader(
            types, false, ReadLimits.DEFAULT, cache, value, 0, value.length, false, true);
    reader.isDefault = true;
    return reader;
  }

  /**
   * {@return whether this reader reads the default of a component, which is part of the program,
   * instead of input}
   */
  public boolean isDefault() {
    return isDefault;
  }

  // Values of one type

  /**
   * Reads a nil if it is next.
   *
   * @return true if a nil was read; false if another value is next, which is not read
   */
  public boolean nextNil() {
    int at = pos;
    return (at >= fastEnd || in[at] == 0) && otherNil(); // the header of nil is 0
  }

  private boolean otherNil() {
    if (nextType() != VariantType.NIL) {
      return false;
    }
    skip();
    return true;
  }

  /** Reads a bool. */
  public boolean nextBool(ComponentKey component) {
    int at = pos;
    if (fastEnd - at >= 8) {
      long word = Wire.getLong(in, at);
      if ((int) word == table.boolHeader) {
        pos = at + 8;
        return word >>> 32 != 0;
      }
    }
    expect(VariantType.BOOL, component);
    boolean value = readBool();
    finish();
    return value;
  }

  /** Reads an int from -128 to 127. */
  public byte nextByte(ComponentKey component) {
    return (byte) nextLong(Byte.MIN_VALUE, Byte.MAX_VALUE, component);
  }

  /** Reads an int from -32,768 to 32,767. */
  public short nextShort(ComponentKey component) {
    return (short) nextLong(Short.MIN_VALUE, Short.MAX_VALUE, component);
  }

  /** Reads an int that fits into a Java {@code int}. */
  public int nextInt(ComponentKey component) {
    int at = pos;
    if (fastEnd - at >= 8) {
      long word = Wire.getLong(in, at);
      if ((int) word == table.intHeader) {
        pos = at + 8;
        return (int) (word >> 32);
      }
    }
    return (int) checkRange(otherLong(component), Integer.MIN_VALUE, Integer.MAX_VALUE, component);
  }

  /** Reads an int. */
  public long nextLong(ComponentKey component) {
    int at = pos;
    if (fastEnd - at >= 8) {
      long word = Wire.getLong(in, at);
      if ((int) word == table.intHeader) {
        pos = at + 8;
        return word >> 32;
      }
    }
    return otherLong(component);
  }

  private long otherLong(ComponentKey component) {
    if (!isDefault && nextType() == VariantType.FLOAT) {
      return wholeFloat(component);
    }
    long value = readLong(expect(VariantType.INT, component));
    finish();
    return value;
  }

  private long wholeFloat(ComponentKey component) {
    double value = nextDouble(component);
    long whole = (long) value;
    // The cast changes 2^63 to 2^63 - 1, which is 2^63 again as a double.
    boolean isWhole = (double) whole == value && value < 0x1p63;
    if (isWhole && acceptsWholeFloats) {
      hasConverted = true;
      return whole;
    }
    String problem =
        acceptsWholeFloats
            ? "wanted a whole number but found " + value
            : "wanted int but found float";
    String advice = isWhole ? "; to read " + value + ", use acceptingWholeFloats()" : "";
    throw refusal(problem + " for " + component.owner() + advice);
  }

  /** Reads an int in a range. */
  public long nextLong(long min, long max, ComponentKey component) {
    return checkRange(nextLong(component), min, max, component);
  }

  private long checkRange(long value, long min, long max, ComponentKey component) {
    if (value < min || value > max) {
      throw refusal(Counts.outOfRange(min, max, value), component);
    }
    return value;
  }

  /** Reads a float, or an int that a double can represent exactly. */
  public double nextDouble(ComponentKey component) {
    int at = pos;
    if (fastEnd - at >= 12) {
      long word = Wire.getLong(in, at);
      if ((int) word == table.wideFloatHeader) {
        pos = at + 12;
        return Double.longBitsToDouble(Wire.getLong(in, at + 4));
      }
      if ((int) word == table.floatHeader) {
        pos = at + 8;
        return Float.intBitsToFloat((int) (word >>> 32));
      }
    }
    return otherDouble(component);
  }

  private double otherDouble(ComponentKey component) {
    if (nextType() == VariantType.INT) {
      long value = nextLong(component);
      if (!Reals.isExact((double) value, value)) {
        throw refusal("wanted a number that a double can represent but found " + value, component);
      }
      hasConverted = true;
      return value;
    }
    double value = readDouble(expect(VariantType.FLOAT, component));
    finish();
    return value;
  }

  /**
   * Reads a float and rounds it to 32 bits, or reads an int that a 32-bit float can represent
   * exactly. Rejects finite floats that are too large for 32 bits.
   */
  public float nextFloat(ComponentKey component) {
    int at = pos;
    if (fastEnd - at >= 8 && Wire.getInt(in, at) == table.floatHeader) {
      pos = at + 8;
      return Float.intBitsToFloat(Wire.getInt(in, at + 4));
    }
    if (nextType() == VariantType.INT) {
      long value = nextLong(component);
      if (!Reals.isExact((float) value, value)) {
        throw refusal("wanted a number that a float can represent but found " + value, component);
      }
      hasConverted = true;
      return value;
    }
    double value = nextDouble(component);
    if (Reals.overflows(value)) {
      throw refusal("wanted a number that a float can represent but found " + value, component);
    }
    return rounded((float) value, value);
  }

  /**
   * Rounds a number to 32 bits. The number is a component of the math value that was read last.
   * Rejects finite numbers that are too large for 32 bits.
   */
  public float narrow(double number, ComponentKey component) {
    if (Reals.overflows(number)) {
      throw refusal("wanted components that a float can represent", component);
    }
    return rounded(Reals.narrow(number), number);
  }

  private float rounded(float result, double number) {
    if (Double.compare(result, number) != 0) {
      hasConverted = true;
    }
    return result;
  }

  /**
   * {@return whether a value was converted to another type or rounded since {@link #setConverted}
   * cleared the flag}
   */
  public boolean hasConverted() {
    return hasConverted;
  }

  /** Sets or clears {@link #hasConverted}, which maps use to check their keys. */
  public void setConverted(boolean newValue) {
    hasConverted = newValue;
  }

  /** Reads a String or StringName. */
  public String nextString(ComponentKey component) {
    int at = pos;
    if (fastEnd - at >= 12) {
      long word = Wire.getLong(in, at);
      if (isPlainText((int) word)) {
        Variant text = recentText(word);
        return text == null ? longString() : text.asString();
      }
    }
    return otherString(component);
  }

  private String longString() {
    pos += 4;
    return text("string");
  }

  private String otherString(ComponentKey component) {
    try {
      expectText();
    } catch (VariantTypeException e) {
      throw component.wrong(e);
    }
    String text = value().asString();
    finish();
    return text;
  }

  /** Reads a Vector2. */
  public Vector2 nextVector2(ComponentKey component) {
    int at = pos;
    if (fastEnd - at >= 12) {
      long word = Wire.getLong(in, at);
      if ((int) word == table.vector2Header) {
        pos = at + 12;
        return new Vector2(real((int) (word >>> 32)), real(Wire.getInt(in, at + 8)));
      }
    }
    return nextValue(Vector2.class, component);
  }

  /** Reads a Vector3. */
  public Vector3 nextVector3(ComponentKey component) {
    int at = pos;
    if (fastEnd - at >= 16) {
      long word = Wire.getLong(in, at);
      if ((int) word == table.vector3Header) {
        long rest = Wire.getLong(in, at + 8);
        pos = at + 16;
        return new Vector3(real((int) (word >>> 32)), real((int) rest), real((int) (rest >>> 32)));
      }
    }
    return nextValue(Vector3.class, component);
  }

  /** Reads a Quaternion. */
  public Quaternion nextQuaternion(ComponentKey component) {
    int at = pos;
    if (fastEnd - at >= 20) {
      long word = Wire.getLong(in, at);
      if ((int) word == table.quaternionHeader) {
        long middle = Wire.getLong(in, at + 8);
        pos = at + 20;
        charge(0, QUATERNION_COST);
        return new Quaternion(
            real((int) (word >>> 32)),
            real((int) middle),
            real((int) (middle >>> 32)),
            real(Wire.getInt(in, at + 16)));
      }
    }
    return nextValue(Quaternion.class, component);
  }

  /** Reads a Color. */
  public Color nextColor(ComponentKey component) {
    return nextValue(Color.class, component);
  }

  /** Reads a value whose type is a class of {@link Variant}. */
  public <T extends Variant> T nextValue(Class<T> kind, ComponentKey component) {
    try {
      T value = value(kind);
      finish();
      return value;
    } catch (VariantTypeException e) {
      throw component.wrong(e);
    }
  }
}
