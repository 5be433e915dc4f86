package io.github.godotvariant.enet;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/** Compresses and decompresses datagrams. Not thread-safe; must be closed. */
final class DatagramCompressor implements AutoCloseable {
  /** The maximum length in bytes of a datagram after decompression. */
  static final int MAX_BYTES = 4096;

  private static final int ZLIB_MARK = 0x78;
  private static final int ZSTD_MARK = 0x28b5_2ffd;
  private static final boolean HAS_ZSTD = hasZstd();

  private final RangeCoder rangeCoder = new RangeCoder();
  private final Inflater inflater = new Inflater();
  private final Deflater deflater = new Deflater();
  private final byte[] scratch = new byte[MAX_BYTES];

  /** The decompressed commands of a datagram, and the compression that was used. */
  record Block(EnetCompression compression, ByteBuffer commands) {}

  /** Returns whether the library for Zstandard and its native code are present. */
  private static boolean hasZstd() {
    try {
      ZstdDatagrams.decompress(new byte[0], 0, 0, new byte[1]);
      return true;
    } catch (LinkageError e) {
      return false;
    }
  }

  /**
   * Decompresses a block. Tries the compressions that fit the first bytes, one after another, until
   * {@code isValid} accepts the commands.
   *
   * @param block the rest of a datagram after its header, backed by an array
   * @return the commands that {@code isValid} accepts; null if there are none
   */
  @Nullable Block detect(ByteBuffer block, Predicate<ByteBuffer> isValid) {
    for (EnetCompression compression : candidates(block)) {
      // The header of the datagram before the block counts towards the maximum length, as in ENet.
      ByteBuffer commands = decompress(compression, block, MAX_BYTES - block.position());
      if (commands != null && isValid.test(commands)) {
        return new Block(compression, commands);
      }
    }
    return null;
  }

  private static List<EnetCompression> candidates(ByteBuffer block) {
    if (block.remaining() > 2 && block.get(block.position()) == ZLIB_MARK) {
      return List.of(EnetCompression.ZLIB, EnetCompression.RANGE_CODER, EnetCompression.FASTLZ);
    }
    if (block.remaining() > 4 && block.getInt(block.position()) == ZSTD_MARK) {
      return List.of(EnetCompression.ZSTD, EnetCompression.RANGE_CODER, EnetCompression.FASTLZ);
    }
    return List.of(EnetCompression.RANGE_CODER, EnetCompression.FASTLZ);
  }

  /**
   * Decompresses a block that is backed by an array.
   *
   * @param maxBytes maximum length of the result in bytes
   * @return the result; null if the block is damaged, the result is longer than {@code maxBytes},
   *     or this class cannot read the compression
   */
  @Nullable ByteBuffer decompress(EnetCompression compression, ByteBuffer block, int maxBytes) {
    byte[] in = block.array();
    int offset = block.arrayOffset() + block.position();
    int length = block.remaining();
    byte[] out = new byte[maxBytes];
    try {
      int written =
          switch (compression) {
            case NONE -> -1;
            case RANGE_CODER -> rangeCoder.decompress(in, offset, length, out);
            case FASTLZ -> DatagramFastLz.decompress(in, offset, length, out);
            case ZLIB -> inflate(in, offset, length, out);
            case ZSTD -> HAS_ZSTD ? ZstdDatagrams.decompress(in, offset, length, out) : -1;
          };
      return written < 0 ? null : ByteBuffer.wrap(out, 0, written);
    } catch (DataFormatException e) {
      return null;
    }
  }

  private int inflate(byte[] in, int offset, int length, byte[] out) throws DataFormatException {
    inflater.reset();
    inflater.setInput(in, offset, length);
    int written = inflater.inflate(out);
    // If the array is full, a further call reads the checksum at the end of the block.
    boolean isTooLong = !inflater.finished() && inflater.inflate(new byte[1]) > 0;
    if (isTooLong || !inflater.finished()) {
      throw new DataFormatException("zlib: the block is cut off or too long");
    }
    return written;
  }

  /**
   * Compresses the commands of a datagram.
   *
   * @return the compressed commands; null if the result would not be shorter than the commands, or
   *     if this class cannot write the compression
   */
  byte @Nullable [] compress(EnetCompression compression, byte[] in, int offset, int length) {
    int limit = length - 1;
    int written =
        switch (compression) {
          case NONE, FASTLZ -> -1;
          case RANGE_CODER -> rangeCoder.compress(in, offset, length, scratch, limit);
          case ZLIB -> deflate(in, offset, length, limit);
          case ZSTD -> HAS_ZSTD ? ZstdDatagrams.compress(in, offset, length, scratch, limit) : -1;
        };
    return written < 0 || written > limit ? null : Arrays.copyOf(scratch, written);
  }

  private int deflate(byte[] in, int offset, int length, int limit) {
    deflater.reset();
    deflater.setInput(in, offset, length);
    deflater.finish();
    int written = deflater.deflate(scratch, 0, limit);
    return deflater.finished() ? written : -1;
  }

  @Override
  public void close() {
    inflater.end();
    deflater.end();
  }
}
