package io.github.godotvariant.spark.internal;

import io.github.godotvariant.BoolValue;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.internal.Reals;
import io.github.godotvariant.spark.internal.VariantKeys.Position;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.apache.spark.types.variant.VariantUtil;
import org.apache.spark.unsafe.types.VariantVal;

/**
 * Converts Godot values to Spark's VARIANT. Writes the last byte first. The header of an array or
 * object contains the offsets of the elements, therefore the elements must be written before the
 * header.
 *
 * <p>Not thread-safe.
 */
final class SparkVariantWriter {
  private static final VarHandle LITTLE_ENDIAN =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /**
   * The number of bytes that must be free in front of the bytes that are already written, because
   * {@link #put} always stores 8 bytes.
   */
  private static final int FREE_BYTES = 8;

  private final boolean isWide;
  private final boolean hasWideColors;
  private final boolean usesBase64;
  private final int maxBytes;

  private byte[] buffer = new byte[1024];

  /**
   * The number of bytes that are already written. The written bytes are at the end of the buffer.
   */
  private int written;

  /**
   * For each element of the arrays and objects that are not complete, the value of {@link #written}
   * after the element was written. The offsets in the header of an array or object are computed
   * from these numbers.
   */
  private int[] partStarts = new int[64];

  private int startCount;

  private final VariantKeys keys = new VariantKeys();

  private final IdentityCache<byte[]> names =
      new IdentityCache<>(name -> utf8(PlainForm.wellFormed(name)));

  /**
   * Creates a writer.
   *
   * @param dialect the dialect of the values. The dialect determines whether components of math
   *     types are written as float or double.
   * @param usesBase64 whether a PackedByteArray becomes a string in Base64 instead of BINARY
   */
  SparkVariantWriter(Dialect dialect, boolean usesBase64) {
    this(dialect, usesBase64, VariantUtil.SIZE_LIMIT);
  }

  SparkVariantWriter(Dialect dialect, boolean usesBase64, int maxBytes) {
    isWide = dialect.realPrecision() == RealPrecision.DOUBLE;
    hasWideColors = dialect.realPrecision(VariantType.COLOR) == RealPrecision.DOUBLE;
    this.usesBase64 = usesBase64;
    this.maxBytes = maxBytes;
  }

  /**
   * Converts a value to VARIANT.
   *
   * @throws io.github.godotvariant.InexpressibleVariantException if two keys of a dictionary have
   *     the same text
   * @throws VariantLimitException if the result is longer than Spark permits
   */
  VariantVal write(Variant value) {
    written = 0;
    startCount = 0;
    try {
      writeValue(value, keys.startValue());
      checkLength(written, maxBytes);
      byte[] bytes = Arrays.copyOfRange(buffer, buffer.length - written, buffer.length);
      return new VariantVal(bytes, keys.metadata(maxBytes));
    } finally {
      keys.trim();
      if (buffer.length > 1 << 20) {
        buffer = new byte[1024];
        partStarts = new int[64];
      }
    }
  }

  /** Returns the number of bytes, 1 to 4, that are necessary to store an unsigned number. */
  static int bytesFor(long number) {
    return number <= 0xFF ? 1 : number <= 0xFFFF ? 2 : number <= 0xFFFFFF ? 3 : 4;
  }

  private void writeValue(Variant value, Position position) {
    switch (value.type()) {
      case NIL, CALLABLE -> writePrimitive(VariantUtil.NULL);
      case BOOL ->
          writePrimitive(((BoolValue) value).value() ? VariantUtil.TRUE : VariantUtil.FALSE);
      case INT -> writeInt(((IntValue) value).value());
      case FLOAT -> writeDouble(((FloatValue) value).value());
      case STRING, NODE_PATH -> writeText(utf8(PlainForm.text(value)));
      case STRING_NAME -> writeText(names.get(value.asString()));
      case DICTIONARY -> writeDictionary((VariantDictionary) value, position);
      case ARRAY -> writeArray((VariantArray) value, position);
      case RID, SIGNAL, OBJECT -> {
        if (PlainForm.isObject(value)) {
          writeDictionary(PlainForm.asDictionary(value), position);
        } else {
          writeText(utf8(PlainForm.text(value)));
        }
      }
      default -> writeLeaf(value);
    }
  }

