package io.github.godotvariant.save;

import io.github.godotvariant.save.SaveFileException.Reason;
import io.github.godotvariant.save.internal.block.BadBlockException;
import io.github.godotvariant.save.internal.block.BlockCodec;
import io.github.godotvariant.save.internal.block.BrotliBlocks;
import io.github.godotvariant.save.internal.block.FastLzBlocks;
import io.github.godotvariant.save.internal.block.GzipBlocks;
import io.github.godotvariant.save.internal.block.ZlibBlocks;
import io.github.godotvariant.save.internal.block.ZstdBlocks;
import java.util.Arrays;
import java.util.Optional;

/**
 * The compression modes of the engine, {@code FileAccess.COMPRESSION_…}, with methods like {@code
 * PackedByteArray.compress} and {@code decompress}.
 *
 * <p>Zstandard needs the library {@code com.github.luben:zstd-jni}, and Brotli needs {@code
 * org.brotli:dec}. All other modes work without them. Brotli can only be read, as in the engine. On
 * the module path, use the option {@code --add-modules com.github.luben.zstd_jni} or {@code
 * --add-modules dec}, or require these modules in a module of the application.
 *
 * <p>Decompressed bytes equal those of the engine. For FastLZ, compressed bytes also equal those of
 * the engine. In other modes, compressed bytes depend on the release of the compression library,
 * both here and in the engine.
 */
public enum Compression {
  /** FastLZ, the engine's default. */
  FASTLZ(0, "FastLZ", "", ""),
  /** Deflate in a zlib stream. */
  DEFLATE(1, "Deflate", "", ""),
  /** Zstandard. */
  ZSTD(2, "Zstandard", "com.github.luben:zstd-jni", "com.github.luben.zstd_jni"),
  /** Deflate in a gzip member. */
  GZIP(3, "GZip", "", ""),
  /** Brotli, which can be read only. */
  BROTLI(4, "Brotli", "org.brotli:dec", "dec");

  private final int mode;
  private final String title;

  /**
   * The Maven artifact with the library for this mode; empty if the JDK or this module contains it.
   */
  private final String library;

  private final String module;

  Compression(int mode, String title, String library, String module) {
    this.mode = mode;
    this.title = title;
    this.library = library;
    this.module = module;
  }

  /**
   * Returns the number of this mode in files and in the engine.
   *
   * @return 0 to 4
   */
  public int mode() {
    return mode;
  }

  /**
   * Returns whether this mode can be written.
   *
   * @return true for all but Brotli
   */
  public boolean canCompress() {
    return this != BROTLI;
  }

  static Optional<Compression> ofMode(long mode) {
    return Arrays.stream(values()).filter(compression -> compression.mode == mode).findFirst();
  }

  /**
   * Compresses bytes, as {@code PackedByteArray.compress} does.
   *
   * @param bytes the bytes to compress
   * @return the compressed bytes, without the mode and the uncompressed length; empty for an empty
   *     array
   * @throws UnsupportedOperationException for {@link #BROTLI}
   * @throws SaveFileException if the library for the compression is missing
   */
  public byte[] compress(byte[] bytes) {
    try (BlockCodec codec = codec("")) {
      int length = codec.compress(bytes, bytes.length);
      return bytes.length == 0 ? new byte[0] : Arrays.copyOf(codec.output(), length);
    }
  }

  /**
   * Decompresses bytes, as {@code PackedByteArray.decompress} and {@code decompress_dynamic} do.
   *
   * @param bytes the output of {@link #compress} or of the engine
   * @param size the uncompressed length, or its maximum, in bytes; 0 or more. FastLZ pads input of
   *     less than 16 bytes with zeros, so only the exact length gives the original bytes
   * @return at most {@code size} bytes; memory is allocated for the bytes that the input can
   *     contain, not for {@code size}
   * @throws IllegalArgumentException if {@code size} is negative
   * @throws SaveFileException if the bytes are malformed, truncated, or decompress to more than
   *     {@code size} bytes, or if the library for the compression is missing
   */
  public byte[] decompress(byte[] bytes, int size) {
    if (size < 0) {
      throw new IllegalArgumentException("size " + size);
    }
    if (bytes.length == 0) {
      return new byte[0];
    }
    try (BlockCodec codec = codec("")) {
      int length = codec.decompress(bytes, 0, bytes.length, size);
      return Arrays.copyOf(codec.output(), length);
    } catch (BadBlockException e) {
      throw new SaveFileException(reason(e), e.problem(), "", SaveFileException.NO_OFFSET, e);
    }
  }

  /** {@return the reason of a {@link SaveFileException} for a block that cannot be decompressed} */
  static Reason reason(BadBlockException e) {
    return e.isLimit() ? Reason.LIMIT : Reason.CORRUPT_BLOCK;
  }

  /** Creates a codec; {@code file} is the file name for messages. */
  BlockCodec codec(String file) {
    try {
      return switch (this) {
        case FASTLZ -> new FastLzBlocks();
        case DEFLATE -> new ZlibBlocks();
        case GZIP -> new GzipBlocks();
        case ZSTD -> new ZstdBlocks();
        case BROTLI -> new BrotliBlocks();
      };
    } catch (LinkageError e) {
      throw new SaveFileException(
          Reason.MISSING_LIBRARY,
          "%s needs the library %s, which is not there or cannot be used here%s"
              .formatted(this, library, onTheModulePath()),
          file,
          SaveFileException.NO_OFFSET,
          e);
    }
  }

  /**
   * Returns the advice at the end of a message about a missing library; empty on the class path. On
   * the module path, Java does not load these libraries by itself, because no module requires them.
   */
  private String onTheModulePath() {
    if (!Compression.class.getModule().isNamed()) {
      return "";
    }
    return "; on the module path it needs the option --add-modules " + module + " as well";
  }

  /**
   * Returns the name of this mode.
   *
   * @return for example {@code Zstandard}
   */
  @Override
  public String toString() {
    return title;
  }
}
