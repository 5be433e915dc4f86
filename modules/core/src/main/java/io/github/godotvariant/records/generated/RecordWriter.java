package io.github.godotvariant.records.generated;

import io.github.godotvariant.Color;
import io.github.godotvariant.ElementType;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.Quaternion;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.internal.Reals;
import io.github.godotvariant.internal.tree.ValueEncoder;
import io.github.godotvariant.internal.tree.WrittenContainers;
import io.github.godotvariant.internal.type.TypeCodecs;
import io.github.godotvariant.internal.values.PathBuilder;
import io.github.godotvariant.internal.wire.EncodedText;
import io.github.godotvariant.internal.wire.Wire;
import io.github.godotvariant.internal.wire.WireTable;
import io.github.godotvariant.internal.wire.WireWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes records for generated code and for the adapters of components. Not for users.
 *
 * <p>The writer records only the positions of the open containers. It writes the count of a
 * container when the container is closed. For an error, it determines the path from the bytes that
 * it has written. Keys and numbers are written without a check of the capacity, because {@link
 * #beginRecord} and each value of variable size reserve {@link #reservedBytes}. The class has more
 * than 500 lines because it has a method for each type that generated code writes.
 *
 * @hidden
 */
public final class RecordWriter extends WireWriter implements WireWriter.Location {
  private final TypeCodecs types;

  /** Whether the dialect writes texts, numbers and bools with the headers of Godot 4. */
  private final boolean usesGodot4Headers;

  /**
   * The location in the other writer, if this writer writes the next value of another writer;
   * otherwise null.
   */
  private final @Nullable Location outer;

  private final int baseDepth;

  /**
   * The indexes in {@code array} of the headers of the open containers, from the outermost to the
   * innermost container.
   */
  private int[] stack = new int[8];

  private int level;

  /**
   * The number of bytes to reserve after a value of variable size, so that the keys and numbers
   * that follow in the record fit.
   */
  private int reservedBytes;

  private @Nullable ValueEncoder encoder;

  /**
   * The number of values that adapters of users have converted. The number may overflow, because
   * callers only check whether it has changed.
   */
  private int adaptedValues;

  /** Creates a writer that encodes values, each of them alone. */
  RecordWriter(TypeCodecs types, boolean fullObjects, EncodedText.Cache keys) {
    super(types, fullObjects, keys);
    this.types = types;
    usesGodot4Headers = usesGodot4Headers(types);
    outer = null;
    baseDepth = 0;
    locateBy(this);
  }

  /** Creates a writer that writes the next value of another writer. */
  RecordWriter(WireWriter other) {
    super(other);
    types = (TypeCodecs) other.table;
    usesGodot4Headers = usesGodot4Headers(types);
    outer = other.location();
    baseDepth = other.depth();
    locateBy(this);
  }

  private static boolean usesGodot4Headers(WireTable table) {
    return table.stringHeader == ComponentKey.STRING
        && table.nameHeader == ComponentKey.STRING_NAME
        && table.intHeader >= 0
        && table.floatHeader >= 0
        && table.boolHeader >= 0;
  }

  /** {@return the bytes of a value} Discards the previous content of the writer. */
  byte[] encode(ComponentAdapter adapter, Object value) {
    try {
      writeAlone(adapter, value);
      return copy();
    } finally {
      dropLargeArray();
    }
  }

  /** Writes the bytes of a value to a buffer. Discards the previous content of the writer. */
  void encodeTo(ComponentAdapter adapter, Object value, ByteBuffer target) {
    try {
      writeAlone(adapter, value);
      target.put(array, 0, size());
    } finally {
      dropLargeArray();
    }
  }

  private void writeAlone(ComponentAdapter adapter, Object value) {
    clear();
    level = 0;
    write(adapter, value);
  }

  /** Writes a value with all values inside it. */
  void write(ComponentAdapter adapter, Object value) {
    try {
      adapter.write(this, value);
    } catch (ComponentKey.NullComponentException e) {
      writeKey(e.key); // so that the path contains the key
      throw (NullPointerException) nullAt(e.key, "").initCause(e);
    }
  }

  @Override
  public int depth() {
    return baseDepth + level;
  }

  @Override
  public String path() {
    PathBuilder path = new PathBuilder(outer == null ? "$" : outer.path());
    for (int i = 0; i < level && !path.isEnded(); i++) {
      int end = i + 1 < level ? stack[i + 1] : pos;
      WrittenContainers.describe(path, types, this, stack[i], end);
    }
    return path.toString();
  }

  /** {@return the exception for a problem with the next value} */
  public VariantTypeException refusal(String problem, ComponentKey component) {
    return refusal(problem + " for " + component.owner());
  }

  /**
   * {@return the exception for the next value, whose adapter has thrown the exception {@code e}}
   */
  public VariantTypeException refused(ComponentKey component, RuntimeException e) {
    VariantTypeException refusal = refusal(component.rejection(e));
    refusal.initCause(e);
    return refusal;
  }

  /**
   * Checks that the next value is not null, and returns the value.
   *
   * @param component the component that contains the value
   * @throws NullPointerException with the path, if the value is null
   */
  public Object present(ComponentKey component, @Nullable Object value) {
    if (value == null) {
      throw nullAt(component, "");
    }
    return value;
  }

  /**
   * {@return the exception for a null in the next value} The step leads from the value to the null,
   * such as {@code [3]}. The step is empty if the value itself is null.
   */
  public NullPointerException nullAt(ComponentKey component, String step) {
    return new NullPointerException(component.owner() + " is null, " + path() + step);
  }

  private VariantTypeException refusal(String problem) {
    return new VariantTypeException(problem, VariantTypeException.NO_OFFSET, path());
  }

  private void push(int header) {
    if (level == stack.length) {
      stack = Arrays.copyOf(stack, 2 * level);
    }
    stack[level++] = header;
  }

  // Records

  /**
   * Opens the dictionary of a record and reserves bytes for its keys and numbers.
   *
   * @param keys the keys of the record
   */
  public void beginRecord(RecordKeys keys) {
    reservedBytes = keys.reservedBytes;
    ensureCapacity(8L + keys.reservedBytes);
    push(pos);
    if (table.dictionaryHeader >= 0) {
      putLong(table.dictionaryHeader);
    } else {
      writeDictionaryHeader(ElementType.UNTYPED, ElementType.UNTYPED, 0);
    }
    if (depth() > RecordCursor.MAX_DEPTH) {
      throw new VariantLimitException(
          "records are nested deeper than " + RecordCursor.MAX_DEPTH + " levels",
          VariantTypeException.NO_OFFSET,
          path());
    }
    if (keys.typeKey != null) {
      writeKey(keys.typeKey);
      writeKey(keys.tag);
      ensureCapacity(reservedBytes);
    }
  }

  /**
   * Closes the dictionary of a record.
   *
   * @param keys the keys of the record
   * @param pairs the number of pairs in the dictionary, without the type key
   */
  public void endRecord(RecordKeys keys, int pairs) {
    level--;
    Wire.putInt(array, stack[level] + 4, keys.typeKey == null ? pairs : pairs + 1);
  }

  private void writeKey(ComponentKey key) {
    if (usesGodot4Headers && key.isEncoded()) {
      pos = key.copyTo(array, pos);
    } else if (key.isName()) {
      writeName(key.text());
    } else {
      writeKey(key.text());
    }
  }

  /** Writes a key and a bool. */
  public void put(ComponentKey key, boolean value) {
    if (usesGodot4Headers && key.isEncoded()) {
      int at = key.copyTo(array, pos);
      Wire.putLong(array, at, table.boolHeader | (value ? 1L << 32 : 0));
      pos = at + 8;
    } else {
      writeKey(key);
      writeBool(value);
      ensureCapacity(reservedBytes);
    }
  }

  /** Writes a key and an int. */
  public void put(ComponentKey key, long value) {
    if ((int) value == value && usesGodot4Headers && key.isEncoded()) {
      int at = key.copyTo(array, pos);
      Wire.putLong(array, at, table.intHeader | value << 32);
      pos = at + 8;
    } else {
      writeKey(key);
      writeLong(value);
      ensureCapacity(reservedBytes);
    }
  }

  /** Writes a key and a float. */
  public void put(ComponentKey key, double value) {
    if (!usesGodot4Headers || !key.isEncoded()) {
      writeKey(key);
      writeDouble(value);
      ensureCapacity(reservedBytes);
      return;
    }
    int at = key.copyTo(array, pos);
    float narrow = (float) value;
    if (narrow == value) {
      Wire.putLong(array, at, table.floatHeader | (long) Float.floatToRawIntBits(narrow) << 32);
      pos = at + 8;
    } else {
      Wire.putInt(array, at, (int) table.wideFloatHeader);
      Wire.putLong(array, at + 4, Double.doubleToRawLongBits(value));
      pos = at + 12;
    }
  }

  /** Writes a key and a String. */
  public void put(ComponentKey key, @Nullable String value) {
    String text = key.present(value);
    writeKey(key);
    writeString(text);
    ensureCapacity(reservedBytes);
  }

  /** Writes a key and a StringName. */
  public void putName(ComponentKey key, @Nullable String value) {
    String text = key.present(value);
    EncodedText known = usesGodot4Headers && key.isEncoded() ? keys.find(text) : null;
    if (known != null) {
      int at = key.copyTo(array, pos);
      known.copyTo(array, at, (int) table.nameHeader);
      pos = at + known.size;
    } else {
      writeKey(key);
      writeName(text);
      ensureCapacity(reservedBytes);
    }
  }

  /** Writes a key and a Vector2. */
  public void put(ComponentKey key, @Nullable Vector2 value) {
    Vector2 v = key.present(value);
    if (table.hasNarrowVectors && usesGodot4Headers && key.isEncoded()) {
      int at = key.copyTo(array, pos);
      Wire.putLong(array, at, table.vector2Header | narrowBits(v.x()) << 32);
      Wire.putInt(array, at + 8, (int) narrowBits(v.y()));
      pos = at + 12;
    } else {
      putValue(key, v);
    }
  }

  /** Writes a key and a Vector3. */
  public void put(ComponentKey key, @Nullable Vector3 value) {
    Vector3 v = key.present(value);
    if (table.hasNarrowVectors && usesGodot4Headers && key.isEncoded()) {
      int at = key.copyTo(array, pos);
      Wire.putLong(array, at, table.vector3Header | narrowBits(v.x()) << 32);
      Wire.putLong(array, at + 8, narrowBits(v.y()) | narrowBits(v.z()) << 32);
      pos = at + 16;
    } else {
      putValue(key, v);
    }
  }

  /** Writes a key and a Quaternion. */
  public void put(ComponentKey key, @Nullable Quaternion value) {
    Quaternion v = key.present(value);
    if (table.quaternionHeader >= 0 && usesGodot4Headers && key.isEncoded()) {
      int at = key.copyTo(array, pos);
      Wire.putLong(array, at, table.quaternionHeader | narrowBits(v.x()) << 32);
      Wire.putLong(array, at + 8, narrowBits(v.y()) | narrowBits(v.z()) << 32);
      Wire.putInt(array, at + 16, (int) narrowBits(v.w()));
      pos = at + 20;
    } else {
      putValue(key, v);
    }
  }

  /** Writes a key and a Color. */
  public void put(ComponentKey key, @Nullable Color value) {
    putValue(key, key.present(value));
  }

  private void putValue(ComponentKey key, Variant value) {
    writeKey(key);
    writeValue(value);
    ensureCapacity(reservedBytes);
  }

  /**
   * Converts a component of a math type to 64 bits. A NaN keeps the bits of its payload.
   *
   * @param component the component
   * @return the same number
   */
  public static double widen(float component) {
    return Reals.widen(component);
  }

  /**
   * Writes the key of a component, and the value with the adapter of the component.
   *
   * @param keys the keys of the record
   * @param index index of the component
   * @param value the component
   */
  public void put(RecordKeys keys, int index, @Nullable Object value) {
    writeKey(keys.keys[index]);
    keys.adapters[index].write(this, value);
    reservedBytes = keys.reservedBytes;
    ensureCapacity(reservedBytes);
  }

  /**
   * Writes the pairs of the component with {@code OtherKeys}, whose keys no other component has.
   *
   * @param keys the keys of the record
   * @param pairs the pairs
   * @return the number of pairs
   * @throws InexpressibleVariantException if the key of a pair is the key or an alias of a
   *     component, or is the type key; also if rounding makes two keys equal
   */
  public int putOthers(RecordKeys keys, @Nullable VariantDictionary pairs) {
    VariantDictionary others = (VariantDictionary) present(keys.keys[keys.others], pairs);
    boolean isRounded = false;
    int start = pos;
    for (int i = 0; i < others.size(); i++) {
      Variant key = others.keyAt(i);
      boolean isText = key.type() == VariantType.STRING || key.type() == VariantType.STRING_NAME;
      if (isText && keys.isUsed(key.asString())) {
        throw new InexpressibleVariantException(
            "duplicate key " + key.toShortString() + " for " + keys.owner.owner(),
            VariantTypeException.NO_OFFSET,
            path());
      }
      writeValue(key);
      isRounded |= mayRound(key);
      writeValue(others.valueAt(i));
    }
    if (isRounded) {
      WrittenContainers.checkRoundedKeys(types, this, start, others.size(), others::keys);
    }
    ensureCapacity(reservedBytes);
    return others.size();
  }

  // Values of adapters

  private ValueEncoder encoder() {
    ValueEncoder known = encoder;
    if (known == null) {
      known = new ValueEncoder(types, this);
      encoder = known;
    }
    return known;
  }

  /** Writes any value. */
  public void writeValue(Variant value) {
    encoder().write(value);
  }

  /** Opens an array that declares the type of its elements, which can be untyped. */
  public void beginArray(ElementType type) {
    int from = pos;
    checkDepth(depth());
    writeArrayHeader(type, 0);
    push(from);
  }

  /** Opens a dictionary that declares the types of its keys and values, which can be untyped. */
  public void beginDictionary(ElementType keyType, ElementType valueType) {
    int from = pos;
    checkDepth(depth());
    writeDictionaryHeader(keyType, valueType, 0);
    push(from);
  }

  /**
   * Closes the innermost array or dictionary.
   *
   * @param first the index in {@code array} of the first element or key of the container
   * @param count the number of elements or pairs in the container
   */
  public void endContainer(int first, int count) {
    level--;
    // The count is directly before the first item, but a declared type can be before the count.
    Wire.putInt(array, first - 4, count);
  }

  /**
   * Checks that the next element, key or value of an array or dictionary is not nested too deeply.
   */
  public void beginItem() {
    checkDepth(depth());
  }

  /** Counts a value that an adapter of a user has converted. */
  public void countAdapted() {
    adaptedValues++;
  }

  /** {@return a number that changes when an adapter of a user converts a value} */
  public int adaptedValues() {
    return adaptedValues;
  }

  /**
   * Checks a key that was written with an adapter of a user, which can convert different keys to
   * the same value.
   *
   * @param first the index in {@code array} of the key, which is the value that was written last
   * @param keys the encoded bytes of the earlier keys that such an adapter has converted; this
   *     method adds the bytes of the new key
   * @throws InexpressibleVariantException if an earlier key was written as the same value
   */
  public void checkAdaptedKey(int first, Set<ByteBuffer> keys, ComponentKey component) {
    if (!keys.add(ByteBuffer.wrap(Arrays.copyOfRange(array, first, pos)))) {
      throw new InexpressibleVariantException(
          "two keys are stored as the same value for " + component.owner(),
          VariantTypeException.NO_OFFSET,
          path());
    }
  }

  /** {@return whether rounding to 32 bits may change a key of a map} */
  public boolean mayRound(@Nullable Object key) {
    return table.roundsKeys && (!(key instanceof Variant value) || encoder().mayRound(value));
  }

  /**
   * Checks that rounding has not made two keys of a map equal. Call this method before the
   * dictionary is closed.
   *
   * @param first the index in {@code array} of the first key
   * @param adapter the adapter of the keys
   * @param keys the keys
   * @throws InexpressibleVariantException if rounding to 32 bits has made two keys equal
   */
  public void checkRoundedKeys(
      int first, ComponentAdapter adapter, List<? extends @Nullable Object> keys) {
    WrittenContainers.checkRoundedKeys(
        types, this, first, keys.size(), () -> exactKeys(adapter, keys));
  }

  /** {@return the keys of a map, encoded without rounding and decoded again} */
  private List<Variant> exactKeys(ComponentAdapter adapter, List<? extends @Nullable Object> keys) {
    VariantCodec codec =
        VariantCodec.of(WrittenContainers.withoutRounding(table.dialect))
            .withObjects(ObjectMode.FULL);
    AdapterCodec exact = new AdapterCodec(adapter, codec, false);
    List<Variant> values = new ArrayList<>();
    for (Object key : keys) {
      values.add(key == null ? Variant.NIL : codec.decode(exact.encode(key)));
    }
    return values;
  }
}
