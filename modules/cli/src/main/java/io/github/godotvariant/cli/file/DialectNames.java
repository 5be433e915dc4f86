package io.github.godotvariant.cli.file;

import io.github.godotvariant.dialect.Dialect;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** The names of the dialects, for completion and for error messages. */
public final class DialectNames extends ArrayList<String> {
  private static final long serialVersionUID = 1L;

  /** Called by picocli. */
  public DialectNames() {
    super(all());
  }

  private static List<String> all() {
    return Dialect.presets().stream().map(Dialect::name).toList();
  }

  /** Finds dialects by name. */
  public static final class Converter implements CommandLine.ITypeConverter<Dialect> {
    @Override
    public Dialect convert(String name) {
      return Dialect.named(name)
          .orElseThrow(
              () ->
                  new CommandLine.TypeConversionException(
                      "no dialect is called '"
                          + name
                          + "'; there are "
                          + String.join(", ", all())));
    }
  }
}
