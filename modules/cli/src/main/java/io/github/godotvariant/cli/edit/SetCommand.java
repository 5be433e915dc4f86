package io.github.godotvariant.cli.edit;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.cli.file.PathOptions;
import io.github.godotvariant.cli.terminal.CliCommand;
import io.github.godotvariant.cli.terminal.CliException;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.cli.values.DeclaredTypes;
import io.github.godotvariant.cli.values.TypePreserver;
import io.github.godotvariant.cli.values.ValueFormat;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.text.VariantText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gdvar set}: changes a part of a value. */
@Command(
    name = "set",
    description = {
      "Replaces the value at a path, and prints the difference.",
      "",
      "The file stays compressed or encrypted, also with --decompress, and its other values stay"
          + " the same. It is replaced when the new file is complete, unless another program has"
          + " changed it in the meantime. The path must exist; --add adds a new entry or element.",
      "",
      "VALUE is in the engine's notation: 99, 0.5, true, '\"text\"', 'Vector2(1, 2)', '[1, 2]'."
          + " Numbers in parentheses after a type are rounded or cut to the precision of the type,"
          + " as in the engine; the printed difference shows the stored numbers. VALUE takes the"
          + " types of the old value, also inside arrays and dictionaries: an int becomes a float"
          + " if the float is exact, a string becomes a StringName or NodePath, an array becomes a"
          + " packed array, and declared types stay. VALUE is rejected if its type differs"
          + " otherwise, unless the old value is null; --retype writes VALUE unchanged."
    },
    footer = {
      "  gdvar set player.save '$.inventory[0].count' 99",
      "  gdvar set player.save '$.name' '\"Élodie\"' -o changed.save",
      "  gdvar set player.save '$.position.y' -12.5",
      "  gdvar set player.save '$.quests.dragon' true --add"
    })
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class SetCommand extends CliCommand {
  /** Matches a quote, an escape in a string, or a number in VALUE. */
  private static final Pattern TOKEN =
      Pattern.compile("(?s)\"|\\\\.|(?<!\\w)[0-9.]+([eE][-+]?[0-9]+)?");

  @Mixin private PathOptions path;

  @Parameters(
      index = "2",
      paramLabel = "VALUE",
      description = "The new value. Quote it for the shell.")
  private String text;

  @Option(
      names = "--add",
      description =
          "The last step of the path may be new: a key of a dictionary, a property, or the index"
              + " after the last element of an array.")
  private boolean add;

  @Option(names = "--retype", description = "Write VALUE unchanged, whatever the old types are.")
  private boolean retype;

  @Mixin private ValueEditor editor;

  @Override
  public Integer call() {
    path.path(); // rejects an invalid path before the file is read
    parse(Dialect.GODOT_4);
    return editor.edit(path, terminal(), paint(), this::changed);
  }

  private Variant parse(Dialect dialect) {
    checkNumbers();
    try {
      return ValueFormat.text(VariantText.GODOT_4, dialect).parse(text);
    } catch (VariantException e) {
      String advice = isPlainText() ? "; put a string in quotes: '\"…\"'" : "";
      throw CliException.usage("VALUE: " + e.getMessage() + advice);
    }
  }

  /**
   * Rejects a number in VALUE that would become infinity, because it is too large for a float of 64
   * bits. The user can write infinity as {@code inf}.
   */
  private void checkNumbers() {
    boolean isString = false;
    for (Matcher tokens = TOKEN.matcher(text); tokens.find(); ) {
      String token = tokens.group();
      if (token.equals("\"")) {
        isString = !isString;
      } else if (!isString && token.indexOf('\\') < 0 && isInfinite(token)) {
        throw CliException.usage("VALUE: a number too large for a float: " + Text.printable(token));
      }
    }
  }

  private static boolean isInfinite(String number) {
    try {
      return Double.isInfinite(Double.parseDouble(number));
    } catch (NumberFormatException e) {
      return false; // the parser reports the problem
    }
  }

  /** Returns whether an invalid VALUE looks like a string without quotes. */
  private boolean isPlainText() {
    return !text.matches("(?s)[-+0-9.eE]*|.*[\"(\\[{].*");
  }

  private Variant changed(Variant before, VariantCodec codec, String name) {
    Variant wanted = parse(codec.dialect());
    VariantPath at = path.path();
    TypePreserver types = new TypePreserver(at, codec.dialect());
    Variant changed;
    DeclaredTypes.checked(wanted, codec.objects());
    try {
      if (!add) {
        at.in(before); // throws if the path does not exist
      }
      if (retype) {
        return retyped(before, at, wanted, codec.dialect(), name);
      }
      changed = changed(before, at, wanted, types);
    } catch (VariantException e) {
      throw CliException.badData(name + ": " + e.getMessage() + advice(before, at, wanted));
    }
    types.check(name, "");
    return changed;
  }

  /**
   * Replaces the value at a path by a value of any type. Rejects a finite number for a component of
   * 32 bits, if the number would become infinite there.
   */
  private static Variant retyped(
      Variant before, VariantPath path, Variant wanted, Dialect dialect, String name) {
    CliException.rejectData(
        TypePreserver.exceedsComponent(outer(before, path), wanted, dialect),
        "%s: %s has 32 bits, and %s is beyond them"
            .formatted(name, Text.printable(path.toString()), wanted));
    return path.replaceIn(before, wanted);
  }

  /**
   * Returns the container of the value at a path; nil if the path has no steps or the container
   * does not exist.
   */
  private static Variant outer(Variant before, VariantPath path) {
    List<Variant> steps = path.steps();
    return steps.isEmpty()
        ? Variant.NIL
        : VariantPath.of(steps.subList(0, steps.size() - 1)).find(before).orElse(Variant.NIL);
  }

  /**
   * Replaces the value at a path, or adds a value there. A replacement takes the types of the old
   * value. An added value takes the type that its container declares.
   */
  private static Variant changed(
      Variant before, VariantPath path, Variant wanted, TypePreserver types) {
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
      value = types.fit(ElementType.of(array.elementType()), Optional.empty(), wanted);
    } else if (outer instanceof VariantArray array) {
      value = types.fit(array.elementType(), Optional.empty(), wanted);
    } else if (outer instanceof VariantDictionary dictionary) {
      last = types.key(dictionary, last);
      value = types.fit(dictionary.valueType(), Optional.empty(), wanted);
    }
    if (value instanceof FloatValue) {
      types.checkComponent(outer, wanted);
    }
    steps.add(last);
    return VariantPath.of(steps).replaceIn(before, value);
  }

  /**
   * Returns advice to use {@code --add} for the first step of the path that does not exist; empty
   * if {@code --add} cannot add this step.
   */
  private String advice(Variant before, VariantPath path, Variant wanted) {
    if (canAdd(before, path, wanted)) {
      return add ? "" : "; --add adds it";
    }
    VariantPath outer = VariantPath.ROOT;
    for (Variant step : path.steps()) {
      VariantPath next = outer.key(step);
      if (next.find(before).isEmpty()) {
        boolean isLast = next.equals(path);
        Variant container = outer.in(before);
        int size =
            container instanceof VariantArray array
                ? array.size()
                : container instanceof PackedArray array ? array.size() : -1;
        if (size >= 0) {
          long index = step instanceof IntValue number ? number.value() : -1;
          if (index < size || (!isLast && index > size)) {
            return "";
          }
          next = outer.index(size);
        }
        String shown = Text.printable(next.shown());
        return !canAdd(before, next, isLast ? wanted : VariantDictionary.EMPTY)
            ? ""
            : isLast ? "; --add adds " + shown : "; first add " + shown + " with --add";
      }
      outer = next;
    }
    return "";
  }

  @SuppressWarnings("CheckReturnValue") // only the exception matters
  private static boolean canAdd(Variant before, VariantPath path, Variant wanted) {
    try {
      path.replaceIn(before, wanted);
      return path.find(before).isEmpty();
    } catch (VariantException e) {
      return false;
    }
  }
}
