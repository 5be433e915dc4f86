package io.github.godotvariant.save;

import static io.github.godotvariant.save.TestFiles.names;
import static io.github.godotvariant.save.TestFiles.savedValues;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.dialect.Dialect;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that simultaneous edits and simultaneous changes of other programs are kept. */
class EditTest {
  private static final SaveFormat PLAIN = SaveFormat.of(Dialect.GODOT_4);
  private static final int THREADS = 100;
  private static final String LOCK = ".player.save.lock";

  @TempDir Path folder;
  private Path save;

  @BeforeEach
  void writeSave() throws IOException {
    save = folder.resolve("player.save");
    PLAIN.write(save, List.of(VariantDictionary.of("gold", 5)));
  }

  private static void put(Path file, String key, int value) throws IOException {
    SaveFile.edit(
        file,
        SaveOptions.DEFAULT,
        values -> {
          values.set(0, values.get(0).asDictionary().with(key, value));
          return values;
        });
  }

  private VariantDictionary saved() throws IOException {
    return savedValues(save).get(0).asDictionary();
  }

  @Test
  void keepsEveryEditOfManyThreads() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      CyclicBarrier start = new CyclicBarrier(THREADS);
      List<Callable<Boolean>> edits = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        String key = "key" + i;
        edits.add(
            () -> {
              start.await();
              try {
                put(save, key, 1);
                return true;
              } catch (FileSystemException e) {
                assertThat(e).hasMessageContaining("another edit has held the lock");
                return false;
              }
            });
      }
      List<Future<Boolean>> done = threads.invokeAll(edits);
      VariantDictionary saved = saved();
      int there = 0;
      for (int i = 0; i < THREADS; i++) {
        assertThat(saved.containsKey(Variant.of("key" + i)))
            .as("key" + i)
            .isEqualTo(done.get(i).get());
        there += done.get(i).get() ? 1 : 0;
      }
      assertThat(there).isPositive();
    } finally {
      threads.shutdown();
    }
    assertThat(names(folder)).containsExactly(LOCK, "player.save");
  }

  /**
   * Adds keys to a file, and exits with the number of failed edits as status: {@code FILE PREFIX
   * COUNT}.
   */
  static final class Editor {
    private Editor() {}

    public static void main(String[] arguments) throws IOException {
      int failed = 0;
      for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
        try {
          put(Path.of(arguments[0]), arguments[1] + i, i);
        } catch (FileSystemException e) {
          failed++;
        }
      }
      System.exit(failed);
    }
  }

  static Process started(Class<?> main, String... arguments) throws Exception {
    return process(main, arguments).inheritIO().start();
  }

  /** Returns a builder for a Java process with this library and its tests. */
  static ProcessBuilder process(Class<?> main, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-cp");
    command.add(
        String.join(
            System.getProperty("path.separator"),
            place(Variant.class),
            place(SaveFile.class),
            place(EditTest.class)));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
  }

  static String place(Class<?> type) throws Exception {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
  }

  @Test
  void keepsEveryEditOfManyProcesses() throws Exception {
    int count = 25;
    List<Process> processes = new ArrayList<>();
    for (String name : List.of("a", "b", "c", "d")) {
      processes.add(started(Editor.class, save.toString(), name, String.valueOf(count)));
    }
    int failed = 0;
    for (Process process : processes) {
      failed += process.waitFor();
    }
    assertThat(failed).isLessThan(4 * count);
    assertThat(saved().size()).isEqualTo(1 + 4 * count - failed);
    assertThat(names(folder)).containsExactly(LOCK, "player.save");
  }

  @Test
  void keepsBytesOfUnchangedValues() throws IOException {
    byte[] bytes = PLAIN.toByteArray(List.of(Variant.of("a"), Variant.of(1), Variant.of("b")));
    bytes[15] = 7; // padding of the first value, which writers clear
    Files.write(save, bytes);
    SaveFile.edit(save, SaveOptions.DEFAULT, old -> List.of(old.get(2), Variant.of(2), old.get(0)));
    byte[] expected = PLAIN.toByteArray(List.of(Variant.of("b"), Variant.of(2), Variant.of("a")));
    expected[expected.length - 1] = 7;
    assertThat(Files.readAllBytes(save)).isEqualTo(expected);
  }

  @Test
  void skipsWriteOfUnchangedValues() throws IOException {
    EncryptionKey key = EncryptionKey.ofPassword("pw");
    PLAIN.encrypted(key).write(save, List.of(Variant.of(2.5)));
    byte[] before = Files.readAllBytes(save);
    SaveFile.edit(save, SaveOptions.DEFAULT.withKey(key), values -> values);
    assertThat(save).hasBinaryContent(before);
    SaveFile.edit(save, SaveOptions.DEFAULT.withKey(key), values -> List.of(Variant.of(3.5)));
    assertThat(Files.readAllBytes(save)).isNotEqualTo(before).hasSameSizeAs(before);
  }

  @Test
  @SuppressWarnings("NullAway")
  void rejectsNullArguments() throws IOException {
    byte[] before = Files.readAllBytes(save);
    assertThatThrownBy(() -> SaveFile.edit(save, SaveOptions.DEFAULT, values -> null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("the change returned null");
    assertThatThrownBy(() -> SaveFile.edit(save, SaveOptions.DEFAULT, null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("change");
    assertThatThrownBy(() -> SaveFile.edit(save, (SaveOptions) null, values -> values))
        .hasMessage("options");
    assertThatThrownBy(() -> SaveOptions.password(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("password");
    assertThatThrownBy(() -> SaveOptions.DEFAULT.withKey(null)).hasMessage("key");
    assertThatThrownBy(() -> SaveOptions.DEFAULT.withDialect(null)).hasMessage("dialect");
    assertThatThrownBy(() -> SaveOptions.DEFAULT.withFraming(null)).hasMessage("framing");
    assertThatThrownBy(() -> EncryptionKey.of(null)).hasMessage("key");
    assertThat(save).hasBinaryContent(before);
    assertThat(names(folder)).containsExactly("player.save");
  }

  /** The file is replaced, as by sed -i, so a hard link keeps the old contents as a backup. */
  @Test
  void keepsOldContentsOfHardLink() throws IOException {
    Path backup = folder.resolve("backup.save");
    try {
      Files.createLink(backup, save);
    } catch (UnsupportedOperationException | FileSystemException e) {
      assumeTrue(false, "no links");
    }
    byte[] before = Files.readAllBytes(save);
    put(save, "gold", 6);
    assertThat(saved()).isEqualTo(VariantDictionary.of("gold", 6));
    assertThat(backup).hasBinaryContent(before);
  }

  @Test
  void keepsFileWhenChangeThrows() throws IOException {
    byte[] before = Files.readAllBytes(save);
    assertThatThrownBy(
            () ->
                SaveFile.edit(
                    save,
                    SaveOptions.DEFAULT,
                    values -> {
                      throw new IllegalStateException("no");
                    }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(save).hasBinaryContent(before);
    assertThat(names(folder)).containsExactly("player.save");
    put(save, "gold", 6);
    assertThat(saved()).isEqualTo(VariantDictionary.of("gold", 6));
  }

  @ParameterizedTest
  @ValueSource(strings = {"longer", "other bytes", "other time", "removed"})
  void keepsChangesOfOtherPrograms(String how) throws IOException {
    FileTime time = Files.getLastModifiedTime(save);
    try (LockedFile locked = LockedFile.of(save)) {
      switch (how) {
        case "longer" -> PLAIN.write(save, List.of(VariantDictionary.of("gold", 7, "hp", 1)));
        case "other bytes" -> {
          PLAIN.write(save, List.of(VariantDictionary.of("gold", 7)));
          Files.setLastModifiedTime(save, time);
        }
        case "other time" ->
            Files.setLastModifiedTime(save, FileTime.fromMillis(time.toMillis() + 1000));
        default -> Files.delete(save);
      }
      byte[] otherContents = Files.exists(save) ? Files.readAllBytes(save) : new byte[0];
      assertThatThrownBy(() -> locked.write(PLAIN, List.of(Variant.of(1))))
          .isInstanceOf(FileSystemException.class)
          .hasMessage(save + ": another program changed it meanwhile, and nothing was written");
      assertThat(Files.exists(save) ? Files.readAllBytes(save) : new byte[0])
          .isEqualTo(otherContents);
    }
    assertThat(names(folder)).isEqualTo(how.equals("removed") ? List.of() : List.of("player.save"));
  }

  /** The file is compared when the writer commits, however long writing takes. */
  @Test
  void detectsChangeBeforeCommit() throws IOException {
    byte[] otherContents;
    try (LockedFile locked = LockedFile.of(save);
        FileAccessWriter writer = locked.writer(PLAIN)) {
      writer.storeBuffer(new byte[300_000]);
      PLAIN.write(save, List.of(VariantDictionary.of("gold", 8)));
      otherContents = Files.readAllBytes(save);
      assertThatThrownBy(writer::commit).isInstanceOf(FileSystemException.class);
    }
    assertThat(save).hasBinaryContent(otherContents);
  }

  @Test
  void reportsLockFileInReadOnlyFolder() throws IOException {
    assertThat(folder.toFile().setReadOnly()).isTrue();
    try {
      assumeTrue(!Files.isWritable(folder), "root can write to every folder");
      assertThatThrownBy(() -> put(save, "gold", 6))
          .isInstanceOf(AccessDeniedException.class)
          .hasMessage(
              save
                  + ": cannot lock "
                  + save.toRealPath().resolveSibling(LOCK)
                  + ": permission denied");
    } finally {
      assertThat(folder.toFile().setWritable(true)).isTrue();
    }
  }

  @Test
  void leavesOldOrNewFileWhenAnyStepFails() throws IOException {
    List<Variant> before = List.of(PackedByteArray.unsafeWrap(new byte[100_000]), Variant.of(1));
    List<Variant> after = List.of(PackedByteArray.unsafeWrap(new byte[100_001]), Variant.of(2));
    int failures = 0;
    for (int step = 0; ; step++) {
      PLAIN.write(save, before);
      FaultyFiles files = new FaultyFiles(step, false);
      boolean written = true;
      try {
        SaveFile.edit(files.path(save), SaveOptions.DEFAULT, values -> after);
      } catch (IOException e) {
        written = false;
      }
      assertThat(savedValues(save)).as("step " + step).isEqualTo(written ? after : before);
      LockedFile.of(save, Duration.ZERO).close(); // The lock is free.
      assertThat(names(folder)).contains("player.save").isSubsetOf(LOCK, "player.save");
      if (!files.hasFailed()) {
        break;
      }
      failures++;
    }
    assertThat(failures).isGreaterThan(20);
  }

  @Test
  void rejectsSecondReplacement() throws IOException {
    Path path = Files.createTempFile(folder, "once", ".save");
    SaveFormat format = SaveFormat.of(Dialect.GODOT_4);
    format.write(path, List.of(Variant.of(1)));
    LockedFile locked = LockedFile.of(path);
    try (locked) {
      locked.write(format, List.of(Variant.of(2)));
      assertThatThrownBy(() -> locked.write(format, List.of(Variant.of(3))))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageEndingWith("was replaced already; lock it again");
    }
    assertThatThrownBy(() -> locked.write(format, List.of(Variant.of(3))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageEndingWith("is not locked any more");
    assertThat(savedValues(path)).containsExactly(Variant.of(2));
  }

  @Test
  void rejectsValuesForEmptyFileThatIsNotEncrypted() throws IOException {
    Path path = Files.createFile(folder.resolve("empty.save"));
    SaveOptions secret = SaveOptions.password("secret");
    assertThatThrownBy(() -> SaveFile.edit(path, secret, values -> List.of(Variant.of(1))))
        .isInstanceOf(SaveFileException.class)
        .hasMessageStartingWith(path + ": the file is not encrypted and has no values; ");
    assertThat(path).isEmptyFile();

    PLAIN.encrypted(EncryptionKey.ofPassword("secret")).write(path, List.of());
    SaveFile.edit(path, secret, values -> List.of(Variant.of(1)));
    try (SaveFile file = SaveFile.open(path, secret)) {
      assertThat(file.values()).containsExactly(Variant.of(1));
      assertThat(file.format().layers()).hasOnlyElementsOfType(Encrypted.class);
    }
  }

  /** Bools and small ints are shared instances, which can have different bytes in a file. */
  @Test
  void keepsBytesOfSharedInstances() throws IOException {
    byte[] before = {
      8, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, //
      8, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, //
      8, 0, 0, 0, 2, 0, 0, 0, 7, 0, 0, 0
    };
    Path path = folder.resolve("shared.save");
    Files.write(path, before);
    SaveFile.edit(
        path,
        SaveOptions.DEFAULT.withDialect(Dialect.GODOT_4),
        values -> {
          values.set(2, Variant.of(9));
          return values;
        });
    byte[] after = before.clone();
    after[32] = 9;
    assertThat(Files.readAllBytes(path)).isEqualTo(after);
  }
}
