package io.github.godotvariant.cli;

import static org.assertj.core.api.Assertions.assertThat;

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
  private static final String SAVE = "../examples/encrypted.save";
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
  void thePasswordIsTheFirstLineOfInput(String input) {
    works(decode(Surroundings.NONE, input, SAVE));
  }

  @Test
  void inputThatIsTheDataHoldsNoPassword() throws IOException {
    byte[] data = Files.readAllBytes(Path.of(SAVE));
    Run run = Run.gdvarWith(data, "inspect", "-");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err())
        .isEqualTo(
            "gdvar: standard input: a password is needed, in GDVAR_PASSWORD or --password-file, or"
                + " a key, in GDVAR_KEY or --key-file\n");
    works(
        Run.gdvarIn(
            environment(Map.of("GDVAR_PASSWORD", PASSWORD)), data, "decode", "--to", "hex", "-"));
  }

  @Test
  void promptsOnATerminal() {
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
  void asksTwiceForWhatIsToBeWritten() {
    List<String> answers = new ArrayList<>(List.of("one", "two"));
    Surroundings hidden =
        new Surroundings(
            Map.of(), Optional.of("02"), Optional.of(prompt -> Optional.of(answers.remove(0))));
    Run run =
        Run.gdvarIn(
            hidden,
            new byte[0],
            "pack",
            "../examples/player-update.bin",
            "--encrypt",
            "--godot",
            "4");
    assertThat(run).isEqualTo(new Run(1, "", "gdvar: the two passwords differ\n"));
  }

  @Test
  void variablesAreTriedOneAfterTheOther() {
    works(decode(environment(Map.of("GDVAR_PASSWORD", PASSWORD)), "", SAVE));
    works(decode(environment(Map.of("GDVAR_PASSWORD", PASSWORD, "GDVAR_KEY", KEY)), "", SAVE));
    String keyed = KEYED.path().toString();
    works(decode(environment(Map.of("GDVAR_KEY", KEY)), "", keyed));
    works(decode(environment(Map.of("GDVAR_PASSWORD", PASSWORD, "GDVAR_KEY", KEY)), "", keyed));
    Run run = decode(environment(Map.of("GDVAR_KEY", KEY)), "", SAVE);
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("wrong password or key").hasLineCount(1);
  }

  @Test
  void filesComeBeforeVariables() throws IOException {
    Surroundings wrong = environment(Map.of("GDVAR_PASSWORD", "wrong"));
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
  @ValueSource(strings = {"0123secret", "", "01080f"})
  void aWrongKeyIsNotRepeated(String key) {
    Run run = decode(environment(Map.of("GDVAR_KEY", key)), "", SAVE);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).startsWith("gdvar: GDVAR_KEY: a key is 64 hex digits\n");
  }

  @Test
  void plainFilesNeedNothing() {
    assertThat(decode(Surroundings.NONE, "", "../examples/player-update.bin").code()).isZero();
  }
}
