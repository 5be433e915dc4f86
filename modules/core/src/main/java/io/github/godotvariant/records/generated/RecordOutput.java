package io.github.godotvariant.records.generated;

import static io.github.godotvariant.internal.codec.CodecOperations.CODEC;

import io.github.godotvariant.Color;
import io.github.godotvariant.Quaternion;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.TextRule;
import io.github.godotvariant.internal.Reals;
import io.github.godotvariant.internal.type.TypeCodecs;
import io.github.godotvariant.internal.wire.EncodedText;
import io.github.godotvariant.internal.wire.UsualIds;
import io.github.godotvariant.internal.wire.Utf8;
import io.github.godotvariant.internal.wire.Wire;
import io.github.godotvariant.internal.wire.WireWriter;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * How generated code writes into an array. Every method takes the place where to write and returns
 * the one behind; a negative one says that it could not, and why. Immutable.
 */
public final class RecordOutput {
  /** There is not enough room. */
  public static final int FULL = -1;

  /** There is no form for it here; the general way knows one, or says what is wrong. */
  public static final int OTHERWISE = -2;

  /**
   * How deep a record's components may be. Records in records are read and written by recursion,
   * and each may take a kilobyte of the stack and more.
   */
  public static final int DEEPEST = 200;

  private static final int LONGEST_UTF8 = 3;
  private static final TextRule TEXTS = Dialect.GODOT_4_0.textRule();

  private final TypeCodecs types;
  private final boolean fullObjects;
  private final EncodedText.Cache keys;

  /**
   * Creates an output with the settings of a codec.
   *
   * @param codec a codec for Godot 4
   */
  RecordOutput(VariantCodec codec) {
    types = CODEC.types(codec);
    fullObjects = codec.objects() == ObjectMode.FULL;
    keys = new EncodedText.Cache(types);
  }

  /**
   * Opens a dictionary.
   *
   * @param out has room for 8 bytes
   * @param at where to write
   * @param pairs how many there will be
   * @param depth how deep its values are
   * @return the place behind
   */
  public static int putDictionary(byte[] out, int at, int pairs, int depth) {
    if (depth > DEEPEST) {
      return OTHERWISE;
    }
    Wire.putLong(out, at, UsualIds.DICTIONARY | (long) pairs << 32);
    return at + 8;
  }

  /**
   * Opens an array.
   *
   * @param out has room for 8 bytes
   * @param at where to write
   * @param size how many elements there will be
   * @param depth how deep they are
   * @return the place behind
   */
  public static int putArray(byte[] out, int at, int size, int depth) {
    if (size > 0 && depth > ReadLimits.ENGINE_DEPTH) {
      return OTHERWISE;
    }
    Wire.putLong(out, at, UsualIds.ARRAY | (long) size << 32);
    return at + 8;
  }

  /**
   * Writes a bool.
   *
   * @param out has room for 8 bytes
   * @param at where to write
   * @param value the value
   * @return the place behind
   */
  public static int putBool(byte[] out, int at, boolean value) {
    Wire.putLong(out, at, UsualIds.BOOL | (value ? 1L << 32 : 0));
    return at + 8;
  }

  /**
   * Writes an int.
   *
   * @param out has room for 12 bytes
   * @param at where to write
   * @param value the value
   * @return the place behind
   */
  public static int putInt(byte[] out, int at, long value) {
    if ((int) value == value) {
      Wire.putLong(out, at, UsualIds.INT | value << 32);
      return at + 8;
    }
    Wire.putLong(out, at, UsualIds.INT | UsualIds.WIDE);
    Wire.putLong(out, at + 4, value);
    return at + 12;
  }

  /**
   * Writes a float.
   *
   * @param out has room for 12 bytes
   * @param at where to write
   * @param value the value
   * @return the place behind
   */
  public static int putFloat(byte[] out, int at, double value) {
    float narrow = (float) value;
    if (narrow == value) {
      Wire.putLong(out, at, UsualIds.FLOAT | (long) Float.floatToRawIntBits(narrow) << 32);
      return at + 8;
    }
    Wire.putLong(out, at, UsualIds.FLOAT | UsualIds.WIDE);
    Wire.putLong(out, at + 4, Double.doubleToRawLongBits(value));
    return at + 12;
  }

  /**
   * Writes a String.
   *
   * @param out where to write
   * @param at where to write in it
   * @param end where the room ends, of which so much is to be left
   * @param rest how much
   * @param text the text
   * @return the place behind, {@link #FULL} or {@link #OTHERWISE}
   */
  public static int putString(byte[] out, int at, int end, int rest, @Nullable String text) {
    return putText(out, at, end, rest, text, UsualIds.STRING);
  }

