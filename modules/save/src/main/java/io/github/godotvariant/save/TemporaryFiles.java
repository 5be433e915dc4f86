package io.github.godotvariant.save;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * The names of temporary files, and the removal of those that dead processes left.
 *
 * <p>A name has three parts in hex digits: the process, a random number, and a checksum of both and
 * of the name of the target. The checksum tells the temporary files of one target from those of
 * others, and from a user's file with a similar name. A process locks its temporary file until the
 * file is in place, so the system releases the lock when the process dies.
 */
final class TemporaryFiles {
  private static final String PREFIX = ".godot-variant-";
  private static final Pattern REST =
      Pattern.compile("([0-9a-f]{8})([0-9a-f]{16})([0-9a-f]{8})\\.tmp");

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final HexFormat HEX = HexFormat.of();

  /** The same for all class loaders of a process, and another one when its id is used again. */
  private static final String PROCESS = process();

  private TemporaryFiles() {}

  private static String process() {
    ProcessHandle process = ProcessHandle.current();
    Instant start = process.info().startInstant().orElse(Instant.EPOCH);
    return checksum(process.pid() + " " + start.toEpochMilli());
  }

  private static String checksum(String text) {
    CRC32 checksum = new CRC32();
    checksum.update(text.getBytes(StandardCharsets.UTF_8));
    return HEX.toHexDigits((int) checksum.getValue());
  }

  private static String checksum(String process, String random, Path target) {
    return checksum(process + random + target.getFileName());
  }

  /** Returns a new name in the folder of the target, hidden on most systems. */
  static Path next(Path target) {
    byte[] bytes = new byte[8];
    RANDOM.nextBytes(bytes);
    String random = HEX.formatHex(bytes);
    String checksum = checksum(PROCESS, random, target);
    return target.resolveSibling(PREFIX + PROCESS + random + checksum + ".tmp");
  }

  /**
   * Removes the temporary files of a target that dead processes left. Files that cannot be opened
   * or locked stay.
   *
   * @param target the file; the caller holds its {@link EditLock}
   */
  static void removeAbandoned(Path target) {
    Path folder = Objects.requireNonNull(target.toAbsolutePath().getParent());
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(folder, file -> isOfOtherProcess(file, target))) {
      for (Path file : files) {
        removeIfAbandoned(file);
      }
    } catch (IOException | DirectoryIteratorException e) {
      // The edit does not depend on it, and the next edit tries again.
    }
  }

  /** Closing a file of this process would release the lock of the thread that writes it. */
  private static boolean isOfOtherProcess(Path file, Path target) {
    String name = String.valueOf(file.getFileName());
    if (!name.startsWith(PREFIX)) {
      return false;
    }
    Matcher rest = REST.matcher(name.substring(PREFIX.length()));
    return rest.matches()
        && !rest.group(1).equals(PROCESS)
        && rest.group(3).equals(checksum(rest.group(1), rest.group(2), target))
        && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
  }

  private static void removeIfAbandoned(Path file) {
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
      if (channel.tryLock() != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | OverlappingFileLockException e) {
      // Another user's file, or one that another process has removed.
    }
  }
}
