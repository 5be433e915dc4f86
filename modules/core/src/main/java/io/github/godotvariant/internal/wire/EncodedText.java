package io.github.godotvariant.internal.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a short text: header, length, text and padding. Texts are compared and copied as
 * three words of 8 bytes, which can overlap: the first, the last and one between them. Short texts
 * therefore need no loop, and no byte outside the text is read or written. Immutable.
 */
public class EncodedText {
  /** The maximum length in bytes of a text in this form. */
  public static final int MAX_LENGTH = 48;

  /** The largest size in bytes that the three words cover. */
  public static final int MAX_COVERED = 24;

  /** The first byte of a byte order mark. Texts can start with this mark, and readers drop it. */
  public static final byte BYTE_ORDER_MARK = (byte) 0xEF;

  /** The text of the root of a prediction tree, which is never compared. */
  static final EncodedText NONE = new EncodedText(0, new byte[0], 0, 0);

  /** The number of bytes, a multiple of 4. */
  public final int size;

  final byte[] bytes;
  private final long first;
  private final long middle;
  private final long last;

  /** Encodes a text that is not empty and plain ASCII, 1 to 127. Copies its bytes. */
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

  /** Creates a copy that shares the bytes. */
  EncodedText(EncodedText text) {
    size = text.size;
    bytes = text.bytes;
    first = text.first;
    middle = text.middle;
    last = text.last;
  }

  /** Encodes a short text of plain ASCII. Returns null for any other text. */
  public static @Nullable EncodedText of(int header, String text) {
    byte[] bytes = plain(text);
    return bytes == null ? null : new EncodedText(header, bytes, 0, bytes.length);
  }

  /** Returns the bytes of a short text of plain ASCII; null for any other text. */
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

  /** Returns the offset of the word between the first and the last word of {@code size} bytes. */
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

  /** Returns whether the input continues with exactly these bytes. */
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
   * Returns whether a string can be this text: with the same bytes, with other padding, after a
   * byte order mark, or before a NUL.
   *
   * @param offset index of the string's first byte after its length
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
   * The bytes of the keys that dictionaries with one key sequence share. The keys are texts, so all
   * dialects with the same ids for texts write the same bytes.
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

    /** Returns whether a dialect writes the keys with these bytes. */
    public boolean isFor(WireTable table) {
      return stringHeader == table.stringHeader && nameHeader == table.nameHeader;
    }
  }

  /**
   * A cache of the bytes of Strings that were written as keys or StringNames. It finds a text by
   * the identity of the Java string, because most of these strings are literals. Safe for use by
   * many threads without a lock: entries are immutable, and a lost entry is created again.
   */
  public static final class Cache {
    private static final int SIZE = 512;

    /** Of this number of misses in occupied slots, one replaces the entry of its slot. */
    private static final int MISSES_PER_REPLACEMENT = 16;

    private record Entry(String text, EncodedText bytes) {}

    private final long header;
    private final @Nullable Entry[] entries = new @Nullable Entry[SIZE];
    private int misses;

    public Cache(WireTable table) {
      header = table.stringHeader;
    }

    /** {@return the bytes of a String with its header; null if they are not known} */
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
