package io.github.godotvariant.save.internal.block;

import io.github.godotvariant.save.internal.Lengths;
import java.util.Arrays;
import java.util.Objects;

/**
 * FastLZ, the engine's default compression: one block at a time, between byte arrays. Compressed
 * bytes equal the engine's.
 *
 * <p>A block is a row of instructions and nothing else: no magic, no length, no checksum. So a
 * damaged block may well decompress, to the wrong bytes. The instructions, by their first byte, its
 * bits written out:
 *
 * <pre>
 * 000rrrrr                     a run: the next r + 1 bytes as they are
 * lllddddd [more] low          a match: l + 2 bytes again, l from 1 to 6, that stand d * 256 + low + 1 back;
 *                              l = 7: "more" is there and added, for matches of 9 bytes and more
 * </pre>
 *
 * <p>In level 1 "more" is a byte. In level 2 it is a row of bytes, each added, that goes on while
 * they are 255; and if d is 31 and low 255 (the farthest a match can reach), then two bytes follow,
 * the higher first, by which the match stands farther back. A match may be longer than its
 * distance: then it repeats what it writes.
 *
 * <p>The first instruction is a run of at most 32 bytes whose upper three bits hold the level: 0
 * for level 1, 1 for level 2.
 *
 * <p>The engine never compresses less than 16 bytes: it fills shorter input up with zeros. That is
 * left to the caller, as is cutting them off again.
 *
 * <p>No method reads or writes outside the ranges it is given, whatever the bytes are. The two
 * ranges must not overlap.
 */
final class FastLz {
  /** From this length on the engine compresses with level 2. */
  static final int LEVEL_2_LENGTH = 65_536;

  private static final int LONGEST_RUN = 32;

  /** Matches shorter than this have their length in the first byte. */
  private static final int LONG_MATCH = 9;

  /** How long a match of one instruction is in level 1 at most. */
  private static final int LONGEST_MATCH_1 = LONG_MATCH + 255;

  /** What the engine writes of a match that is longer than that, again and again. */
  private static final int SPLIT_MATCH_1 = LONGEST_MATCH_1 - 2;

  /** The distance whose bytes mean in level 2 that two more bytes follow. */
  private static final int FAR_DISTANCE = 8192;

  // What follows is not the format, but how the engine's compressor looks for matches.

  private static final int HASH_BITS = 13;

  /** From this distance on a match must have five bytes to be taken in level 2. */
  private static final int FAR_SEARCH_DISTANCE = 8191;

  private static final int MAX_SEARCH_DISTANCE_1 = 8191;
  private static final int MAX_SEARCH_DISTANCE_2 = FAR_SEARCH_DISTANCE + 65_533;

  /** No match begins this near the end: the last place is at {@code end - LAST_MATCH_START}. */
  private static final int LAST_MATCH_START = 14;

  /** How many bytes at the end are never part of a match. */
  private static final int LAST_RUN = 3;

  private FastLz() {}

  /**
   * How long compressed bytes can get.
   *
   * @param length of the input
   * @return the longest that {@link #compress} makes of so many bytes, at any level
   * @throws IllegalArgumentException if the length is negative, or if the result is beyond what an
   *     array holds
   */
  static int maxCompressedLength(int length) {
    // A match is always shorter than what it stands for, which pays for the run it interrupts.
    long max = length + (length + (LONGEST_RUN - 1L)) / LONGEST_RUN;
    if (length < 0 || max > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("length " + length);
    }
    return (int) max;
  }

  /**
   * Compresses a block at the level that the engine uses for its length.
   *
   * @param in holds the input
   * @param inOffset where it begins
   * @param inLength how long it is
   * @param out takes the compressed bytes
   * @param outOffset where they go; {@link #maxCompressedLength} of room must follow
   * @return how many bytes were written; 0 for an empty input
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
   * @param in holds the input
   * @param inOffset where it begins
   * @param inLength how long it is
   * @param out takes the compressed bytes
   * @param outOffset where they go; {@link #maxCompressedLength} of room must follow
   * @return how many bytes were written; 0 for an empty input
   * @throws IllegalArgumentException if there is no such level
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

    // By hash, where three such bytes were seen last, from the start of the block. That 0 stands
    // for "never" as well is as in the engine: a match is compared before it is taken.
    int[] seen = new int[1 << HASH_BITS];
    int pending = inOffset; // here begins what is not written yet
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
      // What lies inside a match is not remembered, but for its last two places.
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
   * Decompresses a block of either level. Whether it has the length it should have is for the
   * caller to see, from the result.
   *
   * @param in holds the compressed bytes
   * @param inOffset where they begin
   * @param inLength how many they are
   * @param out takes the output
   * @param outOffset where it goes
   * @param outLength how long it may be at most
   * @return how many bytes were written; 0 for an empty input
   * @throws CorruptBlockException if the bytes are not FastLZ or make more than {@code outLength};
   *     some of the output may have been written by then
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
          // Here and not only below, for the sum of the bytes may be beyond an int.
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
                    Lengths.bytes(distance), to - outOffset, to - outOffset == 1 ? "is" : "are"),
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
        "the block makes more than the expected " + Lengths.bytes(outLength), instruction);
  }

  /** Says that bytes are not a FastLZ block of the expected length, and where. */
  static final class CorruptBlockException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int offset;

    CorruptBlockException(String message, int offset) {
      super(message);
      this.offset = offset;
    }

    /**
     * Where the first instruction begins that cannot be carried out.
     *
     * @return an index of the array that holds the input
     */
    int offset() {
      return offset;
    }
  }
}
