package io.github.godotvariant.internal.wire;

import org.jspecify.annotations.Nullable;

/**
 * A cache of the bytes of keys by the instance of the string, as most keys are literals. Safe for
 * use by many threads without a lock: entries are immutable, and a lost entry is made again.
 */
public final class WrittenKeys {
  private static final int SIZE = 512;

  /** The number of misses in occupied slots after which one replaces the entry. */
  private static final int PATIENCE = 16;

  private record Entry(String text, EncodedText bytes) {}

  private final long header;
  private final @Nullable Entry[] entries = new @Nullable Entry[SIZE];
  private int misses;

  public WrittenKeys(WireTable table) {
    header = table.stringHeader;
  }

  /** {@return the bytes of a String with its header; null if they are not known} */
  @Nullable EncodedText find(String text) {
    int hash = text.hashCode();
    int slot = (hash ^ hash >>> 16) & (SIZE - 1);
    Entry known = entries[slot];
    if (known != null && known.text == text) {
      return known.bytes;
    }
    return known == null || ++misses % PATIENCE == 0 ? keep(text, slot) : null;
  }

  private @Nullable EncodedText keep(String text, int slot) {
    byte[] bytes = EncodedText.plain(text);
    if (bytes == null || header < 0) {
      return null;
    }
    EncodedText encoded = new EncodedText((int) header, bytes, 0, bytes.length);
    entries[slot] = new Entry(text, encoded);
    return encoded;
  }
}
