package io.github.godotvariant.cli.file;

import io.github.godotvariant.cli.terminal.BadDataException;
import io.github.godotvariant.cli.terminal.Session;
import io.github.godotvariant.cli.terminal.Surroundings;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.cli.values.HexText;
import io.github.godotvariant.save.EncryptionKey;
import io.github.godotvariant.save.SaveFileException;
import io.github.godotvariant.save.SaveFileException.Reason;
import io.github.godotvariant.save.SaveOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * Passwords and keys: from files or the environment, from standard input if told to, or asked for
 * on a terminal when they turn out to be needed. Never from the command line, which others can see.
 */
public final class KeyOptions {
  static final String PASSWORD = "GDVAR_PASSWORD";
  static final String KEY = "GDVAR_KEY";

  /** No password is longer. */
  private static final int LONGEST_LINE = 1 << 16;

  @ArgGroup(exclusive = true, multiplicity = "0..1")
  private OneSource given = new OneSource();

  /** The first line of standard input, once it has been read. */
  private Optional<EncryptionKey> firstLine = Optional.empty();

  static final class OneSource {
    @Option(
        names = "--password-file",
        paramLabel = "FILE",
        description =
            "Its first line, in UTF-8, is the password of an encrypted file; if that is empty, so"
                + " is the password. Without this and --key-file, the variables "
                + PASSWORD
                + " and "
                + KEY
                + " (64 hex digits) are tried; an empty one counts as none. Without them you are"
                + " asked, if standard input is a terminal.")
    private Optional<String> password = Optional.empty();

    @Option(
        names = "--password-stdin",
        description =
            "The first line of standard input, in UTF-8, is the password of an encrypted file."
                + " More of it may be read: in a loop that reads its list from there, say where the"
                + " password is to come from, as in --password-stdin < password.txt.")
    private boolean standardInput;

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
  public SaveOptions unlock(Data data, SaveOptions options, CommandLine command, Session session)
      throws IOException {
    List<Offer> offers = offered(command, session);
    try {
      data.pieces(options).close();
      return options;
    } catch (SaveFileException e) {
      if (e.reason() != Reason.KEY_NEEDED) {
        throw e;
      }
    }
    if (offers.isEmpty()) {
      offers = inEnvironment(command, session);
    }
    if (offers.isEmpty()) {
      String needed = data.name() + ": it is encrypted and needs a password";
      offers = List.of(ask("password of " + data.name(), needed, false, session));
    }
    for (Offer offer : offers) {
      SaveOptions tried = options.withKey(offer.key());
      try {
        data.pieces(tried).close();
        return tried;
      } catch (SaveFileException e) {
        if (e.reason() != Reason.WRONG_KEY) {
          throw e;
        }
      }
    }
    throw new BadDataException(
        data.name()
            + ": wrong "
            + offers.stream().map(Offer::what).collect(Collectors.joining(" and wrong "))
            + " (or the file is badly damaged)");
  }

  /**
   * A key that may be the one.
   *
   * @param what it is and where it comes from, for messages
   */
  private record Offer(String what, EncryptionKey key) {}

  /** A key for a file that is to be written. */
  public EncryptionKey toWrite(String name, CommandLine command, Session session) {
    List<Offer> offers = offered(command, session);
    if (offers.isEmpty()) {
      offers = inEnvironment(command, session);
    }
    if (!offers.isEmpty()) {
      return offers.get(0).key();
    }
    String needed = name + ": encrypting it needs a password";
    EncryptionKey key = ask("new password of " + name, needed, true, session).key();
    if (session.surroundings().hiddenLine().isPresent()
        && !ask("once more", needed, true, session).key().equals(key)) {
      throw new BadDataException("the two passwords differ");
    }
    return key;
  }

  /** Those that the command line names. */
  private List<Offer> offered(CommandLine command, Session session) {
    List<Offer> offers = new ArrayList<>();
    given.password.ifPresent(
        file -> offers.add(new Offer("password in " + file, passwordIn(file, command))));
    if (given.standardInput) {
      // Several files may have the same password, and there is one line.
      firstLine = firstLine.or(() -> Optional.of(onStandardInput(command, session)));
      offers.add(new Offer("password on standard input", firstLine.get()));
    }
    given.key.ifPresent(file -> offers.add(new Offer("key in " + file, keyIn(file, command))));
    return offers;
  }

  private static List<Offer> inEnvironment(CommandLine command, Session session) {
    List<Offer> offers = new ArrayList<>();
    variable(PASSWORD, session)
        .map(password -> EncryptionKey.ofPassword(checked(password, PASSWORD)))
        .ifPresent(key -> offers.add(new Offer("password in " + PASSWORD, key)));
    variable(KEY, session)
        .map(hex -> ofHex(hex, KEY, "64 hex digits", command))
        .ifPresent(key -> offers.add(new Offer("key in " + KEY, key)));
    return offers;
  }

  /** A variable; an empty one is none, as scripts often cannot unset them. */
  private static Optional<String> variable(String name, Session session) {
    return Optional.ofNullable(session.surroundings().environment().get(name))
        .filter(value -> !value.isEmpty());
  }

