package io.github.godotvariant.save.internal.block;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import io.github.godotvariant.save.internal.Lengths;
import java.io.ByteArrayInputStream;
import java.io.IOException;

/**
 * Compresses and decompresses Zstandard, with one frame for each block. Only this class uses the
 * library {@code zstd-jni}.
 */
public final class ZstdBlocks extends BlockCodec {
  private static final int ENGINE_LEVEL = 3;

  /**
   * The binary logarithm of 8 MiB, the size of a window that all decoders should support. A frame
   * that does not contain its length can use such a window.
   */
  private static final int MIN_WINDOW_LOG = 23;

  private static final int MAX_WINDOW_LOG = 31;

  private final ZstdDecompressCtx decompressor = new ZstdDecompressCtx();
  private final ZstdCompressCtx compressor = new ZstdCompressCtx().setLevel(ENGINE_LEVEL);

  @Override
  public int decompress(byte[] in, int offset, int length, int expected) throws BadBlockException {
    if (expected > RESERVED) {
      try (ZstdInputStreamNoFinalizer stream =
          new ZstdInputStreamNoFinalizer(new ByteArrayInputStream(in, offset, length))) {
        // The library allocates the whole window first, so the maximum window must not be much
        // larger than the contents.
        int log = Integer.SIZE - Integer.numberOfLeadingZeros(expected - 1);
        stream.setLongMax(Math.min(Math.max(log, MIN_WINDOW_LOG), MAX_WINDOW_LOG));
        return drain(stream, expected);
      } catch (ZstdIOException e) {
        if (e.getErrorCode() == Zstd.errFrameParameterWindowTooLarge()) {
          throw new BadBlockException(
              "its window is larger than what it may make can use", e, true);
        }
        throw notZstd(e);
      } catch (IOException e) {
        throw notZstd(e);
      }
    }
    replaceIfShorter(expected);
    try {
      return decompressor.decompressByteArray(out, 0, expected, in, offset, length);
    } catch (ZstdException e) {
      throw notZstd(e);
    }
  }

  private static BadBlockException notZstd(Exception cause) {
    return new BadBlockException(
        "it is not Zstandard data: " + String.valueOf(cause.getMessage()), cause);
  }

  @Override
  public int compress(byte[] in, int length) {
    int maxLength = (int) Math.min(Lengths.MAX_ARRAY, Zstd.compressBound(length));
    replaceIfShorter(maxLength);
    return compressor.compressByteArray(out, 0, maxLength, in, 0, length);
  }

  @Override
  public void close() {
    decompressor.close();
    compressor.close();
  }
}
