package io.github.godotvariant.save;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** A temporary file that replaces its target when it is complete, or is deleted. */
final class AtomicFile implements Closeable {
  private static final Set<PosixFilePermission> GROUPS =
      EnumSet.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.GROUP_EXECUTE);

  /** Where links lead in circles, opening the file will say so. */
  private static final int MOST_LINKS = 40;

  private final Path target;
  private final Path temporary;

  /** The owner, group and permissions of the complete file; empty if the system has none. */
  private final Optional<PosixFileAttributes> attributes;

  /** What has to be so right before it takes its place. */
  private final Check check;

  final FileChannel channel;
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

  /** Throws unless all is as it should be. */
  @FunctionalInterface
  interface Check {
    void run() throws IOException;
  }

  /**
   * Opens what a path leads to if that is there to be written to and never to be replaced: a
   * device, a pipe, or something that is open already, like {@code /dev/stdout}.
   */
  static Optional<FileChannel> throughTo(Path path) throws IOException {
    if (isOpenFile(path)) {
      return Optional.of(FileChannel.open(path, StandardOpenOption.APPEND));
    }
    return Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path)
        ? Optional.of(FileChannel.open(path, StandardOpenOption.WRITE))
        : Optional.empty();
  }

  /** Whether links lead to an open file of a process, where Linux has them, and not to a name. */
  private static boolean isOpenFile(Path path) throws IOException {
    Path link = path;
    for (int i = 0; i < MOST_LINKS && Files.isSymbolicLink(link); i++) {
      Path folder = Objects.requireNonNull(link.toAbsolutePath().getParent()).toRealPath();
      if (folder.startsWith("/proc")) {
        return true;
      }
      link = folder.resolve(Files.readSymbolicLink(link));
    }
    return false;
  }

  /** Opens a file that is to replace the target, or to be the first there. */
  static AtomicFile replacing(Path path) throws IOException {
    return replacing(path, () -> {});
  }

  /** The same, if a check that is made as late as possible does not throw. */
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
        exists ? attributes(target) : attributesOfNewFile(target);
    while (true) {
      Path temporary = TemporaryFiles.next(target);
      try {
        // Only the owner may read the file while it grows. Its permissions are set at the end.
        FileChannel channel =
            FileChannel.open(
                temporary,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                secret(target));
        AtomicFile file = new AtomicFile(target, temporary, attributes, check, channel);
        if (file.tryLock()) {
          return file;
        }
        file.close();
      } catch (FileAlreadyExistsException e) {
        // The next name then.
      }
    }
  }

  /**
   * Locks the file, so that no other process takes it for abandoned.
   *
   * @return false if another process did that before the lock was there, and deletes the file
   */
  private boolean tryLock() throws IOException {
    try {
      return channel.tryLock() != null && Files.exists(temporary, LinkOption.NOFOLLOW_LINKS);
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

  /** Creates an empty file to see its permissions, which the process and the folder decide. */
  private static Optional<PosixFileAttributes> attributesOfNewFile(Path target) throws IOException {
    if (secret(target).length == 0) {
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

  /** Makes a new file one that nobody else can open, where the file system knows of others. */
  static FileAttribute<?>[] secret(Path path) {
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
   * Gives a new file the owner and the group of another file, as far as the system allows it.
   *
   * @param permissions the permissions of the file; without those of the group if that cannot be
   *     set
   */
  static void give(Path file, PosixFileAttributes like, Set<PosixFilePermission> permissions)
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
        // Only members of a group can set it. Members of another group must not get its rights.
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

  /** Puts the file into place. */
  void commit() throws IOException {
    if (attributes.isPresent()) {
      give(temporary, attributes.get(), attributes.get().permissions());
    }
    channel.force(true);
    check.run();
    Files.move(
        temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    done = true;
    try {
      channel.close(); // Only now, because this also releases the lock.
    } catch (IOException e) {
      // All bytes are on the disk, and the file is in place.
    }
    try (FileChannel folder = FileChannel.open(folder(), StandardOpenOption.READ)) {
      folder.force(true);
    } catch (IOException | UnsupportedOperationException e) {
      // Not every system can; the file is in place all the same.
    }
  }

  /** Removes the file unless it is in place. */
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
