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
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.spark.types.variant.VariantUtil;
import org.apache.spark.unsafe.types.VariantVal;

/**
 * Writes values as Spark's VARIANT. For each position in a value, the writer caches the keys and
 * their order, because the next value usually has the same keys at the same position.
 *
 * <p>A value is written from its last byte to its first, because the header of a container contains
 * the lengths of its parts.
 *
 * <p>Not thread-safe. The class has more than 500 lines because the writers of all types share one
 * buffer, which they fill from its end.
 */
final class SparkVariantWriter {
  /** The maximum number of keys, and of positions, that stay in the caches after a value. */
  private static final int MAX_KEYS = 4096;

  /** The maximum number of keys of a dictionary whose keys are cached. */
  private static final int MAX_CACHED_KEYS = 1024;

  private static final int CACHED_TEXTS = 256;

  private static final VarHandle LITTLE_ENDIAN =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** The number of free bytes before the written bytes, because {@link #put} stores 8 bytes. */
  private static final int FREE_BYTES = 8;

  private final boolean isWide;
  private final boolean hasWideColors;
  private final boolean usesBase64;
  private final int maxBytes;

  private byte[] buffer = new byte[1024];

  /** The number of written bytes, which are at the end of the buffer. */
  private int written;

  /** The number of written bytes after each part of each open container. */
  private int[] partStarts = new int[64];

  private int startCount;

  private final Map<String, Key> keys = new HashMap<>();
  private final Map<VariantType, PositionCache> shapes = new EnumMap<>(VariantType.class);
  private PositionCache root = new PositionCache();
  private int positionCount;

  private long valueNumber;
  private Key[] keysById = new Key[16];
  private int keyCount;
  private int lastKeyCount = -1;
  private boolean hasNewKeys;
  private byte[] metadata = {};

  private final String[] texts = new String[CACHED_TEXTS];
  private final byte[][] utf8 = new byte[CACHED_TEXTS][];

  /**
   * Creates a writer.
   *
   * @param dialect the dialect of the values, which determines the width of components
   * @param usesBase64 whether bytes become strings in Base64
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

  /** A name. Its id is valid if {@code valueNumber} is that of the current value. */
  private static final class Key {
    final String name;
    final byte[] utf8;
    long valueNumber;
    int id;

    Key(String name) {
      this.name = name;
      this.utf8 = name.getBytes(StandardCharsets.UTF_8);
    }
  }

  /** The keys of the last dictionary at a position in values, and their sort order by name. */
  private static final class PositionCache {
    private static final Variant[] EMPTY = {};

    Variant[] keysInOrder = EMPTY;
    Key[] keys = {};
    int[] sorted = {};

    /** The positions of nested containers; an array has one position for all elements. */
    PositionCache[] children = {};

    boolean hasKeys(VariantDictionary dictionary) {
      int size = dictionary.size();
      if (size != keysInOrder.length) {
        return false;
      }
      for (int i = 0; i < size; i++) {
        Variant key = dictionary.keyAt(i);
        if (key != keysInOrder[i] && !(isPlain(key) && key.equals(keysInOrder[i]))) {
          return false;
        }
      }
      return true;
    }

    private static boolean isPlain(Variant key) {
      return switch (key.type()) {
        case STRING, STRING_NAME, INT -> true;
        default -> false;
      };
    }
  }

  /**
   * Converts a value to VARIANT.
   *
   * @throws io.github.godotvariant.InexpressibleVariantException if two keys have the same text
   * @throws VariantLimitException if the result is longer than Spark permits
   */
  VariantVal write(Variant value) {
    written = 0;
    startCount = 0;
    keyCount = 0;
    hasNewKeys = false;
    valueNumber++;
    try {
      writeValue(value, root);
      checkLength(written);
      byte[] bytes = Arrays.copyOfRange(buffer, buffer.length - written, buffer.length);
      if (hasNewKeys || keyCount != lastKeyCount) {
        lastKeyCount = -1;
        metadata = createMetadata();
        lastKeyCount = keyCount;
      }
      return new VariantVal(bytes, metadata);
    } catch (RuntimeException | Error e) {
      lastKeyCount = -1;
      throw e;
    } finally {
      if (keys.size() > MAX_KEYS || positionCount > MAX_KEYS) {
        clearCaches();
      }
      if (buffer.length > 1 << 20) {
        buffer = new byte[1024];
        partStarts = new int[64];
      }
    }
  }

  private void clearCaches() {
    keys.clear();
    shapes.clear();
    root = new PositionCache();
    positionCount = 0;
    keysById = new Key[16];
    lastKeyCount = -1;
  }

  private byte[] createMetadata() {
    long text = 0;
    for (int i = 0; i < keyCount; i++) {
      text += keysById[i].utf8.length;
    }
    int size = bytesFor(Math.max(text, keyCount));
    long length = 1 + size + size * (keyCount + 1L) + text;
    checkLength(length);
    ByteBuffer out = ByteBuffer.allocate((int) length);
    out.put((byte) (VariantUtil.VERSION | (size - 1) << 6));
    putNumber(out, keyCount, size);
    int at = 0;
    putNumber(out, at, size);
    for (int i = 0; i < keyCount; i++) {
      at += keysById[i].utf8.length;
      putNumber(out, at, size);
    }
    for (int i = 0; i < keyCount; i++) {
      out.put(keysById[i].utf8);
    }
    return out.array();
  }

  private static void putNumber(ByteBuffer out, int value, int size) {
    for (int i = 0; i < size; i++) {
      out.put((byte) (value >>> 8 * i));
    }
  }

  /** Returns the number of bytes that an unsigned number needs, 1 to 4. */
  private static int bytesFor(long number) {
    return number <= 0xFF ? 1 : number <= 0xFFFF ? 2 : number <= 0xFFFFFF ? 3 : 4;
  }

  private void writeValue(Variant value, PositionCache position) {
    switch (value.type()) {
      case NIL, CALLABLE -> writePrimitive(VariantUtil.NULL);
      case BOOL ->
          writePrimitive(((BoolValue) value).value() ? VariantUtil.TRUE : VariantUtil.FALSE);
      case INT -> writeInt(((IntValue) value).value());
      case FLOAT -> writeDouble(((FloatValue) value).value());
      case STRING -> writeText(PlainForm.text(value).getBytes(StandardCharsets.UTF_8));
      case STRING_NAME -> writeText(cachedUtf8(value.asString()));
      case NODE_PATH -> writeText(PlainForm.text(value).getBytes(StandardCharsets.UTF_8));
      case DICTIONARY -> writeDictionary((VariantDictionary) value, position);
      case ARRAY -> writeArray((VariantArray) value, position);
      case RID, SIGNAL, OBJECT -> {
        if (PlainForm.isObject(value)) {
          writeDictionary(PlainForm.asDictionary(value), position);
        } else {
          writeText(PlainForm.text(value).getBytes(StandardCharsets.UTF_8));
        }
      }
      default -> writeLeaf(value);
    }
  }

  private void writeLeaf(Variant value) {
    double[] numbers = PlainForm.numbers(value);
    if (numbers != null) {
      writeShape(shapeOf(value.type()), value.type(), i -> numbers[i], 0);
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
    PositionCache position = shapeOf(type);
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
        case STRING -> {
          String text = ((PackedStringArray) array).get(i);
          writeText(PlainForm.wellFormed(text).getBytes(StandardCharsets.UTF_8));
        }
        default -> writeShape(position, type, array::doubleAt, i * numbers);
      }
      partStarts[base + i] = written;
    }
    closeArray(base, array.size(), end);
  }

