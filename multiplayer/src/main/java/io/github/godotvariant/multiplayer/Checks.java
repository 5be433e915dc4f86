package io.github.godotvariant.multiplayer;

import io.github.godotvariant.PackedByteArray;
import java.nio.charset.StandardCharsets;

/** What components of packets have to be, for whoever makes one. */
final class Checks {
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
