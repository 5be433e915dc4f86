package io.github.godotvariant.records.generated;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantTypeException;
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
 * Moves through the dictionaries of records: reads their keys, and opens and closes containers.
 * {@link RecordReader} adds the values of each type.
 *
 * <p>{@link AdapterCodec} reads in two passes. In the first pass, a cursor counts the open
 * containers but does not record them. It charges the keys of a record when the record ends. In the
 * exact pass, a cursor records the open containers and charges in the order of the input.
 *
 * @hidden
 */
public abstract class RecordCursor extends ValueDecoder {
  /**
   * The maximum depth of nested records. It is limited, because recursion reads and writes them.
   */
  static final int MAX_DEPTH = 200;

  /**
   * The charge for the dictionary of a record includes the memory of this number of components.
   * Absent components with a higher index are charged.
   */
  private static final int INCLUDED_COMPONENTS = 32;

  private static final int NONE = -1;

  private final boolean isExact;

  /**
   * The index where the fast paths end: the end of the input, or the start of the input if fast
   * paths are not allowed.
   */
  int fastEnd;

  /** The searches for type keys, by key; null before the first search. */
  private @Nullable Map<String, TypeKeySearch> searches;

  /** The innermost set or map that is being read; null outside of sets and maps. */
  private @Nullable AutoCloseable openCollection;

