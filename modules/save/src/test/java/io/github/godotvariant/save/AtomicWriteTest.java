package io.github.godotvariant.save;

import static io.github.godotvariant.save.TestFiles.key;
import static io.github.godotvariant.save.TestFiles.link;
import static io.github.godotvariant.save.TestFiles.names;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.dialect.Dialect;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that a file has the old or the new content, whichever step of a write fails. */
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

  /** Returns values that are too large to be buffered in memory. */
  private static List<Variant> values() {
    byte[] noise = new byte[300_000];
    new Random(1).nextBytes(noise);
    return new ArrayList<>(Collections.nCopies(5, PackedByteArray.unsafeWrap(noise)));
  }

  @ParameterizedTest(name = "{0}, file exists: {1}, all later steps fail too: {2}")
  @CsvSource({
    "plain, true, false",
    "plain, false, false",
    "compressed, true, false",
    "encrypted, true, false",
    "encrypted, false, false",
    "both, true, false",
    "plain, true, true",
    "plain, false, true",
    "compressed, true, true",
    "encrypted, true, true"
  })
  void keepsOldOrNewFileWhenAnyStepFails(String name, boolean exists, boolean isKilled)
      throws IOException {
    List<Variant> values = values();
    Path target = folder.resolve("save");
    int failures = 0;
    for (int step = 0; ; step++) {
      reset(target, exists);
      FaultyFiles files = new FaultyFiles(step, isKilled);
      boolean written = attempt(files, name, target, values);
      assertIntact(target, exists, written, name);
      if (!isKilled) {
        assertThat(names(folder)).isEqualTo(exists || written ? List.of("save") : List.of());
      }
      if (!files.hasFailed()) {
        break;
      }
      failures++;
    }
    assertThat(failures).isGreaterThan(15);
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
      // Reading all values each time would be slow.
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

  @Test
  void keepsFileWithoutCommit() throws IOException {
    Path target = folder.resolve("save");
    Files.writeString(target, "old");
    try (FileAccessWriter writer = FileAccessWriter.open(target, PLAIN)) {
      writer.storeVar(Variant.of(1));
    }
    assertThat(target).hasContent("old");
    assertThat(names(folder)).containsExactly("save");
  }

  @Test
  void rejectsCallsAfterCommit() throws IOException {
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
  void keepsPermissions() throws IOException {
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
  void createsFileWithDefaultPermissions() throws IOException {
    assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"));
    Path usual = Files.createFile(folder.resolve("usual"));
    Path target = folder.resolve("save");
    PLAIN.write(target, List.of(Variant.of(1)));
    assertThat(Files.getPosixFilePermissions(target))
        .isEqualTo(Files.getPosixFilePermissions(usual));
  }

  @Test
  void keepsSymbolicLink() throws IOException {
    Path real = Files.createDirectory(folder.resolve("elsewhere")).resolve("save");
    Files.writeString(real, "old");
    Path link = folder.resolve("link");
    link(link, real);
    PLAIN.write(link, List.of(Variant.of(1)));
    assertThat(link).isSymbolicLink();
    assertThat(real).hasSize(12);
  }

  @Test
  void rejectsDirectoryAndMissingFolder() throws IOException {
    assertThatThrownBy(() -> PLAIN.write(folder, List.of()))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("is a directory");
    assertThatThrownBy(() -> PLAIN.write(folder.resolve("no/such/folder"), List.of()))
        .isInstanceOf(IOException.class);
  }

  @Test
  void rejectsReadOnlyFile() throws IOException {
    Path target = folder.resolve("save");
    Files.writeString(target, "old");
    assertThat(target.toFile().setReadOnly()).isTrue();
    assumeTrue(!Files.isWritable(target), "root can write to every file");
    assertThatThrownBy(() -> PLAIN.write(target, List.of()))
        .isInstanceOf(AccessDeniedException.class);
  }

  private static void make(String... command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      assumeTrue(process.waitFor() == 0, "the command fails");
    } catch (IOException e) {
      assumeTrue(false, "the command does not exist");
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean isOther(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
        .isOther();
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "compressed", "both"})
  void writesToPipe(String name) throws Exception {
    Path pipe = folder.resolve("pipe");
    make("mkfifo", pipe.toString());
    CompletableFuture<byte[]> read =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return Files.readAllBytes(pipe);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    format(name).write(pipe, values());
    SaveOptions options =
        SaveOptions.DEFAULT.withKey(KEY).withLimits(ReadLimits.DEFAULT.withBytes(10_000_000));
    assertThat(TestFiles.savedValues(read.get(20, TimeUnit.SECONDS), options)).isEqualTo(values());
    assertThat(isOther(pipe)).isTrue();
    assertThat(names(folder)).containsExactly("pipe");
  }

  @Test
  void writesToDeviceWithoutReplacingIt() throws IOException {
    Path device = folder.resolve("null");
    make("mknod", device.toString(), "c", "1", "3");
    Path link = Files.createSymbolicLink(folder.resolve("link"), device);
    try {
      PLAIN.write(device, values());
    } catch (AccessDeniedException e) {
      assumeTrue(false, "devices cannot be opened");
    }
    PLAIN.compressed(Compression.ZSTD).write(link, values());
    assertThat(isOther(device)).isTrue();
    assertThat(link).isSymbolicLink();
    assertThat(names(folder)).containsExactlyInAnyOrder("null", "link");
  }

  @Test
  void appendsToOpenDescriptor() throws IOException {
    Path descriptors = Path.of("/proc/self/fd");
    assumeTrue(Files.isDirectory(descriptors), "no /proc/self/fd");
    Path log = folder.resolve("log");
    Files.writeString(log, "line\n");
    Object key = key(log);
    try (FileChannel open = FileChannel.open(log, StandardOpenOption.APPEND);
        Stream<Path> all = Files.list(descriptors)) {
      assertThat(open.isOpen()).isTrue();
      Path descriptor =
          all.filter(
                  one -> {
                    try {
                      return Files.readSymbolicLink(one).equals(log);
                    } catch (IOException e) {
                      return false;
                    }
                  })
              .findFirst()
              .orElseThrow();
      PLAIN.write(descriptor, List.of(Variant.of(1)));
      // Like /dev/stdout, a link to the link.
      PLAIN.write(Files.createSymbolicLink(folder.resolve("stdout"), descriptor), List.of());
    }
    assertThat(key(log)).isEqualTo(key);
    assertThat(Files.readString(log)).hasSize(5 + 12).startsWith("line\n");
  }

  @Test
  void createsTemporaryFileForOwnerOnly() throws IOException {
    assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"));
    Path target = folder.resolve("save");
    Files.writeString(target, "old");
    Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rw-rw-rw-"));
    try (FileAccessWriter writer = FileAccessWriter.open(target, PLAIN)) {
      writer.storeVar(Variant.of(1));
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.filter(file -> !file.equals(target)).toList()) {
          assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
              .isEqualTo("rw-------");
        }
      }
      writer.commit();
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target)))
        .isEqualTo("rw-rw-rw-");
  }

  @Test
  void neverGrantsAccessToOtherGroup() throws IOException {
    Path target = folder.resolve("save");
    GroupPrincipal group;
    try {
      group =
          folder
              .getFileSystem()
              .getUserPrincipalLookupService()
              .lookupPrincipalByGroupName("daemon");
      Files.writeString(target, "old");
      Files.getFileAttributeView(target, PosixFileAttributeView.class).setGroup(group);
    } catch (IOException | UnsupportedOperationException e) {
      assumeTrue(false, "only root can change the group");
      return;
    }
    int kept = 0;
    int lost = 0;
    for (int step = 0; ; step++) {
      reset(target, true);
      PosixFileAttributeView view =
          Files.getFileAttributeView(target, PosixFileAttributeView.class);
      view.setGroup(group);
      view.setPermissions(PosixFilePermissions.fromString("rw-rw-r--"));
      FaultyFiles files = new FaultyFiles(step, false);
      if (attempt(files, "plain", target, List.of(Variant.of(1)))) {
        PosixFileAttributes now = view.readAttributes();
        boolean same = now.group().equals(group);
        assertThat(PosixFilePermissions.toString(now.permissions()))
            .isEqualTo(same ? "rw-rw-r--" : "rw----r--");
        kept += same ? 1 : 0;
        lost += same ? 0 : 1;
      }
      if (!files.hasFailed()) {
        break;
      }
    }
    assertThat(lost).isEqualTo(1);
    assertThat(kept).isGreaterThan(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "compressed", "encrypted"})
  void keepsOldFileWhenWriteFails(String name) throws IOException {
    Path target = folder.resolve("save");
    List<Variant> values = values();
    int failures = 0;
    for (int step = 0; ; step++) {
      reset(target, true);
      FaultyFiles files = new FaultyFiles(step, false);
      boolean failed = false;
      try (FileAccessWriter writer = FileAccessWriter.open(files.path(target), format(name))) {
        for (Variant value : values) {
          try {
            writer.storeVar(value);
          } catch (IOException e) {
            failed = true;
          }
        }
        if (failed) {
          failures++;
          for (int i = 0; i < 2; i++) {
            assertThatThrownBy(writer::commit)
                .isInstanceOf(IOException.class)
                .hasMessageContaining(target + ": it failed before");
          }
        }
      } catch (IOException e) {
        assertThat(e)
            .isInstanceOfSatisfying(
                FileSystemException.class,
                f -> assertThat(f.getFile()).isEqualTo(target.toString()));
      }
      assertThat(target).hasContent("old");
      if (!files.hasFailed()) {
        break;
      }
    }
    assertThat(failures).isGreaterThan(0);
  }

  @Test
  void rejectsWritesAfterStreamFailed() {
    OutputStream full =
        new OutputStream() {
          private int remaining = 100_000;

          @Override
          public void write(int value) throws IOException {
            if (remaining-- == 0) {
              throw new IOException("full");
            }
          }
        };
    FileAccessWriter writer = FileAccessWriter.open(full, PLAIN);
    assertThatThrownBy(() -> writer.storeBuffer(new byte[200_000]))
        .isInstanceOf(IOException.class)
        .hasMessage("full");
    assertThatThrownBy(() -> writer.store8(1))
        .isInstanceOf(IOException.class)
        .hasMessage("it failed before, so that it is not complete")
        .hasRootCauseMessage("full");
    assertThatThrownBy(writer::commit).isInstanceOf(IOException.class);
  }

  @Test
  void keepsWriterUsableAfterInexpressibleValue() throws IOException {
    Path target = folder.resolve("save");
    SaveFormat format = SaveFormat.of(Dialect.GODOT_3).compressed(Compression.FASTLZ);
    try (FileAccessWriter writer = FileAccessWriter.open(target, format)) {
      writer.storeVar(Variant.of(1));
      assertThatThrownBy(() -> writer.storeVar(new Vector2i(1, 2)))
          .isInstanceOf(InexpressibleVariantException.class);
      assertThat(writer.position()).isEqualTo(12);
      writer.storeVar(Variant.of(2));
      writer.commit();
    }
    assertThat(TestFiles.savedValues(target)).containsExactly(Variant.of(1), Variant.of(2));
  }

  @Test
  void reportsNameOfTargetFile() {
    Path target = folder.resolve("no/such/folder");
    assertThatThrownBy(() -> PLAIN.write(target, List.of()))
        .isInstanceOfSatisfying(
            NoSuchFileException.class, e -> assertThat(e.getFile()).isEqualTo(target.toString()));
  }

  @Test
  void writesRelativePathWithoutFolder() throws IOException {
    Path target = Path.of("atomic-write-test.sav");
    try {
      PLAIN.compressed(Compression.FASTLZ).write(target, values());
      assertThat(target).exists();
    } finally {
      Files.deleteIfExists(target);
    }
  }
}