  private static EncryptionKey onStandardInput(CommandLine command, Session session) {
    if (session.isInputData()) {
      throw new ParameterException(
          command, "--password-stdin: standard input is the data, and cannot be the password too");
    }
    // Engines take an empty one; here it is a sign that there is none.
    return line(session.in())
        .filter(password -> !password.isEmpty())
        .map(EncryptionKey::ofPassword)
        .orElseThrow(
            () ->
                new BadDataException(
                    "standard input: its first line has to be the password, which is text"));
  }

  public static EncryptionKey passwordIn(String file, CommandLine command) {
    try {
      String password =
          text(contents(file, command))
              .lines()
              .findFirst()
              .orElseThrow(
                  () ->
                      new BadDataException(
                          file + " is empty; its first line has to be the password"));
      return EncryptionKey.ofPassword(password);
    } catch (CharacterCodingException e) {
      throw notText(file);
    } catch (IllegalArgumentException e) {
      throw new BadDataException(file + ": " + e.getMessage());
    }
  }

  /** A password that Java made text of, which puts U+FFFD for what is none. */
  private static String checked(String password, String where) {
    if (password.indexOf('\uFFFD') >= 0) {
      throw notText(where);
    }
    return password;
  }

  /** Text without a byte order mark. */
  private static String text(byte[] bytes) throws CharacterCodingException {
    return Text.withoutMark(
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
  }

  /** Of what is no text, characters could be told apart no more: many passwords would be one. */
  private static BadDataException notText(String where) {
    return new BadDataException(where + ": it is no text in UTF-8");
  }

  public static EncryptionKey keyIn(String file, CommandLine command) {
    byte[] bytes = contents(file, command);
    return bytes.length == EncryptionKey.LENGTH
        ? EncryptionKey.of(bytes)
        : ofHex(
            new String(bytes, StandardCharsets.US_ASCII),
            file,
            "32 bytes or 64 hex digits",
            command);
  }

  private static byte[] contents(String file, CommandLine command) {
    if (file.equals("-")) {
      throw new ParameterException(
          command,
          "- is no file with a password or key: --password-stdin takes a password from standard"
              + " input, and a file of that name is ./-");
    }
    try {
      return Files.readAllBytes(Source.path(file));
    } catch (IOException | InvalidPathException e) {
      throw Source.unreadable(file, e);
    }
  }

  /**
   * Says nothing about the digits: they are secret.
   *
   * @param form how a key can be written there
   */
  private static EncryptionKey ofHex(String hex, String where, String form, CommandLine command) {
    try {
      byte[] bytes = HexText.parse(hex);
      if (bytes.length == EncryptionKey.LENGTH) {
        return EncryptionKey.of(bytes);
      }
    } catch (BadDataException e) {
      // Its message shows what it stumbles on.
    }
    int length = hex.strip().length();
    throw new ParameterException(
        command,
        where
            + ": a key is "
            + form
            + (length == 2 * EncryptionKey.LENGTH
                ? ", and not all of these are"
                : ", and this has " + Text.count(length, "character")));
  }

  /**
   * Asks for a password on the terminal.
   *
   * @param needed what the password is for, for the message if there is none
   * @param isNew whether the options for a new password or key give it as well
   */
  private static Offer ask(String what, String needed, boolean isNew, Session session) {
    Surroundings surroundings = session.surroundings();
    String prompt = Text.printable(what) + ": ";
    Optional<String> answer = Optional.empty();
    Optional<Function<String, Optional<String>>> hidden = surroundings.hiddenLine();
    if (hidden.isPresent()) {
      answer = hidden.get().apply(prompt).map(typed -> checked(typed, "password"));
    } else if (surroundings.isTerminal(0)) {
      session.say(prompt);
      answer = line(session.in());
    }
    // Input that nobody types is not for us unless we are told so: it may be a list of files.
    String password =
        answer
            .filter(typed -> !typed.isEmpty())
            .orElseThrow(
                () ->
                    new BadDataException(
                        needed
                            + ": in "
                            + PASSWORD
                            + (isNew ? ", --new-password-file" : "")
                            + (session.isInputData()
                                ? " or --password-file"
                                : ", --password-file or, with --password-stdin, the first line of"
                                    + " standard input")
                            + "; or a key: in "
                            + KEY
                            + (isNew ? ", --new-key-file" : "")
                            + " or --key-file"));
    return new Offer("password", EncryptionKey.ofPassword(password));
  }

  /** A line of input; none if there is none, or no text. Takes no byte more. */
  private static Optional<String> line(InputStream in) {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    try {
      int next = in.read();
      while (next >= 0 && next != '\n' && line.size() < LONGEST_LINE) {
        line.write(next);
        next = in.read();
      }
    } catch (IOException e) {
      throw Source.unreadable("standard input", e);
    }
    // Where standard input was closed before Java started, any file that Java opened can be in its
    // place, and must not become a password.
    try {
      return Optional.of(text(line.toByteArray()))
          .filter(text -> text.strip().chars().noneMatch(Character::isISOControl))
          .flatMap(text -> text.lines().findFirst());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }
}
