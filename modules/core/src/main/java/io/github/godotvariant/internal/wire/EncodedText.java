package io.github.godotvariant.internal.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a short text: header, length, text and padding. If the size is at most {@link
 * #MAX_COVERED} bytes, the bytes are compared and copied as three words of 8 bytes: the first word,
 * the word after it, and the last word. The words can overlap. Short texts therefore need no loop,
 * and no byte outside of the text is read or written. Immutable.
 */
public class EncodedText {
  /** The maximum length of the text in bytes, without header, length and padding. */
  public static final int MAX_LENGTH = 48;

  /**
   * The largest {@link #size} at which the first, the middle and the last word of 8 bytes cover all
   * bytes.
   */
  public static final int MAX_COVERED = 24;

  /** The first byte of a byte order mark. Texts can start with this mark, and readers drop it. */
  public static final byte BYTE_ORDER_MARK = (byte) 0xEF;

  /**
   * A placeholder for the root of a {@link KeyPrediction} tree, because the root has no key. Never
   * compared with other texts.
   */
  static final EncodedText NONE = new EncodedText(0, new byte[0], 0, 0);

  /** The number of bytes of header, length, text and padding together; a multiple of 4. */
  public final int size;

  final byte[] bytes;
  private final long first;
  private final long middle;
  private final long last;

  /**
   * Encodes a text of at least one byte. All bytes must be ASCII from 1 to 127. Copies the bytes.
   */
  public EncodedText(int header, byte[] text, int offset, int length) {
    size = 8 + Math.max(4, length + Wire.padding(length));
    bytes = new byte[size];
    Wire.putInt(bytes, 0, header);
    Wire.putInt(bytes, 4, length);
    System.arraycopy(text, offset, bytes, 8, length);
    first = Wire.getLong(bytes, 0);
    middle = Wire.getLong(bytes, middleOffset(size));
    last = Wire.getLong(bytes, size - 8);
  }

  /** Creates a copy that uses the same array of bytes. */
  EncodedText(EncodedText text) {
    size = text.size;
    bytes = text.bytes;
    first = text.first;
    middle = text.middle;
    last = text.last;
  }

  /**
   * Encodes a text of 1 to {@link #MAX_LENGTH} ASCII characters without NUL. Returns null for any
   * other text.
   */
  public static @Nullable EncodedText of(int header, String text) {
    byte[] bytes = plain(text);
    return bytes == null ? null : new EncodedText(header, bytes, 0, bytes.length);
  }

  /**
   * Returns the bytes of a text of 1 to {@link #MAX_LENGTH} ASCII characters without NUL; null for
   * any other text.
   */
  public static byte @Nullable [] plain(String text) {
    if (text.isEmpty() || text.length() > MAX_LENGTH) {
      return null;
    }
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == 0 || text.charAt(i) > 0x7F) {
        return null;
      }
    }
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Returns the offset of the middle word in an encoded text of {@code size} bytes: 8, or {@code
   * size - 8} if this is smaller.
   */
  public static int middleOffset(int size) {
    return Math.min(8, size - 8);
  }

  /** Returns whether the header is that of a String in a dialect. */
  public final boolean isStringIn(WireTable table) {
    return (int) first == table.stringHeader;
  }

  /** Returns the length of the text in bytes. */
  public final int length() {
    return (int) (first >>> 32);
  }

  /** Returns the first byte of the text. */
  public final byte firstByte() {
    return bytes[8];
  }

  /**
   * Returns whether the bytes of this text are at {@code offset} and do not extend past {@code
   * end}.
   */
  public final boolean isAt(byte[] in, int offset, int end) {
    int size = this.size;
    if (size > end - offset) {
      return false;
    }
    long difference =
        (Wire.getLong(in, offset) ^ first) | (Wire.getLong(in, offset + size - 8) ^ last);
    return difference == 0 && (size <= 16 || isRestAt(in, offset));
  }

  /**
   * Returns whether decoding a string may give this text. True if the string has the same
   * characters, has a NUL after the same characters, or starts like a byte order mark.
   *
   * @param offset index of the first character of the string, after its length
   */
  public final boolean mayBeAt(byte[] in, int offset, int length) {
    if (in[offset] != firstByte()) {
      return in[offset] == BYTE_ORDER_MARK;
    }
    int ownLength = length();
    return length >= ownLength
        && Arrays.equals(in, offset, offset + ownLength, bytes, 8, 8 + ownLength)
        && (length == ownLength || in[offset + ownLength] == 0);
  }

  private boolean isRestAt(byte[] in, int offset) {
    return Wire.getLong(in, offset + 8) == middle
        && (size <= MAX_COVERED
            || Arrays.equals(in, offset + 16, offset + size - 8, bytes, 16, size - 8));
  }

  /** Writes the bytes. The caller ensures that they fit. */
  final void copyTo(byte[] out, int offset) {
    int size = this.size;
    Wire.putLong(out, offset, first);
    if (size > 16) {
      Wire.putLong(out, offset + 8, middle);
      if (size > MAX_COVERED) {
        System.arraycopy(bytes, 16, out, offset + 16, size - 24);
      }
    }
    Wire.putLong(out, offset + size - 8, last);
  }

  /** Writes the bytes with another header. The caller ensures that they fit. */
  public final void copyTo(byte[] out, int offset, int header) {
    System.arraycopy(bytes, 0, out, offset, size);
    Wire.putInt(out, offset, header);
  }

  /** Returns the text. */
  @Override
  public String toString() {
    return new String(bytes, 8, length(), StandardCharsets.ISO_8859_1);
  }

  /**
   * The encoded keys of all dictionaries that have the same keys in the same order. All keys are
   * texts, so dialects with the same ids of String and StringName write the same bytes.
   */
  public static final class Sequence {
    public final EncodedText[] keys;
    private final long stringHeader;
    private final long nameHeader;

    /** Takes ownership of the keys. */
    Sequence(EncodedText[] keys, WireTable table) {
      this.keys = keys;
      stringHeader = table.stringHeader;
      nameHeader = table.nameHeader;
    }

    /** Returns whether a dialect writes the keys with the bytes in {@link #keys}. */
    public boolean isFor(WireTable table) {
      return stringHeader == table.stringHeader && nameHeader == table.nameHeader;
    }
  }

  /**
   * A cache of the bytes of Strings that were written as keys or StringNames. It compares Java
   * strings with {@code ==}, because most of these strings are literals. Safe for use by many
   * threads without a lock: entries are immutable, and a lost entry is created again.
   */
  public static final class Cache {
    private static final int SIZE = 512;

    /**
     * The number of failed searches after which one search replaces the entry in an occupied slot.
     * Frequent texts therefore stay in the cache.
     */
    private static final int MISSES_PER_REPLACEMENT = 16;

    private record Entry(String text, EncodedText bytes) {}

    private final long header;
    private final @Nullable Entry[] entries = new @Nullable Entry[SIZE];
    private int misses;

    public Cache(WireTable table) {
      header = table.stringHeader;
    }

    /**
     * {@return the encoded String; null if the caller must encode the String} Adds a missing String
     * if its slot is free, and sometimes also if the slot is occupied.
     */
    public @Nullable EncodedText find(String text) {
      int hash = text.hashCode();
      int slot = (hash ^ hash >>> 16) & (SIZE - 1);
      Entry entry = entries[slot];
      if (entry != null && entry.text == text) {
        return entry.bytes;
      }
      return entry == null || ++misses % MISSES_PER_REPLACEMENT == 0 ? keep(text, slot) : null;
    }

    private @Nullable EncodedText keep(String text, int slot) {
      EncodedText encoded = header < 0 ? null : of((int) header, text);
      if (encoded != null) {
        entries[slot] = new Entry(text, encoded);
      }
      return encoded;
    }
  }
}
