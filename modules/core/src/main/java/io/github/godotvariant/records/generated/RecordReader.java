package io.github.godotvariant.records.generated;

import static io.github.godotvariant.internal.codec.CodecOperations.CODEC;

import io.github.godotvariant.Color;
import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.Quaternion;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.internal.Counts;
import io.github.godotvariant.internal.Reals;
import io.github.godotvariant.internal.tree.TypeKeySearch;
import io.github.godotvariant.internal.tree.ValueDecoder;
import io.github.godotvariant.internal.type.TypeCodecs;
import io.github.godotvariant.internal.values.ReadBudget;
import io.github.godotvariant.internal.wire.EncodedText;
import io.github.godotvariant.internal.wire.TextCache;
import io.github.godotvariant.internal.wire.Wire;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads records for generated code and for the adapters of components. Not for users.
 *
 * <p>Reading has two passes. The first pass records neither the open containers nor the place of a
 * value, and charges the keys of a record when the record ends. If anything is wrong, the same code
 * reads the input again in the exact pass, which knows the path of every value and charges in the
 * order of the input. Therefore all messages come from the exact pass. The first pass may use only
 * a part of the memory limit, so that hostile input close to the limit is not read twice.
 *
 * <p>Methods with a {@link ComponentKey} read a value of that component, which messages name. They
 * have a fast path for the usual header of a value with 32-bit components. All other forms, and all
 * values in the exact pass, take the general path in a method of their own. The class has more than
 * 500 lines because all paths share the position in the input.
 *
 * @hidden
 */
public final class RecordReader extends ValueDecoder {
  /** The deepest level of records, which are read and written by recursion. */
  static final int MAX_DEPTH = 200;

  /** The memory in bytes that is charged for the four components. */
  private static final int QUATERNION_COST = 64;

  /** The number of components whose memory is included in the charge for the dictionary. */
  private static final int INCLUDED_COMPONENTS = 32;

  private static final int NONE = -1;

  /** The first pass can use the memory limit divided by this number. */
  private static final int FIRST_PASS_DIVISOR = 4;

  private final boolean isExact;

  /** Whether the value is the default of a component, not input. */
  private boolean isDefault;

  private final boolean acceptsWholeFloats;

  /** Whether a part of the current key was converted, so that different keys can become equal. */
  private boolean hasConverted;

  /**
   * The index where the fast paths end: the end of the input, or its start if they are not allowed.
   */
  private int fastEnd;

  /** The searches for type keys, by key; null before the first search. */
  private @Nullable Map<String, TypeKeySearch> searches;

  /** The set or map that is being read; null outside of sets and maps. */
  private @Nullable AutoCloseable openCollection;

