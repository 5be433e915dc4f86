package io.github.godotvariant.save.internal.block;

import io.github.godotvariant.internal.Counts;
import java.util.Arrays;
import java.util.Objects;

/**
 * Compresses and decompresses blocks of FastLZ, the engine's default compression, between byte
 * arrays. Compressed bytes equal those of the engine.
 *
 * <p>A block is a sequence of instructions without magic, length and checksum. Therefore a damaged
 * block may decompress to wrong bytes. The bits of the first byte tell the instructions apart:
 *
 * <pre>
 * 000rrrrr                     a run: copies the next r + 1 bytes
 * lllddddd [more] low          a match: repeats l + 2 bytes, l from 1 to 6, from d * 256 + low + 1 bytes back;
 *                              l = 7: "more" follows and is added, for matches of 9 bytes and more
 * </pre>
 *
 * <p>In level 1, "more" is one byte. In level 2, "more" is a sequence of bytes that ends with the
 * first byte other than 255; their sum is added. In level 2, if d is 31 and low is 255 (the maximum
 * of both), two bytes follow. They are a big-endian number that is added to the distance. A match
 * can be longer than its distance; then it repeats its own output.
 *
 * <p>The first instruction is a run of at most 32 bytes. Its upper three bits are the level: 0 for
 * level 1, 1 for level 2.
 *
 * <p>The engine pads input of less than 16 bytes with zeros. The caller must add and remove this
 * padding.
 *
 * <p>No method reads or writes outside the given ranges, even for malformed input. The ranges of
 * input and output must not overlap.
 */
final class FastLz {
  /** Minimum length that the engine compresses with level 2. */
  static final int LEVEL_2_LENGTH = 65_536;

  private static final int LONGEST_RUN = 32;

  /** Minimum length in bytes of a match whose length does not fit in the first byte. */
  private static final int LONG_MATCH = 9;

  /** Maximum length of a match of one instruction in level 1. */
  private static final int LONGEST_MATCH_1 = LONG_MATCH + 255;

  /** Length of each part into which the engine splits longer matches. */
  private static final int SPLIT_MATCH_1 = LONGEST_MATCH_1 - 2;

  /** The minimum distance of a match whose distance needs two more bytes in level 2. */
  private static final int FAR_DISTANCE = 8192;

  // The following constants are not part of the format, but of the engine's search for matches.

  private static final int HASH_BITS = 13;

  /** Minimum distance at which a match in level 2 must have at least 5 bytes. */
  private static final int FAR_SEARCH_DISTANCE = 8191;

  private static final int MAX_SEARCH_DISTANCE_1 = 8191;
  private static final int MAX_SEARCH_DISTANCE_2 = FAR_SEARCH_DISTANCE + 65_533;

  /** The last match starts at {@code end - LAST_MATCH_START} or before. */
  private static final int LAST_MATCH_START = 14;

  /** Number of bytes at the end that are never part of a match. */
  private static final int LAST_RUN = 3;

  private FastLz() {}

  /**
   * Returns the maximum length of compressed bytes.
   *
   * @param length the length of the input
   * @return the maximum length of the output of {@link #compress} at any level
   * @throws IllegalArgumentException if the length is negative, or if the result exceeds an int
   */
  static int maxCompressedLength(int length) {
    // If a match splits a run, the two runs can need one more byte than one run. The match saves
    // this byte, because its instruction is shorter than its output.
    long max = length + (length + (LONGEST_RUN - 1L)) / LONGEST_RUN;
    if (length < 0 || max > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("length " + length);
    }
    return (int) max;
  }

  /**
   * Compresses a block at the level that the engine uses for its length.
   *
   * @param in the array with the input
   * @param inOffset the offset of the input
   * @param inLength the length of the input
   * @param out the array for the compressed bytes
   * @param outOffset the offset of the compressed bytes; {@link #maxCompressedLength} bytes must
   *     follow
   * @return the number of bytes written; 0 for empty input
   * @throws IndexOutOfBoundsException if a range is not inside its array
   */
  static int compress(byte[] in, int inOffset, int inLength, byte[] out, int outOffset) {
    int level = inLength < LEVEL_2_LENGTH ? 1 : 2;
    return compress(level, in, inOffset, inLength, out, outOffset);
  }