  private void writeLeaf(Variant value) {
    double[] numbers = PlainForm.numbers(value);
    if (numbers != null) {
      writeShape(keys.ofShape(value.type()), value.type(), i -> numbers[i], 0);
    } else if (value instanceof PackedByteArray bytes) {
      writeBytes(bytes.asBuffer());
    } else {
      writePacked((PackedArray) value);
    }
  }

  private void writePacked(PackedArray array) {
    int end = written;
    int base = reserveStarts(array.size());
    VariantType type = array.elementType();
    Position position = keys.ofShape(type);
    int numbers = type.components().size();
    boolean isFloat32 = array.type() == VariantType.PACKED_FLOAT32_ARRAY;
    for (int i = array.size() - 1; i >= 0; i--) {
      switch (type) {
        case INT -> writeInt(array.longAt(i));
        case FLOAT -> {
          if (isFloat32) {
            writeFloat((float) array.doubleAt(i));
          } else {
            writeDouble(array.doubleAt(i));
          }
        }
        case STRING -> writeText(utf8(PlainForm.wellFormed(((PackedStringArray) array).get(i))));
        default -> writeShape(position, type, array::doubleAt, i * numbers);
      }
      partStarts[base + i] = written;
    }
    closeArray(base, array.size(), end);
  }

  private void writeArray(VariantArray array, Position position) {
    int end = written;
    int size = array.size();
    int base = reserveStarts(size);
    for (int i = size - 1; i >= 0; i--) {
      Variant element = array.get(i);
      writeValue(element, isContainer(element) ? keys.child(position, 0, 1) : position);
      partStarts[base + i] = written;
    }
    closeArray(base, size, end);
  }

  private void writeDictionary(VariantDictionary dictionary, Position expected) {
    Position position = keys.ofDictionary(dictionary, expected);
    int end = written;
    int size = dictionary.size();
    int base = reserveStarts(size);
    for (int i = size - 1; i >= 0; i--) {
      Variant value = dictionary.valueAt(i);
      writeValue(value, isContainer(value) ? keys.child(position, i, size) : position);
      partStarts[base + i] = written;
    }
    closeObject(position, base, end);
  }

  /**
   * Returns whether a value can become an array or object in VARIANT. Such a value needs its own
   * {@link Position}. Values of math types do not need their own position, because all values of
   * one math type share a position.
   */
  private static boolean isContainer(Variant value) {
    return switch (value.type()) {
      case DICTIONARY, ARRAY, RID, SIGNAL, OBJECT -> true;
      default -> false;
    };
  }

  private void writeShape(
      Position position, VariantType type, IntToDoubleFunction numbers, int from) {
    keys.assignIds(position.keys());
    int end = written;
    List<VariantType.Part> parts = type.parts();
    int base = reserveStarts(parts.size());
    int next = from + type.components().size();
    for (int i = parts.size() - 1; i >= 0; i--) {
      VariantType part = parts.get(i).type();
      switch (part) {
        case INT -> writeInt((long) numbers.applyAsDouble(--next));
        case FLOAT ->
            writeComponent(
                numbers.applyAsDouble(--next), type == VariantType.COLOR ? hasWideColors : isWide);
        default -> {
          next -= part.components().size();
          writeShape(position.part(i), part, numbers, next);
        }
      }
      partStarts[base + i] = written;
    }
    closeObject(position, base, end);
  }

  /**
   * Writes a component of a math type. Writes a double if {@code asDouble} is true, otherwise a
   * float, so that the values of a Spark column normally have the same type. A value that a float
   * cannot hold exactly is always written as a double.
   */
  private void writeComponent(double value, boolean asDouble) {
    if (!asDouble && (Double.isNaN(value) || Reals.isSingle(value))) {
      writeFloat(Reals.narrow(value));
    } else {
      writeDouble(value);
    }
  }

  private int reserveStarts(int size) {
    int base = startCount;
    startCount += size;
    if (startCount > partStarts.length) {
      partStarts = Arrays.copyOf(partStarts, Math.max(startCount, 2 * partStarts.length));
    }
    return base;
  }

  private void closeArray(int base, int size, int end) {
    int width = bytesFor(written - end);
    reserve((size + 1L) * width + 5);
    put(written - end, width);
    int first = size == 0 ? 0 : partStarts[base];
    for (int i = size - 1; i >= 0; i--) {
      put(first - partStarts[base + i], width);
    }
    boolean isLarge = size > 0xFF;
    put(size, isLarge ? 4 : 1);
    put(((isLarge ? 4 : 0) | width - 1) << 2 | VariantUtil.ARRAY, 1);
    startCount = base;
  }

