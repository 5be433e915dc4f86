package io.github.godotvariant.enet;

import java.util.zip.DataFormatException;

/**
 * Decompresses blocks of FastLZ level 1. FastLZ uses level 2 only for blocks of at least 65,536
 * bytes, and datagrams are shorter. The host does not compress datagrams with FastLZ.
 *
 * <p>A block is a sequence of instructions. If the first byte of an instruction is a number n below
 * 32, n + 1 literal bytes follow. Otherwise the instruction copies bytes of the earlier output. The
 * upper three bits of the first byte are the number of copied bytes minus 2. If these bits are 7,
 * the next byte is added to this number. The lower five bits and the last byte of the instruction
 * together are the distance to the earlier bytes minus 1.
 */
final class DatagramFastLz {
  private static final int MAX_RUN = 32;
  private static final int LONG_MATCH = 9;

  private DatagramFastLz() {}

  /**
   * Decompresses a block.
   *
   * @return the length of the result
   * @throws DataFormatException if the block is damaged or the result is longer than {@code out}
   */
  static int decompress(byte[] in, int offset, int length, byte[] out) throws DataFormatException {
    int end = offset + length;
    if (length == 0 || (in[offset] & 0xe0) != 0) {
      throw new DataFormatException("FastLZ: not a block of level 1");
    }
    int position = offset;
    int written = 0;
    while (position < end) {
      int first = in[position++] & 0xff;
      boolean isMatch = first >= MAX_RUN;
      int count = isMatch ? (first >> 5) + 2 : first + 1;
      if (isMatch && count == LONG_MATCH && position < end) {
        count += in[position++] & 0xff;
      }
      int needed = isMatch ? 1 : count;
      if (needed > end - position || count > out.length - written) {
        throw new DataFormatException("FastLZ: the block is cut off or too long");
      }
      if (isMatch) {
        int from = written - ((first & 0x1f) << 8 | in[position] & 0xff) - 1;
        if (from < 0) {
          throw new DataFormatException("FastLZ: a match before the start");
        }
        for (int i = 0; i < count; i++) {
          out[written++] = out[from++];
        }
      } else {
        System.arraycopy(in, position, out, written, count);
        written += count;
      }
      position += needed;
    }
    return written;
  }
}
