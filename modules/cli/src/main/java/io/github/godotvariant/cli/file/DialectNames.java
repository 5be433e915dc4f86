package io.github.godotvariant.cli.file;

import io.github.godotvariant.cli.terminal.NamedValues;
import io.github.godotvariant.dialect.Dialect;

/** A converter from names on the command line to dialects. */
public final class DialectNames extends NamedValues<Dialect> {
  public DialectNames() {
    super(Dialect.presets().stream(), Dialect::name, dialect -> true);
  }

  @Override
  protected String problem(String name) {
    return "no dialect is called '" + name + "'; there are ";
  }
}
