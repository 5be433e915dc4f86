package io.github.godotvariant.save;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes a temporary file that replaces its target when it is complete, and is deleted otherwise.
 */
final class AtomicFile implements Closeable {
  private static final Set<PosixFilePermission> GROUPS =
      EnumSet.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.GROUP_EXECUTE);

  /**
   * The maximum number of symbolic links that are followed, because links can be circular. Opening
   * a file through circular links throws.
   */
  private static final int MAX_LINKS = 40;

  private final Path target;
  private final Path temporary;

  /**
   * The owner, group and permissions that the complete file gets; empty if the file system has
   * none.
   */
  private final Optional<PosixFileAttributes> attributes;

  /** Runs immediately before the file replaces its target. */
  private final Check check;

  final FileChannel channel;

  /** The lock of the temporary file; null if the file system does not support locks. */
  private @Nullable FileLock lock;

  private boolean done;

  private AtomicFile(
      Path target,
      Path temporary,
      Optional<PosixFileAttributes> attributes,
      Check check,
      FileChannel channel) {
    this.target = target;
    this.temporary = temporary;
    this.attributes = attributes;
    this.check = check;
    this.channel = channel;
  }

  /** A check that throws if the target must not be replaced. */
  @FunctionalInterface
  interface Check {
    void run() throws IOException;
  }

  /**
   * Opens a path that must not be replaced: a device, a pipe, or a file that is already open, such
   * as {@code /dev/stdout}. Returns empty for other paths.
   */
  static Optional<FileChannel> openInPlace(Path path) throws IOException {
    if (isOpenFile(path)) {
      return Optional.of(FileChannel.open(path, StandardOpenOption.APPEND));
    }
    return Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path)
        ? Optional.of(FileChannel.open(path, StandardOpenOption.WRITE))
        : Optional.empty();
  }

  /**
   * Returns whether a path links to an open file of a process, as links in {@code /proc} do on
   * Linux.
   */
  private static boolean isOpenFile(Path path) throws IOException {
    Path link = path;
    for (int i = 0; i < MAX_LINKS && Files.isSymbolicLink(link); i++) {
      Path folder = Objects.requireNonNull(link.toAbsolutePath().getParent()).toRealPath();
      if (folder.startsWith("/proc")) {
        return true;
      }
      link = folder.resolve(Files.readSymbolicLink(link));
    }
    return false;
  }

  /** Opens a file that will replace the target or create it. */
  static AtomicFile replacing(Path path) throws IOException {
    return replacing(path, () -> {});
  }

  /**
   * Opens a file that will replace the target or create it. Runs {@code check} immediately before
   * the replacement.
   */
  static AtomicFile replacing(Path path, Check check) throws IOException {
    Path target = Files.isSymbolicLink(path) ? path.toRealPath() : path;
    if (Files.isDirectory(target)) {
      throw new FileSystemException(path.toString(), null, "is a directory");
    }
    boolean exists = Files.exists(target, LinkOption.NOFOLLOW_LINKS);
    if (exists && !Files.isWritable(target)) {
      throw new AccessDeniedException(path.toString());
    }
    Optional<PosixFileAttributes> attributes =
        exists ? attributes(target) : newFileAttributes(target);
    while (true) {
      Path temporary = TemporaryFiles.next(target);
      try {
        // Only the owner may read the file while it grows. Its permissions are set at the end.
        FileChannel channel =
            FileChannel.open(
                temporary,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                ownerOnly(target));
        AtomicFile file = new AtomicFile(target, temporary, attributes, check, channel);
        if (file.tryLock()) {
          return file;
        }
        file.close();
      } catch (FileAlreadyExistsException e) {
        // Try the next name.
      }
    }
  }

  /**
   * Locks the file, so that no other process removes it as abandoned.
   *
   * @return false if another process has locked or deleted the file
   */
  private boolean tryLock() throws IOException {
    try {
      lock = channel.tryLock();
      return lock != null && Files.exists(temporary, LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      if (!channel.isOpen()) {
        close();
        throw e;
      }
      return true; // Without support for locks, other processes cannot lock and delete it either.
    }
  }

  private static Optional<PosixFileAttributes> attributes(Path file) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    return view == null ? Optional.empty() : Optional.of(view.readAttributes());
  }

  /**
   * Returns the attributes of new files in the folder of the target, which depend on the process
   * and the folder. Creates an empty file to read its attributes, and deletes it.
   */
  private static Optional<PosixFileAttributes> newFileAttributes(Path target) throws IOException {
    if (ownerOnly(target).length == 0) {
      return Optional.empty();
    }
    Path probe = TemporaryFiles.next(target);
    try {
      Files.createFile(probe);
      Optional<PosixFileAttributes> attributes = attributes(probe);
      Files.delete(probe);
      return attributes;
    } catch (IOException e) {
      Files.deleteIfExists(probe);
      throw e;
    }
  }

  /**
   * Returns the permissions for a new file that only its owner can open; empty if the file system
   * has none.
   */
  static FileAttribute<?>[] ownerOnly(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(
              EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE))
        }
        : new FileAttribute<?>[0];
  }

  Path folder() {
    return Objects.requireNonNull(temporary.toAbsolutePath().getParent());
  }

  /**
   * Gives a new file the owner and the group of another file, if the system allows it. Also sets
   * the permissions.
   *
   * @param like the attributes of the other file
   * @param permissions the permissions to set; those of the group are not set if the group cannot
   *     be set
   */
  static void copyOwnerAndGroup(
      Path file, PosixFileAttributes like, Set<PosixFilePermission> permissions)
      throws IOException {
    PosixFileAttributeView view =
        Objects.requireNonNull(
            Files.getFileAttributeView(
                file, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS));
    PosixFileAttributes given = view.readAttributes();
    Set<PosixFilePermission> allowed = EnumSet.noneOf(PosixFilePermission.class);
    allowed.addAll(permissions);
    if (!given.group().equals(like.group())) {
      try {
        view.setGroup(like.group());
      } catch (IOException | UnsupportedOperationException e) {
        // Only members of a group can set that group. The group that the file has now must not get
        // the permissions of the other group.
        allowed.removeAll(GROUPS);
      }
    }
    if (!given.owner().equals(like.owner())) {
      try {
        view.setOwner(like.owner());
      } catch (IOException | UnsupportedOperationException e) {
        // Only root can change the owner.
      }
    }
    view.setPermissions(allowed);
  }

  /** Replaces the target with the file. */
  void commit() throws IOException {
    if (attributes.isPresent()) {
      copyAttributes(attributes.get());
    }
    channel.force(true);
    check.run();
    Files.move(
        temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    done = true;
    try {
      channel.close(); // Only now, because this also releases the lock.
    } catch (IOException e) {
      // All bytes are on the disk, and the target is replaced.
    }
    try (FileChannel folder = FileChannel.open(folder(), StandardOpenOption.READ)) {
      folder.force(true);
    } catch (IOException | UnsupportedOperationException e) {
      // Not all systems support this, and the target is replaced in any case.
    }
  }

  /**
   * Sets the attributes and locks the file again: setting them opens and closes the file, and on
   * POSIX systems this releases all locks of the process on the file. Other processes do not remove
   * the file meanwhile, because it was just modified.
   */
  private void copyAttributes(PosixFileAttributes like) throws IOException {
    Files.getFileAttributeView(temporary, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .setTimes(FileTime.from(Instant.now()), null, null);
    copyOwnerAndGroup(temporary, like, like.permissions());
    if (lock != null) {
      lock.release();
    }
    if (!tryLock()) {
      throw new FileSystemException(
          target.toString(), null, "another program has locked or deleted " + temporary);
    }
  }

  /** Deletes the file if it has not replaced its target. */
  @Override
  public void close() throws IOException {
    if (done) {
      return;
    }
    done = true;
    try {
      channel.close();
    } finally {
      Files.deleteIfExists(temporary);
    }
  }
}
