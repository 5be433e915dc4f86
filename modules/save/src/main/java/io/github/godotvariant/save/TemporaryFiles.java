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
import java.nio.file.attribute.BasicFileAttributes;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * Creates names of temporary files, and removes the files of dead processes.
 *
 * <p>A name has three parts in hex digits: an id of the process, a random number, and a checksum of
 * both and of the name of the target. The checksum distinguishes the temporary files of one target
 * from those of other targets, and from files of users with a similar name. A process locks its
 * temporary file until the file has replaced its target. The system releases the lock when the
 * process dies.
 *
 * <p>Listing a folder with many files takes long, so a process lists a folder at most once a
 * minute.
 */
final class TemporaryFiles {
  private static final String PREFIX = ".godot-variant-";
  private static final Pattern NAME =
      Pattern.compile(Pattern.quote(PREFIX) + "([0-9a-f]{8})([0-9a-f]{16})([0-9a-f]{8})\\.tmp");

  /**
   * A file counts as abandoned only if it was last modified at least this time ago. A more recent
   * file can be in use without a lock: a process loses the lock for a moment before the file
   * replaces its target.
   */
  private static final Duration MIN_AGE = Duration.ofMinutes(1);

  private static final int MAX_LISTINGS = 100;

  /** The last listing of each folder in which this process recently edited files. */
  private static final Map<Path, Listing> LISTINGS =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Path, Listing> eldest) {
          return size() > MAX_LISTINGS;
        }
      };

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final HexFormat HEX = HexFormat.of();

  /**
   * Identifies this process. The text is equal in all class loaders, and different in a later
   * process with the same process id.
   */
  private static final String PROCESS = process();

  /**
   * The result of listing a folder.
   *
   * @param files the temporary files of other processes in the folder
   * @param time the value of {@link System#nanoTime} at the start of the listing
   */
  private record Listing(List<Path> files, long time) {}

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

  /**
   * Returns the path of a new temporary file in the folder of the target. The name starts with a
   * dot, so most systems hide the file.
   */
  static Path next(Path target) {
    byte[] bytes = new byte[8];
    RANDOM.nextBytes(bytes);
    String random = HEX.formatHex(bytes);
    String checksum = checksum(PROCESS, random, target);
    return target.resolveSibling(PREFIX + PROCESS + random + checksum + ".tmp");
  }

  /**
   * Removes the temporary files of a target that dead processes left at least a minute ago. Files
   * that cannot be opened or locked stay.
   *
   * @param target the file that the temporary files were to replace
   */
  static void removeAbandoned(Path target) {
    removeAbandoned(target, System.nanoTime());
  }

  /**
   * Removes temporary files as {@link #removeAbandoned(Path)} does; {@code now} is the current
   * value of {@link System#nanoTime}.
   */
  static void removeAbandoned(Path target, long now) {
    Path folder = Objects.requireNonNull(target.toAbsolutePath().getParent());
    for (Path file : filesOfOtherProcesses(folder, now)) {
      if (isOf(file, target)) {
        removeIfAbandoned(file);
      }
    }
  }

  /**
   * Returns the temporary files of other processes in a folder. Lists the folder only if the last
   * listing is older than a minute.
   */
  private static List<Path> filesOfOtherProcesses(Path folder, long now) {
    synchronized (LISTINGS) {
      Listing last = LISTINGS.get(folder);
      if (last != null && now - last.time() <= MIN_AGE.toNanos()) {
        return last.files();
      }
    }
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(folder, TemporaryFiles::isOfOtherProcess)) {
      files.forEach(found::add);
    } catch (IOException | DirectoryIteratorException e) {
      return List.of(); // The edit does not depend on the list, and the next edit tries again.
    }
    synchronized (LISTINGS) {
      LISTINGS.put(folder, new Listing(found, now));
    }
    return found;
  }

  private static Matcher parts(Path file) {
    return NAME.matcher(String.valueOf(file.getFileName()));
  }

  /**
   * Returns whether a file has the name of a temporary file of another process. A file of this
   * process must not be opened here, because closing it would release the lock of the thread that
   * writes the file.
   */
  private static boolean isOfOtherProcess(Path file) {
    Matcher parts = parts(file);
    return parts.matches() && !parts.group(1).equals(PROCESS);
  }

  private static boolean isOf(Path file, Path target) {
    Matcher parts = parts(file);
    return parts.matches()
        && parts.group(3).equals(checksum(parts.group(1), parts.group(2), target));
  }

  private static void removeIfAbandoned(Path file) {
    try {
      BasicFileAttributes attributes =
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      Instant latest = Instant.now().minus(MIN_AGE);
      if (!attributes.isRegularFile()
          || attributes.lastModifiedTime().toInstant().isAfter(latest)) {
        return;
      }
      try (FileChannel channel =
          FileChannel.open(
              file, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
        if (channel.tryLock() != null) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException | OverlappingFileLockException e) {
      // The file belongs to another user, or another process has removed it.
    }
  }
}
