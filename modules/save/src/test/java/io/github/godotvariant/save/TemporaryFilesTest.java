package io.github.godotvariant.save;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.dialect.Dialect;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the permissions of temporary files, and which ones an edit removes. */
@Timeout(60)
class TemporaryFilesTest {
  private static final SaveFormat PLAIN = SaveFormat.of(Dialect.GODOT_4);

  @TempDir Path folder;
  private Path save;

  @BeforeEach
  void writeSave() throws IOException {
    save = folder.resolve("player.save");
    PLAIN.write(save, List.of(Variant.of(1)));
  }

  private void edit() throws IOException {
    SaveFile.edit(
        save, SaveOptions.DEFAULT, values -> List.of(Variant.of(values.get(0).asLong() + 1)));
  }

  private List<Path> temporaryFiles() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".tmp")).sorted().toList();
    }
  }

  /** Writes half of a file, and waits to be killed: {@code FILE}. */
  static final class Writer {
    private Writer() {}

    @SuppressWarnings("SystemOut") // the test waits for the line
    public static void main(String[] arguments) throws IOException {
      try (FileAccessWriter writer = FileAccessWriter.open(Path.of(arguments[0]), PLAIN)) {
        writer.storeBuffer(new byte[100_000]);
        System.out.println("writing");
        System.out.flush();
        while (System.in.read() >= 0) {
          // The test never writes, and kills the process.
        }
      }
    }
  }

  /** Starts a process that has written half of the file. */
  private static Process halfWritten(Path file) throws Exception {
    Process process = EditTest.process(Writer.class, file.toString()).start();
    InputStream out = process.getInputStream();
    assertThat(out.readNBytes(7)).asString().isEqualTo("writing");
    return process;
  }

  @Test
  void removesFilesOfKilledProcess() throws Exception {
    Process process = halfWritten(save);
    List<Path> left = temporaryFiles();
    assertThat(left).hasSize(1);
    assertThat(left.get(0)).isNotEmptyFile();
    age(left.get(0));
    edit();
    assertThat(temporaryFiles()).as("files of a running process").isEqualTo(left);
    process.destroyForcibly().waitFor();
    assertThat(temporaryFiles()).isEqualTo(left);
    edit();
    assertThat(temporaryFiles()).isEmpty();
  }

  /** A file is not locked for a short time before it replaces its target. */
  @Test
  void keepsFilesThatWereModifiedInTheLastMinute() throws Exception {
    Path path = folder.resolve(abandoned());
    setAge(path, 50);
    edit();
    assertThat(path).exists();
    setAge(path, 61);
    edit();
    assertThat(path).doesNotExist();
  }

  @Test
  void listsFolderOncePerMinute() throws Exception {
    long now = System.nanoTime();
    TemporaryFiles.removeAbandoned(save, now);
    Path path = folder.resolve(abandoned());
    age(path);
    TemporaryFiles.removeAbandoned(save, now + TimeUnit.SECONDS.toNanos(59));
    assertThat(path).exists();
    TemporaryFiles.removeAbandoned(folder.resolve("other"), now + TimeUnit.SECONDS.toNanos(60));
    assertThat(path).exists();
    TemporaryFiles.removeAbandoned(save, now + TimeUnit.SECONDS.toNanos(61));
    assertThat(path).doesNotExist();
  }

  /**
   * Removes all temporary files of a file that are not locked, whatever their age: {@code FILE}.
   */
  static final class Remover {
    private Remover() {}

    public static void main(String[] arguments) throws IOException {
      Path target = Path.of(arguments[0]);
      try (Stream<Path> files = Files.list(target.getParent())) {
        for (Path file : files.filter(file -> file.toString().endsWith(".tmp")).toList()) {
          age(file);
        }
      }
      TemporaryFiles.removeAbandoned(target);
    }
  }

  @Test
  void keepsLockDuringCheck() throws Exception {
    AtomicFile file =
        AtomicFile.replacing(
            save,
            () -> {
              try {
                assertThat(EditTest.started(Remover.class, save.toString()).waitFor()).isZero();
              } catch (Exception e) {
                throw new IOException(e);
              }
              assertThat(temporaryFiles()).hasSize(1);
            });
    file.channel.write(ByteBuffer.wrap(new byte[100]));
    file.commit();
    assertThat(save).hasSize(100);
    assertThat(temporaryFiles()).isEmpty();
  }

  @Test
  void failsIfFileIsDeletedBeforeCommit() throws IOException {
    AtomicFile file = AtomicFile.replacing(save);
    Files.delete(temporaryFiles().get(0));
    assertThatThrownBy(file::commit).isInstanceOf(FileSystemException.class);
    file.close();
    edit();
  }

  @Test
  void writesWhileOtherProcessEdits() throws Exception {
    Process editor = EditTest.started(EditTest.Editor.class, save.toString(), "key", "200");
    int count = 0;
    for (; editor.isAlive(); count++) {
      PLAIN.write(save, List.of(VariantDictionary.of("gold", count)));
    }
    assertThat(count).isPositive();
    assertThat(temporaryFiles()).isEmpty();
  }

  private static void age(Path file) throws IOException {
    setAge(file, 3_600);
  }

  private static void setAge(Path file, int seconds) throws IOException {
    Files.getFileAttributeView(file, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .setTimes(FileTime.from(Instant.now().minusSeconds(seconds)), null, null);
  }

  @Test
  void keepsFilesOfOtherTargets() throws Exception {
    Process process = halfWritten(folder.resolve("other.save"));
    process.destroyForcibly().waitFor();
    List<Path> left = temporaryFiles();
    assertThat(left).hasSize(1);
    age(left.get(0));
    edit();
    assertThat(temporaryFiles()).isEqualTo(left);
  }

  @Test
  void keepsFilesThatOtherThreadsWrite() throws IOException {
    try (FileAccessWriter writer = FileAccessWriter.open(save, PLAIN)) {
      writer.storeBuffer(new byte[100_000]);
      List<Path> open = temporaryFiles();
      assertThat(open).hasSize(1);
      edit();
      assertThat(temporaryFiles()).isEqualTo(open);
      writer.commit();
    }
    assertThat(save).hasSize(100_000);
    assertThat(temporaryFiles()).isEmpty();
  }

  @Test
  void keepsSimilarFilesOfUsers() throws Exception {
    String name = abandoned();
    char last = name.charAt(name.length() - 5);
    String otherChecksum =
        name.substring(0, name.length() - 5) + (last == '0' ? '1' : '0') + ".tmp";
    List<String> similar =
        List.of(
            otherChecksum,
            ".godot-variant-0123456789abcdef.tmp",
            ".godot-variant-notes.tmp",
            name + ".bak",
            name.toUpperCase(Locale.ROOT),
            name.substring(1));
    for (String file : similar) {
      Files.writeString(folder.resolve(file), "mine");
      age(folder.resolve(file));
    }
    age(folder.resolve(name));
    edit();
    assertThat(folder.resolve(name)).doesNotExist();
    for (String file : similar) {
      assertThat(folder.resolve(file)).hasContent("mine");
    }
  }

  /** Leaves a file as a killed process does, and returns its name. */
  private String abandoned() throws Exception {
    halfWritten(save).destroyForcibly().waitFor();
    return String.valueOf(temporaryFiles().get(0).getFileName());
  }

  @Test
  void keepsLinksAndDirectories() throws Exception {
    String name = abandoned();
    Path path = folder.resolve(name);
    Path victim = Files.createFile(folder.resolve("victim"));
    Files.delete(path);
    TestFiles.link(path, victim);
    age(path);
    edit();
    assertThat(path).isSymbolicLink();
    assertThat(victim).exists();
    Files.delete(path);
    Files.createDirectory(path);
    age(path);
    edit();
    assertThat(path).isDirectory();
  }

  @Test
  void keepsFilesThatOtherProgramsLock() throws Exception {
    Path path = folder.resolve(abandoned());
    age(path);
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      assertThat(channel.tryLock()).isNotNull();
      edit();
      assertThat(path).exists();
    }
    edit();
    assertThat(path).doesNotExist();
  }

  @Test
  void createsFilesThatOnlyTheOwnerCanRead() throws IOException {
    assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"));
    Path usual = Files.createFile(folder.resolve("usual"));
    Path target = folder.resolve("new.save");
    try (FileAccessWriter writer =
        FileAccessWriter.open(target, PLAIN.compressed(Compression.DEFLATE))) {
      List<Path> files = temporaryFiles();
      assertThat(files).hasSize(1);
      writer.storeBuffer(new byte[3_000_000]);
      assertThat(temporaryFiles()).isEqualTo(files);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(files.get(0))))
          .isEqualTo("rw-------");
      assertThat(target).doesNotExist();
      writer.commit();
    }
    assertThat(Files.getPosixFilePermissions(target, LinkOption.NOFOLLOW_LINKS))
        .isEqualTo(Files.getPosixFilePermissions(usual));
    assertThat(temporaryFiles()).isEmpty();
  }
}
