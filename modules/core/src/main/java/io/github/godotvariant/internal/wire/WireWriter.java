package io.github.godotvariant.internal.wire;

import io.github.godotvariant.BoolValue;
import io.github.godotvariant.ElementType;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.Quaternion;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.dialect.TextRule;
import io.github.godotvariant.dialect.TypeRow;
import io.github.godotvariant.internal.PathNames;
import io.github.godotvariant.internal.Reals;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes encoded values into a byte array. Methods named {@code write} write a value that is not a
 * container, or the header of a container; methods named {@code put} write bytes without a header.
 * The output is canonical: the shortest numbers, zeros as padding, no unused header bits.
 *
 * <p>A public method that throws a {@link VariantException} does not change the position. Not for
 * use by several threads. The class has more than 500 lines because fast and general paths write at
 * the position of one object.
 */
public class WireWriter {
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  /** The class that engines write instead of a declared class if full objects are not allowed. */
  private static final String STAND_IN_CLASS = "EncodedObjectAsID";

  private static final byte[] NO_BYTES = {};
  private static final int MIN_SIZE = 256;

  /**
   * The length of the largest array that is kept for the next value. It is the engine's default
   * packet size.
   */
  private static final int MAX_KEPT_ARRAY = 8 << 20;

  private static final int MAX_SIZE = Integer.MAX_VALUE - 8;

  /** Knows the depth and the path of the next value in the containers around it. */
  public interface Location {
    /** {@return the number of containers around the next value} */
    int depth();

    /** {@return the path of the next value} */
    String path();
  }

  public final WireTable table;
  public final boolean fullObjects;

  /** The array that is written to. The writer replaces a full array by a larger one. */
  public byte[] array;

  /** The index in {@link #array} at which the next byte is written. */
  public int pos;

  /** Whether the writer counts its bytes, and perhaps compares them, instead of keeping them. */
  private final boolean isCounting;

  public final EncodedText.Cache keys;

  /** The index in {@link #array} after the last byte that may be written. */
  private int end;

  /** The number of bytes that were counted and are no longer in the array. */
  private int counted;

  /** The bytes with which a counting writer compares its output; null if it only counts. */
  private byte @Nullable [] expected;

  private boolean isAsExpected = true;

  /** Knows depth and path of the next value; null if they are not recorded. */
  private @Nullable Location location;

  private WireWriter(
      WireTable table,
      boolean fullObjects,
      EncodedText.Cache keys,
      boolean isCounting,
      byte[] array) {
    this.table = table;
    this.fullObjects = fullObjects;
    this.keys = keys;
    this.isCounting = isCounting;
    this.array = array;
    end = array.length;
  }

  /** Creates a writer that replaces its array by a larger array when the array is full. */
  protected WireWriter(WireTable table, boolean fullObjects, EncodedText.Cache keys) {
    this(table, fullObjects, keys, false, NO_BYTES);
  }

  /** Creates a writer that continues at the position of another writer, in the same array. */
  protected WireWriter(WireWriter other) {
    this(other.table, other.fullObjects, other.keys, other.isCounting, other.array);
    follow(other);
  }

  /** Continues at the position of another writer, in the array of that writer. */
  public final void follow(WireWriter other) {
    array = other.array;
    end = other.end;
    pos = other.pos;
    counted = other.counted;
  }

  /** Creates a writer that starts at index 0 of an array, and replaces the array if it is full. */
  public static WireWriter growing(
      WireTable table, boolean fullObjects, EncodedText.Cache keys, byte[] array) {
    return new WireWriter(table, fullObjects, keys, false, array);
  }

  /** Creates a writer that only counts the bytes. */
  public static WireWriter counting(WireTable table, boolean fullObjects, EncodedText.Cache keys) {
    return new WireWriter(table, fullObjects, keys, true, NO_BYTES);
  }

  /** Creates a writer that compares its output with expected bytes and does not keep the output. */
  public static WireWriter comparing(
      WireTable table, boolean fullObjects, EncodedText.Cache keys, byte[] expected) {
    WireWriter writer = counting(table, fullObjects, keys);
    writer.expected = expected;
    return writer;
  }

  /** {@return whether the written bytes equal the bytes that were passed to {@link #comparing}} */
  public boolean isAsExpected() {
    discard();
    return isAsExpected && expected != null && counted == expected.length;
  }

  /** Returns the array, which then belongs to the caller. This writer gets an empty array. */
  public byte[] takeArray() {
    byte[] result = array;
    array = NO_BYTES;
    end = 0;
    return result;
  }

