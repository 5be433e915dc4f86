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
 * The engine's ways to compress, {@code FileAccess.COMPRESSION_…}, with what {@code
 * PackedByteArray.compress} and {@code decompress} do.
 *
 * <p>Zstandard needs the library {@code com.github.luben:zstd-jni}, Brotli {@code org.brotli:dec};
 * without them everything else works. Brotli can only be read, as in the engine. On the module
 * path, Java has to be told {@code --add-modules com.github.luben.zstd_jni} or {@code --add-modules
 * dec}, or a module of the program's own requires them.
 *
 * <p>Decompressed bytes equal the engine's. Compressed ones do for FastLZ; for the others they
 * depend on the release of a library, in the engine too.
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

  /** The artifact that it needs, and how a module calls that; empty if the JDK or this has all. */
  private final String library;

  private final String module;

  Compression(int mode, String title, String library, String module) {
    this.mode = mode;
    this.title = title;
    this.library = library;
    this.module = module;
  }

  /**
   * The number that stands for it in files and in the engine.
   *
   * @return 0 to 4
   */
  public int mode() {
    return mode;
  }

  /**
   * Whether it can be written.
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
   * @param bytes what to compress
   * @return the compressed bytes, without their mode and the length they will have again; empty for
   *     an empty array
   * @throws UnsupportedOperationException for {@link #BROTLI}
   * @throws SaveFileException if a library is missing
   */
  public byte[] compress(byte[] bytes) {
    try (BlockCodec codec = codec("")) {
      int length = codec.compress(bytes, bytes.length);
      return bytes.length == 0 ? new byte[0] : Arrays.copyOf(codec.made(), length);
    }
  }

  /**
   * Decompresses bytes, as {@code PackedByteArray.decompress} and {@code decompress_dynamic} do.
   *
   * @param bytes what {@link #compress} made, or the engine
   * @param size how long they were, or may have been at most. FastLZ gives back at least 16 bytes,
   *     so that for shorter ones only this says how many there are
   * @return at most {@code size} bytes; never is more memory reserved than they can need
   * @throws SaveFileException if the bytes are not of this form, are cut, or make more than {@code
   *     size}; or if a library is missing
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
      return Arrays.copyOf(codec.made(), length);
    } catch (BadBlockException e) {
      throw new SaveFileException(reason(e), e.problem(), "", SaveFileException.NO_OFFSET, e);
    }
  }

  /** Why a block cannot be read, for whoever reads the file. */
  static Reason reason(BadBlockException e) {
    return e.isLimit() ? Reason.LIMIT : Reason.CORRUPT_BLOCK;
  }

  /** What compresses and decompresses; {@code file} is for messages. */
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
          this
              + " needs the library "
              + library
              + ", which is not there or cannot be used here"
              + onTheModulePath(),
          file,
          SaveFileException.NO_OFFSET,
          e);
    }
  }

  /**
   * What a module has to be told in addition: as nothing requires the libraries, none is resolved.
   */
  private String onTheModulePath() {
    if (!Compression.class.getModule().isNamed()) {
      return "";
    }
    return "; on the module path it needs the option --add-modules " + module + " as well";
  }

  /**
   * Its name.
   *
   * @return for example {@code Zstandard}
   */
  @Override
  public String toString() {
    return title;
  }
}
