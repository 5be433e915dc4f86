package io.github.godotvariant.save.internal.block;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.save.Samples;
import io.github.godotvariant.save.internal.block.FastLz.CorruptBlockException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.compression.FastLzFrameDecoder;
import io.netty.handler.codec.compression.FastLzFrameEncoder;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Checks that Netty reads blocks of {@link FastLz} and the reverse. A frame of Netty has the magic
 * "FLZ", a byte that is 1 if compressed, the lengths of block and output as big-endian 16-bit
 * numbers, and the block.
 */
class FastLzNettyTest {
  private static final int HEADER = 8;
  private static final int MAX_LENGTH = 65_535;

  private static int[] lengths() {
    return IntStream.concat(
            IntStream.of(32, 33, 63, 64, 65, 260, 300, 4095, 4096, 4097, 8192, 8200, MAX_LENGTH),
            new Random(9).ints(40, 32, MAX_LENGTH))
        .toArray();
  }

  @ParameterizedTest
  @EnumSource
  void writesBlocksThatNettyReads(Samples kind) {
    for (int length : lengths()) {
      byte[] in = kind.make(length, length);
      for (int level = 1; level <= 2; level++) {
        byte[] block = new byte[FastLz.maxCompressedLength(length)];
        int blockLength = FastLz.compress(level, in, 0, length, block, 0);
        if (blockLength > MAX_LENGTH) {
          continue;
        }
        ByteBuf frame = Unpooled.buffer(HEADER + blockLength);
        frame.writeMedium('F' << 16 | 'L' << 8 | 'Z').writeByte(1);
        frame.writeShort(blockLength).writeShort(length).writeBytes(block, 0, blockLength);
        EmbeddedChannel channel = new EmbeddedChannel(new FastLzFrameDecoder());
        channel.writeInbound(frame);
        assertThat(bytes(channel.readInbound()))
            .as("%s of %d bytes, level %d", kind, length, level)
            .isEqualTo(in);
        channel.finishAndReleaseAll();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void readsBlocksOfNetty(Samples kind) throws CorruptBlockException {
    for (int length : lengths()) {
      byte[] in = kind.make(length, length);
      for (int level = 1; level <= 2; level++) {
        EmbeddedChannel channel = new EmbeddedChannel(new FastLzFrameEncoder(level));
        channel.writeOutbound(Unpooled.wrappedBuffer(in));
        byte[] frame = bytes(channel.readOutbound());
        channel.finishAndReleaseAll();
        if (frame[3] == 0) {
          continue; // Netty does not compress noise
        }
        byte[] out = new byte[length];
        assertThat(FastLz.decompress(frame, HEADER, frame.length - HEADER, out, 0, length))
            .isEqualTo(length);
        assertThat(out).as("%s of %d bytes, level %d", kind, length, level).isEqualTo(in);
      }
    }
  }

  private static byte[] bytes(ByteBuf buffer) {
    byte[] out = new byte[buffer.readableBytes()];
    buffer.readBytes(out).release();
    return out;
  }
}