  /** Discards the array if it is longer than {@link #MAX_KEPT_ARRAY}. */
  public void dropLargeArray() {
    if (array.length > MAX_KEPT_ARRAY) {
      takeArray();
    }
  }

  /** {@return the number of bytes written} */
  public int size() {
    checkSize(0); // a counting writer checks its size only in grow()
    return (int) offset();
  }

  /** {@return the bytes written, in a new array} */
  public byte[] copy() {
    return Arrays.copyOf(array, pos);
  }

  /** {@return the number of bytes that were written or counted} */
  public long offset() {
    return (long) counted + pos;
  }

  /** Discards all bytes. */
  public void clear() {
    pos = 0;
  }

  /** Discards the bytes after an offset. */
  public void truncate(long offset) {
    counted = isCounting ? (int) offset : 0;
    pos = (int) (offset - counted);
  }

  /** Sets the object that knows the depth and the path of the next value. */
  public void locateBy(Location recorded) {
    location = recorded;
  }

  /** {@return the object that knows depth and path of the next value; null if there is none} */
  public final @Nullable Location location() {
    return location;
  }

  /** {@return the number of containers around the next value} */
  public int depth() {
    return location == null ? 0 : location.depth();
  }

  /** {@return the path of the next value} */
  public String path() {
    return location == null ? "$" : location.path();
  }

  /** Creates the exception for a value that cannot be written at the position. */
  public InexpressibleVariantException inexpressible(String reason) {
    return new InexpressibleVariantException(reason, offset(), path());
  }

  /** Creates the exception for a type that the dialect cannot write. */
  public InexpressibleVariantException unwritable(VariantType type) {
    return inexpressible(type.godotName() + " cannot be written in " + table.dialect.name());
  }

  /**
   * Ensures that the array has space for the next bytes. Call this method before {@code putInt} or
   * {@code putLong}.
   */
  public void ensureCapacity(long bytes) {
    if (bytes > end - pos) {
      grow(bytes);
    }
  }

  private void grow(long bytes) {
    checkSize(bytes);
    if (isCounting) {
      discard();
    }
    long needed = pos + bytes;
    if (needed > array.length) {
      long size = Math.max(needed, Math.max(MIN_SIZE, 2L * array.length));
      array = Arrays.copyOf(array, (int) Math.min(MAX_SIZE, size));
    }
    end = array.length;
  }

  /**
   * Counts the bytes in the array and discards them. A comparing writer first compares them with
   * the expected bytes.
   */
  private void discard() {
    if (expected != null) {
      isAsExpected &=
          offset() <= expected.length
              && Arrays.equals(array, 0, pos, expected, counted, counted + pos);
      if (!isAsExpected) {
        expected = null; // from now on, this writer only counts
      }
    }
    counted += pos;
    pos = 0;
  }

  /**
   * Counts bytes without writing them, if this writer neither keeps nor compares its output.
   *
   * @return false if the caller has to write the bytes
   */
  public boolean countOnly(long bytes) {
    if (!isCounting || expected != null) {
      return false;
    }
    checkSize(bytes);
    counted += (int) bytes;
    return true;
  }

  private void checkSize(long additional) {
    if (offset() + additional > MAX_SIZE) {
      throw new VariantLimitException(
          "encoding is longer than " + MAX_SIZE + " bytes", offset(), path());
    }
  }

  /** Checks that elements at a depth are not nested deeper than engines read. */
  public void checkDepth(int depth) {
    if (depth > ReadLimits.ENGINE_DEPTH) {
      throw new VariantLimitException(
          "nested deeper than the " + ReadLimits.ENGINE_DEPTH + " levels that engines read",
          offset(),
          path());
    }
  }

  public void putInt(int value) {
    Wire.putInt(array, pos, value);
    pos += 4;
  }

  public void putLong(long value) {
    Wire.putLong(array, pos, value);
    pos += 8;
  }

  public void putBytes(ByteBuffer bytes) {
    int count = bytes.remaining();
    bytes.get(array, pos, count);
    int padding = Wire.padding(count);
    Arrays.fill(array, pos + count, pos + count + padding, (byte) 0);
    pos += count + padding;
  }

  /**
   * Moves past the next {@code size} bytes, and returns them as a little-endian buffer that the
   * caller fills.
   */
  public ByteBuffer reserve(int size) {
    ByteBuffer data = ByteBuffer.wrap(array, pos, size).slice().order(ByteOrder.LITTLE_ENDIAN);
    pos += size;
    return data;
  }

