package io.github.godotvariant.save;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.net.MessageDecoder;
import io.github.godotvariant.net.MessageFraming;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reads and writes every file that a real engine wrote. */
class EngineFilesTest {
  @TempDir Path folder;

  /** Returns the files that contain only values, in a format that can be recognised. */
  static Stream<EngineFile> saves() {
    return EngineFile.all().stream()
        .filter(
            file ->
                switch (file.kind()) {
                  case "mixed",
                      "PacketPeerStream.put_packet",
                      "PackedByteArray.compress",
                      "PoolByteArray.compress" ->
                      false;
                  default -> true;
                });
  }

  static Stream<EngineFile> compressedArrays() {
    return EngineFile.all().stream().filter(file -> file.kind().endsWith("ByteArray.compress"));
  }

  static Stream<EngineFile> mixed() {
    return EngineFile.all().stream().filter(file -> file.kind().equals("mixed"));
  }

  static Stream<EngineFile> packets() {
    return EngineFile.all().stream()
        .filter(file -> file.kind().equals("PacketPeerStream.put_packet"));
  }

  @Test
  void coversAllFiles() {
    assertThat(EngineFile.all()).hasSize(183);
    assertThat(
            EngineFile.all().stream()
                .collect(Collectors.groupingBy(EngineFile::kind, Collectors.counting())))
        .isEqualTo(
            Map.ofEntries(
                Map.entry("store_var", 24L),
                Map.entry("mixed", 3L),
                Map.entry("open_compressed", 78L),
                Map.entry("open_encrypted", 24L),
                Map.entry("open_encrypted_with_pass", 21L),
                Map.entry("StreamPeerBuffer.put_var", 9L),
                Map.entry("PacketPeerStream.put_var", 3L),
                Map.entry("PacketPeerStream.put_packet", 3L),
                Map.entry("Marshalls.variant_to_base64", 6L),
                Map.entry("PackedByteArray.compress", 4L),
                Map.entry("PoolByteArray.compress", 8L)));
    assertThat(saves()).hasSize(165);
    assertThat(compressedArrays()).hasSize(12);
    assertThat(mixed()).hasSize(3);
    assertThat(packets()).hasSize(3);
  }

  @ParameterizedTest
  @MethodSource("saves")
  void recognizesFormatAndReadsValues(EngineFile file) throws IOException {
    Path path = folder.resolve(file.name());
    Files.write(path, file.bytes());
    try (SaveFile save = SaveFile.open(path, file.options())) {
      check(save, file);
    }
    try (SaveFile save = SaveFile.open(new ByteArrayInputStream(file.bytes()), file.options())) {
      check(save, file);
    }
    try (var channel = Files.newByteChannel(path);
        SaveFile save = SaveFile.open(channel, file.options())) {
      check(save, file);
    }
  }

