package io.github.godotvariant.save.internal.block;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * Compresses and decompresses Deflate in a gzip member. Bytes after the first member are ignored,
 * as in the engine.
 */
public final class GzipBlocks extends BlockCodec {
  /** The header that the engine writes: no name, no time, operating system Unix. */
  private static final byte[] HEADER = HexFormat.of().parseHex("1f8b0800000000000003");

  private static final int TRAILER = 8;

  private static final int DEFLATED = 8;
  private static final int HEADER_CHECKSUM = 1 << 1;
  private static final int EXTRA = 1 << 2;
  private static final int NAME = 1 << 3;
  private static final int COMMENT = 1 << 4;
  private static final int RESERVED_FLAGS = 0xE0;

  private final Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
  private final Inflater inflater = new Inflater(true);
  private final CRC32 checksum = new CRC32();

  @Override
  public int decompress(byte[] in, int offset, int length, int expected) throws BadBlockException {
    ByteBuffer member = ByteBuffer.wrap(in, offset, length).order(ByteOrder.LITTLE_ENDIAN);
    skipHeader(member);
    inflater.reset();
    inflater.setInput(in, member.position(), member.remaining());
    int made = ZlibBlocks.inflate(this, inflater, expected);
    member.position(member.limit() - inflater.getRemaining());
    require(member, TRAILER, "checksum");
    checksum.reset();
    checksum.update(out, 0, made);
    if (member.getInt() != (int) checksum.getValue()) {
      throw notGzip("its checksum is another");
    }
    if (member.getInt() != made) {
      throw notGzip("its length is another");
    }
    return made;
  }

  private void skipHeader(ByteBuffer member) throws BadBlockException {
    int start = member.position();
    require(member, HEADER.length, "header");
    if (member.get() != HEADER[0] || member.get() != HEADER[1]) {
      throw notGzip("its magic is another");
    }
    if (member.get() != DEFLATED) {
      throw notGzip("it is compressed in another way");
    }
    int flags = member.get() & 0xFF;
    if ((flags & RESERVED_FLAGS) != 0) {
      throw notGzip("its header has unknown flags");
    }
    member.position(start + HEADER.length);
    if ((flags & EXTRA) != 0) {
      require(member, Short.BYTES, "extra field");
      int extra = member.getShort() & 0xFFFF;
      require(member, extra, "extra field");
      member.position(member.position() + extra);
    }
    if ((flags & NAME) != 0) {
      skipText(member, "name");
    }
    if ((flags & COMMENT) != 0) {
      skipText(member, "comment");
    }
    if ((flags & HEADER_CHECKSUM) != 0) {
      checksum.reset();
      checksum.update(member.duplicate().limit(member.position()).position(start));
      require(member, Short.BYTES, "header");
      if (member.getShort() != (short) checksum.getValue()) {
        throw notGzip("the checksum of its header is another");
      }
    }
  }

  private static void skipText(ByteBuffer member, String what) throws BadBlockException {
    do {
      require(member, 1, what);
    } while (member.get() != 0);
  }

  private static void require(ByteBuffer member, int count, String what) throws BadBlockException {
    if (member.remaining() < count) {
      throw notGzip("its " + what + " is cut");
    }
  }

  private static BadBlockException notGzip(String why) {
    return new BadBlockException("it is not gzip data: " + why);
  }

  @Override
  public int compress(byte[] in, int length) {
    if (out.length < HEADER.length) {
      out = new byte[RESERVED];
    }
    System.arraycopy(HEADER, 0, out, 0, HEADER.length);
    deflater.reset();
    int end = ZlibBlocks.deflate(this, deflater, HEADER.length, in, length);
    if (out.length - end < TRAILER) {
      out = Arrays.copyOf(out, end + TRAILER);
    }
    checksum.reset();
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
    inflater.end();
  }
}
