package io.github.godotvariant.cli.edit;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.NilValue;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.cli.file.Opening;
import io.github.godotvariant.cli.terminal.BadDataException;
import io.github.godotvariant.cli.terminal.ExitCode;
import io.github.godotvariant.cli.terminal.Session;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.cli.terminal.Version;
import io.github.godotvariant.cli.values.DeclaredTypes;
import io.github.godotvariant.cli.values.Form;
import io.github.godotvariant.cli.values.KeptTypes;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.text.VariantText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
      "The file stays compressed or encrypted as it was, also with --decompress, and all other"
          + " values in it stay the same. It is replaced when the new one is complete, and not if another program changed it"
          + " meanwhile. What stands at the place is replaced; --add adds what is not there yet.",
      "",
      "VALUE is in the engine's notation: 99, 0.5, true, '\"a text\"', 'Vector2(1, 2)', '[1, 2]';"
          + " numbers in brackets behind a type are rounded or cut to what it holds, as the engine"
          + " does, and what is said afterwards shows them as they are written. VALUE"
          + " takes the types of what was there, inside of arrays and dictionaries as well: a whole"
          + " number becomes a float if a float is exactly that, a text in quotes a StringName or"
          + " NodePath, a list a packed array, and declared types stay. Any other type than the one"
          + " that was there is refused, but for null, which may become anything; --retype writes"
          + " VALUE as it stands."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:it is changed",
      "1:there is no such place, VALUE is of another type or does not fit there, or the file is"
          + " broken",
      "2:the command line is wrong",
      ExitCode.FILE_TROUBLE_MEANS,
      ExitCode.NO_MEMORY_MEANS
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  gdvar set player.save '$.inventory[0].count' 99",
      "  gdvar set player.save '$.name' '\"Élodie\"' -o changed.save",
      "  gdvar set player.save '$.position.y' -12.5",
      "  gdvar set player.save '$.quests.dragon' true --add"
    })
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class SetCommand implements Callable<Integer> {
  /** A quote, an escape in a string, or a number. */
  private static final Pattern TOKEN =
      Pattern.compile("(?s)\"|\\\\.|(?<!\\w)[0-9.]+([eE][-+]?[0-9]+)?");

  @ParentCommand private Session session;
  @Spec private CommandSpec spec;

  @Mixin private Place place;

  @Parameters(
      index = "2",
      paramLabel = "VALUE",
      description = "What is to stand there. Quote it for the shell.")
  private String text;

  @Option(
      names = "--add",
      description =
          "The last step of the path may be new: a key that a dictionary has not got yet, a"
              + " property, or the index behind the last element of an array.")
  private boolean add;

  @Option(names = "--retype", description = "Write VALUE as it stands, whatever types were there.")
  private boolean retype;

  @Mixin private Edit edit;
  @Mixin private Opening opening;

  @Override
  public Integer call() {
    place.path(); // before anything is read
    parse(Dialect.GODOT_4);
    return edit.apply(place, opening, spec.commandLine(), session, this::changed);
  }

  private Variant parse(Dialect dialect) {
    checkNumbers();
    try {
      return Form.text(VariantText.GODOT_4, dialect).parse(text);
    } catch (VariantException e) {
      String advice = isPlainText() ? "; a text stands in quotes: '\"…\"'" : "";
      throw new ParameterException(spec.commandLine(), "VALUE: " + e.getMessage() + advice, e);
    }
  }

  /** Rejects numbers that are too large for a float: infinity is written as inf. */
  private void checkNumbers() {
    boolean isString = false;
    for (Matcher tokens = TOKEN.matcher(text); tokens.find(); ) {
      String token = tokens.group();
      if (token.equals("\"")) {
        isString = !isString;
      } else if (!isString && token.indexOf('\\') < 0 && isInfinite(token)) {
        throw new ParameterException(
            spec.commandLine(), "VALUE: a number too large for a float: " + Text.printable(token));
      }
    }
  }

  private static boolean isInfinite(String number) {
    try {
      return Double.isInfinite(Double.parseDouble(number));
    } catch (NumberFormatException e) {
      return false; // The parser reports it.
    }
  }

  /** Whether VALUE, which is none, looks like a text without quotes. */
  private boolean isPlainText() {
    return !text.matches("(?s)[-+0-9.eE]*|.*[\"(\\[{].*");
  }

  private Variant changed(Variant before, VariantCodec codec, String name) {
    Variant wanted = parse(codec.dialect());
    VariantPath path = place.path();
    KeptTypes types = new KeptTypes(path, codec.dialect());
    Variant changed;
    try {
      DeclaredTypes.checked(wanted, codec.objects());
      if (!add) {
        path.in(before); // says what is missing
      }
      if (retype) {
        return retyped(before, path, wanted, codec.dialect(), name);
      }
      changed = changed(before, path, wanted, types);
    } catch (VariantException e) {
      String advice = !add && canAdd(before, path, wanted) ? "; --add adds it" : "";
      throw new BadDataException(name + ": " + e.getMessage() + advice);
    }
    types.check(name);
    return changed;
  }

  /** A value with another one, which may be of another type, but not of another size. */
  private static Variant retyped(
      Variant before, VariantPath path, Variant wanted, Dialect dialect, String name) {
    if (KeptTypes.isBeyondPart(outer(before, path), wanted, dialect)) {
      throw new BadDataException(
          name
              + ": "
              + Text.printable(path.toString())
              + " has 32 bits, and "
              + wanted
              + " is beyond them");
    }
    return path.replaceIn(before, wanted);
  }

  /** What a place is in; nil if that is nothing. */
  private static Variant outer(Variant before, VariantPath path) {
    List<Variant> steps = path.steps();
    return steps.isEmpty()
        ? NilValue.NIL
        : VariantPath.of(steps.subList(0, steps.size() - 1)).find(before).orElse(NilValue.NIL);
  }

  /** A value with another one, or a new entry or element, in the types that it should have. */
  private static Variant changed(
      Variant before, VariantPath path, Variant wanted, KeptTypes types) {
    List<Variant> steps = new ArrayList<>(path.steps());
    if (steps.isEmpty()) {
      return types.fit(before, wanted);
    }
    Variant last = steps.remove(steps.size() - 1);
    Variant outer = outer(before, path);
    Optional<Variant> old = path.find(before);
    Variant value = wanted;
    if (old.isPresent()) {
      value = types.fit(old.get(), wanted);
    } else if (outer instanceof PackedArray array) {
      ElementType declared = ElementType.of(array.elementType());
      value = types.fit(declared, Optional.empty(), wanted);
    } else if (outer instanceof VariantArray array) {
      value = types.fit(array.elementType(), Optional.empty(), wanted);
    } else if (outer instanceof VariantDictionary dictionary) {
      last = types.key(dictionary, last);
      value = types.fit(dictionary.valueType(), Optional.empty(), wanted);
    }
    if (value instanceof FloatValue) {
      types.checkPart(outer, wanted);
    }
    steps.add(last);
    return VariantPath.of(steps).replaceIn(before, value);
  }

  @SuppressWarnings("CheckReturnValue") // whether it is refused is all that matters
  private static boolean canAdd(Variant before, VariantPath path, Variant wanted) {
    try {
      path.replaceIn(before, wanted);
      return path.find(before).isEmpty();
    } catch (VariantException e) {
      return false;
    }
  }
}
