package io.github.godotvariant.multiplayer;

import io.github.godotvariant.PackedByteArray;
import java.nio.charset.StandardCharsets;

/**
 * Checks the arguments that programs pass, such as components of packets and names of nodes. The
 * methods throw an {@link IllegalArgumentException} for an invalid argument.
 */
final class Checks {
  /** The characters that engines do not allow in names of nodes. */
  private static final String FORBIDDEN_IN_NAMES = ".:@/\"%";

  /**
   * The characters that are not allowed in paths. Paths may contain slashes between names, and
   * names with an @, which engines generate.
   */
  private static final String FORBIDDEN_IN_PATHS = ".:\"%";

  private Checks() {}

  static void number(String argument, long number) {
    if (number < 0 || number > MultiplayerPacket.LARGEST_NUMBER) {
      throw new IllegalArgumentException(
          argument + " is " + number + ", must be 0 to " + MultiplayerPacket.LARGEST_NUMBER);
    }
  }

  static void range(String argument, int number, int max) {
    if (number < 0 || number > max) {
      throw new IllegalArgumentException(argument + " is " + number + ", must be 0 to " + max);
    }
  }

  static void text(String argument, String text) {
    if (text.indexOf('\0') >= 0 || !StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw new IllegalArgumentException(argument + " contains NUL or an unpaired surrogate");
    }
  }

  /**
   * Checks the path that a program passes for a node. The path must be valid and relative to {@code
   * /root}.
   */
  static void path(String path) {
    text("path", path);
    String relative = NodeRegistry.relative(path);
    if (!relative.equals(path)) {
      throw new IllegalArgumentException(
          "path "
              + EventText.quoted(path)
              + " is absolute; use "
              + EventText.quoted(relative)
              + ", relative to /root");
    }
    if (path.equals(".")) {
      return;
    }
    for (String name : path.split("/", -1)) {
      if (name.isEmpty() || name.chars().anyMatch(c -> FORBIDDEN_IN_PATHS.indexOf(c) >= 0)) {
        throw new IllegalArgumentException(
            EventText.quoted(path)
                + " is not a path of a node; use the names below /root with / between them, for"
                + " example \"World/Players\", or \".\" for /root itself. Names are not empty and"
                + " do not contain any of "
                + FORBIDDEN_IN_PATHS);
      }
    }
  }

  /**
   * Checks the name that a program passes for a spawned node. Engines would change an invalid name.
   */
  static void name(String name) {
    text("name", name);
    if (name.isEmpty() || name.chars().anyMatch(c -> FORBIDDEN_IN_NAMES.indexOf(c) >= 0)) {
      throw new IllegalArgumentException(
          EventText.quoted(name)
              + " is not a name of a node; names are not empty and do not contain any of "
              + FORBIDDEN_IN_NAMES);
    }
  }

  static void checksum(String checksum) {
    if (checksum.length() != Command.CHECKSUM_CHARACTERS
        || !checksum.chars().allMatch(c -> c > ' ' && c <= '~')) {
      throw new IllegalArgumentException("checksum must have 32 printable ASCII characters");
    }
  }

  static void notEmpty(String argument, PackedByteArray bytes) {
    if (bytes.size() == 0) {
      throw new IllegalArgumentException(argument + " is empty");
    }
  }
}