  private void writeArray(VariantArray array, PositionCache position) {
    int end = written;
    int size = array.size();
    int base = reserveStarts(size);
    for (int i = size - 1; i >= 0; i--) {
      Variant element = array.get(i);
      writeValue(element, isContainer(element) ? child(position, 0, 1) : position);
      partStarts[base + i] = written;
    }
    closeArray(base, size, end);
  }

  private void writeDictionary(VariantDictionary dictionary, PositionCache expected) {
    PositionCache position = expected;
    if (!expected.hasKeys(dictionary)) {
      position = dictionary.size() <= MAX_CACHED_KEYS ? expected : new PositionCache();
      cacheKeys(position, dictionary);
    }
    assignIds(position.keys);
    int end = written;
    int size = dictionary.size();
    int base = reserveStarts(size);
    for (int i = size - 1; i >= 0; i--) {
      Variant value = dictionary.valueAt(i);
      writeValue(value, isContainer(value) ? child(position, i, size) : position);
      partStarts[base + i] = written;
    }
    closeObject(position.keys, position.sorted, base, end);
  }

  /** Returns whether VARIANT represents a value as a container, which has its own position. */
  private static boolean isContainer(Variant value) {
    return switch (value.type()) {
      case DICTIONARY, ARRAY, RID, SIGNAL, OBJECT -> true;
      default -> false;
    };
  }

  private PositionCache child(PositionCache position, int index, int size) {
    if (position.children.length <= index) {
      position.children = Arrays.copyOf(position.children, size);
    }
    PositionCache child = position.children[index];
    if (child == null) {
      child = new PositionCache();
      position.children[index] = child;
      positionCount++;
    }
    return child;
  }

