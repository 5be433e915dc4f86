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
 * Locks a file, so that only one program at a time reads, changes and replaces it. {@link
 * SaveFile#edit} and {@code gdvar set} use this class. Use it directly to edit a file in several
 * steps.
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
 * <p>Other callers, in this process and in others, wait for the lock. After 10 seconds, {@link #of}
 * throws. Two paths that lead to the same real path share one lock.
 *
 * <p><b>Programs without the lock</b>, such as games, may change the file during the edit. A check
 * immediately before the replacement compares the size, the modification time and a digest of the
 * file with those at the start. If they differ, an {@link IOException} is thrown and the file stays
 * as the other program left it. Data that another program writes between this check and the
 * replacement is lost. A game that has read the file before the edit may overwrite the edit later.
 * Change saves while the game is closed.
 *
 * <p><b>The lock file</b> is an empty file next to the locked one, {@code .NAME.lock}. The first
 * edit creates the lock file. If that edit writes nothing, it deletes the lock file again, except
 * on Windows; otherwise, the lock file stays. The content of the lock file is never used. Users
 * with write permission for the locked file may open the lock file as well. You may delete the lock
 * file when no program edits the file, for example after you have given the file to other users. If
 * the lock file is not a regular file or cannot be opened, {@link #of} throws immediately.
 *
 * <p>{@link #writer} also removes the temporary files of this file that dead processes left at
 * least a minute ago.
 *
 * <p>Not thread-safe.
 */
public final class LockedFile implements Closeable {
  private static final Duration WAIT = Duration.ofSeconds(10);
  private static final int BUFFER = 1 << 16;

  private final Path file;
  private final String name;
  private final EditLock lock;
  private final FileState before;
  private boolean replaced;
  private boolean closed;

  private LockedFile(Path file, String name, EditLock lock) throws IOException {
    this.file = file;
    this.name = name;
    this.lock = lock;
    before = FileState.of(file);
  }

  /**
   * The state of a file at one point in time. A later state shows whether another program has
   * changed the file.
   *
   * @param size the size in bytes
   * @param time the time of the last modification
   * @param digest the SHA-256 of the contents, in hex digits
   */
  private record FileState(long size, FileTime time, String digest) {
    static FileState of(Path file) throws IOException {
      BasicFileAttributes is = attributes(file);
      return new FileState(is.size(), is.lastModifiedTime(), digest(file));
    }

    boolean isSame(Path file) throws IOException {
      if (!digest.equals(digest(file))) {
        return false;
      }
      // This comparison is the last one, so that it notices a change during the computation of the
      // digest.
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
   * Waits for the lock of a file and takes it.
   *
   * @param path the file
   * @return the locked file; close it to release the lock
   * @throws IOException if there is no such file, if it is not a regular file, if its lock file
   *     cannot be created, opened or locked, or if other edits hold the lock for 10 seconds
   * @throws java.io.InterruptedIOException if the thread is interrupted while it waits; the
   *     interrupt status stays set
   */
  public static LockedFile of(Path path) throws IOException {
    return of(path, WAIT);
  }

  /** Waits for the lock of a file for at most {@code wait}, and takes it. */
  static LockedFile of(Path path, Duration wait) throws IOException {
    Path file = path.toRealPath();
    if (!Files.isRegularFile(file)) {
      throw new FileSystemException(path.toString(), null, "is not a regular file");
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
   * Returns the locked file.
   *
   * @return its real path, without symbolic links
   */
  public Path file() {
    return file;
  }

  /**
   * Creates a writer of the new contents. {@link FileAccessWriter#commit} throws and changes
   * nothing if another program has changed the file meanwhile.
   *
   * @param format the format of the new contents
   * @return a writer; close it before this file
   * @throws IllegalStateException if the file has been replaced already, or is not locked any more
   * @throws IOException if the temporary file cannot be created
   * @throws UnsupportedOperationException if the format compresses with Brotli, which can only be
   *     read
   * @throws SaveFileException if the library for the compression is missing
   */
  public FileAccessWriter writer(SaveFormat format) throws IOException {
    if (closed || replaced) {
      throw new IllegalStateException(
          name + (closed ? " is not locked any more" : " was replaced already; lock it again"));
    }
    TemporaryFiles.removeAbandoned(file);
    return FileAccessWriter.replacing(file, name, this::checkUnchanged, format);
  }

  /**
   * Replaces the contents with values.
   *
   * @param format the format of the new contents
   * @param values the values; may be computed during the iteration
   * @throws IOException if the file cannot be written, or if another program has changed it
   *     meanwhile; the file is unchanged then
   * @throws io.github.godotvariant.VariantException as {@link SaveFormat#write(Path, Iterable)}
   * @throws IllegalArgumentException as {@link SaveFormat#write(Path, Iterable)}
   * @throws UnsupportedOperationException as {@link SaveFormat#write(Path, Iterable)}
   * @throws SaveFileException as {@link SaveFormat#write(Path, Iterable)}
   */
  public void write(SaveFormat format, Iterable<? extends Variant> values) throws IOException {
    write(format, values, KeptBytes.NONE);
  }

  /** Replaces the contents with values, and keeps bytes of the old file. */
  void write(SaveFormat format, Iterable<? extends Variant> values, KeptBytes kept)
      throws IOException {
    try (FileAccessWriter writer = writer(format)) {
      writer.writeAll(values, kept);
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

  /** Releases the lock. */
  @Override
  public void close() throws IOException {
    closed = true;
    lock.close();
  }
}
