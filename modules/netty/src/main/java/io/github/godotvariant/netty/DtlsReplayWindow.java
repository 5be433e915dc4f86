package io.github.godotvariant.netty;

/**
 * Detects repeated DTLS records by their sequence numbers (RFC 6347, section 4.1.2.6). Stores which
 * of the last 64 numbers, up to the highest number, have arrived.
 */
final class DtlsReplayWindow {
  private static final int SIZE = Long.SIZE;

  /** The highest record number that has arrived. */
  private long highest;

  /**
   * One bit for each of the 64 record numbers up to {@link #highest}; 1 if the record has arrived.
   * Bit n is for the number {@code highest - n}.
   */
  private long received = 1;

  /**
   * Adds the number of a record. Returns false if the record has already arrived, or if its number
   * is 64 or more below {@link #highest}.
   */
  boolean add(long number) {
    if (number > highest) {
      long shift = number - highest;
      received = shift < SIZE ? received << shift | 1 : 1;
      highest = number;
      return true;
    }
    long age = highest - number;
    if (age >= SIZE || (received >>> age & 1) != 0) {
      return false;
    }
    received |= 1L << age;
    return true;
  }
}
