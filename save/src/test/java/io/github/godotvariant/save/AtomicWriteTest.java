package io.github.godotvariant.save;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.ReadLimits;
import io.github.godotvariant.dialect.Dialect;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A file is the old one or the new one, whatever fails and wherever. */
class AtomicWriteTest {
  private static final SaveFormat PLAIN = SaveFormat.of(Dialect.GODOT_4);
  private static final EncryptionKey KEY = EncryptionKey.of(new byte[32]);

  @TempDir Path folder;

  private static SaveFormat format(String name) {
    return switch (name) {
      case "plain" -> PLAIN;
      case "compressed" -> PLAIN.compressed(Compression.DEFLATE);
      case "encrypted" -> PLAIN.encrypted(KEY);
      case "both" ->
          PLAIN.withLayers(
              List.of(
                  PLAIN.encrypted(KEY).layers().get(0),
                  new Compressed(Compression.FASTLZ, 1 << 16)));
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** More than is kept in memory before a file is taken to help. */
  private static List<Variant> values() {
    byte[] noise = new byte[300_000];
    new Random(1).nextBytes(noise);
    return new ArrayList<>(Collections.nCopies(5, PackedByteArray.wrap(noise)));
  }

  @ParameterizedTest
  @CsvSource({
    "plain, true",
    "plain, false",
    "compressed, true",
    "encrypted, true",
    "encrypted, false",
    "both, true"
  })
  void anyStepMayFail(String name, boolean exists) throws IOException {
    List<Variant> values = values();
    Path target = folder.resolve("save");
    int failures = 0;
    for (int step = 0; ; step++) {
      reset(target, exists);
      FaultyFiles files = new FaultyFiles(step, false);
      boolean written = attempt(files, name, target, values);
      assertIntact(target, exists, written, name);
      assertThat(list()).isEqualTo(exists || written ? List.of("save") : List.of());
      if (!files.hasFailed()) {
        break;
      }
      failures++;
    }
    assertThat(failures).isGreaterThan(15);
  }

  @ParameterizedTest
  @CsvSource({"plain, true", "plain, false", "compressed, true", "encrypted, true"})
  void anyStepMayBeTheLast(String name, boolean exists) throws IOException {
    List<Variant> values = values();
    Path target = folder.resolve("save");
    for (int step = 0; ; step++) {
      reset(target, exists);
      FaultyFiles files = new FaultyFiles(step, true);
      boolean written = attempt(files, name, target, values);
      assertIntact(target, exists, written, name);
      if (!files.hasFailed()) {
        break;
      }
    }
  }

  private void reset(Path target, boolean exists) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    if (exists) {
      Files.writeString(target, "old");
    }
  }

  private static boolean attempt(
      FaultyFiles files, String name, Path target, List<Variant> values) {
    try {
      format(name).write(files.path(target), values);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static void assertIntact(Path target, boolean existed, boolean written, String name)
      throws IOException {
    if (written) {
      // The first and the last value tell; the test would take long to read all, each time.
      assertThat(Files.size(target)).isGreaterThan(1_500_000);
      try (SaveFile save =
          SaveFile.open(
              target,
              SaveOptions.DEFAULT
                  .withKey(KEY)
                  .withLimits(ReadLimits.DEFAULT.withBytes(10_000_000)))) {
        assertThat(save.format().layers()).hasSameSizeAs(format(name).layers());
      }
    } else if (existed) {
      assertThat(target).hasContent("old");
    } else {
      assertThat(target).doesNotExist();
    }
  }

  private List<String> list() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  @Test
  void withoutCommitNothingHappens() throws IOException {
    Path target = folder.resolve("save");
    Files.writeString(target, "old");
    try (FileAccessWriter writer = FileAccessWriter.open(target, PLAIN)) {
      writer.storeVar(Variant.of(1));
    }
    assertThat(target).hasContent("old");
    assertThat(list()).containsExactly("save");
  }

  @Test
  void afterCommitNothingIsWritten() throws IOException {
    Path target = folder.resolve("save");
    try (FileAccessWriter writer = FileAccessWriter.open(target, PLAIN)) {
      writer.storeVar(Variant.of(1));
      writer.commit();
      assertThatThrownBy(() -> writer.store8(1)).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(writer::commit).isInstanceOf(IllegalStateException.class);
    }
    assertThat(target).hasSize(12);
  }

  @Test
  void permissionsStay() throws IOException {
    assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"));
    Path target = folder.resolve("save");
    Files.writeString(target, "old");
    for (String permissions : List.of("rw-------", "rw-rw-r--", "rwxr-x---")) {
      Files.setPosixFilePermissions(target, PosixFilePermissions.fromString(permissions));
      PLAIN.write(target, List.of(Variant.of(1)));
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target)))
          .isEqualTo(permissions);
    }
  }

  @Test
  void aNewFileHasThePermissionsOfAnyNewFile() throws IOException {
    assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"));
    Path usual = Files.createFile(folder.resolve("usual"));
    Path target = folder.resolve("save");
    PLAIN.write(target, List.of(Variant.of(1)));
    assertThat(Files.getPosixFilePermissions(target))
        .isEqualTo(Files.getPosixFilePermissions(usual));
  }

  @Test
  void aLinkStays() throws IOException {
    Path real = Files.createDirectory(folder.resolve("elsewhere")).resolve("save");
    Files.writeString(real, "old");
    Path link = folder.resolve("link");
    try {
      Files.createSymbolicLink(link, real);
    } catch (UnsupportedOperationException | FileSystemException e) {
      assumeTrue(false, "no links here");
    }
    PLAIN.write(link, List.of(Variant.of(1)));
    assertThat(link).isSymbolicLink();
    assertThat(real).hasSize(12);
  }

  @Test
  void whatMustNotBeWrittenIsNot() throws IOException {
    assertThatThrownBy(() -> PLAIN.write(folder, List.of()))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("is a directory");
    assertThatThrownBy(() -> PLAIN.write(folder.resolve("no/such/folder"), List.of()))
        .isInstanceOf(IOException.class);
  }

  @Test
  void aReadOnlyFileStays() throws IOException {
    Path target = folder.resolve("save");
    Files.writeString(target, "old");
    assertThat(target.toFile().setReadOnly()).isTrue();
    assumeTrue(!Files.isWritable(target), "root may write anything");
    assertThatThrownBy(() -> PLAIN.write(target, List.of()))
        .isInstanceOf(AccessDeniedException.class);
  }

  @Test
  void aRelativePathWithoutAFolder() throws IOException {
    Path target = Path.of("atomic-write-test.sav");
    try {
      PLAIN.compressed(Compression.FASTLZ).write(target, values());
      assertThat(target).exists();
    } finally {
      Files.deleteIfExists(target);
    }
  }
}
