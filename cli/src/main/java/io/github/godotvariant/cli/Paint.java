package io.github.godotvariant.cli;

import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Ansi.Style;

/**
 * Colours, if the output is for a terminal. Picocli's markup is not used, as the text may be
 * anything.
 *
 * @param on whether to use them
 */
record Paint(boolean on) {
  /** Colours where picocli sees a terminal that wants them. */
  Paint(Ansi ansi) {
    this(ansi.enabled()); // asked once, as the answer takes a look around
  }

  /** What matters less. */
  String faint(String text) {
    return with(Style.faint, text);
  }

  String type(String text) {
    return with(Style.fg_cyan, text);
  }

  String name(String text) {
    return with(Style.fg_yellow, text);
  }

  String alarm(String text) {
    return with(Style.fg_red, text);
  }

  String good(String text) {
    return with(Style.fg_green, text);
  }

  private String with(Style style, String text) {
    return on && !text.isEmpty() ? style.on() + text + style.off() : text;
  }
}
