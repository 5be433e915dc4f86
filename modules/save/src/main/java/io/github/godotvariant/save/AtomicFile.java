package io.github.godotvariant.save;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** A new file beside an old one, which takes its place when it is complete, or goes away. */
final class AtomicFile implements Closeable {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Set<PosixFilePermission> GROUPS =
      EnumSet.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.GROUP_EXECUTE);

  /** Where links lead in circles, opening the file will say so. */
  private static final int MOST_LINKS = 40;

  private final Path target;
  private final Path temporary;

  /** What the old file says about who may do what, where there is one and it says so. */
  private final Optional<PosixFileAttributes> old;

  /** What has to be so right before it takes its place. */
  private final Check check;

  final FileChannel channel;
  private boolean done;

  private AtomicFile(
      Path target,
      Path temporary,
      Optional<PosixFileAttributes> old,
      Check check,
      FileChannel channel) {
    this.target = target;
    this.temporary = temporary;
    this.old = old;
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
    Optional<PosixFileAttributes> old = Optional.empty();
    boolean exists = Files.exists(target, LinkOption.NOFOLLOW_LINKS);
    if (exists) {
      if (!Files.isWritable(target)) {
        throw new AccessDeniedException(path.toString());
      }
      PosixFileAttributeView view =
          Files.getFileAttributeView(target, PosixFileAttributeView.class);
      if (view != null) {
        old = Optional.of(view.readAttributes());
      }
    }
    while (true) {
      Path temporary = target.resolveSibling(newName());
      try {
        Set<OpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        // Whoever may not read the old file must not read the new one while it grows.
        FileChannel channel =
            FileChannel.open(temporary, options, exists ? secret(target) : new FileAttribute<?>[0]);
        return new AtomicFile(target, temporary, old, check, channel);
      } catch (FileAlreadyExistsException e) {
        // The next name then.
      }
    }
  }

  /** A name of its own in the same folder, hidden on most systems. */
  static String newName() {
    byte[] random = new byte[8];
    RANDOM.nextBytes(random);
    return ".godot-variant-" + HexFormat.of().formatHex(random) + ".tmp";
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

  /** Gives the file to whom the old one belongs, and lets them do what they could. */
  private void takePermissions(PosixFileAttributes wanted) throws IOException {
    PosixFileAttributeView mine =
        Objects.requireNonNull(Files.getFileAttributeView(temporary, PosixFileAttributeView.class));
    PosixFileAttributes given = mine.readAttributes();
    Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
    permissions.addAll(wanted.permissions());
    if (!given.group().equals(wanted.group())) {
      try {
        mine.setGroup(wanted.group());
      } catch (IOException | UnsupportedOperationException e) {
        // Only members give files to a group. What the old one's might do, another might not.
        permissions.removeAll(GROUPS);
      }
    }
    if (!given.owner().equals(wanted.owner())) {
      try {
        mine.setOwner(wanted.owner());
      } catch (IOException | UnsupportedOperationException e) {
        // Only root gives files away.
      }
    }
    mine.setPermissions(permissions);
  }

  /** Puts the file into place. */
  void commit() throws IOException {
    if (old.isPresent()) {
      takePermissions(old.get());
    }
    channel.force(true);
    channel.close();
    check.run();
    Files.move(
        temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    done = true;
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
