package io.github.godotvariant.internal.wire;

import io.github.godotvariant.BoolValue;
import io.github.godotvariant.ElementType;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.Quaternion;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.internal.Reals;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A writer of encoded values into a byte array. Methods named {@code write} write a value that is
 * not a container, or the header of a container; methods named {@code put} write bytes without a
 * header. The output is canonical: the shortest numbers, zeros as padding, no unused bits.
 *
 * <p>After a {@link VariantException} from a public method the position is where it was. Not for
 * use by several threads.
 */
public final class WireWriter {
  /** Longer texts are encoded by the JDK, which is faster for them. */
  private static final int SHORT_TEXT = 64;

  private static final byte[] NO_BYTES = {};
  private static final int MIN_SIZE = 256;
  private static final int MAX_SIZE = Integer.MAX_VALUE - 8;

  private enum Mode {
    GROWING,
    FIXED,
    COUNTING
  }

  public final WireTable table;
  final boolean fullObjects;

  byte[] out;
  int pos;

  /** The index of the first byte; offsets in messages count from here. */
  private final int start;

  private final Mode mode;
  private final EncodedText.Cache keys;

  /** The index where the array ends, or the part of it that may be written to. */
  private int end;

  /** The number of bytes that were counted and are no longer in the array. */
  private int counted;

  /** The containers that are open around the position; null if they are not recorded. */
  private @Nullable OpenContainers open;

  private WireWriter(
      WireTable table,
      boolean fullObjects,
      EncodedText.Cache keys,
      Mode mode,
      byte[] out,
      int start,
      int end) {
    this.table = table;
    this.fullObjects = fullObjects;
    this.keys = keys;
    this.mode = mode;
    this.out = out;
    this.start = start;
    this.end = end;
    pos = start;
  }

  /** Creates a writer into an array from its start, which is replaced if it is too small. */
  public static WireWriter growing(
      WireTable table, boolean fullObjects, EncodedText.Cache keys, byte[] out) {
    return new WireWriter(table, fullObjects, keys, Mode.GROWING, out, 0, out.length);
  }

  /**
   * Creates a writer into a part of an array. It throws {@link BufferOverflowException} if the part
   * is too small; some values need a few bytes more while they are written.
   */
  public static WireWriter fixed(
      WireTable table, boolean fullObjects, EncodedText.Cache keys, byte[] out, int start, int end) {
    return new WireWriter(table, fullObjects, keys, Mode.FIXED, out, start, end);
  }

  /** Creates a writer that only counts the bytes. */
  public static WireWriter counting(WireTable table, boolean fullObjects, EncodedText.Cache keys) {
    return new WireWriter(table, fullObjects, keys, Mode.COUNTING, NO_BYTES, 0, 0);
  }

  /** {@return the array that is written to; a growing writer replaces it} */
  public byte[] array() {
    return out;
  }

  /** Hands over the array; this writer continues with an empty one. */
  public byte[] takeArray() {
    byte[] taken = out;
    out = NO_BYTES;
    end = 0;
    return taken;
  }

  /** {@return the index in the array of the next byte} */
  public int position() {
    return pos;
  }

  /** {@return the number of bytes written} */
  public int size() {
    checkSize(0); // not checked before in counting mode
    return (int) offset();
  }

  /** {@return the bytes written, in a new array} */
  public byte[] copy() {
    return Arrays.copyOfRange(out, start, pos);
  }

  long offset() {
    return (long) counted + pos - start;
  }

  /** Discards all bytes. */
  public void clear() {
    pos = start;
  }

  /** Discards the bytes after an offset. */
  void backTo(long offset) {
    counted = mode == Mode.COUNTING ? (int) offset : 0;
    pos = start + (int) (offset - counted);
  }

  /** Records the containers that are opened from here on, in values at a depth. */
  public OpenContainers openContainers(int depth) {
    OpenContainers recorded = new OpenContainers(this, depth);
    open = recorded;
    return recorded;
  }

  /** {@return the depth of the next value} */
  int depth() {
    return open == null ? 0 : open.depth();
  }

  /** {@return the path of the next value} */
  String path() {
    return open == null ? "$" : open.path();
  }

  InexpressibleVariantException inexpressible(String reason) {
    return new InexpressibleVariantException(reason, offset(), path());
  }

  InexpressibleVariantException unwritable(VariantType type) {
    return inexpressible(type.godotName() + " cannot be written in " + table.dialect.name());
  }

  /** Ensures that the next bytes fit; must come before any {@code put} of numbers. */
  void ensureCapacity(long bytes) {
    if (bytes > end - pos) {
      grow(bytes);
    }
  }

