package io.github.godotvariant.cli.file;

import io.github.godotvariant.cli.terminal.CliException;
import io.github.godotvariant.cli.terminal.Surroundings;
import io.github.godotvariant.cli.terminal.Terminal;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.cli.values.HexText;
import io.github.godotvariant.save.EncryptionKey;
import io.github.godotvariant.save.SaveFileException;
import io.github.godotvariant.save.SaveFileException.Reason;
import io.github.godotvariant.save.SaveOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/**
 * Finds the passwords and keys of files. A password comes from a file, an environment variable, a
 * prompt, or standard input. A key comes from a file or an environment variable. Neither is an
 * argument on the command line, because other users can see the command line.
 */
public final class KeyOptions {
  static final String PASSWORD = "GDVAR_PASSWORD";
  static final String KEY = "GDVAR_KEY";

  private static final int MAX_LINE_BYTES = 1 << 16;

  @ArgGroup(exclusive = true, multiplicity = "0..1")
  private KeySource given = new KeySource();

  /**
   * The key for the password in the first line of standard input; empty until that line is read.
   */
  private Optional<EncryptionKey> firstLine = Optional.empty();

  static final class KeySource {
    @Option(
        names = "--password-file",
        paramLabel = "FILE",
        description =
            "The first line of FILE, in UTF-8, is the password; an empty line is an empty password."
                + " Without this option and --key-file, the variables "
                + PASSWORD
                + " and "
                + KEY
                + " (64 hex digits) are tried unless they are empty. Otherwise you are asked, if"
                + " standard input is a terminal.")
    private Optional<String> password = Optional.empty();

    @Option(
        names = "--password-stdin",
        description =
            "The first line of standard input, in UTF-8, is the password. More input may be read:"
                + " in a loop that reads a list from standard input, redirect it, as in"
                + " --password-stdin < password.txt.")
    private boolean standardInput;

    @Option(
        names = "--key-file",
        paramLabel = "FILE",
        description = "FILE contains the key: 32 bytes, or 64 hex digits.")
    private Optional<String> key = Optional.empty();
  }

  /**
   * A key that was found, with the text that describes it in messages.
   *
   * @param what the kind and the source of the key, for example {@code password in GDVAR_PASSWORD}
   */
  private record KeyCandidate(String what, EncryptionKey key) {}

  /**
   * Sets the options with which a file is opened. If the file is encrypted, finds its key first,
   * and asks the user for the password if necessary.
   *
   * @param options the options without a key
   */
  public void unlock(InputFile input, SaveOptions options, Terminal terminal) throws IOException {
    List<KeyCandidate> candidates = named(terminal);
    if (opens(input, options, Reason.KEY_NEEDED)) {
      return;
    }
    if (candidates.isEmpty()) {
      candidates = inEnvironment(terminal);
    }
    if (candidates.isEmpty()) {
      String needed = input.name() + ": it is encrypted and needs a password";
      String prompt = "password of " + input.name();
      candidates = List.of(ask(prompt, needed, false, terminal));
    }
    for (KeyCandidate candidate : candidates) {
      if (opens(input, options.withKey(candidate.key()), Reason.WRONG_KEY)) {
        return;
      }
    }
    String tried =
        candidates.stream().map(KeyCandidate::what).collect(Collectors.joining(" and wrong "));
    throw CliException.badData(
        "%s: wrong %s (or the file is badly damaged)".formatted(input.name(), tried));
  }

  /**
   * Sets the options of a file, and returns whether the file can be opened with them. Throws the
   * exception if opening fails for another reason than {@code expected}.
   */
  private static boolean opens(InputFile input, SaveOptions options, Reason expected)
      throws IOException {
    try {
      input.setOptions(options);
      return true;
    } catch (SaveFileException e) {
      if (e.reason() != expected) {
        throw e;
      }
      return false;
    }
  }

