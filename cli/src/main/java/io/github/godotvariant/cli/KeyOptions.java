package io.github.godotvariant.cli;

import io.github.godotvariant.save.EncryptionKey;
import io.github.godotvariant.save.SaveFileException;
import io.github.godotvariant.save.SaveFileException.Reason;
import io.github.godotvariant.save.SaveOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * Passwords and keys: from files or the environment, or asked for when they turn out to be needed.
 * Never from the command line, which others can see.
 */
final class KeyOptions {
  static final String PASSWORD = "GDVAR_PASSWORD";
  static final String KEY = "GDVAR_KEY";

  /** No password is longer. */
  private static final int LONGEST_LINE = 1 << 16;

  @ArgGroup(exclusive = true, multiplicity = "0..1")
  private OneFile given = new OneFile();

  static final class OneFile {
    @Option(
        names = "--password-file",
        paramLabel = "FILE",
        description =
            "Its first line is the password of an encrypted file. Without this, the variables "
                + PASSWORD
                + " and "
                + KEY
                + " (in hex) are tried, then you are asked.")
    private Optional<String> password = Optional.empty();

    @Option(
        names = "--key-file",
        paramLabel = "FILE",
        description = "It holds the key of an encrypted file: 32 bytes, or 64 hex digits.")
    private Optional<String> key = Optional.empty();
  }

  /**
   * Options that open a file, with the key if it is encrypted.
   *
   * @param options what else is known
   */
  SaveOptions unlock(Data data, SaveOptions options, CommandLine command, Gdvar gdvar)
      throws IOException {
    List<EncryptionKey> keys = keys(command, gdvar);
    for (int i = 0; i < keys.size(); i++) {
      SaveOptions tried = options.withKey(keys.get(i));
      try {
        data.pieces(tried).close();
        return tried;
      } catch (SaveFileException e) {
        if (e.reason() != Reason.WRONG_KEY || i == keys.size() - 1) {
          throw e;
        }
      }
    }
    try {
      data.pieces(options).close();
      return options;
    } catch (SaveFileException e) {
      if (e.reason() != Reason.KEY_NEEDED) {
        throw e;
      }
    }
    return options.withKey(ask(data.name(), data.isStandardInput(), gdvar));
  }

  /** A key for a file that is to be written. */
  EncryptionKey toWrite(String name, boolean inputIsData, CommandLine command, Gdvar gdvar) {
    List<EncryptionKey> keys = keys(command, gdvar);
    return keys.isEmpty() ? ask(name, inputIsData, gdvar) : keys.get(0);
  }

  private List<EncryptionKey> keys(CommandLine command, Gdvar gdvar) {
    List<EncryptionKey> keys = new ArrayList<>();
    given.password.ifPresent(file -> keys.add(passwordIn(file)));
    given.key.ifPresent(file -> keys.add(keyIn(file, command)));
    if (!keys.isEmpty()) {
      return keys;
    }
    Optional.ofNullable(gdvar.surroundings().environment().get(PASSWORD))
        .map(EncryptionKey::ofPassword)
        .ifPresent(keys::add);
    Optional.ofNullable(gdvar.surroundings().environment().get(KEY))
        .map(hex -> ofHex(hex, KEY, command))
        .ifPresent(keys::add);
    return keys;
  }

  static EncryptionKey passwordIn(String file) {
    String text = new String(contents(file), StandardCharsets.UTF_8);
    return EncryptionKey.ofPassword(text.lines().findFirst().orElse(""));
  }

  static EncryptionKey keyIn(String file, CommandLine command) {
    byte[] bytes = contents(file);
    return bytes.length == EncryptionKey.LENGTH
        ? EncryptionKey.of(bytes)
        : ofHex(new String(bytes, StandardCharsets.US_ASCII), file, command);
  }

  private static byte[] contents(String file) {
    try {
      return Files.readAllBytes(Path.of(file));
    } catch (IOException | InvalidPathException e) {
      throw Source.unreadable(file, e);
    }
  }

  /** Says nothing about the digits: they are secret. */
  private static EncryptionKey ofHex(String hex, String where, CommandLine command) {
    try {
      byte[] bytes = HexText.parse(hex);
      if (bytes.length == EncryptionKey.LENGTH) {
        return EncryptionKey.of(bytes);
      }
    } catch (BadDataException e) {
      // Its message shows what it stumbles on.
    }
    throw new ParameterException(command, where + ": a key is 64 hex digits");
  }

  private static EncryptionKey ask(String name, boolean inputIsData, Gdvar gdvar) {
    Surroundings surroundings = gdvar.surroundings();
    String prompt = "password of " + Text.printable(name) + ": ";
    Optional<String> answer = Optional.empty();
    Optional<Function<String, Optional<String>>> hidden = surroundings.hiddenLine();
    if (hidden.isPresent()) {
      answer = hidden.get().apply(prompt);
    } else if (!inputIsData) {
      if (surroundings.inputMayBeTerminal()) {
        gdvar.say(prompt);
      }
      answer = line(gdvar.in());
    }
    return EncryptionKey.ofPassword(
        answer.orElseThrow(
            () ->
                new BadDataException(
                    name
                        + " is encrypted: give its password in "
                        + PASSWORD
                        + " or --password-file, or its key in "
                        + KEY
                        + " or --key-file")));
  }

  /** A line of input; none if there is not even an empty one. Takes no byte more. */
  private static Optional<String> line(InputStream in) {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    try {
      int next = in.read();
      if (next < 0) {
        return Optional.empty();
      }
      while (next >= 0 && next != '\n' && line.size() < LONGEST_LINE) {
        line.write(next);
        next = in.read();
      }
    } catch (IOException e) {
      throw Source.unreadable("standard input", e);
    }
    return line.toString(StandardCharsets.UTF_8).lines().findFirst().or(() -> Optional.of(""));
  }
}
