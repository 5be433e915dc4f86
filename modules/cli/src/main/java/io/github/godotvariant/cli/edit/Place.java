package io.github.godotvariant.cli.edit;

import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.cli.file.StoredValues;
import io.github.godotvariant.cli.terminal.BadDataException;
import io.github.godotvariant.text.VariantText;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A file, and a place in one of its values. */
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class Place {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description = "The file with the values; - is standard input.")
  private String file;

  @Parameters(
      index = "1",
      paramLabel = "PATH",
      description = "The place, for example '$.inventory[0].count'. Quote it for the shell.")
  private String path;

  @Option(
      names = "--value",
      paramLabel = "N",
      description =
          "Which of the file's values, from 0 on. Needed if there are several, as 'gdvar inspect'"
              + " shows them.")
  private Optional<Integer> index = Optional.empty();

  /** The file's name, or {@code -}. */
  String file() {
    return file;
  }

  /**
   * The place inside of the value.
   *
   * @throws ParameterException if it is none
   */
  VariantPath path() {
    if (index.isPresent() && index.get() < 0) {
      throw new ParameterException(command.commandLine(), "--value: values count from 0 on");
    }
    if (path.isEmpty()) {
      throw new ParameterException(
          command.commandLine(), "PATH is empty; the path of the whole value is '$'");
    }
    try {
      return VariantText.GODOT_4.parsePath(path);
    } catch (VariantException e) {
      throw new ParameterException(command.commandLine(), "PATH: " + e.getMessage(), e);
    }
  }

  /** Whether a value is the one that is meant. */
  boolean isIn(StoredValues.Stored value) {
    return value.index() == index.orElse(0);
  }

  /**
   * The value that is meant.
   *
   * @throws BadDataException if it is broken, or if there is none
   * @throws ParameterException if it is not clear which it is
   */
  StoredValues.Stored choose(StoredValues values) {
    String name = values.data().name();
    while (values.hasNext()) {
      StoredValues.Stored next = values.next();
      if (isIn(next)) {
        checkChoice(values);
        values.whole(next);
        return next;
      }
    }
    throw noValue(name);
  }

  /**
   * Makes sure that it is clear which value is meant, after the first one was read.
   *
   * @throws ParameterException if there are more and none was named
   */
  void checkChoice(StoredValues values) {
    if (index.isEmpty() && values.hasNext()) {
      throw new ParameterException(
          command.commandLine(),
          values.data().name() + " has several values; --value says which one, from 0 on");
    }
  }

  /** Says that the value that is meant is not there. */
  BadDataException noValue(String name) {
    return new BadDataException(name + " has no value " + index.orElse(0));
  }
}