  /**
   * {@return the key with which a new file is encrypted} Asks the user for a password if the
   * options and the environment contain no password or key.
   */
  public EncryptionKey toWrite(String name, Terminal terminal) {
    List<KeyCandidate> candidates = named(terminal);
    if (candidates.isEmpty()) {
      candidates = inEnvironment(terminal);
    }
    if (!candidates.isEmpty()) {
      return candidates.get(0).key();
    }
    String needed = name + ": encrypting it needs a password";
    EncryptionKey key = ask("new password of " + name, needed, true, terminal).key();
    CliException.rejectData(
        terminal.surroundings().hiddenLine().isPresent()
            && !ask("once more", needed, true, terminal).key().equals(key),
        "the two passwords differ");
    return key;
  }

  /**
   * Returns the key from the option for a password or key, as a list of one key; empty if no such
   * option is given.
   */
  private List<KeyCandidate> named(Terminal terminal) {
    List<KeyCandidate> candidates = new ArrayList<>();
    given.password.ifPresent(
        file -> candidates.add(new KeyCandidate("password in " + file, passwordIn(file))));
    if (given.standardInput) {
      // The line is read only once, because several files may have the same password.
      firstLine = firstLine.or(() -> Optional.of(onStandardInput(terminal)));
      candidates.add(new KeyCandidate("password on standard input", firstLine.get()));
    }
    given.key.ifPresent(file -> candidates.add(new KeyCandidate("key in " + file, keyIn(file))));
    return candidates;
  }

  private static List<KeyCandidate> inEnvironment(Terminal terminal) {
    List<KeyCandidate> candidates = new ArrayList<>();
    variable(PASSWORD, terminal)
        .map(password -> EncryptionKey.ofPassword(checked(password, PASSWORD)))
        .ifPresent(key -> candidates.add(new KeyCandidate("password in " + PASSWORD, key)));
    variable(KEY, terminal)
        .map(hex -> ofHex(hex, KEY, "64 hex digits"))
        .ifPresent(key -> candidates.add(new KeyCandidate("key in " + KEY, key)));
    return candidates;
  }

  /**
   * Returns the value of an environment variable. An empty value counts as unset, because many
   * scripts cannot unset a variable.
   */
  private static Optional<String> variable(String name, Terminal terminal) {
    return Optional.ofNullable(terminal.surroundings().environment().get(name))
        .filter(value -> !value.isEmpty());
  }

  private static EncryptionKey onStandardInput(Terminal terminal) {
    CliException.rejectUsage(
        terminal.isInputData(),
        "--password-stdin: standard input is the data, and cannot be the password too");
    // Engines accept an empty password, but an empty line means that there is no password.
    return line(terminal.in())
        .filter(password -> !password.isEmpty())
        .map(EncryptionKey::ofPassword)
        .orElseThrow(
            () ->
                CliException.badData(
                    "standard input: its first line has to be the password, which is text"));
  }

  /** {@return the key that belongs to the password in the first line of a file} */
  public static EncryptionKey passwordIn(String file) {
    try {
      return text(contents(file))
          .lines()
          .findFirst()
          .map(EncryptionKey::ofPassword)
          .orElseThrow(
              () ->
                  CliException.badData(file + " is empty; its first line has to be the password"));
    } catch (CharacterCodingException e) {
      throw notText(file);
    } catch (IllegalArgumentException e) {
      throw CliException.badData(file + ": " + e.getMessage());
    }
  }

  /**
   * Checks a password, and returns it. Rejects a password with replacement characters, because Java
   * decodes bytes that are not text to this character.
   */
  private static String checked(String password, String where) {
    if (password.indexOf('\uFFFD') >= 0) {
      throw notText(where);
    }
    return password;
  }

  /** Decodes UTF-8, and removes a byte order mark. */
  private static String text(byte[] bytes) throws CharacterCodingException {
    return Text.withoutMark(Text.utf8(bytes));
  }

