package io.github.godotvariant.cli.edit;

import io.github.godotvariant.cli.file.PathOptions;
import io.github.godotvariant.cli.terminal.CliCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code gdvar remove}: removes a part of a value. */
@Command(
    name = "remove",
    description = {
      "Removes the value at a path and prints it.",
      "",
      "The path leads to an entry of a dictionary, a property of an object, or an element of an"
          + " array or packed array; the following elements move up. The file stays compressed or"
          + " encrypted, also with --decompress, and its other values stay the same. It is replaced"
          + " when the new file is complete, unless another program has changed it in the meantime."
    },
    footer = {
      "  gdvar remove player.save '$.quests.dragon'",
      "  gdvar remove player.save '$.inventory[0]' -o changed.save"
    })
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class RemoveCommand extends CliCommand {
  @Mixin private PathOptions path;
  @Mixin private ValueEditor editor;

  @Override
  public Integer call() {
    path.path(); // rejects an invalid path before the file is read
    return editor.edit(
        path, terminal(), paint(), (before, codec, name) -> path.path().removeFrom(before));
  }
}
