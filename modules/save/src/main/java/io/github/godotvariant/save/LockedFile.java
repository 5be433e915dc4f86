package io.github.godotvariant.save;

import io.github.godotvariant.Variant;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;

/**
 * A file that is read, changed and replaced, and by one at a time: what {@link SaveFile#edit} and
 * {@code gdvar set} stand upon, for programs that do it in steps of their own.
 *
 * <pre>{@code
 * try (LockedFile locked = LockedFile.of(path);
 *     FileAccessReader before = FileAccessReader.open(locked.file(), options)) {
 *   long runs = before.get32();
 *   Variant state = before.getVar();     // and then format() knows the dialect
 *   try (FileAccessWriter after = locked.writer(before.format())) {
 *     after.store32(runs + 1);
 *     after.storeVar(state);
 *     after.commit();
 *   }
 * }
 * }</pre>
 *
 * <p>Other callers wait for the lock, in this process and in others: up to 10 seconds, then {@link
 * #of} throws. Two paths that lead to the same real path share one lock.
 *
 * <p><b>What takes no lock</b>, as a game does not, is noticed as far as that goes: the file that
 * is there right before it is replaced has to be the one that was there at first, by its size, its
 * time and the digest of its contents. If it is not, that is an {@link IOException}, and the file
 * stays as the other one left it. What remains is the moment between that look and the replacement,
 * in which what another program writes is lost; and a game that has read the file before will know
 * nothing of the change, and write its own state over it. Change saves while the game is closed.
 *
 * <p><b>The lock file</b> is an empty file next to the locked one, {@code .NAME.lock}. The first
 * edit creates it, and it stays. An edit that writes nothing deletes the lock file that it created,
 * except on Windows. Its content does not matter. Users who may write to the locked file may open
 * the lock file as well. You may delete it when no program edits the file, for example after you
 * have given the file to other users. If something else than a regular file has that name, or if
 * the lock file cannot be opened, {@link #of} throws immediately.
 *
 * <p>{@link #writer} also removes temporary files of the same file that dead processes left.
 *
 * <p>Not for use by several threads.
 */
public final class LockedFile implements Closeable {
  private static final Duration WAIT = Duration.ofSeconds(10);
  private static final int BUFFER = 1 << 16;

  private final Path file;
  private final String name;
  private final EditLock lock;
  private final Look before;
  private boolean replaced;
  private boolean closed;

  private LockedFile(Path file, String name, EditLock lock) throws IOException {
    this.file = file;
    this.name = name;
    this.lock = lock;
    before = Look.at(file);
  }

  /**
   * What tells a file from what it becomes.
   *
   * @param digest of its contents
   */
  private record Look(long size, FileTime time, String digest) {
    static Look at(Path file) throws IOException {
      BasicFileAttributes is = attributes(file);
      return new Look(is.size(), is.lastModifiedTime(), digest(file));
    }

    boolean isSame(Path file) throws IOException {
      if (!digest.equals(digest(file))) {
        return false;
      }
      // Last, as it takes no time in which a change can go unnoticed.
      BasicFileAttributes is = attributes(file);
      return size == is.size() && time.equals(is.lastModifiedTime());
    }

    private static BasicFileAttributes attributes(Path file) throws IOException {
      return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    private static String digest(Path file) throws IOException {
      MessageDigest digest;
      try {
        digest = MessageDigest.getInstance("SHA-256");
      } catch (NoSuchAlgorithmException e) {
        throw new AssertionError("every Java has it", e);
      }
      try (InputStream in = Files.newInputStream(file)) {
        byte[] piece = new byte[BUFFER];
        for (int length; (length = in.read(piece)) >= 0; ) {
          digest.update(piece, 0, length);
        }
      }
      return HexFormat.of().formatHex(digest.digest());
    }
  }

  /**
   * Waits until nobody else changes a file, and locks it.
   *
   * @param path the file
   * @return the file, to be closed
   * @throws IOException if there is no such file, if it is not a regular file, if its lock file
   *     cannot be created, opened or locked, or if other edits hold the lock for 10 seconds
   * @throws java.io.InterruptedIOException if the thread is interrupted while it waits; it stays
   *     interrupted
   */
  public static LockedFile of(Path path) throws IOException {
    return of(path, WAIT);
  }

  /** The same with another time to wait. */
  static LockedFile of(Path path, Duration wait) throws IOException {
    Path file = path.toRealPath();
    if (!Files.isRegularFile(file)) {
      throw new FileSystemException(path.toString(), null, "is no file that can be replaced");
    }
    EditLock lock = EditLock.of(file, wait, path.toString());
    try {
      return new LockedFile(file, path.toString(), lock);
    } catch (IOException | RuntimeException | Error e) {
      lock.close();
      throw e;
    }
  }

  /**
   * The file that is locked.
   *
   * @return its real path, behind all links
   */
  public Path file() {
    return file;
  }

  /**
   * Starts the file that replaces it. {@link FileAccessWriter#commit} fails, and changes nothing,
   * if another program changed the file meanwhile.
   *
   * @param format what to write
   * @return a writer, to be closed before this
   * @throws IllegalStateException if the file was replaced already, or is locked no more
   * @throws IOException if nothing can be written there
   * @throws UnsupportedOperationException for Brotli
   * @throws SaveFileException if a library is missing
   */
  public FileAccessWriter writer(SaveFormat format) throws IOException {
    if (closed || replaced) {
      throw new IllegalStateException(
          name + (closed ? " is locked no more" : " was replaced already: lock it again"));
    }
    TemporaryFiles.removeAbandoned(file);
    return FileAccessWriter.replacing(file, name, this::checkUnchanged, format);
  }

  /**
   * Replaces it with a file of these values.
   *
   * @param format what to write
   * @param values the values; may come one after the other
   * @throws IOException if it cannot be written, or if another program changed the file meanwhile;
   *     nothing is changed then
   * @throws io.github.godotvariant.VariantException as {@link SaveFormat#write(Path, Iterable)}
   * @throws IllegalArgumentException as {@link SaveFormat#write(Path, Iterable)}
   * @throws UnsupportedOperationException as {@link SaveFormat#write(Path, Iterable)}
   * @throws SaveFileException as {@link SaveFormat#write(Path, Iterable)}
   */
  public void write(SaveFormat format, Iterable<? extends Variant> values) throws IOException {
    try (FileAccessWriter writer = writer(format)) {
      writer.writeAll(values);
      writer.commit();
    }
  }

  private void checkUnchanged() throws IOException {
    boolean isSame;
    try {
      isSame = before.isSame(file);
    } catch (NoSuchFileException e) {
      isSame = false;
    }
    if (!isSame) {
      throw new FileSystemException(
          name, null, "another program changed it meanwhile, and nothing was written");
    }
    replaced = true;
    lock.keepFile();
  }

  /** Lets others change the file. */
  @Override
  public void close() throws IOException {
    closed = true;
    lock.close();
  }
}
