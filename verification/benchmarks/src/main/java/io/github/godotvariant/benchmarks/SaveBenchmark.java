package io.github.godotvariant.benchmarks;

import io.github.godotvariant.Variant;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.Compression;
import io.github.godotvariant.save.EncryptionKey;
import io.github.godotvariant.save.SaveFile;
import io.github.godotvariant.save.SaveFormat;
import io.github.godotvariant.save.SaveOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** Save files with one value: read and written in memory, and edited on disk. */
public class SaveBenchmark extends TimedBenchmark {
  private static final EncryptionKey KEY = EncryptionKey.ofPassword("benchmark");

  /** The layers around the value. */
  public enum Form {
    /** {@code store_var} without layers; the format is detected. */
    PLAIN,
    /** {@code store_var} without layers; the caller names the dialect. */
    PLAIN_KNOWN_DIALECT,
    FASTLZ,
    DEFLATE,
    ZSTD,
    GZIP,
    ENCRYPTED
  }

  @Param("SAVEGAME")
  public Workload workload = Workload.SAVEGAME;

  @Param public Form form = Form.PLAIN;

  private SaveFormat format = SaveFormat.of(Dialect.GODOT_4);
  private SaveOptions options = SaveOptions.DEFAULT;
  private List<Variant> values = List.of();
  private byte[] file = {};
  private int edits;

  // Assigned before each run of benchmarks, deleted after it.
  private Path folder = Path.of("");
  private Path path = folder;

  @Setup
  public void prepare() throws IOException {
    SaveFormat plain = SaveFormat.of(Dialect.GODOT_4);
    format =
        switch (form) {
          case PLAIN, PLAIN_KNOWN_DIALECT -> plain;
          case FASTLZ, DEFLATE, ZSTD, GZIP -> plain.compressed(Compression.valueOf(form.name()));
          case ENCRYPTED -> plain.encrypted(KEY);
        };
    options =
        switch (form) {
          case PLAIN_KNOWN_DIALECT -> SaveOptions.DEFAULT.withDialect(Dialect.GODOT_4);
          case ENCRYPTED -> SaveOptions.DEFAULT.withKey(KEY);
          case PLAIN, FASTLZ, DEFLATE, ZSTD, GZIP -> SaveOptions.DEFAULT;
        };
    values = List.of(workload.value());
    file = write();
    folder = Files.createTempDirectory("benchmark");
    path = Files.write(folder.resolve("game.save"), file);
  }

  @TearDown
  public void deleteFiles() throws IOException {
    try (var files = Files.list(folder)) {
      for (Path left : files.toList()) {
        Files.delete(left);
      }
    }
    Files.delete(folder);
  }

  @Benchmark
  public List<Variant> open() throws IOException {
    try (SaveFile save = SaveFile.open(file, options)) {
      return save.values();
    }
  }

  @Benchmark
  public byte[] write() {
    return format.toByteArray(values);
  }

  /** Changes one entry of a file on disk: reads, writes, synchronizes and replaces the file. */
  @Benchmark
  public Path edit() throws IOException {
    SaveFile.edit(path, options, old -> List.of(old.get(0).asDictionary().with("edits", ++edits)));
    return path;
  }
}
