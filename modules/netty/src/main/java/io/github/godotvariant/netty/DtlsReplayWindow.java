package io.github.godotvariant.netty;

/** The numbers of the records that have arrived, as in section 4.1.2.6 of RFC 6347. */
final class DtlsReplayWindow {
  private static final int SIZE = Long.SIZE;

  /** The highest record number that has arrived. */
  private long highest;

  /** One bit for the highest record (bit 0) and each of the 63 records before; 1 if it arrived. */
  private long received = 1;

  /** Records a number. Returns false if the record has arrived before or is too old. */
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
