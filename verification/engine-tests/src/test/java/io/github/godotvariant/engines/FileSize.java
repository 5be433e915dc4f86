package io.github.godotvariant.engines;

/** Sizes of files, around the block sizes of compression (4096 bytes) and encryption (16). */
enum FileSize {
  NOTHING(0),
  /** One value of at most this length. */
  ONE_VALUE(64),
  BELOW_A_BLOCK(4096 - 4),
  A_BLOCK(4096),
  ABOVE_A_BLOCK(4096 + 4),
  BLOCKS(5 * 4096),
  BLOCKS_AND_A_PART(5 * 4096 + 1000),
  TEN_MEGABYTES((10 << 20) + 1000);

  /** The length of all values in bytes, with their length fields. */
  final int bytes;

  FileSize(int bytes) {
    this.bytes = bytes;
  }

  /** {@return whether such files are fast to write and read} */
  boolean isQuick() {
    return this != TEN_MEGABYTES;
  }
}
