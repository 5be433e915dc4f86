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
 * Moves through the dictionaries of records: reads their keys, and opens and closes containers. The
 * subclass {@link RecordReader} adds methods for the values of each type.
 *
 * <p>{@link AdapterCodec} reads in two passes. In the first pass, a cursor counts the open
 * containers but does not record them. It counts the keys of a record against the memory limit when
 * the record ends. In the exact pass, a cursor records the open containers and counts the memory in
 * the order of the input.
 *
 * @hidden
 */
public abstract class RecordCursor extends ValueDecoder {
  /**
   * The maximum nesting depth of records. The depth is limited because records are read and written
   * recursively.
   */
  static final int MAX_DEPTH = 200;

  /**
   * The number of components that a record can have without additional memory: the memory of the
   * dictionary of a record includes them. Absent components from this index on count separately
   * against the memory limit.
   */
  private static final int INCLUDED_COMPONENTS = 32;

  private static final int NONE = -1;

  private final boolean isExact;

  /**
   * The index in the input up to which fast paths may read: the end of the input, or the start of
   * the input if fast paths are not allowed.
   */
  int fastEnd;

  /**
   * The state of the searches for type keys, by the name of the type key; null before the first
   * search.
   */
  private @Nullable Map<String, TypeKeySearch> searches;

  /**
   * The state of the innermost set or map that is being read; null if no set or map is being read.
   */
  private @Nullable AutoCloseable openCollection;

  /**
   * Ends the first pass of {@link AdapterCodec} if only the exact pass can accept or reject the
   * input.
   */
  private static final class ExactPassException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ExactPassException() {
      super("read the record again", null, false, false);
    }
  }

  /** Creates a cursor in the bytes from {@code start} (inclusive) to {@code end} (exclusive). */
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

  /**
   * Ends the value at {@link #lastPosition}, so that the path moves to the next value. Does nothing
   * in the first pass, which has no path.
   */
  final void finish() {
    if (isExact) {
      done();
    }
  }

  /** {@return the exception for a problem with the value that was read last} */
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
   * @return the number of pairs that the caller must read. If this method has read the type key at
   *     the start of the dictionary, that pair is not included
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
   * Returns which record of a sealed hierarchy is next, if the first key of its dictionary is the
   * type key, whose value names the record. The position does not change.
   *
   * @param typeKey the type key
   * @param tags the values that the type key has for the records of the hierarchy
   * @return the index in {@code tags} of the value in the first pair. If the first pair is not the
   *     type key with one of these values, -1: the caller must then search the dictionary
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
   * Returns the value of the type key in the next dictionary, which names the record. The position
   * does not change.
   *
   * @param typeKey the type key
   * @return the value; null if the dictionary does not have the key, or if the value is not a text
   */
  public final @Nullable String findTag(String typeKey) {
    return searchFor(typeKey).find();
  }

  /**
   * Moves to the value of the type key in the next dictionary, which names the record.
   *
   * @param typeKey the type key
   * @return false if the dictionary does not have the key; the position has then not changed
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
   * Reads the next key if its bytes are exactly those of {@code key}. Otherwise, the position does
   * not change.
   *
   * @param key the key of the component that is probably next
   * @return true if the key was read and the value of the component is next
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
   * @param remaining the number of pairs that remain, including the next pair
   * @param present a bit mask of the components whose keys have been read
   * @return the index of the component whose value is next; -1 if the pair was skipped
   */
  public final int nextKey(RecordKeys keys, int remaining, long present) {
    return nextKey(keys, remaining, present, null);
  }

  /**
   * Reads the next key. If no component has this key, also reads or skips the value.
   *
   * @param keys the keys of the record
   * @param remaining the number of pairs that remain, including the next pair
   * @param present a bit mask of the components whose keys have been read
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
      charge(0, keys.keys[guess].cost()); // endRecord counts each key only once
    }
    return guess;
  }

  /**
   * Reads a key and searches for the component that has the key. If there is no such component,
   * also reads or skips the value.
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
        heapLeft += keys.keys[index].cost(); // endRecord counts the key
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
   * Skips the value of a type key, which names the record. If a dictionary has several type keys,
   * the last of them counts. Therefore, if the value does not name this record, another record may
   * have to be read. The exact pass then reads the input, because it always searches the whole
   * dictionary for the type key.
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
   * Closes the dictionary of a record. Checks that only keys that may be missing are missing.
   * Counts the keys that were read and the defaults of absent components against the memory limit.
   *
   * @param keys the keys of the record
   * @param present a bit mask of the components whose keys have been read
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
   * @param cost the memory in bytes that counts against the limit for the keys; not used in the
   *     exact pass, in which each key counts when it is read
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
   * Checks that the key of a component may be missing, and counts the component and its default
   * against the memory limit.
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
   * @return the number of elements in the array
   */
  public final int beginArray(ComponentKey component) {
    return begin(expect(VariantType.ARRAY, component));
  }

  /**
   * Opens a dictionary.
   *
   * @return the number of pairs in the dictionary
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

  /**
   * Ends the first pass of {@link AdapterCodec} with an exception, so that the exact pass reads the
   * input. Does nothing in the exact pass.
   */
  public final void requireExactPass() {
    if (!isExact) {
      throw new ExactPassException();
    }
  }

  /**
   * {@return the state of the innermost set or map that is being read; null if no set or map is
   * being read}
   */
  public final @Nullable AutoCloseable openCollection() {
    return openCollection;
  }

  /**
   * Sets the state of the innermost set or map that is being read; null if no set or map is being
   * read.
   */
  public final void setOpenCollection(@Nullable AutoCloseable collection) {
    openCollection = collection;
  }
}