  private void cacheKeys(PositionCache position, VariantDictionary dictionary) {
    int size = dictionary.size();
    Variant[] keysInOrder = new Variant[size];
    Key[] learned = new Key[size];
    for (int i = 0; i < size; i++) {
      keysInOrder[i] = dictionary.keyAt(i);
      learned[i] = key(PlainForm.name(keysInOrder[i]));
    }
    position.sorted = sorted(learned); // First, because this method can throw an exception.
    position.keys = learned;
    position.keysInOrder = keysInOrder;
    position.children = new PositionCache[0];
  }

  private Key key(String name) {
    return keys.computeIfAbsent(name, Key::new);
  }

  /** Returns the indices of the keys sorted by name, because Spark searches in that order. */
  private static int[] sorted(Key[] keys) {
    int[] sorted =
        IntStream.range(0, keys.length)
            .boxed()
            .sorted(Comparator.comparing(i -> keys[i].name))
            .mapToInt(i -> i)
            .toArray();
    for (int i = 1; i < sorted.length; i++) {
      if (keys[sorted[i]] == keys[sorted[i - 1]]) {
        throw PlainForm.equalNames();
      }
    }
    return sorted;
  }

  private PositionCache shapeOf(VariantType type) {
    PositionCache position = shapes.get(type);
    if (position == null) {
      position = new PositionCache();
      List<VariantType.Part> parts = type.parts();
      position.keys = parts.stream().map(part -> key(part.name())).toArray(Key[]::new);
      position.sorted = sorted(position.keys);
      position.children = new PositionCache[parts.size()];
      for (int i = 0; i < parts.size(); i++) {
        VariantType part = parts.get(i).type();
        if (!part.parts().isEmpty()) {
          position.children[i] = shapeOf(part);
        }
      }
      shapes.put(type, position);
    }
    return position;
  }

  private void writeShape(
      PositionCache position, VariantType type, IntToDoubleFunction numbers, int from) {
    assignIds(position.keys);
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
          writeShape(position.children[i], part, numbers, next);
        }
      }
      partStarts[base + i] = written;
    }
    closeObject(position.keys, position.sorted, base, end);
  }

  /**
   * Writes a component in the precision of the dialect, so that a column has one type. Does not
   * round a component that needs 64 bits.
   */
  private void writeComponent(double value, boolean asDouble) {
    if (!asDouble && (Double.isNaN(value) || Reals.isSingle(value))) {
      writeFloat(Reals.narrow(value));
    } else {
      writeDouble(value);
    }
  }

  /** Assigns ids to keys for the current value. */
  private void assignIds(Key[] all) {
    for (Key key : all) {
      if (key.valueNumber != valueNumber) {
        key.valueNumber = valueNumber;
        key.id = keyCount;
        if (keyCount == keysById.length) {
          keysById = Arrays.copyOf(keysById, 2 * keyCount);
        }
        if (keysById[keyCount] != key) {
          keysById[keyCount] = key;
          hasNewKeys = true;
        }
        keyCount++;
      }
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

  private void closeObject(Key[] all, int[] sorted, int base, int end) {
    int size = all.length;
    int highest = 0;
    for (Key key : all) {
      highest = Math.max(highest, key.id);
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
      put(all[sorted[i]].id, idWidth);
    }
    boolean isLarge = size > 0xFF;
    put(size, isLarge ? 4 : 1);
    put(((isLarge ? 16 : 0) | (idWidth - 1) << 2 | width - 1) << 2 | VariantUtil.OBJECT, 1);
    startCount = base;
  }

  private void writePrimitive(int type) {
    writePrimitive(type, 0, 0);
  }

  /** Writes a type and the {@code size} lowest bytes of a value after it. */
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

  private byte[] cachedUtf8(String text) {
    int slot = System.identityHashCode(text) & CACHED_TEXTS - 1;
    if (texts[slot] != text) {
      utf8[slot] = PlainForm.wellFormed(text).getBytes(StandardCharsets.UTF_8);
      texts[slot] = text;
    }
    return utf8[slot];
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
      checkLength(length / 3 * 4L + 4);
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

  /** Writes the lowest bytes of a number. Stores 8 bytes; the next write replaces the others. */
  private void put(long value, int size) {
    LITTLE_ENDIAN.set(buffer, buffer.length - written - FREE_BYTES, value << 64 - 8 * size);
    written += size;
  }

  private void reserve(long additional) {
    long needed = written + additional;
    if (needed + FREE_BYTES > buffer.length) {
      checkLength(needed);
      long newLength = Math.min(Math.max(needed, 2L * buffer.length), maxBytes);
      byte[] larger = new byte[(int) newLength + FREE_BYTES];
      System.arraycopy(buffer, buffer.length - written, larger, larger.length - written, written);
      buffer = larger;
    }
  }

  private void checkLength(long length) {
    if (length > maxBytes) {
      throw new VariantLimitException(
          "the VARIANT is longer than the limit of " + maxBytes + " bytes",
          VariantLimitException.NO_OFFSET,
          "$");
    }
  }
}
