package io.github.godotvariant.cli.file;

import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.cli.terminal.CliException;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.text.VariantText;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Declares the arguments of commands that need a file and a path in one of the values in that file.
 */
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class PathOptions {
  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description = "The file with the values; - is standard input.")
  private String file;

  @Parameters(
      index = "1",
      paramLabel = "PATH",
      description = "The path, for example '$.inventory[0].count'. Quote it for the shell.")
  private String path;

  @Option(
      names = "--value",
      paramLabel = "N",
      description =
          "The number of the value in the file, from 0. Needed if there are several, as 'gdvar"
              + " inspect' shows them.")
  private Optional<Integer> index = Optional.empty();

  /** {@return the name of the file, or {@code -}} */
  public String file() {
    return file;
  }

  /**
   * Returns the path in the value.
   *
   * @throws CliException if the path cannot be parsed, or if {@code --value} is negative
   */
  public VariantPath path() {
    rejectNegative(index);
    return parse("PATH", path);
  }

  /**
   * Rejects a negative argument of {@code --value}.
   *
   * @param index the argument; empty if the option is not given
   * @throws CliException if the argument is negative
   */
  public static void rejectNegative(Optional<Integer> index) {
    CliException.rejectUsage(
        index.isPresent() && index.get() < 0, "--value: values count from 0 on");
  }

  /**
   * Parses a path.
   *
   * @param name the name of the argument, for messages
   * @throws CliException if the path cannot be parsed
   */
  public static VariantPath parse(String name, String path) {
    CliException.rejectUsage(
        path.isEmpty(), name + " is empty; the path of the whole value is '$'");
    try {
      return VariantText.GODOT_4.parsePath(path);
    } catch (VariantException e) {
      throw CliException.usage(name + ": " + e.getMessage());
    }
  }

  /**
   * Returns the value that {@code --value} selects; without this option, the only value of the
   * file.
   *
   * @throws CliException if the value is malformed or missing. Without {@code --value}, also if the
   *     file has several values, or other bytes around its value
   */
  public StoredValues.Stored choose(StoredValues values) {
    return choose(values, index);
  }

  /**
   * Returns the value with the number {@code index}; if {@code index} is empty, the only value of
   * the file. If {@code index} is present, values after the selected value are not read.
   *
   * @param index the argument of {@code --value}
   * @throws CliException if the value is malformed or missing. If {@code index} is empty, also if
   *     the file has several values, or other bytes around its value
   */
  public static StoredValues.Stored choose(StoredValues values, Optional<Integer> index) {
    long count = 0;
    for (; values.hasNext(); count++) {
      StoredValues.Stored next = values.next();
      if (next.index() == index.orElse(0)) {
        CliException.rejectUsage(
            index.isEmpty() && values.hasNext(),
            values.name() + " has several values; --value says which one, from 0 on");
        CliException.rejectUsage(
            index.isEmpty() && values.file().hasSurroundingBytes(),
            values.name()
                + " has other bytes around its values, which can be a damaged value; 'gdvar"
                + " inspect' shows the values, and --value 0 selects the first one");
        values.whole(next);
        return next;
      }
    }
    throw CliException.badData(
        count == 0
            ? values.name() + ": no values found"
            : "%s has no value %s; it has %s, numbered from 0"
                .formatted(values.name(), index.orElse(0), Text.count(count, "value")));
  }
}