  private static CliException notText(String where) {
    return CliException.badData(where + ": it is not text in UTF-8");
  }

  /** {@return the key that a file contains as 32 bytes or 64 hex digits} */
  public static EncryptionKey keyIn(String file) {
    byte[] bytes = contents(file);
    return bytes.length == EncryptionKey.LENGTH
        ? EncryptionKey.of(bytes)
        : ofHex(new String(bytes, StandardCharsets.US_ASCII), file, "32 bytes or 64 hex digits");
  }

  private static byte[] contents(String file) {
    CliException.rejectUsage(
        file.equals(InputFile.STANDARD_INPUT),
        "- is not a file with a password or key: --password-stdin takes a password from standard"
            + " input, and a file of that name is ./-");
    try {
      return Files.readAllBytes(InputFile.path(file));
    } catch (IOException | InvalidPathException e) {
      throw InputFile.unreadable(file, e);
    }
  }

  /**
   * Creates a key from its 64 hex digits. Messages do not show the digits, because they are secret.
   *
   * @param form a description of valid keys, such as {@code 64 hex digits}, for the message
   */
  private static EncryptionKey ofHex(String hex, String where, String form) {
    try {
      byte[] bytes = HexText.parse(hex);
      if (bytes.length == EncryptionKey.LENGTH) {
        return EncryptionKey.of(bytes);
      }
    } catch (CliException e) {
      // The message of this exception is not used: it shows a character of the key.
    }
    int length = hex.strip().length();
    String found =
        length == 2 * EncryptionKey.LENGTH
            ? "not all of these are"
            : "this has " + Text.count(length, "character");
    throw CliException.usage("%s: a key is %s, and %s".formatted(where, form, found));
  }

  /**
   * Asks for a password.
   *
   * @param needed the start of the error message if there is no terminal, or if the user types no
   *     password
   * @param isNew whether the error message also names the options for a new password or key
   */
  private static KeyCandidate ask(String what, String needed, boolean isNew, Terminal terminal) {
    Surroundings surroundings = terminal.surroundings();
    String prompt = Text.printable(what) + ": ";
    Optional<String> answer = Optional.empty();
    Optional<Function<String, Optional<String>>> hidden = surroundings.hiddenLine();
    if (hidden.isPresent()) {
      answer = hidden.get().apply(prompt).map(typed -> checked(typed, "password"));
    } else if (surroundings.isTerminal(0)) {
      terminal.printMessage(prompt);
      answer = line(terminal.in());
    }
    // Without a terminal, only --password-stdin reads standard input: it may be a list of files.
    return answer
        .filter(typed -> !typed.isEmpty())
        .map(typed -> new KeyCandidate("password", EncryptionKey.ofPassword(typed)))
        .orElseThrow(() -> CliException.badData(needed + ": " + advice(isNew, terminal)));
  }

  private static String advice(boolean isNew, Terminal terminal) {
    return "in %s%s%s; or a key: in %s%s or --key-file"
        .formatted(
            PASSWORD,
            isNew ? ", --new-password-file" : "",
            terminal.isInputData()
                ? " or --password-file"
                : ", --password-file or, with --password-stdin, the first line of standard input",
            KEY,
            isNew ? ", --new-key-file" : "");
  }

  /** Reads one line, but no bytes after its line end. Returns empty if the line is not text. */
  private static Optional<String> line(InputStream in) {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    try {
      int next = in.read();
      while (next >= 0 && next != '\n' && line.size() < MAX_LINE_BYTES) {
        line.write(next);
        next = in.read();
      }
      // If standard input was closed before Java started, Java may have opened another file with
      // the same descriptor. The contents of such a file must not become a password.
      return Optional.of(text(line.toByteArray()))
          .filter(text -> text.strip().chars().noneMatch(Character::isISOControl))
          .flatMap(text -> text.lines().findFirst());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw InputFile.unreadable("standard input", e);
    }
  }
}
