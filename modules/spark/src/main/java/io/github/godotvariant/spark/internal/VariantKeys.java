package io.github.godotvariant.spark.internal;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.spark.types.variant.VariantUtil;

/**
 * Assigns ids to the keys of a VARIANT value, and creates the metadata of the value. In VARIANT, an
 * object contains only the ids of the keys. The metadata lists the names of all keys of the value
 * in the order of the ids. For each position in a value, this class caches the keys and their
 * order, because the next value usually has the same keys at the same position.
 *
 * <p>Not thread-safe.
 */
final class VariantKeys {
  /**
   * The maximum number of keys in the cache, and also of positions. If a value exceeds this number,
   * the caches are cleared after the value was written.
   */
  private static final int MAX_KEYS = 4096;

  /** The maximum number of keys of a dictionary whose keys are cached for the next value. */
  private static final int MAX_CACHED_KEYS = 1024;

  private final Map<String, Key> keys = new HashMap<>();
  private final Map<VariantType, Position> shapes = new EnumMap<>(VariantType.class);
  private Position root = new Position();
  private int positionCount;

  private long valueNumber;
  private Key[] keysById = new Key[16];
  private int keyCount;

  private byte[] metadata = {};

  /** The number of keys that {@link #metadata} lists. */
  private int metadataKeyCount = -1;

  /** Whether {@link #keysById} has changed since the metadata was created. */
  private boolean hasNewKeys;

  /**
   * The name of a key, and the id of the key in one value. The id is valid for the current value
   * only if {@code valueNumber} of the key is the number of the current value.
   */
  static final class Key {
    private final String name;
    private final byte[] utf8;
    private long valueNumber;
    private int id;

    Key(String name) {
      this.name = name;
      this.utf8 = name.getBytes(StandardCharsets.UTF_8);
    }

    int id() {
      return id;
    }
  }

  /**
   * The keys of the last dictionary at one position, and the alphabetical order of the keys. A
   * position is the path from the root of a value to a container. All elements of an array have the
   * same position.
   */
  static final class Position {
    private static final Variant[] EMPTY = {};

    private Variant[] keysInOrder = EMPTY;
    private Key[] keys = {};
    private int[] sorted = {};

    /**
     * The positions of the containers that are elements of this container. All elements of an array
     * share one position.
     */
    private Position[] children = {};

    Key[] keys() {
      return keys;
    }

    /**
     * Returns the indices of the keys in {@link #keys}, sorted by the names of the keys. Spark
     * requires the fields of an object in this order.
     */
    int[] sorted() {
      return sorted;
    }

    /**
     * Returns the position of a part of a math type. The part must be of a math type too, such as
     * the origin of a Transform3D.
     */
    Position part(int index) {
      return children[index];
    }

    private boolean hasKeys(VariantDictionary dictionary) {
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

  /** Starts a new value, for which no key has an id yet. Returns the position of the value. */
  Position startValue() {
    keyCount = 0;
    valueNumber++;
    return root;
  }

  /** Returns the metadata of the current value. The caller must not change the array. */
  byte[] metadata(int maxBytes) {
    if (hasNewKeys || keyCount != metadataKeyCount) {
      metadata = createMetadata(maxBytes);
      metadataKeyCount = keyCount;
      hasNewKeys = false;
    }
    return metadata;
  }

  /** Clears the caches if they contain more than {@link #MAX_KEYS} keys or positions. */
  void trim() {
    if (keys.size() > MAX_KEYS || positionCount > MAX_KEYS) {
      keys.clear();
      shapes.clear();
      root = new Position();
      positionCount = 0;
      keysById = new Key[16];
      hasNewKeys = true;
    }
  }

  private byte[] createMetadata(int maxBytes) {
    long text = 0;
    for (int i = 0; i < keyCount; i++) {
      text += keysById[i].utf8.length;
    }
    int size = SparkVariantWriter.bytesFor(Math.max(text, keyCount));
    long length = 1 + size + size * (keyCount + 1L) + text;
    SparkVariantWriter.checkLength(length, maxBytes);
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

  /**
   * Assigns ids to the keys of a dictionary.
   *
   * @param expected the position at which the dictionary is in the value
   * @return the position with the keys of the dictionary: {@code expected}, or a new position if
   *     the dictionary has too many keys for the cache
   */
  Position ofDictionary(VariantDictionary dictionary, Position expected) {
    Position position = expected;
    if (!expected.hasKeys(dictionary)) {
      position = dictionary.size() <= MAX_CACHED_KEYS ? expected : new Position();
      cacheKeys(position, dictionary);
    }
    assignIds(position.keys);
    return position;
  }

  private void cacheKeys(Position position, VariantDictionary dictionary) {
    int size = dictionary.size();
    Variant[] keysInOrder = new Variant[size];
    Key[] learned = new Key[size];
    for (int i = 0; i < size; i++) {
      keysInOrder[i] = dictionary.keyAt(i);
      learned[i] = key(PlainForm.text(keysInOrder[i]));
    }
    position.sorted = sorted(learned); // Assigned first, because sorted() can throw.
    position.keys = learned;
    position.keysInOrder = keysInOrder;
    position.children = new Position[0];
  }

  private Key key(String name) {
    return keys.computeIfAbsent(name, Key::new);
  }

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

  /**
   * Returns the position of a container that is an element of another container.
   *
   * @param position the position of the outer container
   * @param index the index of the inner container in the outer container
   * @param size the number of elements of the outer container; 1 for an array
   */
  Position child(Position position, int index, int size) {
    if (position.children.length <= index) {
      position.children = Arrays.copyOf(position.children, size);
    }
    Position child = position.children[index];
    if (child == null) {
      child = new Position();
      position.children[index] = child;
      positionCount++;
    }
    return child;
  }

  /**
   * Returns the {@link Position} that is used for all values of a math type, wherever they are in
   * the tree. Its keys are the names of the type's parts, such as {@code x} and {@code y}.
   */
  Position ofShape(VariantType type) {
    Position position = shapes.get(type);
    if (position == null) {
      position = new Position();
      List<VariantType.Part> parts = type.parts();
      position.keys = parts.stream().map(part -> key(part.name())).toArray(Key[]::new);
      position.sorted = sorted(position.keys);
      position.children = new Position[parts.size()];
      for (int i = 0; i < parts.size(); i++) {
        VariantType part = parts.get(i).type();
        if (!part.parts().isEmpty()) {
          position.children[i] = ofShape(part);
        }
      }
      shapes.put(type, position);
    }
    return position;
  }

  /** Assigns ids for the current value to those of the keys that do not have one yet. */
  void assignIds(Key[] all) {
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
}
