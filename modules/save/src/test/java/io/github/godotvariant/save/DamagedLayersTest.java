package io.github.godotvariant.save;

import static io.github.godotvariant.save.InvalidFiles.DEFLATED;
import static io.github.godotvariant.save.InvalidFiles.ENCRYPTED;
import static io.github.godotvariant.save.InvalidFiles.PLAIN;
import static io.github.godotvariant.save.InvalidFiles.SECRET;
import static io.github.godotvariant.save.InvalidFiles.check;
import static io.github.godotvariant.save.InvalidFiles.failure;
import static io.github.godotvariant.save.InvalidFiles.patched;
import static io.github.godotvariant.save.InvalidFiles.saved;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.Variant;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.SaveFileException.Reason;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks exceptions and warnings about damaged encryption and compression. */
class DamagedLayersTest {
  @TempDir Path folder;

  @Test
  void requiresKeyForEncryptedFile() {
    check(
        failure(saved(ENCRYPTED, Variant.of("x"))),
        "KEY_NEEDED at "
            + SaveFileException.NO_OFFSET
            + ": it is encrypted; a password or key is required");
  }

  @ParameterizedTest
  @CsvSource({"godot-4, 44", "godot-3, 32"})
  void rejectsWrongKey(String dialect, int offset) {
    byte[] bytes =
        saved(
            PLAIN
                .withDialect(Dialect.named(dialect).orElseThrow())
                .encrypted(EncryptionKey.ofPassword(SECRET)),
            Variant.of("x"));
    check(
        failure(bytes, SaveOptions.password("hunter3")),
        "WRONG_KEY at " + offset + ": wrong password or key (or badly damaged)");
    check(
        failure(bytes, SaveOptions.DEFAULT.withKey(EncryptionKey.of(new byte[32]))),
        "WRONG_KEY at " + offset + ": wrong password or key (or badly damaged)");
  }

  @Test
  void rejectsWrongChecksum() {
    byte[] bytes = saved(ENCRYPTED, Variant.of("a long text, of several blocks of sixteen bytes"));
    bytes[bytes.length - 20] ^= 1;
    check(
        failure(bytes, SaveOptions.password(SECRET)),
        "CHECKSUM at 44: the contents do not match their checksum, although the key seems right:"
            + " damaged");
  }

  @Test
  void rejectsTruncatedEncryptedFile() {
    byte[] bytes = saved(ENCRYPTED, Variant.of("x"));
    SaveOptions options = SaveOptions.password(SECRET);
    check(
        failure(Arrays.copyOf(bytes, bytes.length - 1), options),
        "TRUNCATED at 44: the encrypted data needs 16 bytes but 15 remain");
    check(
        failure(Arrays.copyOf(bytes, 30), options),
        "TRUNCATED at 28: the initialisation vector needs 16 bytes but 2 remain");
    check(
        failure(patched(bytes, 24, -1), options),
        "TRUNCATED at 44: the encrypted data needs 18446744069414584336 bytes but none remain");
  }

  @Test
  void rejectsUnknownCompressionMode() {
    check(
        failure(patched(saved(DEFLATED, Variant.of("x")), 4, 5)),
        "UNKNOWN_MODE at 4: no compression has the number 5");
  }

  @Test
  void rejectsInvalidBlockTable() {
    byte[] bytes = saved(DEFLATED, Variant.of("x"));
    check(failure(patched(bytes, 8, 0)), "BLOCK_TABLE at 8: the block size is 0");
    check(failure(patched(bytes, 16, 0)), "BLOCK_TABLE at 16: block 0 cannot take 0 bytes");
    check(
        failure(patched(bytes, 16, 1 << 20)),
        "BLOCK_TABLE at 16: block 0 cannot take 1048576 bytes");
  }

