package io.github.godotvariant.cli;

import static io.github.godotvariant.cli.Run.words;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.cli.terminal.Surroundings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyOptionsTest {
  private static final String SAVE = "../../examples/encrypted.save";
  private static final String PASSWORD = "correct horse battery staple";
  private static final EngineFiles.EngineFile KEYED =
      EngineFiles.named("gd46.encrypted_key.several.bin");
  private static final String KEY = KEYED.text("key").orElseThrow();
  private static final Surroundings TERMINAL =
      new Surroundings(Map.of(), Optional.of("012"), Optional.empty());

  @TempDir Path folder;

  private static Run decode(Surroundings surroundings, String input, String... args) {
    List<String> all = new ArrayList<>(List.of("decode", "--to", "hex"));
    all.addAll(List.of(args));
    return Run.gdvarIn(
        surroundings, input.getBytes(StandardCharsets.UTF_8), all.toArray(String[]::new));
  }

  private static Surroundings environment(Map<String, String> variables) {
    return new Surroundings(variables, Optional.of(""), Optional.empty());
  }

  private static void works(Run run) {
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).hasLineCount(7);
    assertThat(run.code()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {PASSWORD, PASSWORD + "\n", PASSWORD + "\r\nmore"})
  void readsPasswordFromFirstLineOfInput(String input) {
    works(decode(Surroundings.NONE, input, "--password-stdin", SAVE));
  }

  /** In a shell loop over a list from standard input, the rest of the list must stay. */
  @Test
  void readsPasswordFromInputOnlyWithOption() throws IOException {
    for (Optional<String> terminals : List.of(Optional.of(""), Optional.<String>empty())) {
      Surroundings noTerminal = new Surroundings(Map.of(), terminals, Optional.empty());
      for (String[] args :
          new String[][] {
            {"inspect", SAVE},
            {"decode", "--to", "hex", SAVE},
            {"get", SAVE, "$.name"},
            {"check", SAVE},
            {"unpack", SAVE},
            {"diff", SAVE, SAVE},
            {"set", SAVE, "$.name", "1", "-o", folder.resolve("out").toString()},
            {"pack", "../../examples/player-update.bin", "--encrypt", "--godot", "4"}
          }) {
        ByteArrayInputStream input =
            new ByteArrayInputStream((PASSWORD + "\n").getBytes(StandardCharsets.UTF_8));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        assertThat(new Gdvar(input, out, err, noTerminal).run(args))
            .as("%s", err)
            .isEqualTo(args[0].equals("diff") ? 3 : 1);
        assertThat(err.toString(StandardCharsets.UTF_8))
            .contains(
                args[0].equals("pack")
                    ? " needs a password: in GDVAR_PASSWORD, --new-password-file, --password-file"
                        + " or, with --password-stdin, the first line of standard input; or a key:"
                        + " in GDVAR_KEY, --new-key-file or --key-file"
                    : " needs a password: in GDVAR_PASSWORD, --password-file or, with"
                        + " --password-stdin, the first line of standard input; or a key: in"
                        + " GDVAR_KEY or --key-file");
        assertThat(input.available()).isEqualTo(PASSWORD.length() + 1);
      }
    }
  }

  @Test
  void readsFirstLineOfInputOnly() throws IOException {
    ByteArrayInputStream input =
        new ByteArrayInputStream((PASSWORD + "\nnext").getBytes(StandardCharsets.UTF_8));
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Gdvar gdvar = new Gdvar(input, new ByteArrayOutputStream(), err, Surroundings.NONE);
    // The password is used for all files.
    assertThat(gdvar.run("check", "--password-stdin", SAVE, SAVE)).isZero();
    assertThat(err.size()).isZero();
    assertThat(input.readAllBytes()).asString(StandardCharsets.UTF_8).isEqualTo("next");
    assertThat(decode(Surroundings.NONE, "wrong\n", "--password-stdin", SAVE).err())
        .startsWith("gdvar: " + SAVE + ": wrong password on standard input ");
  }

  @Test
  void rejectsStandardInputAsDataAndPassword() throws IOException {
    Run run = Run.gdvarWith(Files.readAllBytes(Path.of(SAVE)), "inspect", "--password-stdin", "-");
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err())
        .startsWith(
            "gdvar: --password-stdin: standard input is the data, and cannot be the password too\n");
  }

  @Test
  void rejectsStandardInputAsPasswordFile() throws IOException {
    Path out = folder.resolve("out");
    for (String option : List.of("--password-file", "--key-file")) {
      Run run = decode(Surroundings.NONE, PASSWORD, option, "-", SAVE);
      assertThat(run.code()).isEqualTo(2);
      assertThat(run.err())
          .startsWith(
              "gdvar: - is not a file with a password or key: --password-stdin takes a password from"
                  + " standard input, and a file of that name is ./-\n");
      option = option.replace("--", "--new-");
      run = Run.gdvar("pack", SAVE, "--encrypt", option, "-", "-o", out.toString());
      assertThat(run.code()).isEqualTo(2);
    }
    assertThat(out).doesNotExist();
  }

  @Test
  void requiresPasswordForEncryptedStandardInput() throws IOException {
    byte[] data = Files.readAllBytes(Path.of(SAVE));
    Run run = Run.gdvarWith(data, "inspect", "-");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err())
        .isEqualTo(
            "gdvar: standard input: it is encrypted and needs a password: in GDVAR_PASSWORD or"
                + " --password-file; or a key: in GDVAR_KEY or --key-file\n");
    works(Run.gdvarIn(Run.password(PASSWORD), data, "decode", "--to", "hex", "-"));
  }

  @Test
  void promptsOnTerminal() {
    Run run = decode(TERMINAL, PASSWORD + "\n", SAVE);
    assertThat(run.err()).isEqualTo("password of " + SAVE + ": ");
    assertThat(run.out()).hasLineCount(7);
    List<String> prompts = new ArrayList<>();
    Surroundings hidden =
        new Surroundings(
            Map.of(),
            Optional.of("012"),
            Optional.of(
                prompt -> {
                  prompts.add(prompt);
                  return Optional.of(PASSWORD);
                }));
    works(decode(hidden, "", SAVE));
    assertThat(prompts).containsExactly("password of " + SAVE + ": ");
  }

  @Test
  void asksTwiceForNewPassword() {
    List<String> answers = new ArrayList<>(List.of("one", "two"));
    Surroundings hidden =
        new Surroundings(
            Map.of(), Optional.of("02"), Optional.of(prompt -> Optional.of(answers.remove(0))));
    String[] pack = words("pack ../../examples/player-update.bin --encrypt --godot 4");
    assertThat(Run.gdvarIn(hidden, new byte[0], pack))
        .isEqualTo(Run.badData("the two passwords differ"));
  }

  @Test
  void triesAllVariables() {
    works(decode(Run.password(PASSWORD), "", SAVE));
    works(decode(environment(Map.of("GDVAR_PASSWORD", PASSWORD, "GDVAR_KEY", KEY)), "", SAVE));
    String keyed = KEYED.path().toString();
    works(decode(environment(Map.of("GDVAR_KEY", KEY)), "", keyed));
    works(decode(environment(Map.of("GDVAR_PASSWORD", PASSWORD, "GDVAR_KEY", KEY)), "", keyed));
    Run run = decode(environment(Map.of("GDVAR_KEY", KEY)), "", SAVE);
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err())
        .isEqualTo("gdvar: " + SAVE + ": wrong key in GDVAR_KEY (or the file is badly damaged)\n");
    run = decode(environment(Map.of("GDVAR_PASSWORD", "wrong", "GDVAR_KEY", KEY)), "", SAVE);
    assertThat(run.err()).contains(": wrong password in GDVAR_PASSWORD and wrong key in GDVAR_KEY");
  }

  @Test
  void prefersFilesToVariables() throws IOException {
    Surroundings wrong = Run.password("wrong");
    Path password = Files.writeString(folder.resolve("password"), PASSWORD + "\n");
    works(decode(wrong, "", "--password-file", password.toString(), SAVE));
    Path hex = Files.writeString(folder.resolve("hex"), KEY.toUpperCase(java.util.Locale.ROOT));
    works(decode(wrong, "", "--key-file", hex.toString(), KEYED.path().toString()));
    Path raw = Files.write(folder.resolve("raw"), HexFormat.of().parseHex(KEY));
    works(decode(wrong, "", "--key-file", raw.toString(), KEYED.path().toString()));
    assertThat(decode(wrong, "", "--key-file", folder.resolve("none").toString(), SAVE).err())
        .endsWith("none: no such file\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0123secret", "secret", "01080f"})
  void hidesDigitsOfInvalidKey(String key) throws IOException {
    Run run = decode(environment(Map.of("GDVAR_KEY", key)), "", SAVE);
    assertThat(run.code()).isEqualTo(2);
    String has = ", and this has " + key.length() + " characters\n";
    assertThat(run.err()).startsWith("gdvar: GDVAR_KEY: a key is 64 hex digits" + has);
    Path file = Files.writeString(folder.resolve("key"), key);
    run = decode(Surroundings.NONE, "", "--key-file", file.toString(), SAVE);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err())
        .startsWith("gdvar: " + file + ": a key is 32 bytes or 64 hex digits" + has);
    // An invalid key is not reported for plain files.
    String plain = "../../examples/player-update.bin";
    assertThat(decode(environment(Map.of("GDVAR_KEY", key)), "", plain).code()).isZero();
  }

  @Test
  void rejects64CharactersThatAreNotHex() {
    Run run = decode(environment(Map.of("GDVAR_KEY", "x".repeat(64))), "", SAVE);
    assertThat(run.err())
        .startsWith("gdvar: GDVAR_KEY: a key is 64 hex digits, and not all of these are\n");
  }

  /** Scripts without a password often pass an empty one. */
  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "\r\n", "\0\0\n", "PK\u0003\u0004\n", "\u001b[A"})
  void reportsMissingPassword(String input) throws IOException {
    Run refused =
        Run.badData("standard input: its first line has to be the password, which is text");
    Surroundings empty = environment(Map.of("GDVAR_PASSWORD", "", "GDVAR_KEY", ""));
    Path out = folder.resolve("out");
    for (Surroundings surroundings : List.of(Surroundings.NONE, empty)) {
      assertThat(decode(surroundings, input, "--password-stdin", SAVE)).isEqualTo(refused);
      String[] pack =
          words("pack ../../examples/player-update.bin --encrypt --password-stdin -o %s", out);
      assertThat(Run.gdvarIn(surroundings, input.getBytes(StandardCharsets.UTF_8), pack))
          .isEqualTo(refused);
      assertThat(out).doesNotExist();
    }
    // An empty line on a terminal is not a password either.
    assertThat(decode(TERMINAL, "\n", SAVE).err()).contains("needs a password");
  }

  @Test
  void rejectsPasswordThatIsNotText() {
    byte[] input = {(byte) 0xca, (byte) 0xfe, '\n'};
    Run run = Run.gdvarWith(input, "decode", "--to", "hex", "--password-stdin", SAVE);
    assertThat(run.err()).contains("has to be the password").hasLineCount(1);
  }

  /** Otherwise, different invalid bytes would be the same character, and the same password. */
  @Test
  void rejectsPasswordFileThatIsNotText() throws IOException {
    Path latin = Files.write(folder.resolve("latin"), new byte[] {(byte) 0xC9, 'l', 'o', '\n'});
    Run refused = Run.badData("%s: it is not text in UTF-8", latin);
    Path out = folder.resolve("out");
    String plain = "../../examples/player-update.bin";
    assertThat(decode(Surroundings.NONE, "", "--password-file", latin.toString(), SAVE))
        .isEqualTo(refused);
    String[] pack = words("pack %s --encrypt --new-password-file %s -o %s", plain, latin, out);
    assertThat(Run.gdvar(pack)).isEqualTo(refused);
    assertThat(out).doesNotExist();
  }

  @Test
  void rejectsPasswordFileWithNul() throws IOException {
    Path zeros = Files.write(folder.resolve("zeros"), new byte[] {'l', 0, 'o', '\n'});
    assertThat(decode(Surroundings.NONE, "", "--password-file", zeros.toString(), SAVE))
        .isEqualTo(Run.badData("%s: a password has no NUL", zeros));
  }

  @Test
  void rejectsVariableThatIsNotText() {
    assertThat(decode(Run.password("\uFFFDlo"), "", SAVE))
        .isEqualTo(Run.badData("GDVAR_PASSWORD: it is not text in UTF-8"));
  }

  @Test
  void ignoresByteOrderMarkBeforePassword() throws IOException {
    Path marked = Files.writeString(folder.resolve("marked"), "\uFEFF" + PASSWORD + "\r\n");
    works(decode(Surroundings.NONE, "", "--password-file", marked.toString(), SAVE));
    works(decode(Surroundings.NONE, "\uFEFF" + PASSWORD + "\r\n", "--password-stdin", SAVE));
  }

  /** Engines accept an empty password, so a file with an empty line is accepted. */
  @Test
  void acceptsEmptyPasswordInFile() throws IOException {
    // Godot 4.6: open_encrypted_with_pass(path, WRITE, "").store_var({"a": 1})
    String written =
        "47444543bf6778d3c7fb128b3dfd6ed3095411f320000000000000002871e7d1780c222b4a7d7fd3489a65b4"
            + "e141730a42c4311f3fd5256f21cb83e3cd57f851ef8b125b0191567f4067b813";
    Path save = Files.write(folder.resolve("save"), HexFormat.of().parseHex(written));
    Path line = Files.writeString(folder.resolve("line"), "\n");
    assertThat(Run.gdvar("decode", "--to", "text", "--password-file", "" + line, save.toString()))
        .isEqualTo(new Run(0, "{\n\"a\": 1\n}\n", ""));
    Path empty = Files.createFile(folder.resolve("empty"));
    assertThat(decode(Surroundings.NONE, "", "--password-file", empty.toString(), "" + save))
        .isEqualTo(Run.badData("%s is empty; its first line has to be the password", empty));
  }

  @Test
  void describesPasswordFromStandardInputInHelp() {
    for (String command : List.of("inspect", "decode", "unpack", "pack")) {
      assertThat(Run.gdvar(command, "--help").out().replaceAll("\\s+", " "))
          .contains("--password-stdin The first line of standard input, in UTF-8, is the password")
          .contains("you are asked, if standard input is a terminal.");
    }
  }

  @Test
  void readsPlainFilesWithoutKey() {
    assertThat(decode(Surroundings.NONE, "", "../../examples/player-update.bin").code()).isZero();
  }
}
