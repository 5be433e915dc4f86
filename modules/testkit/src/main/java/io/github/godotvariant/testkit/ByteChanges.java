package io.github.godotvariant.testkit;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Changes bytes at random positions. */
final class ByteChanges {
  /** Numbers that are invalid or at a boundary in many formats. */
  private static final long[] NUMBERS = {
    0,
    1,
    2,
    3,
    4,
    5,
    7,
    8,
    16,
    24,
    38,
    39,
    64,
    127,
    128,
    255,
    256,
    1024,
    1025,
    32767,
    32768,
    65535,
    65536,
    0x10000000,
    0x20000000,
    0x40000000,
    0x40000001,
    0x7F800001,
    0x7FC00000,
    0x7FFFFFF0,
    0x7FFFFFFC,
    Integer.MAX_VALUE,
    0x80000000L,
    0x80000001L,
    0x80000002L,
    0xFFC00000L,
    0xFFFFFFFCL,
    0xFFFFFFFEL,
    0xFFFFFFFFL,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    -1
  };

  private static final int MAX_INSERTED = 12;

  private final SplittableRandom random;

  ByteChanges(SplittableRandom random) {
    this.random = random;
  }

  /** Returns a number that is invalid or at a boundary in many formats. */
  long boundaryNumber() {
    return NUMBERS[random.nextInt(NUMBERS.length)];
  }

  /** Returns a copy of the bytes with one random change. */
  byte[] apply(byte[] bytes) {
    if (bytes.length == 0) {
      return randomBytes();
    }
    int at = random.nextInt(bytes.length);
    return switch (random.nextInt(12)) {
      case 0 -> Arrays.copyOf(bytes, at);
      case 1 -> Arrays.copyOf(bytes, at & ~3);
      case 2 -> replace(bytes, bytes.length, bytes.length, randomBytes());
      case 3 -> replace(bytes, at, at, randomBytes());
      case 4 -> replace(bytes, at, randomEnd(bytes, at), new byte[0]);
      case 5 -> replace(bytes, at, at, Arrays.copyOfRange(bytes, at, randomEnd(bytes, at)));
      case 6, 7 -> flip(bytes);
      case 8 -> overwrite(bytes);
      default -> replaceNumber(bytes);
    };
  }

  /**
   * Replaces the bytes from {@code from} (inclusive) to {@code to} (exclusive) with {@code part}.
   */
  static byte[] replace(byte[] bytes, int from, int to, byte[] part) {
    return ByteBuffer.allocate(from + part.length + bytes.length - to)
        .put(bytes, 0, from)
        .put(part)
        .put(bytes, to, bytes.length - to)
        .array();
  }

  private byte[] randomBytes() {
    byte[] bytes = new byte[random.nextInt(1, MAX_INSERTED + 1)];
    random.nextBytes(bytes);
    return bytes;
  }

  private int randomEnd(byte[] bytes, int start) {
    int rest = bytes.length - start;
    return start + random.nextInt(1, 1 + (random.nextBoolean() ? rest : Math.min(rest, 8)));
  }

  /** Inverts one to three bits. */
  byte[] flip(byte[] bytes) {
    byte[] changed = bytes.clone();
    for (int i = random.nextInt(3); i >= 0; i--) {
      changed[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return changed;
  }

  private byte[] overwrite(byte[] bytes) {
    byte[] changed = bytes.clone();
    for (int i = random.nextInt(3); i >= 0; i--) {
      changed[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return changed;
  }

  /**
   * Reads 1, 2, 4 or 8 bytes as a number and replaces them with another number. The position is
   * usually a multiple of the number of bytes.
   */
  private byte[] replaceNumber(byte[] bytes) {
    int width = Math.min(1 << random.nextInt(4), Integer.highestOneBit(bytes.length));
    int at = random.nextInt(bytes.length - width + 1);
    if (random.nextInt(4) > 0) {
      at -= at % width;
    }
    boolean isBigEndian = random.nextInt(4) == 0;
    long old = 0;
    for (int i = 0; i < width; i++) {
      old |= (bytes[index(at, i, width, isBigEndian)] & 0xFFL) << 8 * i;
    }
    long number = changeNumber(old);
    byte[] changed = bytes.clone();
    for (int i = 0; i < width; i++) {
      changed[index(at, i, width, isBigEndian)] = (byte) (number >>> 8 * i);
    }
    return changed;
  }

  private static int index(int at, int byteIndex, int width, boolean isBigEndian) {
    return isBigEndian ? at + width - 1 - byteIndex : at + byteIndex;
  }

  private long changeNumber(long number) {
    return switch (random.nextInt(5)) {
      case 0 -> number + 1;
      case 1 -> number - 1;
      case 2 -> number << 1;
      default -> boundaryNumber();
    };
  }
}
