package io.github.godotvariant.cli;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.SaveFormat;
import io.github.godotvariant.text.VariantText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
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
          + " It is replaced when the new one is complete. What stands at the place is replaced;"
          + " --add adds what is not there yet.",
      "",
      "VALUE is in the engine's notation: 99, 0.5, true, '\"a text\"', 'Vector2(1, 2)', '[1, 2]'. A"
          + " whole number becomes a float where a float was, and a text in quotes becomes what was"
          + " there of String, StringName and NodePath. An array or dictionary keeps the declared"
          + " types of the one that was there if all that is in it fits."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:it is changed",
      "1:there is no such place, the value does not fit there, or the file is broken",
      "2:the command line is wrong",
      Gdvar.FILE_TROUBLE_MEANS,
      Gdvar.NO_MEMORY_MEANS
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  gdvar set player.save '$.inventory[0].count' 99",
      "  gdvar set player.save '$.name' '\"Élodie\"' -o changed.save",
      "  gdvar set player.save '$.position.y' -12.5",
      "  gdvar set player.save '$.quests.dragon' true --add"
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
      names = "--add",
      description =
          "The last step of the path may be new: a key that a dictionary has not got yet, a"
              + " property, or the index behind the last element of an array.")
  private boolean add;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "OUT",
      description = "Write this file, or standard output for -, and leave FILE alone.")
  private Optional<String> output = Optional.empty();

  @Mixin private Opening opening;

  @Override
  public Integer call() {
    place.path(); // before anything is read
    parse(Dialect.GODOT_4);
    opening.refuseDecompressed(spec.commandLine());
    return opening.read(place.file(), spec.commandLine(), gdvar, this::change);
  }

  private Variant parse(Dialect dialect) {
    try {
      return Form.text(VariantText.GODOT_4, dialect).parse(text);
    } catch (VariantException e) {
      throw new ParameterException(
          spec.commandLine(), "VALUE: " + e.getMessage() + "; a text stands in quotes: '\"…\"'", e);
    }
  }

  private int change(StoredValues values) throws IOException {
    CommandLine command = spec.commandLine();
    Optional<Path> path = Target.pathOrInput(output, values.data(), command, gdvar);
    StoredValues.Stored stored = place.choose(values);
    Variant before = stored.value().orElseThrow();
    SaveFormat format = values.settledFormat();
    VariantCodec codec = values.codec();
    Variant after = changed(before, codec, values.data().name());
    byte[] bytes = encoded(after, codec, values.data().name());
    // Everything else stays as it is, byte for byte.
    try (StoredValues again = values.again()) {
      Target.writeEncoded(
          new Iterator<>() {
            @Override
            public boolean hasNext() {
              return again.hasNext();
            }

            @Override
            public byte[] next() {
              StoredValues.Stored next = again.next();
              return next.index() == stored.index() ? bytes : next.bytes();
            }
          },
          path,
          format,
          gdvar);
    }
    if (path.isPresent()) {
      Paint paint = new Paint(command.getColorScheme().ansi());
      Notation notation = new Notation(Detail.SHORT);
      // As it was written: components may have been rounded.
      new Comparison(before, codec.decode(bytes))
          .forEachRemaining(one -> command.getOut().print(one.line(notation, paint) + "\n"));
    }
    return Gdvar.OK;
  }

  private Variant changed(Variant before, VariantCodec codec, String name) {
    Variant wanted = parse(codec.dialect());
    VariantPath path = place.path();
    try {
      if (!add) {
        return path.replaceIn(before, like(path.in(before), wanted));
      }
      return path.replaceIn(before, path.find(before).map(old -> like(old, wanted)).orElse(wanted));
    } catch (VariantException e) {
      String advice = !add && canAdd(before, path, wanted) ? "; --add adds it" : "";
      throw new BadDataException(name + ": " + e.getMessage() + advice);
    }
  }

  private static boolean canAdd(Variant before, VariantPath path, Variant wanted) {
    try {
      path.replaceIn(before, wanted);
      return path.find(before).isEmpty();
    } catch (VariantException e) {
      return false;
    }
  }

  private static byte[] encoded(Variant value, VariantCodec codec, String name) {
    try {
      return codec.encode(value);
    } catch (VariantException e) {
      throw new BadDataException(name + ": " + e.getMessage());
    }
  }

  private static NodePath nodePath(String path) {
    try {
      return NodePath.parse(path);
    } catch (IllegalArgumentException e) {
      throw new BadDataException("VALUE: " + e.getMessage());
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
        return nodePath(string.value());
      }
    }
    if (old instanceof VariantArray declared && wanted instanceof VariantArray array) {
      ElementType type = declared.elementType();
      return array.elementType().isUntyped() && array.stream().allMatch(type::accepts)
          ? array.withElementType(type)
          : array;
    }
    if (old instanceof VariantDictionary declared && wanted instanceof VariantDictionary pairs) {
      return pairs.keyType().isUntyped()
              && pairs.valueType().isUntyped()
              && pairs.keys().stream().allMatch(declared.keyType()::accepts)
              && pairs.values().stream().allMatch(declared.valueType()::accepts)
          ? pairs.withTypes(declared.keyType(), declared.valueType())
          : pairs;
    }
    return wanted;
  }
}
