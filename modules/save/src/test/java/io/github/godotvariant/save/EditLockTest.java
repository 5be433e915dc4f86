package io.github.godotvariant.save;

import static io.github.godotvariant.save.TestFiles.key;
import static io.github.godotvariant.save.TestFiles.link;
import static io.github.godotvariant.save.TestFiles.savedValues;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.godotvariant.Variant;
import io.github.godotvariant.dialect.Dialect;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the lock file of edits, and other files with its name. */
@Timeout(60)
class EditLockTest {
  private static final SaveFormat PLAIN = SaveFormat.of(Dialect.GODOT_4);
  private static final List<Variant> BEFORE = List.of(Variant.of(1));
  private static final List<Variant> AFTER = List.of(Variant.of(2));

  @TempDir Path folder;
  private Path save;
  private Path lock;

  @BeforeEach
  void writeSave() throws IOException {
    save = folder.toRealPath().resolve("player.save");
    lock = save.resolveSibling(".player.save.lock");
    PLAIN.write(save, BEFORE);
  }

  private void edit() throws IOException {
    SaveFile.edit(save, SaveOptions.DEFAULT, values -> AFTER);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 9, 100_000})
  void acceptsForeignFileOfAnyContent(int length) throws IOException {
    byte[] content = new byte[length];
    Files.write(lock, content);
    Object key = key(lock);
    edit();
    assertThat(savedValues(save)).isEqualTo(AFTER);
    assertThat(lock).hasBinaryContent(content);
    assertThat(key(lock)).isEqualTo(key);
  }

  private void assertRejected(String reason) throws IOException {
    long start = System.nanoTime();
    assertThatThrownBy(this::edit)
        .isInstanceOf(FileSystemException.class)
        .hasMessage(save + ": cannot lock " + lock + ": " + reason);
    assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start)).isLessThan(5);
    assertThat(savedValues(save)).isEqualTo(BEFORE);
  }

  @Test
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void rejectsPipeWithoutBlocking() throws Exception {
    try {
      assumeTrue(new ProcessBuilder("mkfifo", lock.toString()).start().waitFor() == 0, "no pipes");
    } catch (IOException e) {
      assumeTrue(false, "no mkfifo");
    }
    assertRejected("not a regular file");
    assertThat(Files.readAttributes(lock, BasicFileAttributes.class).isOther()).isTrue();
  }

  @Test
  void rejectsDirectory() throws IOException {
    Files.createDirectory(lock);
    assertRejected("not a regular file");
    assertThat(lock).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void rejectsSymbolicLinkWithoutFollowing(boolean targetExists) throws IOException {
    Path target = folder.resolve("target");
    if (targetExists) {
      Files.createFile(target);
    }
    link(lock, target);
    assertRejected("not a regular file");
    assertThat(lock).isSymbolicLink();
    assertThat(Files.exists(target)).isEqualTo(targetExists);
  }

  @Test
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void rejectsFolderThatAcceptsNoFiles() {
    Path process = Path.of("/proc/self/status");
    assumeTrue(Files.isRegularFile(process), "no /proc");
    assertThatThrownBy(() -> SaveFile.edit(process, SaveOptions.DEFAULT, values -> AFTER))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("/proc/self/status: cannot lock /proc/")
        .hasMessageEndingWith(".status.lock");
  }

  @Test
  void rejectsUnreadableFile() throws IOException {
    Files.createFile(lock);
    assertThat(lock.toFile().setReadable(false) && lock.toFile().setWritable(false)).isTrue();
    assumeTrue(!Files.isWritable(lock), "root can open every file");
    assertRejected("permission denied");
    assertThatThrownBy(this::edit).isInstanceOf(AccessDeniedException.class);
  }

  @Test
  void keepsLockFileBetweenEdits() throws IOException {
    edit();
    assertThat(lock).isEmptyFile();
    Object key = key(lock);
    SaveFile.edit(save, SaveOptions.DEFAULT, values -> BEFORE);
    assertThat(key(lock)).isEqualTo(key);
    Files.delete(lock);
    edit();
    assertThat(lock).isEmptyFile();
  }

  @Test
  void deletesItsLockFileWhenNothingWasWritten() throws IOException {
    assumeTrue(key(save) != null);
    SaveFile.edit(save, SaveOptions.DEFAULT, values -> values);
    assertThat(lock).doesNotExist();
    assertThatThrownBy(
            () ->
                SaveFile.edit(
                    save,
                    SaveOptions.DEFAULT,
                    values -> {
                      throw new IllegalStateException("no");
                    }))
        .hasMessage("no");
    assertThat(lock).doesNotExist();
    Files.writeString(save, "no save");
    assertThatThrownBy(this::edit).isInstanceOf(SaveFileException.class);
    assertThat(folder).isDirectoryNotContaining("glob:**.lock");
  }

  @Test
  void keepsLockFileOfOthersWhenNothingWasWritten() throws IOException {
    edit();
    SaveFile.edit(save, SaveOptions.DEFAULT, values -> values);
    assertThat(lock).isEmptyFile();
  }

  /** The waiting edit holds an open lock file without a name when it gets the lock. */
  @Test
  void locksSuccessorOfDeletedLockFile() throws Exception {
    assumeTrue(key(save) != null);
    Process waiting;
    try (LockedFile locked = LockedFile.of(save)) {
      assertThat(locked.file()).isEqualTo(save);
      waiting = EditTest.process(Waiter.class, save.toString()).start();
      assertThat(waiting.getInputStream().read()).isEqualTo('w');
      TimeUnit.MILLISECONDS.sleep(300); // usually long enough for the process to wait
    }
    assertThat(waiting.getInputStream().read()).isEqualTo('l');
    assertThat(lock).isEmptyFile();
    assertThatThrownBy(() -> LockedFile.of(save, Duration.ZERO))
        .hasMessageContaining("another edit has held the lock");
    waiting.getOutputStream().close();
    assertThat(waiting.waitFor()).isZero();
    LockedFile.of(save, Duration.ZERO).close();
    assertThat(lock).doesNotExist();
  }

  /** Waits for the lock of a file and holds it until its input ends: {@code FILE}. */
  static final class Waiter {
    private Waiter() {}

    public static void main(String[] arguments) throws IOException {
      System.out.print('w');
      System.out.flush();
      try (LockedFile locked = LockedFile.of(Path.of(arguments[0]))) {
        System.out.print('l');
        System.out.flush();
        while (System.in.read() >= 0) {
          Thread.onSpinWait();
        }
        if (!Files.exists(locked.file())) {
          System.exit(2);
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "rw-------, rw-------",
    "rw-r--r--, rw-------",
    "rw-rw-r--, rw-rw----",
    "rwxrwxrwx, rw-rw-rw-",
    "rw--w----, rw-rw----"
  })
  void allowsLockForUsersWithWritePermission(String permissions, String expected)
      throws IOException {
    assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"));
    Files.setPosixFilePermissions(save, PosixFilePermissions.fromString(permissions));
    try (LockedFile locked = LockedFile.of(save)) {
      assertThat(locked.file()).isEqualTo(save);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(lock)))
          .isEqualTo(expected);
      assertThat(Files.getOwner(lock)).isEqualTo(Files.getOwner(save));
      assertThat(Files.getAttribute(lock, "posix:group", LinkOption.NOFOLLOW_LINKS))
          .isEqualTo(Files.getAttribute(save, "posix:group"));
    }
  }

  @Test
  void throwsWhenLockIsHeldForTooLong() throws IOException {
    try (LockedFile locked = LockedFile.of(save)) {
      assertThatThrownBy(() -> LockedFile.of(save, Duration.ZERO))
          .isInstanceOf(FileSystemException.class)
          .hasMessage(save + ": another edit has held the lock for 0 s: " + lock);
      assertThatThrownBy(() -> LockedFile.of(save, Duration.ofMillis(20)))
          .hasMessageContaining(" 0.02 s: ");
      locked.write(PLAIN, AFTER);
    }
    LockedFile.of(save, Duration.ZERO).close();
  }

  @Test
  void waitsForLockOfOtherProgram() throws IOException {
    try (FileChannel channel =
        FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      assertThat(channel.tryLock()).isNotNull();
      assertThatThrownBy(() -> LockedFile.of(save, Duration.ofMillis(20)))
          .hasMessageContaining("another edit has held the lock");
    }
    edit();
    assertThat(savedValues(save)).isEqualTo(AFTER);
  }

  /** While it waits, the lock file gets its name from another file, which is not locked. */
  @Test
  void locksSuccessorOfReplacedLockFile() throws Exception {
    List<Throwable> thrown = new ArrayList<>();
    Thread waiting =
        new Thread(
            () -> {
              try (LockedFile locked = LockedFile.of(save, Duration.ofDays(1))) {
                assertThat(EditTest.started(LockChecker.class, save.toString()).waitFor())
                    .isEqualTo(1);
                locked.write(PLAIN, AFTER);
              } catch (Exception | AssertionError e) {
                thrown.add(e);
              }
            });
    try (FileChannel channel =
        FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      assertThat(channel.tryLock()).isNotNull();
      waiting.start();
      while (waiting.getState() != Thread.State.TIMED_WAITING) {
        Thread.onSpinWait();
      }
      Files.move(lock, folder.resolve("old"));
      Files.createFile(lock);
    }
    waiting.join();
    assertThat(thrown).isEmpty();
    assertThat(savedValues(save)).isEqualTo(AFTER);
  }

  /** Exits with status 1 if another process holds the lock of a file: {@code FILE}. */
  static final class LockChecker {
    private LockChecker() {}

    public static void main(String[] arguments) throws IOException {
      try {
        LockedFile.of(Path.of(arguments[0]), Duration.ZERO).close();
      } catch (FileSystemException e) {
        System.exit(1);
      }
    }
  }

  /** A process that closes a file loses all its locks on the file. */
  @Test
  void keepsLockWhenOtherClassLoaderRequestsIt() throws Exception {
    URL[] places = {
      Path.of(EditTest.place(Variant.class)).toUri().toURL(),
      Path.of(EditTest.place(SaveFile.class)).toUri().toURL()
    };
    try (URLClassLoader loader = new URLClassLoader(places, null)) {
      Class<?> copy = loader.loadClass(LockedFile.class.getName());
      assertThat(copy).isNotSameAs(LockedFile.class);
      Method of = copy.getDeclaredMethod("of", Path.class, Duration.class);
      of.setAccessible(true);
      try (LockedFile locked = LockedFile.of(save)) {
        for (int i = 0; i < 3; i++) {
          assertThatThrownBy(() -> of.invoke(null, save, Duration.ZERO))
              .cause()
              .hasMessageContaining("another edit has held the lock");
          assertThat(EditTest.started(LockChecker.class, save.toString()).waitFor()).isEqualTo(1);
        }
        locked.write(PLAIN, AFTER);
      }
      assertThat(EditTest.started(LockChecker.class, save.toString()).waitFor()).isZero();
      try (AutoCloseable other = (AutoCloseable) of.invoke(null, save, Duration.ZERO)) {
        assertThat(other).isNotNull();
        assertThatThrownBy(() -> LockedFile.of(save, Duration.ZERO))
            .hasMessageContaining("another edit has held the lock");
        assertThat(EditTest.started(LockChecker.class, save.toString()).waitFor()).isEqualTo(1);
      }
      LockedFile.of(save, Duration.ZERO).close();
    }
  }

  @Test
  void locksRealPathOfLinks() throws IOException {
    Path link = Files.createDirectory(folder.resolve("elsewhere")).resolve("link");
    link(link, save);
    try (LockedFile locked = LockedFile.of(save)) {
      assertThatThrownBy(() -> LockedFile.of(link, Duration.ZERO))
          .hasMessageStartingWith(link + ": another edit has held the lock");
      assertThat(locked.file()).isEqualTo(save);
    }
    SaveFile.edit(link, SaveOptions.DEFAULT, values -> AFTER);
    assertThat(link).isSymbolicLink();
    assertThat(savedValues(save)).isEqualTo(AFTER);
  }

  @Test
  void throwsWhenInterruptedBeforeWaiting() throws IOException {
    try (LockedFile locked = LockedFile.of(save)) {
      Thread.currentThread().interrupt();
      try {
        assertThatThrownBy(() -> LockedFile.of(save)).isInstanceOf(InterruptedIOException.class);
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
      } finally {
        assertThat(Thread.interrupted()).isTrue();
      }
      locked.write(PLAIN, AFTER);
    }
    assertThat(savedValues(save)).isEqualTo(AFTER);
  }

  @Test
  void throwsWhenInterruptedWhileWaiting() throws Exception {
    List<Throwable> thrown = new ArrayList<>();
    try (LockedFile locked = LockedFile.of(save)) {
      Thread other =
          new Thread(
              () -> {
                try {
                  LockedFile.of(save, Duration.ofDays(1)).close();
                } catch (IOException e) {
                  thrown.add(e);
                }
              });
      other.start();
      while (other.getState() != Thread.State.TIMED_WAITING) {
        Thread.onSpinWait();
      }
      other.interrupt();
      other.join();
      assertThat(locked.file()).exists();
    }
    assertThat(thrown).hasSize(1).first().isInstanceOf(InterruptedIOException.class);
  }

  @Test
  void releasesLockOfInterruptedThread() throws IOException {
    LockedFile locked = LockedFile.of(save);
    Thread.currentThread().interrupt();
    locked.close();
    assertThat(Thread.interrupted()).isTrue();
    LockedFile.of(save, Duration.ZERO).close();
  }

  @Test
  void releasesLockWhenAnyStepFails() throws IOException {
    int failures = 0;
    for (int step = 0; ; step++) {
      Files.deleteIfExists(lock);
      FaultyFiles files = new FaultyFiles(step, false);
      try {
        LockedFile.of(files.path(save)).close();
      } catch (IOException e) {
        failures++;
      }
      assertThat(files.open()).as("step %d", step).isZero();
      LockedFile.of(save, Duration.ZERO).close();
      if (!files.hasFailed()) {
        break;
      }
    }
    assertThat(failures).isGreaterThan(5);
  }
}
