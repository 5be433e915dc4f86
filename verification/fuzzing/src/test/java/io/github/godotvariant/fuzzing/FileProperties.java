package io.github.godotvariant.fuzzing;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.AmbiguousSaveFileException;
import io.github.godotvariant.save.Compressed;
import io.github.godotvariant.save.Compression;
import io.github.godotvariant.save.Encrypted;
import io.github.godotvariant.save.EncryptionForm;
import io.github.godotvariant.save.EncryptionKey;
import io.github.godotvariant.save.FileAccessReader;
import io.github.godotvariant.save.FileAccessWriter;
import io.github.godotvariant.save.Framing;
import io.github.godotvariant.save.Layer;
import io.github.godotvariant.save.SaveFile;
import io.github.godotvariant.save.SaveFileException;
import io.github.godotvariant.save.SaveFormat;
import io.github.godotvariant.save.SaveOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Properties of reading and writing save files. */
final class FileProperties {
  /** The key of all encrypted files of these tests. */
  static final EncryptionKey KEY = EncryptionKey.ofPassword("secret");

  private static final String MAGIC = "GCPF";

  /** Limits for small files. */
  private static final ReadLimits LIMITS = ReadLimits.NETWORK.withDepth(1024);

  private static final List<List<Layer>> LAYERS =
      Stream.<List<Layer>>of(
              List.of(new Compressed(Compression.FASTLZ, 4096)),
              List.of(new Compressed(Compression.FASTLZ, 1 << 16)),
              List.of(new Compressed(Compression.DEFLATE, 100)),
              List.of(new Compressed(Compression.ZSTD, 4096)),
              List.of(new Compressed(Compression.GZIP, 1)),
              List.of(new Encrypted(KEY, EncryptionForm.GODOT_4, Optional.empty())),
              List.of(new Encrypted(KEY, EncryptionForm.GODOT_3, Optional.empty())))
          .toList();

  private FileProperties() {}

  private static SaveOptions options(int choice) {
    SaveOptions options =
        SaveOptions.DEFAULT
            .withKey(KEY)
            .withLimits(LIMITS)
            .withObjects((choice & 1) == 0 ? ObjectMode.IDS : ObjectMode.FULL)
            .withSearch((choice & 0x40) != 0);
    if ((choice & 2) != 0) {
      options = options.withDialect((choice & 4) == 0 ? Dialect.GODOT_4 : Dialect.GODOT_3);
    }
    if ((choice & 8) != 0) {
      options = options.withFraming(Framing.values()[choice >> 4 & 3]);
    }
    return options;
  }

  /** The results of reading a file, in order: values and problems. */
  private static List<Object> contents(SaveFile save, int length) {
    List<Object> contents = new ArrayList<>();
    Iterator<Variant> values = save.iterator();
    try {
      while (values.hasNext()) {
        try {
          contents.add(values.next());
        } catch (SaveFileException e) {
          contents.add(e.reason());
        }
        Check.that(contents.size() <= length + 1, () -> "no end");
      }
    } catch (SaveFileException e) {
      contents.add(e.reason());
    }
    return contents;
  }

  /** A file that was read and is written in the same format is read with the same result. */
  static void open(Input input) throws IOException {
    SaveOptions options = options(input.choice());
    List<Variant> values;
    SaveFormat format;
    try (SaveFile save = SaveFile.open(input.bytes(), options)) {
      save.candidates();
      values = save.values();
      save.remarks();
      format = save.format();
    } catch (SaveFileException e) {
      Check.that(e.getMessage().length() < 10_000, () -> "a long message: " + e.getMessage());
      return;
    }
    boolean isWritten =
        !format.toString().contains(Compression.BROTLI.toString())
            && (format.framing() != Framing.BARE || values.size() == 1);
    if (!isWritten) {
      return;
    }
    byte[] written;
    try {
      written = toByteArray(format, values);
    } catch (VariantException e) {
      throw new AssertionError(format + " cannot be written", e);
    }
    SaveOptions known = options.withDialect(format.dialect()).withFraming(format.framing());
    try (SaveFile again = SaveFile.open(written, known)) {
      Check.same(again.values().size(), values.size(), "numbers of values");
    } catch (SaveFileException e) {
      throw new AssertionError(format + " cannot be read again", e);
    }
  }

  /** Content that fits several dialects is written with a named dialect, if they differ. */
  private static byte[] toByteArray(SaveFormat format, List<Variant> values) throws IOException {
    try {
      return format.toByteArray(values);
    } catch (AmbiguousSaveFileException e) {
      return format.withDialect(format.dialect()).toByteArray(values);
    }
  }

