package io.github.godotvariant.internal.wire;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a short text on the wire: header, length, text, padding. Compared and copied as
 * overlapping words, the first and the last of them and one between, so that short ones need no
 * loop and no byte outside is touched.
 */
public class EncodedText {
  /** The longest text, in bytes, that is worth it. */
  static final int MAX_LENGTH = 48;

  /** Up to here the three words cover all bytes. */
  static final int MAX_COVERED = 24;

  /** The first byte of a byte order mark, which texts may have and readers leave out. */
  static final byte BYTE_ORDER_MARK = (byte) 0xEF;

  /** Of the empty text, and of the root of a tree of keys: never compared. */
  static final EncodedText NONE = new EncodedText(0, new byte[0], 0, 0);

  private static final long FACTOR = 0x9E3779B97F4A7C15L;

  /** How many bytes there are, a multiple of 4. */
  final int size;

  final byte[] bytes;
  private final long first;
  private final long middle;
  private final long last;

  /** A text of plain ASCII that is not empty; the bytes are copied. */
  public EncodedText(int header, byte[] text, int at, int length) {
    size = 8 + Math.max(4, length + Wire.padding(length));
    bytes = new byte[size];
    Wire.putInt(bytes, 0, header);
    Wire.putInt(bytes, 4, length);
    System.arraycopy(text, at, bytes, 8, length);
    first = Wire.getLong(bytes, 0);
    middle = Wire.getLong(bytes, middleAt(size));
    last = Wire.getLong(bytes, size - 8);
  }

  /** The same text once more. */
  EncodedText(EncodedText text) {
    size = text.size;
    bytes = text.bytes;
    first = text.first;
    middle = text.middle;
    last = text.last;
  }

  /** Whether a text is not empty, and all ASCII but NUL. */
  static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == 0 || text.charAt(i) > 0x7F) {
        return false;
      }
    }
    return !text.isEmpty();
  }

  /** The bytes of a short text of plain ASCII; null for any other. */
  public static byte @Nullable [] plain(String text) {
    return text.length() <= MAX_LENGTH && isPlain(text)
        ? text.getBytes(StandardCharsets.US_ASCII)
        : null;
  }

  /** Where the word between the first and the last starts. */
  static int middleAt(int size) {
    return Math.min(8, size - 8);
  }

  /** Whether the header is that of a String in a dialect. */
  public final boolean isStringIn(WireTable table) {
    return (int) first == table.stringHeader;
  }

  /** The length of the text in bytes. */
  final int length() {
    return (int) (first >>> 32);
  }

  /** Whether the input goes on with exactly these bytes. */
  final boolean standsAt(byte[] in, int at, int end) {
    int size = this.size;
    if (size > end - at) {
      return false;
    }
    long difference = (Wire.getLong(in, at) ^ first) | (Wire.getLong(in, at + size - 8) ^ last);
    return difference == 0 && (size <= 16 || restStandsAt(in, at));
  }

  /** The first byte of the text. */
  final byte letter() {
    return bytes[8];
  }

  private boolean restStandsAt(byte[] in, int at) {
    if (Wire.getLong(in, at + 8) != middle) {
      return false;
    }
    for (int i = 16; i < size - 8; i += 4) {
      if (Wire.getInt(in, at + i) != Wire.getInt(bytes, i)) {
        return false;
      }
    }
    return true;
  }

  /** Writes the bytes where there is room for them. */
  final void copyTo(byte[] out, int at) {
    int size = this.size;
    Wire.putLong(out, at, first);
    if (size > 16) {
      Wire.putLong(out, at + 8, middle);
      if (size > MAX_COVERED) {
        System.arraycopy(bytes, 16, out, at + 16, size - 24);
      }
    }
    Wire.putLong(out, at + size - 8, last);
  }

  final int hash() {
    return hash(bytes, 0, size);
  }

  /** A hash of the words that are compared first. */
  static int hash(byte[] bytes, int at, int size) {
    long first = Wire.getLong(bytes, at);
    long middle = Wire.getLong(bytes, at + middleAt(size));
    long last = Wire.getLong(bytes, at + size - 8);
    return hash(first, middle, last);
  }

  static int hash(long first, long middle, long last) {
    return (int) (((first ^ Long.rotateLeft(middle, 23)) * FACTOR ^ last) * FACTOR >>> 40);
  }

  /** The text. */
  @Override
  public String toString() {
    return new String(bytes, 8, length(), StandardCharsets.ISO_8859_1);
  }
}