  private void closeObject(Position position, int base, int end) {
    VariantKeys.Key[] all = position.keys();
    int[] sorted = position.sorted();
    int size = all.length;
    int highest = 0;
    for (VariantKeys.Key key : all) {
      highest = Math.max(highest, key.id());
    }
    int width = bytesFor(written - end);
    int idWidth = bytesFor(highest);
    reserve((size + 1L) * width + (long) size * idWidth + 5);
    put(written - end, width);
    int first = size == 0 ? 0 : partStarts[base];
    for (int i = size - 1; i >= 0; i--) {
      put(first - partStarts[base + sorted[i]], width);
    }
    for (int i = size - 1; i >= 0; i--) {
      put(all[sorted[i]].id(), idWidth);
    }
    boolean isLarge = size > 0xFF;
    put(size, isLarge ? 4 : 1);
    put(((isLarge ? 16 : 0) | (idWidth - 1) << 2 | width - 1) << 2 | VariantUtil.OBJECT, 1);
    startCount = base;
  }

  private void writePrimitive(int type) {
    writePrimitive(type, 0, 0);
  }

  /**
   * Writes the header of a primitive type, followed by the lowest {@code size} bytes of a value.
   */
  private void writePrimitive(int type, long value, int size) {
    reserve(size + 1L);
    int header = type << 2 | VariantUtil.PRIMITIVE;
    if (size < 8) {
      put(value << 8 | header, size + 1);
    } else {
      put(value, size);
      put(header, 1);
    }
  }

  private void writeInt(long value) {
    if (value == (byte) value) {
      writePrimitive(VariantUtil.INT1, value, 1);
    } else if (value == (short) value) {
      writePrimitive(VariantUtil.INT2, value, 2);
    } else if (value == (int) value) {
      writePrimitive(VariantUtil.INT4, value, 4);
    } else {
      writePrimitive(VariantUtil.INT8, value, 8);
    }
  }

  private void writeFloat(float value) {
    writePrimitive(VariantUtil.FLOAT, Float.floatToIntBits(value), 4);
  }

  private void writeDouble(double value) {
    writePrimitive(VariantUtil.DOUBLE, Double.doubleToLongBits(value), 8);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private void writeText(byte[] text) {
    reserve(text.length + 5L);
    written += text.length;
    System.arraycopy(text, 0, buffer, buffer.length - written, text.length);
    if (text.length <= VariantUtil.MAX_SHORT_STR_SIZE) {
      put(text.length << 2 | VariantUtil.SHORT_STR, 1);
    } else {
      put(text.length, 4);
      writePrimitive(VariantUtil.LONG_STR);
    }
  }

  private void writeBytes(ByteBuffer bytes) {
    int length = bytes.remaining();
    if (usesBase64) {
      checkLength(length / 3 * 4L + 4, maxBytes);
      byte[] copy = new byte[length];
      bytes.get(copy);
      writeText(Base64.getEncoder().encode(copy));
      return;
    }
    reserve(length + 5L);
    written += length;
    bytes.get(buffer, buffer.length - written, length);
    put(length, 4);
    writePrimitive(VariantUtil.BINARY);
  }

  /**
   * Writes the lowest {@code size} bytes of a number in front of the bytes that are already
   * written. Always stores 8 bytes in the buffer. Later calls overwrite the bytes that do not
   * belong to the number.
   */
  private void put(long value, int size) {
    LITTLE_ENDIAN.set(buffer, buffer.length - written - FREE_BYTES, value << 64 - 8 * size);
    written += size;
  }

  private void reserve(long additional) {
    long needed = written + additional;
    if (needed + FREE_BYTES > buffer.length) {
      checkLength(needed, maxBytes);
      long newLength = Math.min(Math.max(needed, 2L * buffer.length), maxBytes);
      byte[] larger = new byte[(int) newLength + FREE_BYTES];
      System.arraycopy(buffer, buffer.length - written, larger, larger.length - written, written);
      buffer = larger;
    }
  }

  /**
   * Throws a {@link VariantLimitException} if a value or its metadata is longer than {@code
   * maxBytes}.
   */
  static void checkLength(long length, int maxBytes) {
    if (length > maxBytes) {
      throw new VariantLimitException(
          "the VARIANT is longer than the limit of " + maxBytes + " bytes",
          VariantLimitException.NO_OFFSET,
          "$");
    }
  }
}