  /** A compressed or encrypted file has the same content and the same problems. */
  static void wrap(Input input) throws IOException {
    List<Layer> layers = LAYERS.get(input.choice() % LAYERS.size());
    int length = input.bytes().length;
    SaveOptions options =
        options(0)
            .withDialect(Dialect.GODOT_4)
            .withFraming((input.choice() & 0x80) == 0 ? Framing.STORE_VAR : Framing.BASE64);
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    try (FileAccessWriter writer =
        FileAccessWriter.open(file, SaveFormat.of(Dialect.GODOT_4).withLayers(layers))) {
      writer.storeBuffer(input.bytes());
      writer.commit();
    }
    List<Object> plain;
    if (startsLikeLayer(input.bytes())) {
      return;
    }
    try (SaveFile save = SaveFile.open(input.bytes(), options)) {
      plain = contents(save, length);
    }
    try (SaveFile save = SaveFile.open(new ByteArrayInputStream(file.toByteArray()), options)) {
      Check.same(plain, contents(save, length), "the contents of " + layers);
    }
  }

  private static boolean startsLikeLayer(byte[] bytes) {
    String start = new String(bytes, 0, Math.min(4, bytes.length), StandardCharsets.US_ASCII);
    return start.equals(MAGIC) || start.equals("GDEC");
  }

  /** Any bytes as a block of a compressed file. */
  static void block(Input input) throws IOException {
    Compression compression = Compression.values()[input.choice() % Compression.values().length];
    int length = 1 << (input.choice() >> 3);
    int blockSize = length + 1;
    ByteBuffer file = ByteBuffer.allocate(24 + input.bytes().length).order(ByteOrder.LITTLE_ENDIAN);
    byte[] magic = MAGIC.getBytes(StandardCharsets.US_ASCII);
    file.put(magic).putInt(compression.mode()).putInt(blockSize).putInt(length);
    file.putInt(input.bytes().length).put(input.bytes()).put(magic);
    SaveOptions options = options(0).withDialect(Dialect.GODOT_4).withFraming(Framing.STORE_VAR);
    try (SaveFile save = SaveFile.open(file.array(), options)) {
      contents(save, length);
    } catch (SaveFileException e) {
      // The block is malformed.
    }
  }

  /** Decompressed bytes respect the limit and can be compressed again. */
  static void decompress(Input input) {
    Compression compression = Compression.values()[input.choice() % Compression.values().length];
    int size = 1 << (input.choice() >> 4) + 4;
    byte[] bytes;
    try {
      bytes = compression.decompress(input.bytes(), size);
    } catch (SaveFileException e) {
      return;
    }
    Check.that(bytes.length <= size, () -> bytes.length + " bytes, not " + size);
    if (compression.canCompress()) {
      byte[] again = compression.decompress(compression.compress(bytes), bytes.length);
      Check.that(Arrays.equals(bytes, again), () -> "compressed again they differ");
    }
  }

  /** Files with other fields between the values, read by a random sequence of methods. */
  static void readPieces(Input input) throws IOException {
    if (input.bytes().length < 1) {
      return;
    }
    int calls = Math.min(input.bytes()[0] & 0x3F, input.bytes().length - 1);
    byte[] data = Arrays.copyOfRange(input.bytes(), 1 + calls, input.bytes().length);
    try (FileAccessReader reader = FileAccessReader.open(data, options(input.choice() & 7))) {
      for (int i = 1; i <= calls; i++) {
        long before = reader.position();
        try {
          call(reader, input.bytes()[i] & 0xFF);
        } catch (SaveFileException e) {
          Check.that(reader.position() >= before, () -> "back to " + reader.position());
        }
      }
    } catch (SaveFileException e) {
      // The file cannot be opened.
    }
  }

  private static void call(FileAccessReader reader, int which) throws IOException {
    switch (which % 12) {
      case 0 -> reader.get8();
      case 1 -> reader.get16();
      case 2 -> reader.get32();
      case 3 -> reader.get64();
      case 4 -> reader.getFloat();
      case 5 -> reader.getDouble();
      case 6 -> Check.that(reader.getBuffer(which).length == which, () -> "another length");
      case 7 -> reader.getPascalString();
      case 8 -> reader.getLine();
      case 9, 10 -> reader.getVar();
      default -> {
        reader.setBigEndian(!reader.isBigEndian());
        reader.hasRemaining();
      }
    }
  }
}