  /**
   * Compresses a block at a level.
   *
   * @param level 1 or 2
   * @param in the array with the input
   * @param inOffset the offset of the input
   * @param inLength the length of the input
   * @param out the array for the compressed bytes
   * @param outOffset the offset of the compressed bytes; {@link #maxCompressedLength} bytes must
   *     follow
   * @return the number of bytes written; 0 for empty input
   * @throws IllegalArgumentException if the level is not 1 or 2
   * @throws IndexOutOfBoundsException if a range is not inside its array
   */
  static int compress(int level, byte[] in, int inOffset, int inLength, byte[] out, int outOffset) {
    if (level != 1 && level != 2) {
      throw new IllegalArgumentException("level " + level);
    }
    Objects.checkFromIndexSize(inOffset, inLength, in.length);
    Objects.checkFromIndexSize(outOffset, maxCompressedLength(inLength), out.length);
    if (inLength == 0) {
      return 0;
    }
    boolean level2 = level == 2;
    int maxDistance = level2 ? MAX_SEARCH_DISTANCE_2 : MAX_SEARCH_DISTANCE_1;
    int inEnd = inOffset + inLength;
    int lastStart = inEnd - LAST_MATCH_START;
    int matchLimit = inEnd - LAST_RUN;

    // For each hash of three bytes, the last offset in the block at which bytes with this hash
    // start. As in the engine, 0 also means that there are none. This is safe, because the bytes of
    // a match are compared before the match is used.
    int[] seen = new int[1 << HASH_BITS];
    int pending = inOffset; // the start of the bytes that were not written
    int at = inOffset + 2;
    int to = outOffset;
    while (at <= lastStart) {
      int distance;
      if (level2 && fourAlike(in, at - 1)) {
        distance = 1;
      } else {
        int hash = hash(in, at);
        distance = at - inOffset - seen[hash];
        seen[hash] = at - inOffset;
        int common = level2 && distance >= FAR_SEARCH_DISTANCE ? 5 : 3;
        if (distance > maxDistance || !alike(in, at - distance, at, common)) {
          at++;
          continue;
        }
      }
      int matchEnd = at + 3;
      while (matchEnd < matchLimit && in[matchEnd] == in[matchEnd - distance]) {
        matchEnd++;
      }
      to = writeRuns(in, pending, at, out, to);
      to =
          level2
              ? writeMatch2(distance, matchEnd - at, out, to)
              : writeMatch1(distance, matchEnd - at, out, to);
      // Only the last two offsets inside a match are stored.
      seen[hash(in, matchEnd - 2)] = matchEnd - 2 - inOffset;
      seen[hash(in, matchEnd - 1)] = matchEnd - 1 - inOffset;
      pending = matchEnd;
      at = matchEnd;
    }
    to = writeRuns(in, pending, inEnd, out, to);
    if (level2) {
      out[outOffset] |= 1 << 5;
    }
    return to - outOffset;
  }

  private static int hash(byte[] in, int at) {
    int first = Byte.toUnsignedInt(in[at]) | Byte.toUnsignedInt(in[at + 1]) << 8;
    int second = Byte.toUnsignedInt(in[at + 1]) | Byte.toUnsignedInt(in[at + 2]) << 8;
    return (first ^ second ^ first >>> (16 - HASH_BITS)) & ((1 << HASH_BITS) - 1);
  }

  private static boolean fourAlike(byte[] in, int at) {
    byte first = in[at];
    return in[at + 1] == first && in[at + 2] == first && in[at + 3] == first;
  }

  private static boolean alike(byte[] in, int a, int b, int length) {
    for (int i = 0; i < length; i++) {
      if (in[a + i] != in[b + i]) {
        return false;
      }
    }
    return true;
  }

  private static int writeRuns(byte[] in, int from, int end, byte[] out, int to) {
    while (from < end) {
      int length = Math.min(LONGEST_RUN, end - from);
      out[to++] = (byte) (length - 1);
      System.arraycopy(in, from, out, to, length);
      from += length;
      to += length;
    }
    return to;
  }

  private static int writeMatch1(int distance, int length, byte[] out, int to) {
    int back = distance - 1;
    while (length > LONGEST_MATCH_1) {
      out[to++] = (byte) (0xe0 | back >>> 8);
      out[to++] = (byte) (SPLIT_MATCH_1 - LONG_MATCH);
      out[to++] = (byte) back;
      length -= SPLIT_MATCH_1;
    }
    if (length < LONG_MATCH) {
      out[to++] = (byte) ((length - 2) << 5 | back >>> 8);
    } else {
      out[to++] = (byte) (0xe0 | back >>> 8);
      out[to++] = (byte) (length - LONG_MATCH);
    }
    out[to++] = (byte) back;
    return to;
  }

