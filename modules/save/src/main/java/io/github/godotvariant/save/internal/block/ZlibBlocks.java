package io.github.godotvariant.save.internal.block;

import io.github.godotvariant.save.internal.Lengths;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Compresses and decompresses blocks with Deflate, as zlib streams. */
public final class ZlibBlocks extends BlockCodec {
  private final Inflater inflater = new Inflater();
  private final Deflater deflater = new Deflater();

  @Override
  public int decompress(byte[] in, int offset, int length, int expected) throws BadBlockException {
    inflater.reset();
    inflater.setInput(in, offset, length);
    return inflate(this, inflater, expected);
  }

  /**
   * Inflates the complete input of an inflater into the codec's output; returns the length of the
   * output.
   */
  static int inflate(BlockCodec codec, Inflater inflater, int expected) throws BadBlockException {
    int maxLength = (int) Math.min(expected + 1L, Lengths.MAX_ARRAY);
    int length = 0;
    try {
      while (!inflater.finished()) {
        codec.ensureCapacity(length, maxLength);
        int count =
            inflater.inflate(codec.out, length, Math.min(codec.out.length, maxLength) - length);
        length += count;
        if (length > expected) {
          throw BadBlockException.tooLong(expected);
        }
        if (count == 0 && !inflater.finished()) {
          throw new BadBlockException("its deflated data is cut");
        }
      }
    } catch (DataFormatException e) {
      throw new BadBlockException(
          "it is not deflated data" + (e.getMessage() == null ? "" : ": " + e.getMessage()), e);
    }
    return length;
  }

  @Override
  public int compress(byte[] in, int length) {
    deflater.reset();
    return deflate(this, deflater, 0, in, length);
  }

  /**
   * Deflates bytes into the codec's output from the offset {@code at}; returns the offset after the
   * deflated bytes.
   */
  static int deflate(BlockCodec codec, Deflater deflater, int at, byte[] in, int length) {
    deflater.setInput(in, 0, length);
    deflater.finish();
    while (!deflater.finished()) {
      if (at == codec.out.length) {
        codec.out =
            Arrays.copyOf(
                codec.out, (int) Math.max(RESERVED, Math.min(2L * at, Lengths.MAX_ARRAY)));
      }
      at += deflater.deflate(codec.out, at, codec.out.length - at);
    }
    return at;
  }

  @Override
  public void close() {
    inflater.end();
    deflater.end();
  }
}
