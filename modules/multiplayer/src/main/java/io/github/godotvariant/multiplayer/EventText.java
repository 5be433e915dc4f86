package io.github.godotvariant.multiplayer;

import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.StringValue;

/**
 * Text of peers for events, log lines and exceptions: one line of bounded length, with escapes for
 * control and format characters, which a terminal would obey.
 */
final class EventText {
  private EventText() {}

  /** Returns a whole message. The exception escapes its message; nothing else of it is used. */
  static String line(String text) {
    return new MalformedVariantException(text, MalformedVariantException.NO_OFFSET, "").problem();
  }

  /** Returns a name in quotes, cut after its first characters. */
  static String quoted(String name) {
    return StringValue.of(name).toShortString();
  }
}
