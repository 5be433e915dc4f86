package io.github.godotvariant.records.generated;

import io.github.godotvariant.internal.wire.EncodedText;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a record class and the adapters of its components. For each position in a dictionary,
 * an instance remembers the key that was read there last. The next key is found faster because most
 * dictionaries of a record have their keys in the same order.
 *
 * @hidden
 */
public final class RecordKeys {
  /**
   * The number that methods return instead of the index of a component, if no component has the
   * key.
   */
  static final int UNKNOWN = -1;

  private static final int MAX_POSITIONS = 64;

  /**
   * The maximum number of bytes of a value that is written without a check of the capacity. Such
   * values have a fixed size, or are StringNames whose encoded bytes are cached.
   */
  private static final int MAX_VALUE_BYTES = 8 + EncodedText.MAX_LENGTH;

  /** The instance with the name of the record, for messages. */
  final ComponentKey owner;

  final ComponentKey[] keys;
  final ComponentAdapter[] adapters;
  final boolean rejectsUnknown;

  /**
   * The index of the component that contains all pairs with other keys; {@link #UNKNOWN} if no
   * component has the annotation {@code OtherKeys}.
   */
  final int others;

  /**
   * The type key, whose value names the record in its sealed hierarchy; null if the record is not
   * in a sealed hierarchy.
   */
  final @Nullable ComponentKey typeKey;

  /** The value that the type key has for this record. */
  final ComponentKey tag;

  /** Whether at least one key is written as a StringName. */
  final boolean hasNames;

  /**
   * A bit mask of all components that have a key; bit {@code i} is set for the component {@code i}.
   */
  final long all;

  /** The memory in bytes that counts against the limit for all keys except the type key. */
  final long cost;

  /**
   * The memory in bytes that counts against the limit for the type key and its value; 0 if there is
   * no type key.
   */
  final long tagCost;

  /**
   * The number of bytes that a writer reserves, so that it can write keys and values of fixed size
   * without a check of the capacity.
   */
  final int reservedBytes;

  private final Map<String, Integer> byText = new HashMap<>();

  /**
   * At position {@code n}, the index in {@code keys} of the key that was read last when {@code n}
   * pairs remained. Threads may overwrite each other's entries, because an entry only determines
   * which key is compared first.
   */
  private final byte[] guesses = new byte[MAX_POSITIONS];

  /**
   * Creates the keys of a record.
   *
   * @param owner the instance with the name of the record, for messages
   * @param keys the keys, in the order of the components
   * @param aliases the other keys that are accepted, each with the index of its component
   * @param adapters the adapters, in the order of the components. The array is not copied, so the
   *     caller may set the elements later
   * @param rejectsUnknown whether a key that no component has is an error
   * @param others the index of the component that contains all pairs with other keys; -1 if there
   *     is no such component
   * @param typeKey the type key, whose value names the record in its sealed hierarchy; null if the
   *     record is not in a sealed hierarchy
   * @param tag the value that the type key has for this record
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
    // Before the first record is read, the guess is that the keys have the order of the components.
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

  /**
   * {@return the index of the component that contains all pairs with other keys; -1 if there is no
   * such component}
   */
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
   * Returns the memory that counts against the limit for the key of a component.
   *
   * @param index index of the component
   * @return the memory in bytes
   */
  public int keyCost(int index) {
    return keys[index].cost();
  }

  /**
   * {@return the memory in bytes that counts against the limit for the keys of the components in
   * the bit mask {@code present}}
   */
  long cost(long present) {
    long sum = 0;
    for (long left = present; left != 0; left &= left - 1) {
      sum += keys[Long.numberOfTrailingZeros(left)].cost();
    }
    return sum;
  }

  /**
   * {@return the index of the component that has a text as its key or alias; {@link #UNKNOWN} if
   * there is no such component}
   */
  int indexOf(String text) {
    Integer index = byText.get(text);
    return index == null ? UNKNOWN : index;
  }

  /** {@return whether a text is the key or an alias of a component, or the type key} */
  boolean isUsed(String text) {
    return byText.containsKey(text) || (typeKey != null && typeKey.text().equals(text));
  }

  /**
   * {@return the index of the component whose key is probably next when {@code remaining} pairs
   * remain; {@link #UNKNOWN} if there is no guess}
   */
  int guess(int remaining) {
    int guess = guesses[remaining & MAX_POSITIONS - 1];
    return guess < keys.length ? guess : UNKNOWN;
  }

  /**
   * Remembers the index of the component whose key was read when {@code remaining} pairs remained.
   */
  void learn(int remaining, int index) {
    guesses[remaining & MAX_POSITIONS - 1] = (byte) index;
  }
}