  private static int writeMatch2(int distance, int length, byte[] out, int to) {
    boolean far = distance >= FAR_DISTANCE;
    int back = far ? FAR_DISTANCE - 1 : distance - 1;
    if (length < LONG_MATCH) {
      out[to++] = (byte) ((length - 2) << 5 | back >>> 8);
    } else {
      out[to++] = (byte) (0xe0 | back >>> 8);
      int rest = length - LONG_MATCH;
      for (; rest >= 255; rest -= 255) {
        out[to++] = (byte) 255;
      }
      out[to++] = (byte) rest;
    }
    out[to++] = (byte) back;
    if (far) {
      out[to++] = (byte) ((distance - FAR_DISTANCE) >>> 8);
      out[to++] = (byte) (distance - FAR_DISTANCE);
    }
    return to;
  }

  /**
   * Decompresses a block of either level. The caller must compare the length of the output with the
   * expected length.
   *
   * @param in the array with the compressed bytes
   * @param inOffset the offset of the compressed bytes
   * @param inLength the number of compressed bytes
   * @param out the array for the output
   * @param outOffset the offset of the output
   * @param outLength the maximum length of the output
   * @return the number of bytes written; 0 for empty input
   * @throws CorruptBlockException if the bytes are not FastLZ, or the output is longer than {@code
   *     outLength}; a part of the output may have been written
   * @throws IndexOutOfBoundsException if a range is not inside its array
   */
  static int decompress(
      byte[] in, int inOffset, int inLength, byte[] out, int outOffset, int outLength)
      throws CorruptBlockException {
    Objects.checkFromIndexSize(inOffset, inLength, in.length);
    Objects.checkFromIndexSize(outOffset, outLength, out.length);
    if (inLength == 0) {
      return 0;
    }
    int levelBits = (in[inOffset] & 0xff) >>> 5;
    if (levelBits > 1) {
      throw new CorruptBlockException("no FastLZ level has number " + levelBits, inOffset);
    }
    boolean level2 = levelBits == 1;
    int inEnd = inOffset + inLength;
    int outEnd = outOffset + outLength;
    int from = inOffset;
    int to = outOffset;
    while (from < inEnd) {
      int instruction = from;
      int first = in[from++] & (instruction == inOffset ? 0x1f : 0xff);
      if (first < LONGEST_RUN) {
        int length = first + 1;
        if (length > inEnd - from) {
          throw truncated(instruction);
        }
        if (length > outEnd - to) {
          throw tooLong(outLength, instruction);
        }
        System.arraycopy(in, from, out, to, length);
        from += length;
        to += length;
        continue;
      }

      int length = (first >>> 5) + 2;
      if (length == LONG_MATCH) {
        int more;
        do {
          if (from == inEnd) {
            throw truncated(instruction);
          }
          more = in[from++] & 0xff;
          // Checked here too, because the sum of the bytes can exceed an int.
          if (more > outEnd - to - length) {
            throw tooLong(outLength, instruction);
          }
          length += more;
        } while (level2 && more == 255);
      }
      if (length > outEnd - to) {
        throw tooLong(outLength, instruction);
      }
      if (from == inEnd) {
        throw truncated(instruction);
      }
      int distance = ((first & 0x1f) << 8 | in[from++] & 0xff) + 1;
      if (level2 && distance == FAR_DISTANCE) {
        if (inEnd - from < 2) {
          throw truncated(instruction);
        }
        distance += (in[from] & 0xff) << 8 | in[from + 1] & 0xff;
        from += 2;
      }
      if (distance > to - outOffset) {
        throw new CorruptBlockException(
            "a match is %s back, where only %d %s"
                .formatted(
                    Counts.bytes(distance), to - outOffset, to - outOffset == 1 ? "is" : "are"),
            instruction);
      }
      copy(out, to, distance, length);
      to += length;
    }
    return to - outOffset;
  }

  private static void copy(byte[] out, int to, int distance, int length) {
    if (distance >= length) {
      System.arraycopy(out, to - distance, out, to, length);
    } else if (distance == 1) {
      Arrays.fill(out, to, to + length, out[to - 1]);
    } else {
      for (int end = to + length; to < end; to++) {
        out[to] = out[to - distance];
      }
    }
  }

  private static CorruptBlockException truncated(int instruction) {
    return new CorruptBlockException("the block ends inside an instruction", instruction);
  }

  private static CorruptBlockException tooLong(int outLength, int instruction) {
    return new CorruptBlockException(
        "the block makes more than the expected " + Counts.bytes(outLength), instruction);
  }

  /** Signals that bytes are not a FastLZ block of the expected length. */
  static final class CorruptBlockException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int offset;

    CorruptBlockException(String message, int offset) {
      super(message);
      this.offset = offset;
    }

    /**
     * Returns the offset of the first invalid instruction.
     *
     * @return an index of the input array
     */
    int offset() {
      return offset;
    }
  }
}
