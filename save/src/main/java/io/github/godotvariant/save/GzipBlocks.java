package io.github.godotvariant.save;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;

/** Deflate in a gzip member. */
final class GzipBlocks extends BlockCodec {
  /** What the engine writes: no name, no time, made on Unix. */
  private static final byte[] HEADER = HexFormat.of().parseHex("1f8b0800000000000003");

  private static final int TRAILER = 8;

  private final Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);

  @Override
  int decompress(byte[] in, int offset, int length, int expected) throws BadBlockException {
    try (GZIPInputStream stream =
        new GZIPInputStream(new ByteArrayInputStream(in, offset, length))) {
      return drain(stream, expected);
    } catch (IOException e) {
      throw new BadBlockException(
          "it is not gzip data" + (e.getMessage() == null ? "" : ": " + e.getMessage()), e);
    }
  }

  @Override
  int compress(byte[] in, int length) {
    if (out.length < HEADER.length) {
      out = new byte[RESERVED];
    }
    System.arraycopy(HEADER, 0, out, 0, HEADER.length);
    deflater.reset();
    int end = ZlibBlocks.deflate(this, deflater, HEADER.length, in, length);
    if (out.length - end < TRAILER) {
      out = Arrays.copyOf(out, end + TRAILER);
    }
    CRC32 checksum = new CRC32();
    checksum.update(in, 0, length);
    ByteBuffer.wrap(out)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(end, (int) checksum.getValue())
        .putInt(end + 4, length);
    return end + TRAILER;
  }

  @Override
  public void close() {
    deflater.end();
  }
}
