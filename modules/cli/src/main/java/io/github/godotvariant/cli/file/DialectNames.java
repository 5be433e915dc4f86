package io.github.godotvariant.cli.file;

import io.github.godotvariant.cli.terminal.NamedValues;
import io.github.godotvariant.dialect.Dialect;

/** Converts names on the command line, such as {@code godot-4}, to dialects. */
public final class DialectNames extends NamedValues<Dialect> {
  public DialectNames() {
    super(Dialect.presets().stream(), Dialect::name, dialect -> true);
  }

  @Override
  protected String problem(String name) {
    return "no dialect is called '" + name + "'; there are ";
  }
}
