package io.github.godotvariant.save;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;

/**
 * A program that reads, and with a folder writes, more data than fits in memory. It runs in a JVM
 * with a small heap.
 */
final class LargeData {
  static final long BYTES = 3L << 30;

  private static final VariantDictionary VALUE =
      VariantDictionary.of(
          "id", 7, "name", "one of many", "data", PackedByteArray.unsafeWrap(new byte[30_000]));

  private static final byte[] RECORD = SaveFormat.of(Dialect.GODOT_4).toByteArray(List.of(VALUE));

  private static final int COUNT = (int) (BYTES / RECORD.length + 1);

  private static final SaveOptions OPTIONS =
      SaveOptions.password("large")
          .withLimits(ReadLimits.DEFAULT.withBytes(0xFFFFFFFFL).withHeapBytes(1 << 20));

  private LargeData() {}

  /**
   * Runs one operation and prints the number of values.
   *
   * @param arguments {@code stream}, {@code compressed-stream}, {@code rank}, or a form and a
   *     folder to write a file in
   */
  public static void main(String[] arguments) throws IOException {
    switch (arguments[0]) {
      case "stream" -> read(SaveFile.open(new Repeated(new byte[0], RECORD, COUNT), OPTIONS));
      case "compressed-stream" -> read(SaveFile.open(compressed(), OPTIONS));
      case "rank" -> rank();
      default -> writeAndRead(arguments[0], Path.of(arguments[1]));
    }
  }

  /** Ranks the dialects of a value that takes 9 MiB in each of the 5 dialects that read it. */
  private static void rank() {
    Object[] vectors = new Object[250_000];
    Arrays.setAll(vectors, i -> new Vector2(i, -1));
    byte[] bytes = VariantCodec.GODOT_3.encode(VariantArray.of(vectors));
    Arrays.fill(vectors, null);
    System.out.println(
        "ranked "
            + FormatDetector.rank(bytes, ObjectMode.FULL, ReadLimits.DEFAULT).stream()
                .filter(candidate -> candidate.fit() == FormatCandidate.Fit.CANONICAL)
                .count());
  }

  private static void read(SaveFile save) throws IOException {
    try (save) {
      int count = 0;
      for (Variant value : save) {
        if (!value.equals(VALUE)) {
          throw new IllegalStateException("value " + count + " is another one");
        }
        count++;
      }
      System.out.println(save + ": " + count + " values of " + RECORD.length + " bytes");
    }
  }

  /** Returns a compressed file in which each block is one record. */
  private static InputStream compressed() {
    byte[] block = Compression.DEFLATE.compress(RECORD);
    byte[] last = HexFormat.of().parseHex("789c030000000001");
    ByteBuffer start = ByteBuffer.allocate(16 + 4 * COUNT + 4).order(ByteOrder.LITTLE_ENDIAN);
    start
        .put("GCPF".getBytes(StandardCharsets.US_ASCII))
        .putInt(Compression.DEFLATE.mode())
        .putInt(RECORD.length)
        .putInt((int) ((long) RECORD.length * COUNT));
    for (int i = 0; i < COUNT; i++) {
      start.putInt(block.length);
    }
    start.putInt(last.length);
    return new java.io.SequenceInputStream(
        new Repeated(start.array(), block, COUNT), new java.io.ByteArrayInputStream(last));
  }

  private static void writeAndRead(String form, Path folder) throws IOException {
    SaveFormat format = SaveFormat.of(Dialect.GODOT_4);
    format =
        switch (form) {
          case "plain" -> format;
          case "zstd" -> format.compressed(Compression.ZSTD);
          case "encrypted" -> format.encrypted(EncryptionKey.ofPassword("large"));
          default -> throw new IllegalArgumentException(form);
        };
    Path file = folder.resolve("large." + form + ".sav");
    try {
      format.write(file, Collections.nCopies(COUNT, VALUE));
      System.out.println(file + ": " + Files.size(file) + " bytes");
      read(SaveFile.open(file, OPTIONS));
    } finally {
      Files.deleteIfExists(file);
    }
  }

  static String expected(String format) {
    return format + ": " + COUNT + " values of " + RECORD.length + " bytes";
  }

  /** A stream of start bytes and a repeated record. */
  private static final class Repeated extends InputStream {
    private final byte[] start;
    private final byte[] record;
    private final long length;
    private long at;

    Repeated(byte[] start, byte[] record, int count) {
      this.start = start;
      this.record = record;
      length = start.length + (long) record.length * count;
    }

    @Override
    public int read() {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int count) {
      if (at == length) {
        return -1;
      }
      boolean isStart = at < start.length;
      byte[] from = isStart ? start : record;
      int place = isStart ? (int) at : (int) ((at - start.length) % record.length);
      int given = Math.min(count, from.length - place);
      System.arraycopy(from, place, target, offset, given);
      at += given;
      return given;
    }
  }
}
