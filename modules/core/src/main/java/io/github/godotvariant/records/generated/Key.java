package io.github.godotvariant.records.generated;

import io.github.godotvariant.internal.wire.UsualIds;
import io.github.godotvariant.internal.wire.Wire;
import java.nio.charset.StandardCharsets;

/**
 * A short text as it stands on the wire: header, length, text and padding, compared and copied as
 * words of eight bytes. A record, as the JVM takes what is in constant ones for constant.
 *
 * @param first header and length
 * @param second the eight bytes behind them
 * @param last the last eight bytes, which overlap with the others
 * @param size how many bytes there are
 * @param bytes all of them
 */
@SuppressWarnings("ArrayRecordComponent") // never compared as a whole
public record Key(long first, long second, long last, int size, byte[] bytes) {

  /**
   * A text as a String.
   *
   * @param text ASCII without NUL, not empty
   * @return the key
   */
  public static Key of(String text) {
    return of(UsualIds.STRING, text);
  }

  /**
   * A text as a StringName.
   *
   * @param text ASCII without NUL, not empty
   * @return the key
   */
  public static Key ofName(String text) {
    return of(UsualIds.STRING_NAME, text);
  }

  private static Key of(int header, String text) {
    byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
    byte[] bytes = new byte[8 + (ascii.length + 3 & ~3)];
    Wire.putLong(bytes, 0, header | (long) ascii.length << 32);
    System.arraycopy(ascii, 0, bytes, 8, ascii.length);
    return new Key(
        Wire.getLong(bytes, 0),
        Wire.getLong(bytes, bytes.length >= 16 ? 8 : 4),
        Wire.getLong(bytes, bytes.length - 8),
        bytes.length,
        bytes);
  }

  /**
   * Whether this text stands at an index, as a String or as a StringName.
   *
   * @param in has as many bytes from there on
   * @param at the index
   * @return true if it does
   */
  public boolean standsAt(byte[] in, int at) {
    long word = Wire.getLong(in, at);
    return (word == first || word == (first ^ (UsualIds.STRING ^ UsualIds.STRING_NAME)))
        && Wire.getLong(in, at + size - 8) == last
        && (size <= 16 || restStandsAt(in, at));
  }

  private boolean restStandsAt(byte[] in, int at) {
    if (Wire.getLong(in, at + 8) != second) {
      return false;
    }
    for (int i = 16; i < size - 8; i++) {
      if (in[at + i] != bytes[i]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Writes the text.
   *
   * @param out has room for it
   * @param at where to
   * @return where it ends
   */
  public int put(byte[] out, int at) {
    Wire.putLong(out, at, first);
    if (size > 16) {
      Wire.putLong(out, at + 8, second);
      if (size > 24) {
        System.arraycopy(bytes, 16, out, at + 16, size - 24);
      }
    }
    Wire.putLong(out, at + size - 8, last);
    return at + size;
  }
}