  /**
   * Writes a StringName.
   *
   * @param out where to write
   * @param at where to write in it
   * @param end where the room ends, of which so much is to be left
   * @param rest how much
   * @param text the text
   * @return the place behind, {@link #FULL} or {@link #OTHERWISE}
   */
  public static int putName(byte[] out, int at, int end, int rest, @Nullable String text) {
    return putText(out, at, end, rest, text, UsualIds.STRING_NAME);
  }

  private static int putText(
      byte[] out, int at, int end, int rest, @Nullable String text, int header) {
    if (text == null) {
      return OTHERWISE;
    }
    // Eight bytes before the text and three behind, as padding is.
    if ((long) text.length() * LONGEST_UTF8 + 11 + rest > end - at) {
      return FULL;
    }
    Wire.putLong(out, at, header);
    int behind = Utf8.putText(out, at + 4, text, TEXTS);
    return behind < 0 ? OTHERWISE : behind;
  }

  /**
   * Writes a Vector2.
   *
   * @param out has room for 12 bytes
   * @param at where to write
   * @param value the value
   * @return the place behind
   */
  public static int putVector2(byte[] out, int at, @Nullable Vector2 value) {
    return value == null ? OTHERWISE : putVector2(out, at, value.x(), value.y());
  }

  /**
   * Writes a Vector2.
   *
   * @param out has room for 12 bytes
   * @param at where to write
   * @param x a component
   * @param y a component
   * @return the place behind
   */
  public static int putVector2(byte[] out, int at, double x, double y) {
    Wire.putLong(out, at, UsualIds.VECTOR2 | bits(x) << 32);
    Wire.putLong(out, at + 4, bits(x) | bits(y) << 32);
    return at + 12;
  }

  /**
   * Writes a Vector3.
   *
   * @param out has room for 16 bytes
   * @param at where to write
   * @param value the value
   * @return the place behind
   */
  public static int putVector3(byte[] out, int at, @Nullable Vector3 value) {
    return value == null ? OTHERWISE : putVector3(out, at, value.x(), value.y(), value.z());
  }

  /**
   * Writes a Vector3.
   *
   * @param out has room for 16 bytes
   * @param at where to write
   * @param x a component
   * @param y a component
   * @param z a component
   * @return the place behind
   */
  public static int putVector3(byte[] out, int at, double x, double y, double z) {
    Wire.putLong(out, at, UsualIds.VECTOR3 | bits(x) << 32);
    Wire.putLong(out, at + 8, bits(y) | bits(z) << 32);
    return at + 16;
  }

  /**
   * Writes a Color.
   *
   * @param out has room for 20 bytes
   * @param at where to write
   * @param value the value
   * @return the place behind
   */
  public static int putColor(byte[] out, int at, @Nullable Color value) {
    return value == null
        ? OTHERWISE
        : putColor(out, at, value.r(), value.g(), value.b(), value.a());
  }

  /**
   * Writes a Color.
   *
   * @param out has room for 20 bytes
   * @param at where to write
   * @param r a component
   * @param g a component
   * @param b a component
   * @param a a component
   * @return the place behind
   */
  public static int putColor(byte[] out, int at, double r, double g, double b, double a) {
    return putFour(out, at, UsualIds.COLOR, bits(r), bits(g), bits(b), bits(a));
  }

  /**
   * Writes a Quaternion.
   *
   * @param out has room for 20 bytes
   * @param at where to write
   * @param value the value
   * @return the place behind
   */
  public static int putQuaternion(byte[] out, int at, @Nullable Quaternion value) {
    return value == null
        ? OTHERWISE
        : putQuaternion(out, at, value.x(), value.y(), value.z(), value.w());
  }

  /**
   * Writes a Quaternion.
   *
   * @param out has room for 20 bytes
   * @param at where to write
   * @param x a component
   * @param y a component
   * @param z a component
   * @param w a component
   * @return the place behind
   */
  public static int putQuaternion(byte[] out, int at, double x, double y, double z, double w) {
    return putFour(out, at, UsualIds.QUATERNION, bits(x), bits(y), bits(z), bits(w));
  }

  private static int putFour(
      byte[] out, int at, int header, long first, long second, long third, long fourth) {
    Wire.putLong(out, at, header | first << 32);
    Wire.putLong(out, at + 8, second | third << 32);
    Wire.putLong(out, at + 12, third | fourth << 32);
    return at + 20;
  }

  private static long bits(double component) {
    return Float.floatToRawIntBits(Reals.narrow(component)) & 0xFFFFFFFFL;
  }

