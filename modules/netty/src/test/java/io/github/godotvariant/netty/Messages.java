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

/** What these tests send, and the buffers it is in. */
final class Messages {
  static final VariantCodec CODEC =
      VariantCodec.GODOT_4.withLimits(ReadLimits.NETWORK.withDepth(ReadLimits.ENGINE_DEPTH));

  private Messages() {}

  /** What Godot 4 wrote. */
  static List<Golden> vectors() {
    return Vectors.golden("4.6").stream()
        .filter(golden -> golden.objects() == ObjectMode.IDS)
        .toList();
  }

  /** A buffer whose loss is noticed. */
  static ByteBuf buffer(byte[] bytes, int from, int to) {
    return ByteBufAllocator.DEFAULT.directBuffer().writeBytes(bytes, from, to - from);
  }

  static ByteBuf buffer(byte[] bytes) {
    return buffer(bytes, 0, bytes.length);
  }

  /** The bytes of a buffer, which is released. */
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
