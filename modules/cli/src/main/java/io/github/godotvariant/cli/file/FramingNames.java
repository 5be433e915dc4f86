package io.github.godotvariant.cli.file;

import io.github.godotvariant.cli.terminal.NamedValues;
import io.github.godotvariant.save.Framing;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Converts names on the command line, such as {@code store-var}, to framings. A framing says how
 * values follow each other in a file.
 */
public final class FramingNames extends NamedValues<Framing> {
  FramingNames() {
    super(Stream.of(Framing.values()), FramingNames::name, framing -> true);
  }

  /** {@return the name of a framing, such as {@code store-var}} */
  public static String name(Framing framing) {
    return framing.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
