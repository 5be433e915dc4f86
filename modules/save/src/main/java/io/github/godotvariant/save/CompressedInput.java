package io.github.godotvariant.save;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.internal.Counts;
import io.github.godotvariant.save.SaveFileException.Reason;
import io.github.godotvariant.save.internal.Lengths;
import io.github.godotvariant.save.internal.block.BadBlockException;
import io.github.godotvariant.save.internal.block.BlockCodec;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Decompresses the contents of a compressed file block by block.
 *
 * <p>The file starts with the magic {@code GCPF}. Then these numbers follow, 4 bytes each: the
 * mode, the block size, the length of the contents, and the compressed size of each block. After
 * the numbers, the blocks follow, and then the magic again. After all full blocks there is always
 * one more block, which is empty if the length is a multiple of the block size. As in engines, the
 * second magic may be missing, and other bytes may follow it; both cause a warning.
 */
final class CompressedInput extends LayerInput {
  static final String MAGIC = "GCPF";

  private static final int SIZES_AT_A_TIME = 1 << 12;

  /**
   * A compressed block is rejected if it is longer than its uncompressed length times this ratio,
   * plus {@link #WORST_SURPLUS} bytes.
   */
  private static final int WORST_RATIO = 2;

  private static final int WORST_SURPLUS = 1 << 16;

  private final Content in;
  private final Compressed form;
  private final long length;
  private final int[] sizes;
  private final BlockCodec codec;

  private final Consumer<String> remarks;

  /** The index in {@link #sizes} of the next block to decompress. */
  private int next;

  private boolean ended;

  /** Reads the magic and the header up to the first block. */
  CompressedInput(Content in, ReadLimits limits, Consumer<String> remarks) throws IOException {
    this.in = in;
    this.remarks = remarks;
    in.take(MAGIC.length());
    long mode = in.takeUint("the mode");
    Compression compression =
        Compression.ofMode(mode)
            .orElseThrow(
                () -> in.problem(Reason.UNKNOWN_MODE, "no compression has the number " + mode, 4));
    long blockSize = in.takeUint("the block size");
    length = in.takeUint("the length of the contents");
    if (blockSize == 0) {
      throw in.problem(Reason.BLOCK_TABLE, "the block size is 0", 8);
    }
    if (length > limits.bytes()) {
      throw in.problem(
          Reason.LIMIT,
          "the contents are %d bytes long, more than the limit of %d"
              .formatted(length, limits.bytes()),
          12);
    }
    if (blockSize > Lengths.MAX_ARRAY) {
      throw in.problem(Reason.LIMIT, "blocks of " + blockSize + " bytes are too large", 8);
    }
    form = new Compressed(compression, (int) blockSize);
    sizes = sizes();
    codec = compression.codec(in.file);
  }

  Compressed form() {
    return form;
  }

  long length() {
    return length;
  }

  private int[] sizes() throws IOException {
    long count = length / form.blockSize() + 1;
    long needed = 4 * count;
    if (in.remaining() != Content.UNKNOWN && in.remaining() < needed) {
      throw in.truncated(
          "the table of " + count + (count == 1 ? " block" : " blocks"),
          needed,
          in.remaining(),
          in.position());
    }
    if (count > Lengths.MAX_ARRAY) {
      throw in.problem(Reason.LIMIT, count + " blocks are too many", in.position());
    }
    int[] found = new int[(int) Math.min(count, SIZES_AT_A_TIME)];
    long all = 0;
    for (int i = 0; i < count; i++) {
      long size = in.takeUint("the size of block " + i);
      long max = (long) WORST_RATIO * Math.min(form.blockSize(), length) + WORST_SURPLUS;
      if (size == 0 || size > max) {
        String text = "block " + i + " cannot take " + Counts.bytes(size);
        throw in.problem(Reason.BLOCK_TABLE, text, in.position() - 4);
      }
      if (size > Lengths.MAX_ARRAY) {
        String text = "block " + i + " of " + size + " bytes is too large";
        throw in.problem(Reason.LIMIT, text, in.position() - 4);
      }
      if (i == found.length) {
        found = Arrays.copyOf(found, (int) Math.min(count, 2L * i));
      }
      found[i] = (int) size;
      all += size;
    }
    if (in.remaining() != Content.UNKNOWN && in.remaining() < all) {
      throw in.truncated("the compressed data", all, in.remaining(), in.position());
    }
    return found;
  }

  @Override
  boolean advance() throws IOException {
    if (next == sizes.length) {
      if (!ended) {
        ended = true;
        if (!in.startsWith(MAGIC)) {
          remarks.accept("the GCPF at its end is missing, so it may have been cut or changed");
        } else if (in.remaining() > MAGIC.length()) {
          remarks.accept("bytes follow the final GCPF, which the engine ignores");
        }
      }
      return false;
    }
    int block = next;
    int size = sizes[block];
    int expected = block == sizes.length - 1 ? (int) (length % form.blockSize()) : form.blockSize();
    in.require(size, "block " + block);
    int made;
    try {
      made = codec.decompress(in.buffer, in.at, size, expected);
      if (made < expected) {
        throw new BadBlockException("it makes " + Counts.bytes(made) + " instead of " + expected);
      }
    } catch (BadBlockException e) {
      throw new SaveFileException(
          Compression.reason(e),
          "block " + block + (e.isLimit() ? ": " : " is corrupt: ") + e.problem(),
          in.file,
          in.position(),
          e);
    }
    in.take(size);
    next++;
    piece = codec.output();
    at = 0;
    end = expected;
    return true;
  }

  @Override
  public void close() throws IOException {
    codec.close();
    in.close();
  }
}
