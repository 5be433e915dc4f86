package io.github.godotvariant.engines;

/** How much a file holds: around the 4096 bytes that are compressed at a time, and 16 encrypted. */
enum Amount {
  NOTHING(0),
  /** One value of not more than this. */
  ONE_VALUE(64),
  BELOW_A_BLOCK(4096 - 4),
  A_BLOCK(4096),
  ABOVE_A_BLOCK(4096 + 4),
  BLOCKS(5 * 4096),
  BLOCKS_AND_A_PART(5 * 4096 + 1000),
  TEN_MEGABYTES((10 << 20) + 1000);

  /** How long the values are, with their lengths. */
  final int bytes;

  Amount(int bytes) {
    this.bytes = bytes;
  }

  /** Whether files of it take next to no time. */
  boolean isQuick() {
    return this != TEN_MEGABYTES;
  }
}