  /** Ends the first pass if only the exact pass can accept or reject the input. */
  private static final class ExactPassException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ExactPassException() {
      super("read the record again", null, false, false);
    }
  }

  /** Creates a reader of the bytes from {@code start} up to {@code end}. */
  private RecordReader(
      TypeCodecs types,
      boolean fullObjects,
      ReadLimits limits,
      TextCache cache,
      byte[] in,
      int start,
      int end,
      boolean acceptsWholeFloats,
      boolean isExact) {
    super(types, fullObjects, limits, cache, in, start, end);
    this.acceptsWholeFloats = acceptsWholeFloats;
    this.isExact = isExact;
    if (!isExact) {
      heapLeft /= FIRST_PASS_DIVISOR;
    }
    boolean allowsFastPaths =
        types.stringHeader == ComponentKey.STRING && limits.stringBytes() >= EncodedText.MAX_LENGTH;
    fastEnd = allowsFastPaths && !isExact ? end : start;
  }

  /** Decodes a value that is the whole input. */
  static @Nullable Object decode(
      ComponentAdapter adapter,
      TypeCodecs types,
      boolean fullObjects,
      ReadLimits limits,
      TextCache cache,
      byte[] in,
      int start,
      int end,
      boolean wholeFloats) {
    RecordReader first =
        new RecordReader(types, fullObjects, limits, cache, in, start, end, wholeFloats, false);
    try {
      Object value = adapter.read(first);
      if (first.pos == end) {
        return value;
      }
    } catch (RuntimeException e) {
      // The exact pass throws this exception with its path, or an earlier one.
    }
    RecordReader exact =
        new RecordReader(types, fullObjects, limits, cache, in, start, end, wholeFloats, true);
    Object value = adapter.read(exact);
    if (exact.remaining() > 0) {
      throw new MalformedVariantException(
          Counts.bytesFollow(exact.remaining()) + " the value", exact.position(), "$");
    }
    return value;
  }

  /** Reads the next value of a decoder, which moves after it. */
  static @Nullable Object read(
      ComponentAdapter adapter, ValueDecoder decoder, boolean wholeFloats) {
    RecordReader first = new RecordReader(decoder, wholeFloats, false);
    long heap = first.heapLeft;
    try {
      Object value = adapter.read(first);
      if (first.remaining() >= decoder.pendingAfter()) {
        decoder.restore(first.elementsLeft, decoder.heapLeft - heap + first.heapLeft);
        decoder.doneAt(first.pos);
        return value;
      }
    } catch (RuntimeException e) {
      // As in decode.
    }
    RecordReader exact = new RecordReader(decoder, wholeFloats, true);
    try {
      return adapter.read(exact);
    } finally {
      decoder.follow(exact);
    }
  }

  /** Continues at the next value of a decoder. */
  private RecordReader(ValueDecoder decoder, boolean acceptsWholeFloats, boolean isExact) {
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
      restore(decoder.elementsLeft, decoder.heapLeft / FIRST_PASS_DIVISOR);
      restart(decoder.depth());
    }
  }

  /**
   * Creates an exact reader of a default.
   *
   * @param value the default in Godot 4
   * @param in the reader of the record, whose cache is used; null if there is none
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

  /** {@return whether the value is the default of a component, not input} */
  public boolean isDefault() {
    return isDefault;
  }

  /** Counts the value at {@link #lastPosition} as read. */
  private void finish() {
    if (isExact) {
      done();
    }
  }

  /** {@return the exception for the value that was read last} */
  public VariantTypeException refusal(String problem, ComponentKey component) {
    return refusal(problem + " for " + component.owner());
  }

  private VariantTypeException refusal(String problem) {
    if (!reopen()) {
      throw new IllegalStateException("no value was read at " + path());
    }
    return wrongType(problem);
  }

  /**
   * Returns the exception for a record whose constructor has thrown an exception.
   *
   * @param keys the keys of the record
   * @param e the exception
   * @return the exception to throw
   */
  public RuntimeException refused(RecordKeys keys, RuntimeException e) {
    return refused(keys.owner, e);
  }

  /**
   * Returns the exception for a value whose constructor or adapter has thrown an exception.
   *
   * @param component the component that contains the value
   * @param e the exception
   * @return the exception to throw
   */
  public RuntimeException refused(ComponentKey component, RuntimeException e) {
    // A record may check its components. Components that it rejects are wrong input.
    VariantTypeException refusal = refusal(component.rejection(e));
    refusal.initCause(e);
    return refusal;
  }

  private int expect(VariantType type, ComponentKey component) {
    try {
      return expect(type);
    } catch (VariantTypeException e) {
      throw component.wrong(e);
    }
  }

  // Records

  /**
   * Opens the dictionary of a record.
   *
   * @param keys the keys of the record
   * @return the number of its pairs, without the type key if it is the first key
   */
  public int beginRecord(RecordKeys keys) {
    int at = pos;
    int pairs = Wire.MAX_COUNT;
    if (fastEnd - at >= 8 && Wire.getInt(in, at) == table.dictionaryHeader) {
      pairs = Wire.getInt(in, at + 4) & Wire.MAX_COUNT;
    }
    if (pairs > fastEnd - at >> 3 || depth() >= Math.min(MAX_DEPTH, limits.depth())) {
      return beginGeneral(keys);
    }
    pos = at + 8;
    addDepth(1);
    charge(pairs, ReadBudget.CONTAINER + (long) pairs * ReadBudget.PAIR);
    return keys.typeKey == null && !keys.hasNames ? pairs : beginTagged(keys, pairs);
  }

  private int beginGeneral(RecordKeys keys) {
    int pairs = beginDictionary(keys.owner);
    if (depth() > MAX_DEPTH) {
      throw new VariantLimitException(
          "records are nested deeper than " + MAX_DEPTH + " levels", position(), path());
    }
    return isExact ? pairs : beginTagged(keys, pairs);
  }

  private int beginTagged(RecordKeys keys, int pairs) {
    if (keys.hasNames && table.nameHeader != ComponentKey.STRING_NAME) {
      fastEnd = start;
    }
    ComponentKey typeKey = keys.typeKey;
    if (typeKey != null && pairs > 0 && isPairAt(pos, typeKey, keys.tag)) {
      pos += typeKey.size() + keys.tag.size();
      charge(0, keys.tagCost);
      return pairs - 1;
    }
    return pairs;
  }

  private boolean isPairAt(int at, ComponentKey key, ComponentKey value) {
    return fastEnd - at >= (long) key.size() + value.size()
        && key.isAt(in, at)
        && value.isAt(in, at + key.size());
  }

  /**
   * Returns which record of a sealed hierarchy is next, if the type key is its first key.
   *
   * @param typeKey the type key
   * @param tags the values of the type key
   * @return the index of the value; -1 if the dictionary has to be searched
   */
  public int firstTag(ComponentKey typeKey, ComponentKey[] tags) {
    if (fastEnd - pos >= 8
        && Wire.getInt(in, pos) == table.dictionaryHeader
        && (Wire.getInt(in, pos + 4) & Wire.MAX_COUNT) != 0) {
      for (int i = 0; i < tags.length; i++) {
        if (isPairAt(pos + 8, typeKey, tags[i])) {
          return i;
        }
      }
    }
    return NONE;
  }

  /**
   * Returns the value of the type key in the next dictionary if an earlier search recorded it.
   *
   * @param typeKey the type key
   * @return null if {@link #seekTag} has to search the dictionary
   */
  public @Nullable String recordedTag(String typeKey) {
    return searchFor(typeKey).recorded();
  }

  /**
   * Moves to the value of the type key in the next dictionary.
   *
   * @param typeKey the type key
   * @return false if the dictionary does not have the key; the reader has then not moved
   */
  public boolean seekTag(String typeKey) {
    return searchFor(typeKey).seek();
  }

  private TypeKeySearch searchFor(String typeKey) {
    if (searches == null) {
      searches = new HashMap<>();
    }
    TypeKeySearch search = searches.get(typeKey);
    if (search == null) {
      search = new TypeKeySearch(this, typeKey);
      searches.put(typeKey, search);
    }
    return search;
  }

  /**
   * Reads the next key if it is the expected one, in its usual bytes.
   *
   * @param key the key of a component
   * @return true if the value of the component is next
   */
  public boolean keyIs(ComponentKey key) {
    int at = pos;
    int size = key.size();
    if (fastEnd - at >= size && key.isAt(in, at)) {
      pos = at + size;
      return true;
    }
    return false;
  }

  /**
   * Reads the next key, which may be any key. Skips the pair if no component has the key.
   *
   * @param keys the keys of the record
   * @param remaining number of pairs that follow, with this one
   * @param present a bit for each key that was read
   * @return the index of the component whose value is next; -1 if the pair was skipped
   */
  public int nextKey(RecordKeys keys, int remaining, long present) {
    return nextKey(keys, remaining, present, null);
  }

  /**
   * Reads the next key, which may be any key.
   *
   * @param keys the keys of the record
   * @param remaining number of pairs that follow, with this one
   * @param present a bit for each key that was read
   * @param others gets the pair if no component has the key; null to skip it
   * @return the index of the component whose value is next; -1 if the pair was read or skipped
   */
  public int nextKey(
      RecordKeys keys, int remaining, long present, VariantDictionary.@Nullable Builder others) {
    int guess = keys.guess(remaining);
    if (guess < 0 || !keyIs(keys.keys[guess])) {
      return otherKey(keys, remaining, present, others);
    }
    if ((present >>> guess & 1) != 0) {
      charge(0, keys.keys[guess].cost()); // the end of the record charges each key once
    }
    return guess;
  }

  /** Reads a key by its text. If no component has it, also reads the value. */
  private int otherKey(
      RecordKeys keys, int remaining, long present, VariantDictionary.@Nullable Builder others) {
    VariantType type = nextType();
    if (type != VariantType.STRING && type != VariantType.STRING_NAME) {
      if (others != null) {
        Variant key = nextVariant();
        others.put(key, nextVariant());
      } else {
        skip();
        rejectOrSkip(keys, type.godotName());
      }
      return RecordKeys.UNKNOWN;
    }
    String text = value().asString();
    finish();
    int index = keys.indexOf(text);
    keys.learn(remaining, index);
    if (index >= 0) {
      if (!isExact && (present >>> index & 1) == 0) {
        heapLeft += keys.keys[index].cost(); // the end of the record charges the key
      }
      return index;
    }
    if (keys.typeKey != null && text.equals(keys.typeKey.text())) {
      skipTag(keys.tag);
    } else if (others != null) {
      Variant key = type == VariantType.STRING ? StringValue.of(text) : StringName.of(text);
      others.put(key, nextVariant());
    } else {
      rejectOrSkip(keys, keys.rejectsUnknown ? StringValue.of(text).toShortString() : "");
    }
    return RecordKeys.UNKNOWN;
  }

  /** Skips the value of a type key, which selected this record unless another one follows. */
  private void skipTag(ComponentKey tag) {
    if (fastEnd - pos < tag.size() || !tag.isAt(in, pos)) {
      requireExactPass();
    }
    skip();
  }

  private void rejectOrSkip(RecordKeys keys, String key) {
    if (keys.rejectsUnknown) {
      throw refusal("unknown key " + key, keys.owner);
    }
    skip();
  }

  /**
   * Closes the dictionary of a record. Checks that all required keys were there, and charges the
   * defaults of other components.
   *
   * @param keys the keys of the record
   * @param present a bit for each key that was read
   */
  public void endRecord(RecordKeys keys, long present) {
    endRecord(present == keys.all ? keys.cost : keys.cost(present));
    if (present != keys.all) {
      chargeAbsent(keys, ~present & keys.all);
    }
  }

  /**
   * Closes the dictionary of a record.
   *
   * @param cost the memory to charge for its keys, which the exact pass has charged before
   */
  public void endRecord(long cost) {
    if (isExact) {
      leave();
    } else {
      addDepth(-1);
      charge(0, cost);
    }
  }

  private void chargeAbsent(RecordKeys keys, long absent) {
    for (int i = 0; i < keys.keys.length; i++) {
      if ((absent >>> i & 1) != 0) {
        chargeAbsent(keys, i);
      }
    }
  }

  /**
   * Checks that the key of a component may be absent, and charges the component and its default.
   *
   * @param keys the keys of the record
   * @param index index of the component
   */
  public void chargeAbsent(RecordKeys keys, int index) {
    ComponentAdapter adapter = keys.adapters[index];
    if (adapter.isRequired()) {
      throw refusal("no key " + StringValue.of(keys.keys[index].text()), keys.keys[index]);
    }
    if (index >= INCLUDED_COMPONENTS) {
      charge(0, ReadBudget.COMPONENT);
    }
    adapter.chargeAbsent(this);
  }

  // Values of one type

  /**
   * Reads a nil if it is next.
   *
   * @return false if another value is next
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

  /** Reads an int of 8 bits. */
  public byte nextByte(ComponentKey component) {
    return (byte) nextLong(Byte.MIN_VALUE, Byte.MAX_VALUE, component);
  }

  /** Reads an int of 16 bits. */
  public short nextShort(ComponentKey component) {
    return (short) nextLong(Short.MIN_VALUE, Short.MAX_VALUE, component);
  }

  /** Reads an int of 32 bits. */
  public int nextInt(ComponentKey component) {
    int at = pos;
    if (fastEnd - at >= 8) {
      long word = Wire.getLong(in, at);
      if ((int) word == table.intHeader) {
        pos = at + 8;
        return (int) (word >> 32);
      }
    }
    return (int) otherLong(Integer.MIN_VALUE, Integer.MAX_VALUE, component);
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
    boolean isWhole = (double) whole == value && value < 0x1p63; // the conversion limits 2^63
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

  private long otherLong(long min, long max, ComponentKey component) {
    return checkRange(otherLong(component), min, max, component);
  }

  private long checkRange(long value, long min, long max, ComponentKey component) {
    if (value < min || value > max) {
      throw refusal(Counts.outOfRange(min, max, value), component);
    }
    return value;
  }

  /** Reads a float, or an int that a double can represent. */
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

  /** Reads a float or an int that a float can represent; a finite float may be rounded. */
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

  /** Rounds a number of the value that was read last. */
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

  /** {@return whether a value was converted since the flag was cleared} */
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

  /** Reads a value of a class. */
  public <T extends Variant> T nextValue(Class<T> kind, ComponentKey component) {
    try {
      T value = value(kind);
      finish();
      return value;
    } catch (VariantTypeException e) {
      throw component.wrong(e);
    }
  }

  /** Reads any value. */
  public Variant nextVariant() {
    Variant value = value();
    finish();
    return value;
  }

  /** Skips the next value. */
  public void skip() {
    int depth = depth();
    skipValue();
    if (!isExact) {
      restart(depth);
    }
  }

  // Containers

  /**
   * Opens an array.
   *
   * @return the number of its elements
   */
  public int beginArray(ComponentKey component) {
    return begin(expect(VariantType.ARRAY, component));
  }

  /**
   * Opens a dictionary.
   *
   * @return the number of its pairs
   */
  public int beginDictionary(ComponentKey component) {
    return begin(expect(VariantType.DICTIONARY, component));
  }

  private int begin(int header) {
    if (isExact) {
      return enter(header);
    }
    int at = pos;
    int count = readHeader(header);
    checkContainer(depth() + 1, count, 0, at);
    addDepth(1);
    return count;
  }

  /** Closes the innermost array or dictionary. */
  public void endContainer() {
    if (isExact) {
      leave();
    } else {
      addDepth(-1);
    }
  }

  /** Ends the first pass, so that the exact pass reads the input. */
  public void requireExactPass() {
    if (!isExact) {
      throw new ExactPassException();
    }
  }

  /** {@return the set or map that is being read; null outside of sets and maps} */
  public @Nullable AutoCloseable openCollection() {
    return openCollection;
  }

  /** Sets the set or map that is being read; null outside of sets and maps. */
  public void setOpenCollection(@Nullable AutoCloseable collection) {
    openCollection = collection;
  }
}