  /** Ends the first pass if only the exact pass can accept or reject the input. */
  private static final class ExactPassException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ExactPassException() {
      super("read the record again", null, false, false);
    }
  }

  /** Creates a cursor in the bytes from {@code start} up to {@code end}. */
  RecordCursor(
      TypeCodecs types,
      boolean fullObjects,
      ReadLimits limits,
      TextCache cache,
      byte[] in,
      int start,
      int end,
      boolean isExact) {
    super(types, fullObjects, limits, cache, in, start, end);
    this.isExact = isExact;
    // Fast paths compare keys with the headers of Godot 4 and do not check the length of keys.
    boolean allowsFastPaths =
        types.stringHeader == ComponentKey.STRING && limits.stringBytes() >= EncodedText.MAX_LENGTH;
    fastEnd = allowsFastPaths && !isExact ? end : start;
  }

  /** Counts the value at {@link #lastPosition} as read. Does nothing in the first pass. */
  final void finish() {
    if (isExact) {
      done();
    }
  }

  /** {@return the exception for the value that was read last} */
  public final VariantTypeException refusal(String problem, ComponentKey component) {
    return refusal(problem + " for " + component.owner());
  }

  final VariantTypeException refusal(String problem) {
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
  public final RuntimeException refused(RecordKeys keys, RuntimeException e) {
    return refused(keys.owner, e);
  }

  /**
   * Returns the exception for a value whose constructor or adapter has thrown an exception.
   *
   * @param component the component that contains the value
   * @param e the exception
   * @return the exception to throw
   */
  public final RuntimeException refused(ComponentKey component, RuntimeException e) {
    // A record may check its components. Components that it rejects are wrong input.
    VariantTypeException refusal = refusal(component.rejection(e));
    refusal.initCause(e);
    return refusal;
  }

  final int expect(VariantType type, ComponentKey component) {
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
   * @return the number of pairs to read, without a type key at the start that this method has read
   */
  public final int beginRecord(RecordKeys keys) {
    int at = pos;
    int pairs = Wire.MAX_COUNT;
    if (fastEnd - at >= 8 && Wire.getInt(in, at) == table.dictionaryHeader) {
      pairs = Wire.getInt(in, at + 4) & Wire.MAX_COUNT;
    }
    // Each pair has at least 8 bytes. The general path throws the exceptions.
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
   * @return the index of the value; -1 if the first pair does not have the type key and one of the
   *     values, so that the dictionary must be searched
   */
  public final int firstTag(ComponentKey typeKey, ComponentKey[] tags) {
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
   * Returns the value of the type key in the next dictionary. The position does not change.
   *
   * @param typeKey the type key
   * @return null if the dictionary does not have the key, or if its value is not a text
   */
  public final @Nullable String findTag(String typeKey) {
    return searchFor(typeKey).find();
  }

  /**
   * Moves to the value of the type key in the next dictionary.
   *
   * @param typeKey the type key
   * @return false if the dictionary does not have the key; the reader has then not moved
   */
  public final boolean seekTag(String typeKey) {
    return searchFor(typeKey).seek();
  }

  private TypeKeySearch searchFor(String typeKey) {
    if (searches == null) {
      searches = new HashMap<>();
    }
    return searches.computeIfAbsent(typeKey, key -> new TypeKeySearch(this, key));
  }

  /**
   * Reads the next key if it has exactly the bytes of an expected key.
   *
   * @param key the expected key of a component
   * @return true if the value of the component is next
   */
  public final boolean keyIs(ComponentKey key) {
    int at = pos;
    int size = key.size();
    if (fastEnd - at >= size && key.isAt(in, at)) {
      pos = at + size;
      return true;
    }
    return false;
  }

  /**
   * Reads the next key. Skips the pair if no component has this key.
   *
   * @param keys the keys of the record
   * @param remaining number of pairs that follow, including this pair
   * @param present a bit for each key that was read
   * @return the index of the component whose value is next; -1 if the pair was skipped
   */
  public final int nextKey(RecordKeys keys, int remaining, long present) {
    return nextKey(keys, remaining, present, null);
  }

  /**
   * Reads the next key. If no component has this key, also reads or skips the value.
   *
   * @param keys the keys of the record
   * @param remaining number of pairs that follow, including this pair
   * @param present a bit for each key that was read
   * @param others gets the pair if no component has the key; null to skip it
   * @return the index of the component whose value is next; -1 if the pair was read or skipped
   */
  public final int nextKey(
      RecordKeys keys, int remaining, long present, VariantDictionary.@Nullable Builder others) {
    int guess = keys.guess(remaining);
    if (guess < 0 || !keyIs(keys.keys[guess])) {
      return otherKey(keys, remaining, present, others);
    }
    if ((present >>> guess & 1) != 0) {
      charge(0, keys.keys[guess].cost()); // the end of the record charges a key only once
    }
    return guess;
  }

  /**
   * Reads a key as a text and searches for it. If no component has the key, also reads or skips the
   * value.
   */
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
    Variant key = nextVariant();
    String text = key.asString();
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
      others.put(key, nextVariant());
    } else {
      rejectOrSkip(keys, keys.rejectsUnknown ? StringValue.of(text).toShortString() : "");
    }
    return RecordKeys.UNKNOWN;
  }

  /**
   * Skips the value of a type key. The last type key of a dictionary counts, so another value may
   * select another record. In this case, the exact pass is required, because only it searches the
   * whole dictionary.
   */
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
   * Closes the dictionary of a record. Checks that all required keys were read, and charges the
   * defaults of absent components.
   *
   * @param keys the keys of the record
   * @param present a bit for each key that was read
   */
  public final void endRecord(RecordKeys keys, long present) {
    endRecord(present == keys.all ? keys.cost : keys.cost(present));
    for (long absent = keys.all & ~present; absent != 0; absent &= absent - 1) {
      chargeAbsent(keys, Long.numberOfTrailingZeros(absent));
    }
  }

  /**
   * Closes the dictionary of a record.
   *
   * @param cost the memory in bytes to charge for the keys; not used in the exact pass, which
   *     charges each key when it is read
   */
  public final void endRecord(long cost) {
    if (isExact) {
      leave();
    } else {
      addDepth(-1);
      charge(0, cost);
    }
  }

  /**
   * Checks that the key of a component may be absent, and charges the component and its default.
   *
   * @param keys the keys of the record
   * @param index index of the component
   */
  public final void chargeAbsent(RecordKeys keys, int index) {
    ComponentAdapter adapter = keys.adapters[index];
    if (adapter.isRequired()) {
      throw refusal("no key " + StringValue.of(keys.keys[index].text()), keys.keys[index]);
    }
    if (index >= INCLUDED_COMPONENTS) {
      charge(0, ReadBudget.COMPONENT);
    }
    adapter.chargeAbsent(this);
  }

  // Values

  /** Reads any value. */
  public final Variant nextVariant() {
    Variant value = value();
    finish();
    return value;
  }

  /** Skips the next value. */
  public final void skip() {
    int depth = depth();
    skipValue();
    // The first pass does not count values, but skipValue() does.
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
  public final int beginArray(ComponentKey component) {
    return begin(expect(VariantType.ARRAY, component));
  }

  /**
   * Opens a dictionary.
   *
   * @return the number of its pairs
   */
  public final int beginDictionary(ComponentKey component) {
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
  public final void endContainer() {
    if (isExact) {
      leave();
    } else {
      addDepth(-1);
    }
  }

  /** Ends the first pass, so that the exact pass reads the input. */
  public final void requireExactPass() {
    if (!isExact) {
      throw new ExactPassException();
    }
  }

  /** {@return the innermost set or map that is being read; null outside of sets and maps} */
  public final @Nullable AutoCloseable openCollection() {
    return openCollection;
  }

  /** Sets the set or map that is being read; null outside of sets and maps. */
  public final void setOpenCollection(@Nullable AutoCloseable collection) {
    openCollection = collection;
  }
}
