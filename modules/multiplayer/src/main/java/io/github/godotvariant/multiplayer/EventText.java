package io.github.godotvariant.multiplayer;

import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.StringValue;

/**
 * Makes text of peers safe for events, log lines and exceptions. The result is one line of bounded
 * length. Control and format characters are escaped, because they could control a terminal.
 */
final class EventText {
  private EventText() {}

  /**
   * Returns a complete message as one safe line. Creates an exception, but does not throw it,
   * because exceptions of this library escape their messages.
   */
  static String line(String text) {
    return new MalformedVariantException(text, MalformedVariantException.NO_OFFSET, "").problem();
  }

  /** Returns a name in quotation marks. A long name is cut off. */
  static String quoted(String name) {
    return StringValue.of(name).toShortString();
  }
}
