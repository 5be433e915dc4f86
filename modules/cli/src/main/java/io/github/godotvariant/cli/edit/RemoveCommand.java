package io.github.godotvariant.cli.edit;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.cli.file.Opening;
import io.github.godotvariant.cli.terminal.BadDataException;
import io.github.godotvariant.cli.terminal.ExitCode;
import io.github.godotvariant.cli.terminal.Session;
import io.github.godotvariant.cli.terminal.Version;
import io.github.godotvariant.codec.VariantCodec;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code gdvar remove}: one entry or element of a file less. */
@Command(
    name = "remove",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    description = {
      "Removes what stands at a place in a file, and says what it was.",
      "",
      "The place is an entry of a dictionary, a property of an object, or an element of an array,"
          + " packed or not, behind which the others move up. The file stays compressed or encrypted"
          + " as it was, also with --decompress, and all other values in it stay the same. It is"
          + " replaced when the new one"
          + " is complete, and not if another program changed it meanwhile."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:it is removed",
      "1:there is no such place, or the file is broken",
      "2:the command line is wrong",
      ExitCode.FILE_TROUBLE_MEANS,
      ExitCode.NO_MEMORY_MEANS
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  gdvar remove player.save '$.quests.dragon'",
      "  gdvar remove player.save '$.inventory[0]' -o changed.save"
    })
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class RemoveCommand implements Callable<Integer> {
  @ParentCommand private Session session;
  @Spec private CommandSpec spec;

  @Mixin private Place place;
  @Mixin private Edit edit;
  @Mixin private Opening opening;

  @Override
  public Integer call() {
    place.path(); // before anything is read
    return edit.apply(place, opening, spec.commandLine(), session, this::without);
  }

  private Variant without(Variant before, VariantCodec codec, String name) {
    try {
      return place.path().removeFrom(before);
    } catch (VariantException e) {
      throw new BadDataException(name + ": " + e.getMessage());
    }
  }
}
