package io.github.godotvariant.netty;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.testkit.Vectors;
import io.github.godotvariant.testkit.Vectors.Golden;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.List;

/** The messages of the tests, and their buffers. */
final class Messages {
  static final VariantCodec CODEC =
      VariantCodec.GODOT_4.withLimits(ReadLimits.NETWORK.withDepth(ReadLimits.ENGINE_DEPTH));

  private Messages() {}

  /** The values that Godot 4 wrote. */
  static List<Golden> vectors() {
    return Vectors.golden("4.6").stream()
        .filter(golden -> golden.objects() == ObjectMode.IDS)
        .toList();
  }

  /** Returns a buffer with leak detection. */
  static ByteBuf buffer(byte[] bytes, int from, int to) {
    return ByteBufAllocator.DEFAULT.directBuffer().writeBytes(bytes, from, to - from);
  }

  static ByteBuf buffer(byte[] bytes) {
    return buffer(bytes, 0, bytes.length);
  }

  /** Returns the bytes of a buffer and releases the buffer. */
  static byte[] bytes(ByteBuf buffer) {
    try {
      return ByteBufUtil.getBytes(buffer);
    } finally {
      buffer.release();
    }
  }

  static byte[] concatenated(byte[]... pieces) {
    return ByteBufUtil.getBytes(Unpooled.wrappedBuffer(pieces));
  }
}
