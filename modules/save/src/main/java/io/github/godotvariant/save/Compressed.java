package io.github.godotvariant.save;

import io.github.godotvariant.save.internal.Lengths;
import java.util.Objects;

/**
 * The compression of files that {@code FileAccess.open_compressed} reads and writes. The files
 * start with {@code GCPF}.
 *
 * @param compression the compression of each block
 * @param blockSize the uncompressed length of each block except the last one, in bytes; from 1 to
 *     the maximum length of an array
 */
public record Compressed(Compression compression, int blockSize) implements Layer {
  /** The block size that engines write. */
  public static final int ENGINE_BLOCK_SIZE = 4096;

  /**
   * Creates a layer. Checks the block size.
   *
   * @param compression see the record
   * @param blockSize see the record
   * @throws IllegalArgumentException if the block size is not positive, or larger than the maximum
   *     length of an array
   */
  public Compressed {
    Objects.requireNonNull(compression, "compression");
    if (blockSize <= 0 || blockSize > Lengths.MAX_ARRAY) {
      throw new IllegalArgumentException("block size " + blockSize);
    }
  }

  @Override
  public String toString() {
    return "GCPF (" + compression + ", blocks of " + blockSize + ")";
  }
}