  private static void check(SaveFile save, EngineFile file) throws IOException {
    assertThat(save.values()).isEqualTo(file.values());
    SaveFormat found = save.format();
    SaveFormat expected = file.format();
    assertThat(found.layers()).isEqualTo(expected.layers());
    assertThat(found.objects()).isEqualTo(expected.objects());
    if (!file.encoded.isEmpty() || file.key().isPresent()) {
      assertThat(found).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @MethodSource("saves")
  void returnsBytesOfEngine(EngineFile file) throws IOException {
    try (SaveFile save = SaveFile.open(new ByteArrayInputStream(file.bytes()), file.options())) {
      List<byte[]> encoded = new ArrayList<>();
      save.encoded().forEachRemaining(encoded::add);
      assertThat(encoded).usingRecursiveComparison().isEqualTo(file.encoded);
    }
  }

  @ParameterizedTest
  @MethodSource("saves")
  void writesSameFile(EngineFile file) throws IOException {
    Path path = folder.resolve(file.name());
    Files.write(path, file.bytes());
    SaveFormat format;
    try (SaveFile save = SaveFile.open(path, file.options())) {
      save.values();
      format = save.originalFormat();
    }
    if (file.compression().filter(mode -> !mode.canCompress()).isPresent()) {
      format = format.compressed(Compression.FASTLZ);
    }
    format.write(path, file.values());
    if (file.compression().isEmpty() || file.compression().get() == Compression.FASTLZ) {
      // The original format has the initialisation vector of an encrypted file.
      assertThat(path).hasBinaryContent(file.bytes());
    }
    try (SaveFile save = SaveFile.open(path, file.options())) {
      assertThat(save.values()).isEqualTo(file.values());
      assertThat(save.originalFormat()).isEqualTo(format);
    }
    assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
  }

  @ParameterizedTest
  @MethodSource("saves")
  void writesGivenInitialisationVector(EngineFile file) throws IOException {
    if (file.iv().isEmpty()) {
      return;
    }
    assertThat(file.format().withIv(file.iv().get()).toByteArray(file.values()))
        .isEqualTo(file.bytes());
  }

  @ParameterizedTest
  @MethodSource("compressedArrays")
  void decompressesArray(EngineFile file) {
    Compression compression = file.compression().orElseThrow();
    byte[] plain = compression.decompress(file.bytes(), file.uncompressedSize());
    assertThat(List.of(plain)).usingRecursiveComparison().isEqualTo(file.encoded);
    assertThat(file.codec().decode(plain)).isEqualTo(file.values().get(0));
    byte[] again = compression.compress(plain);
    assertThat(compression.decompress(again, plain.length)).isEqualTo(plain);
  }

  @ParameterizedTest
  @MethodSource("mixed")
  void readsMixedFile(EngineFile file) throws IOException {
    try (FileAccessReader reader =
        FileAccessReader.open(new ByteArrayInputStream(file.bytes()), SaveOptions.DEFAULT)) {
      assertThat(reader.get32()).isEqualTo(0xDEADBEEFL);
      assertThat(reader.getVar()).isEqualTo(VariantArray.of(1, "x"));
      assertThat(reader.getPascalString()).isEqualTo("pascal é");
      assertThat(reader.getLine()).isEqualTo("a line");
      assertThat(reader.getVar()).isEqualTo(VariantDictionary.of("k", 2));
      assertThat(reader.get8()).isEqualTo(7);
      assertThat(reader.hasRemaining()).isFalse();
      assertThat(reader.position()).isEqualTo(file.bytes().length);
      assertThat(reader.format()).isEqualTo(file.format());
    }
  }

  @ParameterizedTest
  @MethodSource("mixed")
  void writesMixedFile(EngineFile file) throws IOException {
    Path path = folder.resolve(file.name());
    List<Variant> values = file.values();
    try (FileAccessWriter writer = FileAccessWriter.open(path, file.format())) {
      writer.store32(0xDEADBEEFL);
      writer.storeVar(values.get(0));
      writer.storePascalString("pascal é");
      writer.storeLine("a line");
      writer.storeVar(values.get(1));
      writer.store8(7);
      assertThat(path).doesNotExist();
      writer.commit();
    }
    assertThat(path).hasBinaryContent(file.bytes());
  }

  @ParameterizedTest
  @MethodSource("packets")
  void readsAndWritesPackets(EngineFile file) throws IOException {
    MessageFraming<byte[]> framing = MessageFraming.packets(ReadLimits.DEFAULT);
    MessageDecoder<byte[]> reading = framing.decoder();
    reading.feed(ByteBuffer.wrap(file.bytes()));
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    assertThat(file.packets()).hasSize(2);
    for (byte[] packet : file.packets()) {
      assertThat(reading.poll().orElseThrow()).isEqualTo(packet);
      written.writeBytes(framing.encode(packet));
    }
    assertThat(reading.poll()).isEmpty();
    assertThat(written.toByteArray()).isEqualTo(file.bytes());
    assertThat(file.codec().decode(file.packets().get(1))).isEqualTo(file.values().get(0));
  }
}
