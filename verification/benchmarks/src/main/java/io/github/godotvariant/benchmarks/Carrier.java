package io.github.godotvariant.benchmarks;

import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.Compression;
import io.github.godotvariant.save.EncryptionKey;
import io.github.godotvariant.save.SaveFormat;
import io.github.godotvariant.save.SaveOptions;

/** The forms of a save file that are compared. */
public enum Carrier {
  /** {@code store_var} and nothing around it. */
  PLAIN("store_var, plain", SaveFormat.of(Dialect.GODOT_4)),
  /** The same bytes, read by who knows who wrote them. */
  KNOWN("store_var, plain, dialect known", PLAIN.format),
  /** The engine's default compression. */
  FASTLZ("GCPF, FastLZ", PLAIN.format.compressed(Compression.FASTLZ)),
  /** In a zlib stream. */
  DEFLATE("GCPF, Deflate", PLAIN.format.compressed(Compression.DEFLATE)),
  /** By libzstd. */
  ZSTD("GCPF, Zstandard", PLAIN.format.compressed(Compression.ZSTD)),
  /** Deflate in a gzip member. */
  GZIP("GCPF, GZip", PLAIN.format.compressed(Compression.GZIP)),
  /** A fresh initialisation vector each time. */
  ENCRYPTED("GDEC, AES-256", PLAIN.format.encrypted(key()));

  private final String title;

  @SuppressWarnings("ImmutableEnumChecker") // Its key is never changed.
  private final SaveFormat format;

  Carrier(String title, SaveFormat format) {
    this.title = title;
    this.format = format;
  }

  private static EncryptionKey key() {
    return EncryptionKey.ofPassword("as any other");
  }

  /** What it is called in tables. */
  String title() {
    return title;
  }

  /** What writes it. */
  SaveFormat format() {
    return format;
  }

  /** What is known before it is read. */
  SaveOptions options() {
    return switch (this) {
      case KNOWN -> SaveOptions.DEFAULT.withDialect(Dialect.GODOT_4);
      case ENCRYPTED -> SaveOptions.DEFAULT.withKey(key());
      case PLAIN, FASTLZ, DEFLATE, ZSTD, GZIP -> SaveOptions.DEFAULT;
    };
  }
}
