package io.github.godotvariant.save;

import static io.github.godotvariant.save.InvalidFiles.DEFLATED;
import static io.github.godotvariant.save.InvalidFiles.ENCRYPTED;
import static io.github.godotvariant.save.InvalidFiles.PLAIN;
import static io.github.godotvariant.save.InvalidFiles.SECRET;
import static io.github.godotvariant.save.InvalidFiles.check;
import static io.github.godotvariant.save.InvalidFiles.failure;
import static io.github.godotvariant.save.InvalidFiles.saved;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.ForbiddenVariantException;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.SaveFileException.Reason;
import io.github.godotvariant.testsupport.Hex;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the reason, offset and message of the exception for each kind of invalid file. */
class SaveFileErrorsTest {
  @TempDir Path folder;

  @Test
  void reportsFileName() throws IOException {
    Path path = folder.resolve("slot1.sav");
    Files.writeString(path, "just some text, which is not a value\n");
    assertThatThrownBy(() -> SaveFile.open(path))
        .isInstanceOfSatisfying(
            SaveFileException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(Reason.NOT_RECOGNIZED);
              assertThat(e.file()).isEqualTo(path.toString());
              assertThat(e).hasMessage(path + ": " + e.problem() + ", at byte 0");
            });
  }

  @Test
  void rejectsFolder() {
    assertThatThrownBy(() -> SaveFile.open(folder))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(folder + ": is a directory");
    assertThatThrownBy(() -> FileAccessReader.open(folder, SaveOptions.DEFAULT))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(folder + ": is a directory");
  }

  @Test
  void throwsIoExceptionWhenOpeningFails() {
    assertThatThrownBy(() -> SaveFile.open(folder.resolve("missing")))
        .isInstanceOf(NoSuchFileException.class);
    InputStream broken = new BrokenStream(new byte[0], 0);
    assertThatThrownBy(() -> SaveFile.open(broken, SaveOptions.DEFAULT))
        .isInstanceOf(IOException.class)
        .hasMessage("unplugged");
  }

  @Test
  void throwsUncheckedIoExceptionWhileIterating() throws IOException {
    byte[] bytes = saved(PLAIN, PackedByteArray.unsafeWrap(new byte[100_000]), Variant.of(1));
    InputStream broken = new BrokenStream(bytes, bytes.length - 4);
    try (SaveFile save = SaveFile.open(broken, SaveOptions.DEFAULT)) {
      Iterator<Variant> values = save.iterator();
      values.next();
      assertThatThrownBy(values::next)
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining("unplugged");
    }
  }

  @Test
  void rejectsUnknownContents() {
    check(
        failure("{\"json\": [1, 2, 3]}".getBytes(StandardCharsets.UTF_8)),
        "NOT_RECOGNIZED at 0: the contents are not a sequence of values; withSearch(true) finds"
            + " values between other data, which FileAccessReader reads");
    assertThat(failure("GCP".getBytes(StandardCharsets.UTF_8)).reason())
        .isEqualTo(Reason.NOT_RECOGNIZED);
    assertThat(failure(new byte[] {1, 2}).reason()).isEqualTo(Reason.NOT_RECOGNIZED);
  }

  @Test
  void rejectsSecondReadOfValues() throws IOException {
    try (SaveFile save = SaveFile.open(saved(PLAIN, Variant.of("x")), SaveOptions.DEFAULT)) {
      assertThat(save.values()).hasSize(1);
      assertThatThrownBy(save::values)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the values can be read only once; open the file again");
    }
  }

  @Test
  void warnsAboutFileWithoutValues() throws IOException {
    for (byte[] bytes : List.of(new byte[0], saved(DEFLATED))) {
      try (SaveFile save = SaveFile.open(bytes, SaveOptions.DEFAULT)) {
        assertThat(save.remarks()).isEmpty();
        assertThat(save.values()).isEmpty();
        assertThat(save.remarks()).containsExactly("no values found");
      }
    }
  }

  @Test
  void rejectsFullObjectsUnlessAllowed() {
    EngineFile file = EngineFile.named("gd46.plain.full_objects.bin");
    SaveFileException thrown = failure(file.bytes());
    assertThat(thrown.reason()).isEqualTo(Reason.FORBIDDEN);
    assertThat(thrown).hasCauseInstanceOf(ForbiddenVariantException.class);
    assertThat(thrown.problem()).startsWith("value 0: ");
  }

  @Test
  void rejectsValuesBeyondLimit() {
    SaveOptions options = SaveOptions.DEFAULT.withLimits(ReadLimits.DEFAULT.withBytes(100));
    PackedByteArray large = PackedByteArray.unsafeWrap(new byte[200]);
    check(
        failure(saved(PLAIN, large), options),
        "LIMIT at 0: a value declares a length of 208 bytes, more than the limit of 100");
    check(
        failure(saved(PLAIN, Variant.of(1), large), options),
        "LIMIT at 12: value 1 declares a length of 208 bytes, more than the limit of 100");
    check(
        failure(saved(DEFLATED, large), options),
        "LIMIT at 12: the contents are 212 bytes long, more than the limit of 100");
    check(
        failure(saved(PLAIN.withFraming(Framing.BARE), large), options.withFraming(Framing.BARE)),
        "LIMIT at 100: it is longer than the limit of 100 bytes");
    check(
        failure(
            saved(PLAIN.withFraming(Framing.BASE64), large), options.withFraming(Framing.BASE64)),
        "LIMIT at 0: a line of Base64 is longer than the limit of 100 bytes");
  }

  @Test
  void rejectsNestingBeyondLimit() {
    SaveFileException thrown =
        failure(
            saved(PLAIN, VariantArray.of(VariantArray.of(1))),
            SaveOptions.DEFAULT.withLimits(ReadLimits.DEFAULT.withDepth(1)));
    assertThat(thrown.reason()).isEqualTo(Reason.LIMIT);
    assertThat(thrown).hasCauseInstanceOf(VariantLimitException.class);
  }

  @Test
  void rejectsInvalidBase64() {
    SaveOptions options = SaveOptions.DEFAULT.withFraming(Framing.BASE64);
    check(
        failure("AAAA".getBytes(StandardCharsets.UTF_8), options.withDialect(Dialect.GODOT_4)),
        "VALUE at 0: value 0: a header needs 4 bytes but 3 remain");
    check(
        failure("AAAAA===".getBytes(StandardCharsets.UTF_8), options),
        "TEXT at 0: this is not a line of Base64");
    check(
        failure("AAAAAA==\nAA*A\n".getBytes(StandardCharsets.UTF_8), options),
        "TEXT at 11: this is not a line of Base64");
  }

  @Test
  void rejectsInvalidUtf8() throws IOException {
    try (FileAccessReader reader =
        FileAccessReader.open(
            new ByteArrayInputStream(Hex.bytes("02000000 61ff")), SaveOptions.DEFAULT)) {
      assertThatThrownBy(reader::getPascalString)
          .isInstanceOfSatisfying(
              SaveFileException.class, e -> check(e, "TEXT at 4: the text is not valid UTF-8"));
      assertThat(reader.position()).isZero();
      assertThat(reader.get16()).isEqualTo(2);
    }
  }

  @Test
  void rejectsReadsBeyondEnd() throws IOException {
    try (FileAccessReader reader =
        FileAccessReader.open(new ByteArrayInputStream(Hex.bytes("010203")), SaveOptions.DEFAULT)) {
      assertThat(reader.get8()).isEqualTo(1);
      assertThatThrownBy(reader::get32)
          .isInstanceOfSatisfying(
              SaveFileException.class,
              e -> check(e, "TRUNCATED at 1: get_32 needs 4 bytes but 2 remain"));
      assertThat(reader.get16()).isEqualTo(0x0302);
      assertThatThrownBy(reader::getLine)
          .isInstanceOfSatisfying(
              SaveFileException.class,
              e -> check(e, "TRUNCATED at 3: get_line needs 1 byte but none remain"));
    }
  }

  @Test
  void rejectsValuesAfterStream() throws IOException {
    try (SaveFile save =
        SaveFile.open(new ByteArrayInputStream(saved(PLAIN, Variant.of(1))), SaveOptions.DEFAULT)) {
      assertThat(save.stream().count()).isEqualTo(1);
      assertThatThrownBy(save::values)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("once");
    }
  }

  @Test
  void reportsTooDeepValueWhenWriting() {
    Variant deep = Variant.of(1);
    for (int i = 0; i <= ReadLimits.ENGINE_DEPTH; i++) {
      deep = VariantArray.of(deep);
    }
    List<Variant> values = List.of(Variant.of(1), deep);
    assertThatThrownBy(() -> SaveFormat.of(Dialect.GODOT_4).write(folder.resolve("deep"), values))
        .isInstanceOfSatisfying(
            VariantLimitException.class,
            e ->
                assertThat(e.problem())
                    .isEqualTo("value 1: nested deeper than the 1024 levels that engines read"));
  }

  @Test
  void keepsFileWhenValueIsInexpressible() throws IOException {
    Path path = folder.resolve("old");
    Files.writeString(path, "old");
    SaveFormat format = SaveFormat.of(Dialect.GODOT_3);
    Variant bad = VariantArray.of(2, new Vector2i(1, 2));
    for (Framing framing : List.of(Framing.STORE_VAR, Framing.BASE64)) {
      assertThatThrownBy(() -> format.withFraming(framing).write(path, List.of(Variant.of(1), bad)))
          .isInstanceOfSatisfying(
              InexpressibleVariantException.class,
              e -> {
                assertThat(e.problem()).startsWith("value 1: ");
                assertThat(e.path()).isEqualTo("$[1]");
              });
    }
    assertThat(path).hasContent("old");
    assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
  }

  @Test
  void rejectsWritingBrotli() throws IOException {
    Path path = folder.resolve("brotli");
    assertThatThrownBy(() -> PLAIN.compressed(Compression.BROTLI).write(path, List.of()))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage("Brotli can be read only, as in the engine");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void rejectsInvalidArguments() {
    assertThatThrownBy(() -> EncryptionKey.of(new byte[31]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a key has 32 bytes, not 31");
    EncryptionKey key = EncryptionKey.of(new byte[32]);
    Optional<PackedByteArray> shortIv = Optional.of(PackedByteArray.of(new byte[15]));
    assertThatThrownBy(() -> new Encrypted(key, EncryptionForm.GODOT_4, shortIv))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an initialisation vector has 16 bytes, not 15");
    Optional<PackedByteArray> iv = Optional.of(PackedByteArray.of(new byte[16]));
    assertThatThrownBy(() -> new Encrypted(key, EncryptionForm.GODOT_3, iv))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Compressed(Compression.ZSTD, 0))
        .isInstanceOf(IllegalArgumentException.class);
    Compressed once = new Compressed(Compression.ZSTD, 1);
    assertThatThrownBy(() -> PLAIN.withLayers(List.of(once, once)))
        .isInstanceOf(IllegalArgumentException.class);
    SaveFormat bare = PLAIN.withFraming(Framing.BARE);
    assertThatThrownBy(() -> saved(bare)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> saved(bare, Variant.of(1), Variant.of(2)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void hidesSecretsInText() {
    byte[] key = new byte[32];
    Arrays.fill(key, (byte) 0x41);
    String keyText = "A".repeat(8);
    for (EncryptionKey secret : List.of(EncryptionKey.ofPassword(SECRET), EncryptionKey.of(key))) {
      SaveFormat format = PLAIN.encrypted(secret);
      SaveFileException thrown =
          failure(
              saved(ENCRYPTED.withDialect(Dialect.GODOT_4), Variant.of("x")),
              SaveOptions.DEFAULT.withKey(EncryptionKey.ofPassword(SECRET + "!")));
      for (Object open :
          List.of(secret, format, format.layers(), SaveOptions.DEFAULT.withKey(secret), thrown)) {
        assertThat(open.toString()).doesNotContain(SECRET, keyText, "414141");
      }
    }
    byte[] changed = new byte[32];
    EncryptionKey copied = EncryptionKey.of(changed);
    changed[0] = 1;
    assertThat(copied)
        .isEqualTo(EncryptionKey.of(new byte[32]))
        .isNotEqualTo(EncryptionKey.of(changed));
  }
}