  @Test
  void rejectsTruncatedCompressedFile() throws IOException {
    byte[] bytes = saved(DEFLATED, Variant.of("x"));
    check(
        failure(Arrays.copyOf(bytes, 10)),
        "TRUNCATED at 8: the block size needs 4 bytes but 2 remain");
    check(
        failure(Arrays.copyOf(bytes, 24)), "TRUNCATED at 20: block 0 needs 19 bytes but 4 remain");
    Path path = folder.resolve("cut");
    Files.write(path, Arrays.copyOf(bytes, 24));
    assertThatThrownBy(() -> SaveFile.open(path))
        .isInstanceOf(SaveFileException.class)
        .hasMessage(path + ": the compressed data needs 19 bytes but 4 remain, at byte 20");
  }

  /** Checks the only value of a file, and the warnings about the file. */
  private static void assertValue(
      byte[] bytes, SaveOptions options, String value, String... warnings) throws IOException {
    try (SaveFile save = SaveFile.open(bytes, options)) {
      assertThat(save.values()).containsExactly(Variant.of(value));
      assertThat(save.remarks()).containsExactly(warnings);
    }
  }

  @Test
  void warnsAboutMissingEndOfCompressedFile() throws IOException {
    byte[] bytes = saved(DEFLATED, Variant.of("x"));
    assertValue(bytes, SaveOptions.DEFAULT, "x");
    for (byte[] odd :
        List.of(Arrays.copyOf(bytes, bytes.length - 1), patched(bytes, bytes.length - 4, 0))) {
      assertValue(
          odd,
          SaveOptions.DEFAULT,
          "x",
          "the GCPF at its end is missing, so it may have been cut or changed");
    }
    assertValue(
        Arrays.copyOf(bytes, bytes.length + 1),
        SaveOptions.DEFAULT,
        "x",
        "bytes follow the final GCPF, which the engine ignores");
    try (SaveFile save =
        SaveFile.open(
            new ByteArrayInputStream(Arrays.copyOf(bytes, bytes.length - 4)),
            SaveOptions.DEFAULT)) {
      assertThat(save.values()).containsExactly(Variant.of("x"));
    }
  }

  @Test
  void reportsBytesAfterEncryptedContents() throws IOException {
    SaveOptions options = SaveOptions.password("secret");
    for (EncryptionForm form : EncryptionForm.values()) {
      SaveFormat format =
          PLAIN.withLayers(
              List.of(new Encrypted(EncryptionKey.ofPassword("secret"), form, Optional.empty())));
      for (String text : List.of("x", "x".repeat(20_000))) {
        byte[] bytes = saved(format, Variant.of(text));
        assertValue(bytes, options, text);
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 50);
        String warning =
            "the encrypted contents are followed by 50 bytes, which engines do not read";
        assertValue(longer, options, text, warning);
        try (SaveFile save = SaveFile.open(new ByteArrayInputStream(longer), options)) {
          assertThat(save.values()).containsExactly(Variant.of(text));
          assertThat(save.remarks()).containsExactly(warning);
        }
        try (FileAccessReader reader = FileAccessReader.open(longer, options)) {
          assertThat(reader.getVar()).isEqualTo(Variant.of(text));
          assertThat(reader.hasRemaining()).isFalse();
          assertThat(reader.remarks()).containsExactly(warning);
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"FASTLZ", "DEFLATE", "ZSTD", "GZIP"})
  void rejectsCorruptBlock(Compression compression) {
    byte[] bytes = saved(PLAIN.compressed(compression), Variant.of("some text, some text"));
    bytes[20] = (byte) 0xFF;
    SaveFileException thrown = failure(bytes);
    assertThat(thrown.reason()).isEqualTo(Reason.CORRUPT_BLOCK);
    assertThat(thrown.offset()).isEqualTo(20);
    assertThat(thrown.problem()).startsWith("block 0 is corrupt: ");
    assertThat(thrown).hasCauseInstanceOf(Exception.class);
  }

  @Test
  void rejectsBlockOfOtherLength() {
    byte[] bytes = saved(DEFLATED, Variant.of("x"));
    check(
        failure(patched(bytes, 12, 15)),
        "CORRUPT_BLOCK at 20: block 0 is corrupt: it makes more than the expected 15 bytes");
    check(
        failure(patched(bytes, 12, 17)),
        "CORRUPT_BLOCK at 20: block 0 is corrupt: it makes 16 bytes instead of 17");
  }
}