  /** {@return the dialect's entry for a type} Throws if the dialect cannot write the type. */
  private TypeRow row(VariantType type) {
    TypeRow row = table.row(type);
    if (!WireTable.isReadable(row)) {
      throw unwritable(type);
    }
    return row;
  }

  private int id(VariantType type) {
    return row(type).wireId();
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
      writeWideLong(value);
      return;
    }
    ensureCapacity(8);
    putLong(table.intHeader | value << 32);
  }

  private void writeWideLong(long value) {
    int header = table.intHeader < 0 ? id(VariantType.INT) : (int) table.intHeader | Wire.FLAG;
    ensureCapacity(12);
    putInt(header);
    putLong(value);
  }

  /** Writes a float. */
  public void writeDouble(double value) {
    if (table.floatHeader < 0) {
      writeUnflaggedDouble(value);
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

  /** Writes a float in a dialect in which all floats have the same width. */
  private void writeUnflaggedDouble(double value) {
    int id = id(VariantType.FLOAT);
    ensureCapacity(12);
    if (!table.hasWideFloats && !Reals.isSingle(value)) {
      throw inexpressible(
          "float " + value + " is not exact in the 32 bits of " + table.dialect.name());
    }
    putInt(id);
    if (table.hasWideFloats) {
      putLong(Double.doubleToRawLongBits(value));
    } else {
      putInt(Reals.narrowBits(value));
    }
  }

  /**
   * Writes a number or bool.
   *
   * @return false for any other value, which is not written
   */
  public boolean writeNumber(Object value) {
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
   * Writes a Vector2, Vector3 or Quaternion, if the dialect writes 32-bit components in the order
   * of the Java record.
   *
   * @return false if nothing is written: for any other value, or if the dialect has another layout
   */
  public boolean writeVector(Object value) {
    Class<?> kind = value.getClass();
    if (kind == Vector3.class && table.hasNarrowVectors) {
      Vector3 v = (Vector3) value;
      ensureCapacity(16);
      putLong(table.vector3Header | narrowBits(v.x()) << 32);
      putLong(narrowBits(v.y()) | narrowBits(v.z()) << 32);
      return true;
    }
    if (kind == Vector2.class && table.hasNarrowVectors) {
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

  /** Returns the bits of a component as a 32-bit float; the upper half is zero. */
  protected static long narrowBits(double component) {
    return Reals.narrowBits(component) & 0xFFFFFFFFL;
  }

  /**
   * Writes a String or StringName. After an exception, the position is unchanged.
   *
   * @return false if nothing is written: for any other value, or if the dialect has another layout
   */
  public boolean writeText(Object value) {
    Class<?> kind = value.getClass();
    if (kind == StringValue.class) {
      writeString(((StringValue) value).value());
    } else if (kind == StringName.class && table.nameHeader >= 0) {
      writeName(((StringName) value).value());
    } else {
      return false;
    }
    return true;
  }

  /** Writes a String. After an exception, the position is unchanged. */
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
      truncate(from);
      throw e;
    }
  }

  /**
   * Writes a StringName. Caches its bytes like those of keys, because programs have few names.
   * After an exception, the position is unchanged.
   */
  public void writeName(String text) {
    if (table.nameHeader < 0) {
      throw unwritable(VariantType.STRING_NAME);
    }
    EncodedText encoded = keys.find(text);
    if (encoded == null) {
      writeText(table.nameHeader, text);
    } else {
      writeKey(encoded);
      Wire.putInt(array, pos - encoded.size, (int) table.nameHeader);
    }
  }

  /** Writes a String that is a key. Caches its bytes, because programs often reuse the string. */
  public void writeKey(String text) {
    EncodedText encoded = keys.find(text);
    if (encoded == null) {
      writeString(text);
    } else {
      writeKey(encoded);
    }
  }

  /** Writes a key that was encoded before. */
  public void writeKey(EncodedText key) {
    ensureCapacity(key.size);
    key.copyTo(array, pos);
    pos += key.size;
  }

  /** Puts length, bytes and padding of a text. After an exception, the position is unchanged. */
  public void putText(String text) {
    putText(text, 0);
  }

  public void putText(String text, int terminator) {
    int length = text.length();
    if (length <= Utf8.SHORT_TEXT) {
      ensureCapacity(4 + Wire.padded(length + terminator));
      int after = Utf8.putAscii(array, pos, text, terminator);
      if (after < 0) {
        ensureCapacity(4 + Wire.padded(2 * length + terminator));
        after = Utf8.putLatin(array, pos, text, terminator);
      }
      if (after >= 0) {
        pos = after;
        return;
      }
    }
    putOtherText(text, terminator);
  }

  private void putOtherText(String text, int terminator) {
    byte[] bytes = Utf8.encode(text, table.text);
    if (bytes == null) {
      throw inexpressible(
          "text has a NUL or a lone surrogate, which " + table.dialect.name() + " cannot hold");
    }
    long size = (long) bytes.length + terminator;
    long padded = size + Wire.padding((int) size);
    if (countOnly(4 + padded)) {
      return;
    }
    ensureCapacity(4 + padded);
    pos = Utf8.putBytes(array, pos, bytes, terminator);
  }

  /** Writes the header of an array. After an exception, the position is unchanged. */
  public void writeArrayHeader(ElementType type, int size) {
    if (type == ElementType.UNTYPED && table.arrayHeader >= 0) {
      ensureCapacity(8);
      putLong(table.arrayHeader | (long) size << 32);
    } else {
      writeTypedArrayHeader(type, size);
    }
  }

  private void writeTypedArrayHeader(ElementType type, int size) {
    int id = id(VariantType.ARRAY);
    if (!type.isUntyped() && !table.hasTypedArrays) {
      throw inexpressible("typed arrays cannot be written in " + table.dialect.name());
    }
    writeHeader(id | kind(type) << 16, type, ElementType.UNTYPED, size);
  }

  /** Writes the header of a dictionary. After an exception, the position is unchanged. */
  public void writeDictionaryHeader(ElementType keyType, ElementType valueType, int size) {
    if (keyType == ElementType.UNTYPED && valueType == keyType && table.dictionaryHeader >= 0) {
      ensureCapacity(8);
      putLong(table.dictionaryHeader | (long) size << 32);
    } else {
      writeTypedDictionaryHeader(keyType, valueType, size);
    }
  }

  private void writeTypedDictionaryHeader(ElementType keyType, ElementType valueType, int size) {
    int id = id(VariantType.DICTIONARY);
    if (!(keyType.isUntyped() && valueType.isUntyped()) && !table.hasTypedDictionaries) {
      throw inexpressible("typed dictionaries cannot be written in " + table.dialect.name());
    }
    writeHeader(id | kind(keyType) << 16 | kind(valueType) << 18, keyType, valueType, size);
  }

  /** Writes the header of a full object. After an exception, the position is unchanged. */
  public void writeObjectHeader(String className, int properties) {
    int id = id(VariantType.OBJECT);
    if (!fullObjects) {
      String name = PathNames.quotedShort(className);
      throw inexpressible("a full object of class " + name + " is only written in ObjectMode.FULL");
    }
    if (className.equals(BYTE_ORDER_MARK) && table.text != TextRule.PLAIN) {
      throw inexpressible("a class name of only U+FEFF is read as none, the null object");
    }
    writeHeader(id, ElementType.ofClass(className), ElementType.UNTYPED, properties);
  }

  private void writeHeader(int header, ElementType first, ElementType second, int size) {
    long from = offset();
    try {
      ensureCapacity(4);
      putInt(header);
      putType(first);
      putType(second);
      ensureCapacity(4);
      putInt(size);
    } catch (VariantException e) {
      truncate(from);
      throw e;
    }
  }

  /**
   * {@return the two header bits for the kind of a declared type} If full objects are not allowed,
   * a script is written as a class.
   */
  private int kind(ElementType type) {
    return switch (type.kind()) {
      case UNTYPED -> 0;
      case BUILTIN -> 1;
      case CLASS -> 2;
      case SCRIPT -> fullObjects ? 3 : 2;
    };
  }

  /**
   * Puts a declared type. If full objects are not allowed, puts {@link #STAND_IN_CLASS} instead of
   * any class or script, as engines do.
   */
  private void putType(ElementType type) {
    switch (type.kind()) {
      case UNTYPED -> {}
      case BUILTIN -> {
        ensureCapacity(4);
        putInt(id(type.builtin()));
      }
      case CLASS, SCRIPT -> {
        boolean isScript = type.kind() == ElementType.Kind.SCRIPT;
        if (isScript && fullObjects && !type.name().startsWith(Wire.RESOURCE_PREFIX)) {
          String name = PathNames.quotedShort(type.name());
          throw inexpressible(
              "element script " + name + " does not start with " + Wire.RESOURCE_PREFIX);
        }
        putText(fullObjects ? type.name() : STAND_IN_CLASS);
      }
    }
  }
}