  /**
   * Writes a packed array.
   *
   * @param out where to write
   * @param at where to write in it
   * @param end where the room ends, of which so much is to be left
   * @param rest how much
   * @param all its elements
   * @return the place behind, {@link #FULL} or {@link #OTHERWISE}
   */
  public static int putNumbers(byte[] out, int at, int end, int rest, byte @Nullable [] all) {
    int behind = header(out, at, end, rest, UsualIds.BYTES, all == null ? -1 : all.length, 1);
    if (behind >= 0) {
      data(out, at, behind).put(all);
    }
    return behind;
  }

  /**
   * Writes a packed array.
   *
   * @param out where to write
   * @param at where to write in it
   * @param end where the room ends, of which so much is to be left
   * @param rest how much
   * @param all its elements
   * @return the place behind, {@link #FULL} or {@link #OTHERWISE}
   */
  public static int putNumbers(byte[] out, int at, int end, int rest, int @Nullable [] all) {
    int behind = header(out, at, end, rest, UsualIds.INTS, all == null ? -1 : all.length, 4);
    if (behind >= 0) {
      data(out, at, behind).asIntBuffer().put(all);
    }
    return behind;
  }

  /**
   * Writes a packed array.
   *
   * @param out where to write
   * @param at where to write in it
   * @param end where the room ends, of which so much is to be left
   * @param rest how much
   * @param all its elements
   * @return the place behind, {@link #FULL} or {@link #OTHERWISE}
   */
  public static int putNumbers(byte[] out, int at, int end, int rest, long @Nullable [] all) {
    int behind = header(out, at, end, rest, UsualIds.LONGS, all == null ? -1 : all.length, 8);
    if (behind >= 0) {
      data(out, at, behind).asLongBuffer().put(all);
    }
    return behind;
  }

  /**
   * Writes a packed array.
   *
   * @param out where to write
   * @param at where to write in it
   * @param end where the room ends, of which so much is to be left
   * @param rest how much
   * @param all its elements
   * @return the place behind, {@link #FULL} or {@link #OTHERWISE}
   */
  public static int putNumbers(byte[] out, int at, int end, int rest, float @Nullable [] all) {
    int behind = header(out, at, end, rest, UsualIds.FLOATS, all == null ? -1 : all.length, 4);
    if (behind >= 0) {
      data(out, at, behind).asFloatBuffer().put(all);
    }
    return behind;
  }

  /**
   * Writes a packed array.
   *
   * @param out where to write
   * @param at where to write in it
   * @param end where the room ends, of which so much is to be left
   * @param rest how much
   * @param all its elements
   * @return the place behind, {@link #FULL} or {@link #OTHERWISE}
   */
  public static int putNumbers(byte[] out, int at, int end, int rest, double @Nullable [] all) {
    int behind = header(out, at, end, rest, UsualIds.DOUBLES, all == null ? -1 : all.length, 8);
    if (behind >= 0) {
      data(out, at, behind).asDoubleBuffer().put(all);
    }
    return behind;
  }

  /** Writes header, count and padding of a packed array; negative if it is none, or too large. */
  private static int header(
      byte[] out, int at, int end, int rest, int header, int count, int width) {
    if (count < 0) {
      return OTHERWISE;
    }
    long size = 8 + ((long) count * width + 3 & ~3L);
    if (size + rest > end - at) {
      return FULL;
    }
    int behind = at + (int) size;
    // The last eight bytes, of which some may be padding.
    Wire.putLong(out, behind - 8, 0);
    Wire.putLong(out, at, header | (long) count << 32);
    return behind;
  }

  /** Where the elements of a packed array stand. */
  private static ByteBuffer data(byte[] out, int at, int behind) {
    return ByteBuffer.wrap(out, at + 8, behind - at - 8).slice().order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Writes any other component the general way.
   *
   * @param out where to write
   * @param at where to write in it
   * @param end where the room ends, of which so much is to be left
   * @param rest how much
   * @param codec the component's way
   * @param value what to write
   * @param depth how deep it stands
   * @return the place behind, {@link #FULL} or {@link #OTHERWISE}
   */
  public int putOther(
      byte[] out,
      int at,
      int end,
      int rest,
      ComponentCodec codec,
      @Nullable Object value,
      int depth) {
    WireWriter writer = WireWriter.fixed(types, fullObjects, keys, out, at, end);
    try {
      codec.write(CODEC.writer(types, writer, depth), value);
    } catch (BufferOverflowException e) {
      return FULL;
    } catch (VariantException | NullPointerException e) {
      return OTHERWISE;
    }
    return end - writer.pos < rest ? FULL : writer.pos;
  }
}
