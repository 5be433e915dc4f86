package io.github.godotvariant.cli.file;

import io.github.godotvariant.save.Framing;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine;

/** The names of the framings, for completion and for error messages. */
public final class FramingNames extends ArrayList<String> {
  private static final long serialVersionUID = 1L;

  /** Called by picocli. */
  public FramingNames() {
    super(all());
  }

  public static String name(Framing framing) {
    return framing.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static List<String> all() {
    return Stream.of(Framing.values()).map(FramingNames::name).toList();
  }

  /** Finds framings by name. */
  public static final class Converter implements CommandLine.ITypeConverter<Framing> {
    @Override
    public Framing convert(String name) {
      return Stream.of(Framing.values())
          .filter(framing -> name(framing).equals(name))
          .findFirst()
          .orElseThrow(
              () ->
                  new CommandLine.TypeConversionException(
                      "'" + name + "' is not one of " + String.join(", ", all())));
    }
  }
}
