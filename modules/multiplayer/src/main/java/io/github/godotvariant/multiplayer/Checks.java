package io.github.godotvariant.multiplayer;

import io.github.godotvariant.PackedByteArray;
import java.nio.charset.StandardCharsets;

/** What components of packets have to be, for whoever makes one. */
final class Checks {
  /** What engines refuse in names of nodes. */
  private static final String IN_NO_NAME = ".:@/\"%";

  /** Between names there is a slash, and names that engines give by themselves have an @. */
  private static final String IN_NO_PATH = ".:\"%";

  private Checks() {}

  static void number(String what, long number) {
    if (number < 0 || number > MultiplayerPacket.LARGEST_NUMBER) {
      throw new IllegalArgumentException(what + " " + number);
    }
  }

  static void range(String what, int number, int most) {
    if (number < 0 || number > most) {
      throw new IllegalArgumentException(what + " " + number);
    }
  }

  static void text(String what, String text) {
    if (text.indexOf('\0') >= 0 || !StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw new IllegalArgumentException(what + " with NUL or half a surrogate pair");
    }
  }

  /** What a program calls a node by: all names from the root on. */
  static void path(String path) {
    text("path", path);
    String relative = Nodes.relative(path);
    if (!relative.equals(path)) {
      throw new IllegalArgumentException(
          "paths are relative to /root: "
              + EventText.quoted(relative)
              + " instead of "
              + EventText.quoted(path));
    }
    if (path.equals(".")) {
      return;
    }
    for (String name : path.split("/", -1)) {
      if (name.isEmpty() || name.chars().anyMatch(c -> IN_NO_PATH.indexOf(c) >= 0)) {
        throw new IllegalArgumentException(
            EventText.quoted(path)
                + " is no path of a node: the names from /root on with / between them, for example"
                + " \"World/Players\", or \".\" for /root itself; no name is empty or has one of "
                + IN_NO_PATH);
      }
    }
  }

  /** What a program calls a node that it makes; engines would change other names. */
  static void name(String name) {
    text("name", name);
    if (name.isEmpty() || name.chars().anyMatch(c -> IN_NO_NAME.indexOf(c) >= 0)) {
      throw new IllegalArgumentException(
          EventText.quoted(name)
              + " is no name of a node: it is not empty, and has none of "
              + IN_NO_NAME);
    }
  }

  static void checksum(String checksum) {
    if (checksum.length() != Command.CHECKSUM
        || !checksum.chars().allMatch(c -> c > ' ' && c <= '~')) {
      throw new IllegalArgumentException("a checksum has 32 characters of ASCII");
    }
  }

  static void notEmpty(String what, PackedByteArray bytes) {
    if (bytes.size() == 0) {
      throw new IllegalArgumentException("empty " + what);
    }
  }
}
