package io.github.godotvariant.cli.file;

import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.cli.terminal.CliException;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.text.VariantText;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The arguments for a file and a path in one of its values. */
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
   * @throws CliException if it cannot be parsed
   */
  public VariantPath path() {
    rejectNegative(index);
    return parse("PATH", path);
  }

  /**
   * Checks the number of a value.
   *
   * @param index the argument of {@code --value}
   * @throws CliException if it is negative
   */
  public static void rejectNegative(Optional<Integer> index) {
    CliException.rejectUsage(
        index.isPresent() && index.get() < 0, "--value: values count from 0 on");
  }

  /**
   * Parses a path.
   *
   * @param name the name of the argument
   * @throws CliException if it cannot be parsed
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
   * Returns the selected value.
   *
   * @throws CliException if the value is malformed or missing, or if {@code --value} is missing and
   *     the file has several values or other bytes
   */
  public StoredValues.Stored choose(StoredValues values) {
    return choose(values, index);
  }

  /**
   * Returns the selected value. Does not read values after it if {@code index} is present.
   *
   * @param index the argument of {@code --value}
   * @throws CliException if the value is malformed or missing, or if {@code index} is empty and the
   *     file has several values or other bytes
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
