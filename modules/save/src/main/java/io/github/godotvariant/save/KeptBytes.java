package io.github.godotvariant.save;

import io.github.godotvariant.Variant;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The bytes of a file that an edit keeps: those of unchanged values, and those around values. */
final class KeptBytes {
  /** Keeps nothing, for new files. */
  static final KeptBytes NONE = new KeptBytes();

  private static final byte[] EMPTY = {};

  /** The old values, by identity, because equal values can have different bytes. */
  private final IdentityHashMap<Variant, byte[]> encoded = new IdentityHashMap<>();

  /** The bytes before each value and after the last one; empty if there are only values. */
  private final List<byte[]> surrounding = new ArrayList<>();

  void addValue(Variant value, byte[] bytes) {
    encoded.put(value, bytes);
  }

  void addSurrounding(byte[] bytes) {
    surrounding.add(bytes);
  }

  /** Checks that there is a value between each two parts of the surrounding bytes. */
  void checkCount(int count) {
    int expected = surrounding.size() - 1;
    if (!surrounding.isEmpty() && count != expected) {
      throw new IllegalArgumentException(
          "%d values instead of %d, but other bytes surround each value"
              .formatted(count, expected));
    }
  }

  /** Returns the encoded value; null if the value is new. */
  byte @Nullable [] encoded(Variant value) {
    return encoded.get(value);
  }

  /** Returns the bytes before the value of an index, or after the last value. */
  byte[] before(int index) {
    return surrounding.isEmpty() ? EMPTY : surrounding.get(index);
  }
}
