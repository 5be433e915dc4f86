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
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Objects;

/** A new file beside an old one, which takes its place when it is complete, or goes away. */
final class AtomicFile implements Closeable {
  private static final SecureRandom RANDOM = new SecureRandom();

  private final Path target;
  private final Path temporary;
  final FileChannel channel;
  private boolean done;

  private AtomicFile(Path target, Path temporary, FileChannel channel) {
    this.target = target;
    this.temporary = temporary;
    this.channel = channel;
  }

  /** Opens a file that is to replace the target, or to be the first there. */
  static AtomicFile replacing(Path path) throws IOException {
    Path target = Files.isSymbolicLink(path) ? path.toRealPath() : path;
    boolean exists = Files.exists(target, LinkOption.NOFOLLOW_LINKS);
    if (Files.isDirectory(target)) {
      throw new FileSystemException(path.toString(), null, "is a directory");
    }
    if (exists && !Files.isWritable(target)) {
      throw new AccessDeniedException(path.toString());
    }
    while (true) {
      Path temporary = target.resolveSibling(newName());
      FileChannel channel;
      try {
        channel =
            FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      } catch (FileAlreadyExistsException e) {
        continue;
      }
      AtomicFile file = new AtomicFile(target, temporary, channel);
      try {
        if (exists) {
          file.takePermissions();
        }
        return file;
      } catch (IOException | RuntimeException e) {
        file.close();
        throw e;
      }
    }
  }

  /** A name of its own in the same folder, hidden on most systems. */
  static String newName() {
    byte[] random = new byte[8];
    RANDOM.nextBytes(random);
    return ".godot-variant-" + HexFormat.of().formatHex(random) + ".tmp";
  }

  Path folder() {
    return Objects.requireNonNull(temporary.toAbsolutePath().getParent());
  }

  private void takePermissions() throws IOException {
    PosixFileAttributeView old = Files.getFileAttributeView(target, PosixFileAttributeView.class);
    PosixFileAttributeView mine =
        Files.getFileAttributeView(temporary, PosixFileAttributeView.class);
    if (old == null || mine == null) {
      return;
    }
    PosixFileAttributes wanted = old.readAttributes();
    PosixFileAttributes given = mine.readAttributes();
    try {
      if (!given.owner().equals(wanted.owner())) {
        mine.setOwner(wanted.owner());
      }
      if (!given.group().equals(wanted.group())) {
        mine.setGroup(wanted.group());
      }
    } catch (IOException | UnsupportedOperationException e) {
      // Only root gives files away, and only members of a group to that.
    }
    if (!given.permissions().equals(wanted.permissions())) {
      mine.setPermissions(wanted.permissions());
    }
  }

  /** Puts the file into place. */
  void commit() throws IOException {
    channel.force(true);
    channel.close();
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
