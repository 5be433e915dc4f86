package io.github.godotvariant.records.generated;

import io.github.godotvariant.internal.wire.EncodedText;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a record and the adapters of its components. An instance remembers the key that was
 * read at each position, because most dictionaries of a record have their keys in the same order.
 *
 * @hidden
 */
public final class RecordKeys {
  /** The result for a key that no component has. */
  static final int UNKNOWN = -1;

  private static final int MAX_POSITIONS = 64;

  /** The maximum number of bytes of a value of fixed size, or of a name whose bytes are kept. */
  private static final int MAX_VALUE_BYTES = 8 + EncodedText.MAX_LENGTH;

  /** The record, for messages. */
  final ComponentKey owner;

  final ComponentKey[] keys;
  final ComponentAdapter[] adapters;
  final boolean rejectsUnknown;

  /** Index of the component that gets all other keys; {@link #UNKNOWN} if there is none. */
  final int others;

  /** The key that selects the record in its sealed hierarchy; null outside of a hierarchy. */
  final @Nullable ComponentKey typeKey;

  /** The value of the type key for this record. */
  final ComponentKey tag;

  /** Whether a key is a StringName. */
  final boolean hasNames;

  /** A bit for each key. */
  final long all;

  /** The memory in bytes that is charged for all keys except the type key. */
  final long cost;

  /** The memory in bytes that is charged for the type key and its value; 0 without a type key. */
  final long tagCost;

  /** The maximum number of bytes of all keys and all values of fixed size. */
  final int reservedBytes;

  private final Map<String, Integer> byText = new HashMap<>();

  /**
   * For each number of remaining pairs, the index of the key that was read there last. Threads may
   * overwrite each other's entries, because an entry only determines which key is compared first.
   */
  private final byte[] guesses = new byte[MAX_POSITIONS];

  /**
   * Creates the keys of a record.
   *
   * @param owner the record, for messages
   * @param keys the keys of the components in their order
   * @param aliases other keys that are read, with the indexes of their components
   * @param adapters the adapters of the components, which the caller may set later
   * @param rejectsUnknown whether other keys are an error
   * @param others index of the component that gets all other keys; -1 if there is none
   * @param typeKey the key that selects the record in its sealed hierarchy; null if there is none
   * @param tag the value of the type key for this record
   */
  public RecordKeys(
      ComponentKey owner,
      ComponentKey[] keys,
      Map<String, Integer> aliases,
      ComponentAdapter[] adapters,
      boolean rejectsUnknown,
      int others,
      @Nullable ComponentKey typeKey,
      ComponentKey tag) {
    this.owner = owner;
    this.keys = keys;
    this.adapters = adapters;
    this.rejectsUnknown = rejectsUnknown;
    this.others = others;
    this.typeKey = typeKey;
    this.tag = tag;
    byText.putAll(aliases);
    tagCost = typeKey == null ? 0 : typeKey.cost() + (long) tag.cost();
    long bits = 0;
    long sum = 0;
    int bytes = typeKey == null ? 0 : size(typeKey) + size(tag);
    boolean names = typeKey != null && typeKey.isName();
    for (int i = 0; i < keys.length; i++) {
      if (i == others) {
        continue;
      }
      ComponentKey key = keys[i];
      byText.put(key.text(), i);
      bits |= 1L << i;
      sum += key.cost();
      bytes += size(key) + MAX_VALUE_BYTES;
      names |= key.isName();
    }
    all = bits;
    cost = sum;
    reservedBytes = bytes;
    hasNames = names;
    // Until keys were read, the expected order is that of the components.
    for (int i = 0; i < MAX_POSITIONS; i++) {
      guesses[i] = (byte) Math.max(0, keys.length - i);
    }
  }

  private static int size(ComponentKey key) {
    return key.size() == ComponentKey.NO_SIZE ? 0 : key.size();
  }

  /** {@return the adapters of the components; not copied} */
  public ComponentAdapter[] adapters() {
    return adapters;
  }

  /** {@return the index of the component that gets all other keys; -1 if there is none} */
  public int others() {
    return others;
  }

  /**
   * Returns the adapter of a component.
   *
   * @param index index of the component
   * @return the adapter
   */
  public ComponentAdapter adapter(int index) {
    return adapters[index];
  }

  /**
   * Returns the key of a component.
   *
   * @param index index of the component
   * @return the key
   */
  public ComponentKey key(int index) {
    return keys[index];
  }

  /**
   * Returns the memory that is charged for a key.
   *
   * @param index index of the component
   * @return number of bytes
   */
  public int keyCost(int index) {
    return keys[index].cost();
  }

  /** {@return the memory in bytes that is charged for the keys with a bit in {@code present}} */
  long cost(long present) {
    long sum = 0;
    for (long left = present; left != 0; left &= left - 1) {
      sum += keys[Long.numberOfTrailingZeros(left)].cost();
    }
    return sum;
  }

  /**
   * {@return the index of the component with a key; {@link #UNKNOWN} if no component has the key}
   */
  int indexOf(String text) {
    Integer index = byText.get(text);
    return index == null ? UNKNOWN : index;
  }

  /** {@return whether a text is the key of a component or the type key} */
  boolean isUsed(String text) {
    return byText.containsKey(text) || (typeKey != null && typeKey.text().equals(text));
  }

  /** {@return the index of the key that is probably next; {@link #UNKNOWN} if there is no guess} */
  int guess(int remaining) {
    int guess = guesses[remaining & MAX_POSITIONS - 1];
    return guess < keys.length ? guess : UNKNOWN;
  }

  /** Remembers the key that was read when this number of pairs remained. */
  void learn(int remaining, int index) {
    guesses[remaining & MAX_POSITIONS - 1] = (byte) index;
  }
}
