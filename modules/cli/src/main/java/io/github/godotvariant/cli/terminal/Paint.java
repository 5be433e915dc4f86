package io.github.godotvariant.cli.terminal;

import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Ansi.Style;

/**
 * Colours text for a terminal. Does not use Picocli's markup, because the text is untrusted.
 *
 * @param on whether to use colours
 */
public record Paint(boolean on) {
  /** Creates an object that uses colours if picocli detects a terminal that supports colours. */
  public Paint(Ansi ansi) {
    this(ansi.enabled()); // asked only once, because picocli examines the environment each time
  }

  /** Returns less important text in a faint style. */
  public String faint(String text) {
    return with(Style.faint, text);
  }

  public String type(String text) {
    return with(Style.fg_cyan, text);
  }

  public String name(String text) {
    return with(Style.fg_yellow, text);
  }

  public String alarm(String text) {
    return with(Style.fg_red, text);
  }

  public String good(String text) {
    return with(Style.fg_green, text);
  }

  private String with(Style style, String text) {
    return on && !text.isEmpty() ? style.on() + text + style.off() : text;
  }
}
