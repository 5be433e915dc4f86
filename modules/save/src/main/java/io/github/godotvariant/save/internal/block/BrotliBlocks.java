package io.github.godotvariant.save.internal.block;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;

/**
 * Decompresses Brotli. The library has no stable module name that a module could require, so its
 * class is loaded by name.
 */
public final class BrotliBlocks extends BlockCodec {
  private final Constructor<? extends InputStream> decoder;

  public BrotliBlocks() {
    try {
      decoder =
          Class.forName("org.brotli.dec.BrotliInputStream")
              .asSubclass(InputStream.class)
              .getConstructor(InputStream.class);
    } catch (ReflectiveOperationException e) {
      throw new NoClassDefFoundError(e.getMessage());
    }
  }

  @Override
  public int decompress(byte[] in, int offset, int length, int expected) throws BadBlockException {
    try (InputStream stream = decoder.newInstance(new ByteArrayInputStream(in, offset, length))) {
      return drain(stream, expected);
    } catch (InvocationTargetException | IOException e) {
      throw new BadBlockException("it is not Brotli data", e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("org.brotli:dec is not as it should be", e);
    }
  }

  @Override
  public int compress(byte[] in, int length) {
    throw new UnsupportedOperationException("Brotli can be read only, as in the engine");
  }
}