  private void grow(long bytes) {
    if (mode == Mode.FIXED) {
      throw new BufferOverflowException();
    }
    checkSize(bytes);
    if (mode == Mode.COUNTING) {
      counted += pos;
      pos = 0;
    }
    long needed = pos + bytes;
    if (needed > out.length) {
      long size = Math.max(needed, Math.max(MIN_SIZE, 2L * out.length));
      out = Arrays.copyOf(out, (int) Math.min(MAX_SIZE, size));
    }
    end = out.length;
  }

  /**
   * Counts bytes instead of writing them, in counting mode.
   *
   * @return false if the caller has to write them
   */
  boolean counts(long bytes) {
    if (mode != Mode.COUNTING) {
      return false;
    }
    checkSize(bytes);
    counted += (int) bytes;
    return true;
  }

  private void checkSize(long more) {
    if (offset() + more > MAX_SIZE) {
      throw new VariantLimitException(
          "encoding is longer than " + MAX_SIZE + " bytes", offset(), path());
    }
  }

  /** Checks the depth of elements against the depth that engines read. */
  public void checkDepth(int depth) {
    if (depth > ReadLimits.ENGINE_DEPTH) {
      throw new VariantLimitException(
          "nested deeper than the " + ReadLimits.ENGINE_DEPTH + " levels that engines read",
          offset(),
          path());
    }
  }

  void putInt(int value) {
    Wire.putInt(out, pos, value);
    pos += 4;
  }

  void putLong(long value) {
    Wire.putLong(out, pos, value);
    pos += 8;
  }

  void putBytes(ByteBuffer bytes) {
    int count = bytes.remaining();
    bytes.get(out, pos, count);
    int padding = Wire.padding(count);
    Arrays.fill(out, pos + count, pos + count + padding, (byte) 0);
    pos += count + padding;
  }

  /** {@return the next bytes as a buffer for bulk copies}, over which the position moves. */
  ByteBuffer data(int size) {
    ByteBuffer data = ByteBuffer.wrap(out, pos, size).slice().order(ByteOrder.LITTLE_ENDIAN);
    pos += size;
    return data;
  }

  /** {@return the codec that writes a type} */
  TypeCodec codec(VariantType type) {
    TypeCodec codec = table.of(type);
    if (!codec.isReadable()) {
      throw unwritable(type);
    }
    return codec;
  }

  /** Writes a bool. */
  public void writeBool(boolean value) {
    if (table.boolHeader < 0) {
      throw unwritable(VariantType.BOOL);
    }
    ensureCapacity(8);
    putLong(table.boolHeader | (value ? 1L << 32 : 0));
  }

  /** Writes an int. */
  public void writeLong(long value) {
    if (table.intHeader < 0 || (int) value != value) {
      ((NumberCodecs.Int) codec(VariantType.INT)).write(this, value);
      return;
    }
    ensureCapacity(8);
    putLong(table.intHeader | value << 32);
  }

  /** Writes a float. */
  public void writeDouble(double value) {
    if (table.floatHeader < 0) {
      ((NumberCodecs.Real) codec(VariantType.FLOAT)).write(this, value);
      return;
    }
    ensureCapacity(12);
    float narrow = (float) value;
    if (narrow == value) {
      putLong(table.floatHeader | (long) Float.floatToRawIntBits(narrow) << 32);
    } else {
      putInt((int) table.wideFloatHeader);
      putLong(Double.doubleToRawLongBits(value));
    }
  }

  /**
   * Writes a number or bool.
   *
   * @return false for any other value, of which nothing is written
   */
  boolean writeNumber(Object value) {
    Class<?> kind = value.getClass();
    if (kind == IntValue.class) {
      writeLong(((IntValue) value).value());
    } else if (kind == FloatValue.class) {
      writeDouble(((FloatValue) value).value());
    } else if (kind == BoolValue.class) {
      writeBool(value == BoolValue.TRUE);
    } else {
      return false;
    }
    return true;
  }

  /**
   * Writes a value that is not a container. Faster if {@link #writeNumber} and {@link #writeVector}
   * come first. After a failure the position is where it was.
   *
   * @return false for a container or full object, of which nothing is written
   */
  boolean writeScalar(Object value) {
    Class<?> kind = value.getClass();
    if (kind == StringValue.class) {
      writeString(((StringValue) value).value());
    } else if (kind == VariantDictionary.class
        || kind == VariantArray.class
        || kind == ObjectValue.class) {
      return false;
    } else if (kind == StringName.class && table.nameHeader >= 0) {
      writeText(table.nameHeader, ((StringName) value).value());
    } else {
      writeOther((Variant) value);
    }
    return true;
  }

