package io.github.godotvariant.save;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The turn to change a file, which one at a time has of all that ask for it, in this process and in
 * others.
 *
 * <p>Systems lock files, not names, and a file that is replaced is another one: those who wait for
 * it would wait for what nobody finds any more. So an empty file beside it is locked. That one goes
 * away with the turn, which is the same trouble again, unless those who still wait for it can see
 * that it is gone: it then has a byte in it. It gets that first, and only what has it is removed.
 */
final class EditLock implements Closeable {
  /** What the file has in it that is locked by nobody who knows of it. */
  private static final byte[] MARK = new byte[1];

  /** Who has to wait asks again after this. */
  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(5);

  /**
   * What a property of the system is called, in front of a file's real path, while somebody in this
   * process changes that file or has it next. A system tells the locks of its processes apart, and
   * not those of one, and a process that closes a file loses all locks that it has on it. So they
   * are told apart by what all copies of this library have in common that class loaders have made.
   */
  private static final String TAKEN = "io.github.godotvariant.save.taken:";

  private final String taken;
  private final Path beside;
  private final FileChannel channel;
  private boolean isOpen = true;

  private EditLock(String taken, Path beside, FileChannel channel) {
    this.taken = taken;
    this.beside = beside;
    this.channel = channel;
  }

  /**
   * Waits for the turn.
   *
   * @param file the real path of the file
   * @param wait how long to wait at most
   * @param name what to call the file in messages
   * @throws FileSystemException if others have it all the time, or if nothing can be locked there
   * @throws InterruptedIOException if the thread is interrupted; it stays so
   */
  static EditLock of(Path file, Duration wait, String name) throws IOException {
    Path beside = file.resolveSibling("." + file.getFileName() + ".lock");
    Waiting waiting = new Waiting(System.nanoTime(), wait, beside, name);
    try {
      String taken = TAKEN + file;
      while (System.getProperties().putIfAbsent(taken, "") != null) {
        pause(waiting);
      }
      try {
        return new EditLock(taken, beside, locked(beside, waiting));
      } catch (IOException | InterruptedException | RuntimeException | Error e) {
        System.clearProperty(taken);
        throw e;
      }
    } catch (InterruptedException | ClosedByInterruptException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted =
          new InterruptedIOException(name + ": interrupted while others were changing it");
      interrupted.initCause(e);
      throw interrupted;
    }
  }

  /** How long somebody waits, and for what. */
  private record Waiting(long start, Duration most, Path beside, String name) {
    long left() throws FileSystemException {
      long left = most.toNanos() - (System.nanoTime() - start);
      if (left <= 0) {
        throw new FileSystemException(
            name, null, "others have been changing it for " + seconds() + " s, and hold " + beside);
      }
      return left;
    }

    FileSystemException unlockable(IOException cause) {
      FileSystemException problem =
          new FileSystemException(
              name, null, "it cannot be locked, with " + beside + ": " + problem(cause));
      problem.initCause(cause);
      return problem;
    }

    private String seconds() {
      return String.valueOf(most.toMillis() / 1000.0).replaceFirst("\\.0$", "");
    }
  }

  private static FileChannel locked(Path beside, Waiting waiting)
      throws IOException, InterruptedException {
    while (true) {
      Optional<List<Object>> marked = marked(beside);
      FileChannel channel = opened(beside, waiting);
      boolean isLeft;
      try {
        while (!isLocked(channel, waiting)) {
          pause(waiting);
        }
        if (channel.size() == 0) {
          return channel;
        }
        // Who had it before took it away, or was stopped before it could.
        isLeft = marked.isPresent() && marked.equals(marked(beside));
        if (isLeft) {
          Files.deleteIfExists(beside);
        }
      } catch (IOException | InterruptedException | RuntimeException | Error e) {
        channel.close();
        throw e;
      }
      channel.close();
      if (!isLeft) {
        pause(waiting);
      }
    }
  }

  /** What tells a file that has the mark from others of its name; empty if it has none. */
  private static Optional<List<Object>> marked(Path beside) {
    try {
      BasicFileAttributes is =
          Files.readAttributes(beside, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return is.size() == MARK.length
          ? Optional.of(List.of(String.valueOf(is.fileKey()), is.lastModifiedTime()))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static FileChannel opened(Path beside, Waiting waiting)
      throws IOException, InterruptedException {
    while (true) {
      try {
        return FileChannel.open(
            beside, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
      } catch (AccessDeniedException e) {
        if (!Files.isWritable(Objects.requireNonNull(beside.getParent()))) {
          AccessDeniedException denied =
              new AccessDeniedException(waiting.name(), null, "in its folder");
          denied.initCause(e);
          throw denied;
        }
        // It is another user's, or, where open files keep their names, on its way out.
        pause(waiting);
      } catch (ClosedByInterruptException e) {
        throw e;
      } catch (IOException e) {
        throw waiting.unlockable(e);
      }
    }
  }

  private static String problem(IOException e) {
    return e instanceof FileSystemException failure && failure.getReason() != null
        ? failure.getReason()
        : String.valueOf(e.getMessage());
  }

  private static boolean isLocked(FileChannel channel, Waiting waiting) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false; // this library is there twice in one process, with class loaders of its own
    } catch (ClosedByInterruptException e) {
      throw e;
    } catch (IOException e) {
      throw waiting.unlockable(e); // not all networks can
    }
  }

  private static void pause(Waiting waiting) throws IOException, InterruptedException {
    TimeUnit.NANOSECONDS.sleep(Math.min(PAUSE, waiting.left()));
  }

  /** Lets the next one have it. */
  @Override
  public void close() throws IOException {
    if (!isOpen) {
      return;
    }
    isOpen = false;
    // To an interrupted thread the channel would be closed before the others are told.
    boolean isInterrupted = Thread.interrupted();
    try (channel) {
      mark();
      if (marked(beside).isPresent()) {
        Files.deleteIfExists(beside);
      }
    } catch (IOException e) {
      // It stays then, and who comes next takes it away.
    } finally {
      System.clearProperty(taken);
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void mark() {
    try {
      channel.write(ByteBuffer.wrap(MARK));
    } catch (IOException e) {
      // Whether it is there is seen afterwards. If it is not, the file can be locked again.
    }
  }
}
