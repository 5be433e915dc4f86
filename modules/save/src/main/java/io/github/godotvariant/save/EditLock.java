package io.github.godotvariant.save;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Locks a file for one edit. The lock excludes other threads of this process and other processes.
 *
 * <p>The lock is a lock of the operating system on another file, {@code .NAME.lock} next to the
 * edited file. A lock on the edited file itself would be lost, because every edit replaces that
 * file. The first edit creates the lock file, and no edit reads it or writes to it.
 *
 * <p>The holder of the lock deletes the lock file if the holder created it and did not replace the
 * edited file. A process that waited then gets the lock of a deleted file, while another process
 * can create and lock a new lock file. Therefore a process that gets the lock compares the file
 * that it locked with the file that has the name now. If the files differ, the process starts
 * again. On file systems without file keys, files cannot be compared, so lock files stay.
 */
final class EditLock implements Closeable {
  /** The time between two attempts, in nanoseconds. */
  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(5);

  /**
   * The lock files that this process holds or waits for. This set excludes threads, because a lock
   * of the system excludes only other processes.
   */
  private static final Set<Path> TAKEN = ConcurrentHashMap.newKeySet();

  /**
   * Open lock files whose lock belongs to a copy of this class from another class loader. On POSIX
   * systems, closing a file releases all locks of the process on that file, so these files stay
   * open.
   */
  private static final Map<Path, OpenFile> HELD_BY_OTHER_COPY = new ConcurrentHashMap<>();

  private final Path lockFile;
  private final FileChannel channel;
  private boolean deletesFile;
  private boolean isOpen = true;

  private EditLock(Path lockFile, OpenFile locked) {
    this.lockFile = lockFile;
    channel = locked.channel();
    deletesFile = locked.isCreated() && locked.attributes().fileKey() != null;
  }

  /**
   * A lock file and its identity.
   *
   * @param isCreated whether this process created the file
   */
  private record OpenFile(FileChannel channel, BasicFileAttributes attributes, boolean isCreated) {}

  /**
   * Waits for the lock.
   *
   * @param file the real path of the file
   * @param wait the maximum time to wait
   * @param name the name of the file in messages
   * @throws FileSystemException if other edits hold the lock for the maximum time, or if the lock
   *     file cannot be created, opened or locked
   * @throws InterruptedIOException if the thread is interrupted; the interrupt status stays set
   */
  static EditLock of(Path file, Duration wait, String name) throws IOException {
    Path lockFile = file.resolveSibling("." + file.getFileName() + ".lock");
    Attempt attempt = new Attempt(file, lockFile, name, System.nanoTime(), wait);
    try {
      while (!TAKEN.add(lockFile)) {
        attempt.pause();
      }
      try {
        return new EditLock(lockFile, attempt.lock());
      } catch (IOException | InterruptedException | RuntimeException | Error e) {
        TAKEN.remove(lockFile);
        throw e;
      }
    } catch (InterruptedException | ClosedByInterruptException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted =
          new InterruptedIOException(name + ": interrupted while waiting for " + lockFile);
      interrupted.initCause(e);
      throw interrupted;
    }
  }

  /**
   * An attempt to get the lock.
   *
   * @param name the name of the edited file in messages
   * @param start the time at which the attempt started, from {@link System#nanoTime}
   * @param maxWait the maximum time to wait
   */
  private record Attempt(Path file, Path lockFile, String name, long start, Duration maxWait) {
    /** Waits before the next try. Throws if the maximum time is over. */
    void pause() throws FileSystemException, InterruptedException {
      long left = maxWait.toNanos() - (System.nanoTime() - start);
      if (left <= 0) {
        String seconds = String.valueOf(maxWait.toMillis() / 1000.0).replaceFirst("\\.0$", "");
        throw new FileSystemException(
            name, null, "another edit has held the lock for " + seconds + " s: " + lockFile);
      }
      TimeUnit.NANOSECONDS.sleep(Math.min(PAUSE, left));
    }

    OpenFile lock() throws IOException, InterruptedException {
      while (true) {
        OpenFile known = HELD_BY_OTHER_COPY.remove(lockFile);
        OpenFile open = known == null ? open() : known;
        boolean isHeldByOtherCopy = known != null;
        try {
          while (true) {
            try {
              boolean isLocked = tryLock(open.channel());
              isHeldByOtherCopy = false;
              if (isLocked) {
                break;
              }
            } catch (OverlappingFileLockException e) {
              isHeldByOtherCopy = true;
            }
            pause();
          }
          BasicFileAttributes now = attributes();
          if (now != null && isSame(now, open.attributes())) {
            return open;
          }
        } catch (IOException | InterruptedException | RuntimeException | Error e) {
          if (isHeldByOtherCopy) {
            HELD_BY_OTHER_COPY.put(lockFile, open);
          } else {
            open.channel().close();
          }
          throw e;
        }
        // The lock file was deleted or replaced, so other processes do not see this lock.
        open.channel().close();
      }
    }

