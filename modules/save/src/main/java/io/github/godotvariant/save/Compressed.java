package io.github.godotvariant.save;

import io.github.godotvariant.save.internal.Lengths;
import java.util.Objects;

/**
 * The compressed form that {@code FileAccess.open_compressed} reads and writes, whose files start
 * with {@code GCPF}.
 *
 * @param compression how each block is compressed
 * @param blockSize how many bytes are compressed at a time
 */
public record Compressed(Compression compression, int blockSize) implements Layer {
  /** The block size that engines write. */
  public static final int ENGINE_BLOCK_SIZE = 4096;

  /**
   * Checks the components.
   *
   * @param compression see the record
   * @param blockSize see the record
   * @throws IllegalArgumentException if the block size is not positive, or longer than an array can
   *     be, in which it must be held for reading
   */
  public Compressed {
    Objects.requireNonNull(compression, "compression");
    if (blockSize <= 0 || blockSize > Lengths.LONGEST) {
      throw new IllegalArgumentException("block size " + blockSize);
    }
  }

  @Override
  public String toString() {
    return "GCPF (" + compression + ", blocks of " + blockSize + ")";
  }
}
