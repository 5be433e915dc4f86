package io.github.godotvariant.cli.pack;

import io.github.godotvariant.cli.file.Data;
import io.github.godotvariant.cli.file.FileProblems;
import io.github.godotvariant.cli.file.KeyOptions;
import io.github.godotvariant.cli.file.RawCompression;
import io.github.godotvariant.cli.file.Source;
import io.github.godotvariant.cli.file.Target;
import io.github.godotvariant.cli.terminal.BadDataException;
import io.github.godotvariant.cli.terminal.ExitCode;
import io.github.godotvariant.cli.terminal.Session;
import io.github.godotvariant.cli.terminal.Version;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.FileAccessReader;
import io.github.godotvariant.save.SaveFileException;
import io.github.godotvariant.save.SaveFormat;
import io.github.godotvariant.save.SaveOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code gdvar unpack}: the contents of a compressed or encrypted file. */
@Command(
    name = "unpack",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    description = {
      "Decrypts and decompresses a file.",
      "",
      "What comes out is what the game stored, byte for byte: with store_var, each value behind its"
          + " length. The values are not looked at. A plain file stays as it is."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:it is written",
      "1:the file is empty or damaged, or the password is wrong",
      "2:the command line is wrong",
      ExitCode.FILE_TROUBLE_MEANS,
      ExitCode.NO_MEMORY_MEANS
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  gdvar unpack player.save -o player.plain",
      "  gdvar unpack player.save | xxd | less"
    })
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class UnpackCommand implements Callable<Integer> {
  @ParentCommand private Session session;
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "The file; - is standard input.")
  private String file;

  @Mixin private Target target;
  @Mixin private RawCompression raw;
  @Mixin private KeyOptions keys;

  @Override
  public Integer call() {
    CommandLine command = spec.commandLine();
    try (Data data =
        raw.decompress(Source.open(file, command, session, session.progressBesideResults()))) {
      Optional<Path> path = target.path(data, command, session);
      if (data.size() == 0) {
        throw new BadDataException(data.name() + ": it is empty, and nothing was written");
      }
      SaveOptions open = keys.unlock(data, Target.UNLIMITED, command, session);
      if (target.isInPlace()) {
        data.lock();
      }
      try (FileAccessReader contents = data.pieces(open)) {
        Target.write(contents, path, data.locked(), SaveFormat.of(Dialect.GODOT_4), session);
        session.complain(data.name(), contents.remarks());
      }
    } catch (SaveFileException e) {
      throw FileProblems.bad(Source.name(file), e);
    } catch (IOException e) {
      throw Source.unreadable(Source.name(file), e);
    }
    return ExitCode.OK;
  }
}