    /**
     * Returns whether two attributes are those of the same file. Compares file keys and also
     * creation times, because a new file can get the key of a deleted one.
     */
    private static boolean isSame(BasicFileAttributes one, BasicFileAttributes other) {
      return Objects.equals(one.fileKey(), other.fileKey())
          && one.creationTime().equals(other.creationTime());
    }

    private OpenFile open() throws IOException {
      while (true) {
        BasicFileAttributes attributes = attributes();
        try {
          if (attributes == null) {
            return created();
          }
          // Opening for reading and writing does not block, even if a pipe has replaced the file
          // since the check.
          return new OpenFile(
              FileChannel.open(
                  lockFile,
                  StandardOpenOption.READ,
                  StandardOpenOption.WRITE,
                  LinkOption.NOFOLLOW_LINKS),
              attributes,
              false);
        } catch (FileAlreadyExistsException e) {
          // Another process has created the file meanwhile.
        } catch (NoSuchFileException e) {
          if (attributes == null) {
            throw unlockable(e); // The folder is deleted, or accepts no new files, as in /proc.
          }
        } catch (IOException e) {
          throw unlockable(e);
        }
      }
    }

    /**
     * Creates the lock file. All users with write permission for the edited file may open the lock
     * file.
     */
    private OpenFile created() throws IOException {
      FileChannel channel =
          FileChannel.open(
              lockFile,
              Set.of(
                  StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
              AtomicFile.ownerOnly(lockFile));
      try {
        PosixFileAttributeView view =
            Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (view != null) {
          PosixFileAttributes like = view.readAttributes();
          AtomicFile.copyOwnerAndGroup(lockFile, like, lockPermissions(like.permissions()));
        }
        return new OpenFile(
            channel,
            Files.readAttributes(lockFile, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS),
            true);
      } catch (IOException | RuntimeException | Error e) {
        channel.close();
        throw e;
      }
    }

    private static Set<PosixFilePermission> lockPermissions(Set<PosixFilePermission> permissions) {
      Set<PosixFilePermission> wanted =
          EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
      if (permissions.contains(PosixFilePermission.GROUP_WRITE)) {
        wanted.add(PosixFilePermission.GROUP_READ);
        wanted.add(PosixFilePermission.GROUP_WRITE);
      }
      if (permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
        wanted.add(PosixFilePermission.OTHERS_READ);
        wanted.add(PosixFilePermission.OTHERS_WRITE);
      }
      return wanted;
    }

    /** {@return the attributes of the lock file; null if the lock file does not exist} */
    private @Nullable BasicFileAttributes attributes() throws IOException {
      try {
        BasicFileAttributes attributes =
            Files.readAttributes(lockFile, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!attributes.isRegularFile()) {
          throw new FileSystemException(lockFile.toString(), null, "not a regular file");
        }
        return attributes;
      } catch (NoSuchFileException e) {
        return null;
      } catch (IOException e) {
        throw unlockable(e);
      }
    }

    private boolean tryLock(FileChannel channel) throws IOException {
      try {
        return channel.tryLock() != null;
      } catch (ClosedByInterruptException e) {
        throw e;
      } catch (IOException e) {
        throw unlockable(e); // Not all network file systems support locks.
      }
    }

    private FileSystemException unlockable(IOException cause) {
      String problem = "cannot lock " + lockFile + ": ";
      FileSystemException unlockable =
          cause instanceof AccessDeniedException
              ? new AccessDeniedException(name, null, problem + "permission denied")
              : new FileSystemException(name, null, problem + reason(cause));
      unlockable.initCause(cause);
      return unlockable;
    }

    private static String reason(IOException cause) {
      return cause instanceof FileSystemException failure && failure.getReason() != null
          ? failure.getReason()
          : String.valueOf(cause.getMessage());
    }
  }

  /** Makes {@link #close} keep the lock file. */
  void keepFile() {
    deletesFile = false;
  }

  /** Deletes the lock file if this lock created it and does not keep it, and releases the lock. */
  @Override
  public void close() {
    if (!isOpen) {
      return;
    }
    isOpen = false;
    try (channel) {
      if (deletesFile) {
        Files.deleteIfExists(lockFile);
      }
    } catch (IOException e) {
      // The system has released the lock. If the lock file was not deleted, the next edit uses it.
    } finally {
      TAKEN.remove(lockFile);
    }
  }
}
