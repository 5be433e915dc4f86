package io.github.godotvariant.save;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.codec.DialectProbe;

/**
 * A value as evidence. What was decoded to find out what the file is does not have to be decoded
 * again to read it.
 */
final class Sample {
  final byte[] bytes;

  /** Which value it is. */
  final int index;

  /** Where its bytes start; those of Base64 where their line does. */
  final long place;

  final DialectProbe probe;

  /**
   * Takes a value.
   *
   * @param bytes the value, perhaps broken; not copied, so they must stay as they are
   */
  Sample(byte[] bytes, int index, long place, ReadLimits limits) {
    this.bytes = bytes;
    this.index = index;
    this.place = place;
    probe = DialectProbe.of(bytes, limits);
  }
}