  /**
   * Writes a vector or quaternion with components of 32 bits in the order of its record.
   *
   * @return false for any other value, of which nothing is written
   */
  boolean writeVector(Object value) {
    Class<?> kind = value.getClass();
    if (kind == Vector3.class && table.narrowVectors) {
      Vector3 v = (Vector3) value;
      ensureCapacity(16);
      putLong(table.vector3Header | narrowBits(v.x()) << 32);
      putLong(narrowBits(v.y()) | narrowBits(v.z()) << 32);
      return true;
    }
    if (kind == Vector2.class && table.narrowVectors) {
      Vector2 v = (Vector2) value;
      ensureCapacity(12);
      putLong(table.vector2Header | narrowBits(v.x()) << 32);
      putInt((int) narrowBits(v.y()));
      return true;
    }
    if (kind == Quaternion.class && table.quaternionHeader >= 0) {
      Quaternion v = (Quaternion) value;
      ensureCapacity(20);
      putLong(table.quaternionHeader | narrowBits(v.x()) << 32);
      putLong(narrowBits(v.y()) | narrowBits(v.z()) << 32);
      putInt((int) narrowBits(v.w()));
      return true;
    }
    return false;
  }

  private void writeOther(Variant value) {
    long from = offset();
    try {
      codec(value.type()).write(this, value);
    } catch (VariantException e) {
      backTo(from);
      throw e;
    }
  }

  /** The bits of a component as 32-bit float; the upper half is zero. */
  private static long narrowBits(double component) {
    return Float.floatToRawIntBits(Reals.narrow(component)) & 0xFFFFFFFFL;
  }

  /** Writes a String; after a failure the position is where it was. */
  public void writeString(String text) {
    if (table.stringHeader < 0) {
      throw unwritable(VariantType.STRING);
    }
    writeText(table.stringHeader, text);
  }

  private void writeText(long header, String text) {
    long from = offset();
    try {
      ensureCapacity(4);
      putInt((int) header);
      putText(text);
    } catch (VariantException e) {
      backTo(from);
      throw e;
    }
  }

  /** Writes a String that is a key, and keeps its bytes if the same instance is likely again. */
  public void writeKey(String text) {
    EncodedText known = keys.find(text);
    if (known == null) {
      writeString(text);
    } else {
      writeKey(known);
    }
  }

  /** Writes a key whose bytes are known. */
  public void writeKey(EncodedText key) {
    ensureCapacity(key.size);
    key.copyTo(out, pos);
    pos += key.size;
  }

  /** Puts length, bytes and padding of a text; after a failure the position is where it was. */
  public void putText(String text) {
    putText(text, 0);
  }

  void putText(String text, int terminator) {
    int length = text.length();
    if (length <= SHORT_TEXT) {
      ensureCapacity(4 + (length + terminator + 3 & ~3));
      int after = Utf8.putAscii(out, pos, text, terminator);
      if (after < 0) {
        ensureCapacity(4 + (2 * length + terminator + 3 & ~3));
        after = Utf8.putLatin(out, pos, text, terminator);
      }
      if (after >= 0) {
        pos = after;
        return;
      }
    }
    putLongText(text, terminator);
  }

  private void putLongText(String text, int terminator) {
    byte[] bytes = Utf8.encode(text, table.text);
    if (bytes == null) {
      throw inexpressible(
          "text has a NUL or a lone surrogate, which " + table.dialect.name() + " cannot hold");
    }
    long size = (long) bytes.length + terminator;
    long padded = size + Wire.padding((int) size);
    if (counts(4 + padded)) {
      return;
    }
    ensureCapacity(4 + padded);
    putInt((int) size);
    System.arraycopy(bytes, 0, out, pos, bytes.length);
    Arrays.fill(out, pos + bytes.length, pos + (int) padded, (byte) 0);
    pos += (int) padded;
  }

  /** Writes the header of an array; after a failure the position is where it was. */
  public void writeArrayHeader(ElementType type, int size) {
    if (type == ElementType.UNTYPED && table.arrayHeader >= 0) {
      ensureCapacity(8);
      putLong(table.arrayHeader | (long) size << 32);
    } else {
      ContainerCodec.writeArrayHeader(this, type, size);
    }
  }

  /** Writes the header of a dictionary; after a failure the position is where it was. */
  public void writeDictionaryHeader(ElementType keyType, ElementType valueType, int size) {
    if (keyType == ElementType.UNTYPED && valueType == keyType && table.dictionaryHeader >= 0) {
      ensureCapacity(8);
      putLong(table.dictionaryHeader | (long) size << 32);
    } else {
      ContainerCodec.writeDictionaryHeader(this, keyType, valueType, size);
    }
  }

  /** Writes the header of a full object; after a failure the position is where it was. */
  public void writeObjectHeader(String className, int properties) {
    ContainerCodec.writeObjectHeader(this, className, properties);
  }
}
