package io.github.godotvariant.save;

import io.github.godotvariant.save.SaveFileException.Reason;
import io.github.godotvariant.save.internal.Lengths;
import io.github.godotvariant.save.internal.block.BlockCodec;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes the format that {@link CompressedInput} reads. */
final class CompressedOutput extends LayerOutput {
  private static final int HEADER = 16;
  private static final long LONGEST = 0xFFFFFFFFL;

  private final OutputStream target;
  private final Compressed form;
  private final Spool blocks;
  private final String file;
  private final BlockCodec codec;
  private byte[] block;
  private int filled;
  private int[] sizes = new int[16];
  private int count;
  private long length;

  CompressedOutput(OutputStream target, Compressed form, Spool blocks, String file) {
    if (!form.compression().canCompress()) {
      throw new UnsupportedOperationException(
          form.compression() + " can be read only, as in the engine");
    }
    this.target = target;
    this.form = form;
    this.blocks = blocks;
    this.file = file;
    codec = form.compression().codec(file);
    block = new byte[Math.min(form.blockSize(), BlockCodec.RESERVED)];
  }

  @Override
  public void write(byte[] bytes, int offset, int wanted) throws IOException {
    int at = offset;
    int left = wanted;
    while (left > 0) {
      if (filled == block.length) {
        block =
            Arrays.copyOf(
                block, (int) Math.min(Math.min(form.blockSize(), Lengths.MAX_ARRAY), 2L * filled));
      }
      int taken = Math.min(left, block.length - filled);
      System.arraycopy(bytes, at, block, filled, taken);
      filled += taken;
      at += taken;
      left -= taken;
      if (filled == form.blockSize()) {
        endBlock();
      }
    }
  }

  private void endBlock() throws IOException {
    length += filled;
    if (length > LONGEST) {
      throw new SaveFileException(
          Reason.LIMIT, "a compressed file holds no more than " + LONGEST + " bytes", file);
    }
    int size = codec.compress(block, filled);
    blocks.write(codec.output(), 0, size);
    if (count == sizes.length) {
      if (count == Lengths.MAX_ARRAY) {
        throw new SaveFileException(
            Reason.LIMIT, "a compressed file has no more than " + count + " blocks", file);
      }
      sizes = Arrays.copyOf(sizes, (int) Math.min(2L * count, Lengths.MAX_ARRAY));
    }
    sizes[count++] = size;
    filled = 0;
  }

  @Override
  void finish() throws IOException {
    // The last block is empty if the length is a multiple of the block size.
    endBlock();
    byte[] magic = CompressedInput.MAGIC.getBytes(StandardCharsets.US_ASCII);
    ByteBuffer header = ByteBuffer.allocate(HEADER).order(ByteOrder.LITTLE_ENDIAN);
    header
        .put(magic)
        .putInt(form.compression().mode())
        .putInt(form.blockSize())
        .putInt((int) length);
    target.write(header.array(), 0, header.position());
    for (int i = 0; i < count; i++) {
      target.write(header.clear().putInt(sizes[i]).array(), 0, Integer.BYTES);
    }
    blocks.copyTo(target);
    target.write(magic);
  }

  @Override
  public void close() throws IOException {
    codec.close();
    blocks.close();
  }
}
