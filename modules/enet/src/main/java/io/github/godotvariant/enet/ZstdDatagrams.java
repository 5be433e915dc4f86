package io.github.godotvariant.enet;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;

/**
 * Compresses and decompresses datagrams with Zstandard, one frame for each datagram. Only this
 * class uses the optional library zstd-jni.
 */
final class ZstdDatagrams {
  private static final int ENGINE_LEVEL = 3;

  private ZstdDatagrams() {}

  /**
   * Decompresses a block. Returns the length of the result in bytes, or -1 if the block is damaged
   * or the result is longer than {@code out}.
   */
  static int decompress(byte[] in, int offset, int length, byte[] out) {
    try {
      return (int) Zstd.decompressByteArray(out, 0, out.length, in, offset, length);
    } catch (ZstdException e) {
      return -1;
    }
  }

  /**
   * Compresses a block. Returns the length of the result in bytes, or -1 if the length exceeds the
   * limit.
   */
  static int compress(byte[] in, int offset, int length, byte[] out, int limit) {
    try {
      return (int) Zstd.compressByteArray(out, 0, limit, in, offset, length, ENGINE_LEVEL);
    } catch (ZstdException e) {
      return -1;
    }
  }
}
