package io.github.godotvariant.cli;

import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.text.VariantText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code gdvar set}: one value of a file changed. */
@Command(
    name = "set",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    description = {
      "Changes what stands at a place in a file, and says what was there.",
      "",
      "The file stays compressed or encrypted as it was, and everything else in it stays the same."
          + " It is replaced when the new one is complete. The last step of the path may be new: a"
          + " key that a dictionary has not got yet, or the index behind an array's last element.",
      "",
      "VALUE is in the engine's notation: 99, 0.5, true, '\"a text\"', 'Vector2(1, 2)', '[1, 2]'. A"
          + " whole number becomes a float where a float was, and a text in quotes becomes what was"
          + " there of String, StringName and NodePath."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:it is changed",
      "1:there is no such place, the value does not fit there, or the file is broken",
      "2:the command line is wrong",
      Gdvar.FILE_TROUBLE_MEANS
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  gdvar set player.save '$.inventory[0].count' 99",
      "  gdvar set player.save '$.name' '\"Élodie\"' -o changed.save"
    })
@SuppressWarnings("NullAway.Init") // picocli sets the fields
final class SetCommand implements Callable<Integer> {
  @ParentCommand private Gdvar gdvar;
  @Spec private CommandSpec spec;

  @Mixin private Place place;

  @Parameters(
      index = "2",
      paramLabel = "VALUE",
      description = "What is to stand there. Quote it for the shell.")
  private String text;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "OUT",
      description = "Write this file, or standard output for -, and leave FILE alone.")
  private Optional<String> output = Optional.empty();

  @Mixin private Opening opening;

  @Override
  public Integer call() {
    place.path(); // before anything is read
    return opening.read(place.file(), spec.commandLine(), gdvar, this::change);
  }

  private int change(StoredValues values) throws IOException {
    CommandLine command = spec.commandLine();
    Optional<Path> path = Target.pathOrInput(output, values.data(), command);
    Changed changed = new Changed(values, parse());
    Target.write(() -> changed, path, values.format(), gdvar);
    if (path.isPresent()) {
      Paint paint = new Paint(command.getColorScheme().ansi());
      Notation notation = new Notation(Detail.SHORT);
      changed.differences.forEach(one -> command.getOut().print(one.line(notation, paint) + "\n"));
    }
    return Gdvar.OK;
  }

  private Variant parse() {
    try {
      return VariantText.GODOT_4.parse(text);
    } catch (VariantException e) {
      throw new ParameterException(
          spec.commandLine(), "VALUE: " + e.getMessage() + "; a text stands in quotes: '\"…\"'", e);
    }
  }

  /** The values of the file, one of them changed. */
  private final class Changed implements Iterator<Variant> {
    private final StoredValues values;
    private final Variant wanted;
    private List<Difference> differences = List.of();
    private boolean found;

    Changed(StoredValues values, Variant wanted) {
      this.values = values;
      this.wanted = wanted;
    }

    @Override
    public boolean hasNext() {
      if (values.hasNext()) {
        return true;
      }
      if (!found) {
        throw place.noValue(values.data().name());
      }
      return false;
    }

    @Override
    public Variant next() {
      StoredValues.Stored stored = values.next();
      Variant before = values.whole(stored);
      if (!place.isIn(stored)) {
        return before;
      }
      found = true;
      place.checkChoice(values);
      VariantPath path = place.path();
      try {
        Variant fitting = path.find(before).map(old -> like(old, wanted)).orElse(wanted);
        Variant after = path.replaceIn(before, fitting);
        differences = Comparison.of(before, after);
        return after;
      } catch (VariantException e) {
        throw new BadDataException(values.data().name() + ": " + e.getMessage());
      }
    }
  }

  /** A value in the type of another one, where that is what people mean. */
  private static Variant like(Variant old, Variant wanted) {
    if (old instanceof FloatValue
        && wanted instanceof IntValue number
        && (long) (double) number.value() == number.value()) {
      return FloatValue.of((double) number.value());
    }
    if (wanted instanceof StringValue string) {
      if (old instanceof StringName) {
        return StringName.of(string.value());
      }
      if (old instanceof NodePath) {
        return NodePath.parse(string.value());
      }
    }
    return wanted;
  }
}
