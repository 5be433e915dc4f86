package io.github.godotvariant.enet;

import java.util.zip.DataFormatException;

/**
 * Decompresses FastLZ level 1, for blocks of one datagram. Level 2 does not occur, because it
 * starts at 65,536 bytes. Datagrams to clients are not compressed with FastLZ.
 *
 * <p>A block is a sequence of instructions. A first byte below 32 starts a run of that number of
 * literal bytes plus one. In other first bytes, the upper three bits are the length of a match
 * minus 2, and 7 adds the next byte to it. The lower five bits and the byte after them are the
 * distance minus 1.
 */
final class DatagramFastLz {
  private static final int MAX_RUN = 32;
  private static final int LONG_MATCH = 9;

  private DatagramFastLz() {}

  /**
   * Decompresses a block.
   *
   * @return the length of the result
   * @throws DataFormatException if the block is damaged or makes more than the array holds
   */
  static int decompress(byte[] in, int offset, int length, byte[] out) throws DataFormatException {
    int end = offset + length;
    if (length == 0 || (in[offset] & 0xe0) != 0) {
      throw new DataFormatException("FastLZ: not a block of level 1");
    }
    int at = offset;
    int to = 0;
    while (at < end) {
      int first = in[at++] & 0xff;
      boolean isMatch = first >= MAX_RUN;
      int count = isMatch ? (first >> 5) + 2 : first + 1;
      if (isMatch && count == LONG_MATCH && at < end) {
        count += in[at++] & 0xff;
      }
      int needed = isMatch ? 1 : count;
      if (needed > end - at || count > out.length - to) {
        throw new DataFormatException("FastLZ: the block is cut off or too long");
      }
      if (isMatch) {
        int from = to - ((first & 0x1f) << 8 | in[at] & 0xff) - 1;
        if (from < 0) {
          throw new DataFormatException("FastLZ: a match before the start");
        }
        for (int i = 0; i < count; i++) {
          out[to++] = out[from++];
        }
      } else {
        System.arraycopy(in, at, out, to, count);
        to += count;
      }
      at += needed;
    }
    return to;
  }
}
