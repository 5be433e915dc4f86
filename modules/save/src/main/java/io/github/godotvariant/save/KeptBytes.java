package io.github.godotvariant.save;

import io.github.godotvariant.Variant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stores the bytes of a file that an edit keeps: the bytes of unchanged values, and the bytes
 * around values.
 */
final class KeptBytes {
  /** Keeps nothing, for new files. */
  static final KeptBytes NONE = new KeptBytes();

  private static final byte[] EMPTY = {};

  private final List<Variant> values = new ArrayList<>();
  private final List<byte[]> encoded = new ArrayList<>();

  /**
   * The bytes of each old value. Values are compared by identity, because equal values can have
   * different bytes. The array is empty for an instance that was read several times from different
   * bytes, such as a bool.
   */
  private final IdentityHashMap<Variant, byte[]> byInstance = new IdentityHashMap<>();

  /** The bytes before each value and after the last one; empty if there are only values. */
  private final List<byte[]> surrounding = new ArrayList<>();

  void addValue(Variant value, byte[] bytes) {
    values.add(value);
    encoded.add(bytes);
    byte[] other = byInstance.put(value, bytes);
    if (other != null && !Arrays.equals(other, bytes)) {
      byInstance.put(value, EMPTY);
    }
  }

  void addSurrounding(byte[] bytes) {
    surrounding.add(bytes);
  }

  /** Checks that the number of values has not changed if other bytes surround the values. */
  void checkCount(int count) {
    int expected = surrounding.size() - 1;
    if (!surrounding.isEmpty() && count != expected) {
      throw new IllegalArgumentException(
          "%d values instead of %d, but other bytes surround each value"
              .formatted(count, expected));
    }
  }

  /**
   * Returns the old bytes of a value; null if the value is new. Also returns null if the value has
   * moved, and the same instance was read several times from different bytes.
   */
  byte @Nullable [] encoded(int index, Variant value) {
    if (index < values.size() && values.get(index) == value) {
      return encoded.get(index);
    }
    byte[] moved = byInstance.get(value);
    return moved == null || moved.length == 0 ? null : moved;
  }

  /**
   * Returns the bytes before the value at an index. If the index is the number of values, returns
   * the bytes after the last value.
   */
  byte[] before(int index) {
    return surrounding.isEmpty() ? EMPTY : surrounding.get(index);
  }
}
