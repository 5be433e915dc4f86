package io.github.godotvariant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.cli.terminal.Surroundings;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.testkit.Vectors;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoundtripCommandTest {
  private static final HexFormat HEX = HexFormat.of();

  private static Run roundtrip(String input, String... more) {
    return Run.gdvarWith(input, Run.words("roundtrip --lines " + String.join(" ", more)));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"4.6, godot-4", "3.6, godot-3", "3.2, godot-3"})
  void answersEachEngineValueWithItsBytes(String engine, String dialect) {
    VariantCodec codec =
        VariantCodec.of(Dialect.named(dialect).orElseThrow()).withObjects(ObjectMode.FULL);
    List<Vectors.Golden> vectors = Vectors.golden(engine);
    String lines =
        vectors.stream()
            .map(vector -> HEX.formatHex(vector.bytes()))
            .collect(Collectors.joining("\n"));
    List<String> expected =
        vectors.stream()
            .map(vector -> HEX.formatHex(codec.encode(codec.decode(vector.bytes()))))
            .toList();
    Run run = roundtrip(lines, "--dialect", dialect, "--objects");
    assertThat(run.out().lines().toList()).isEqualTo(expected);
    assertThat(run.err()).isEmpty();
    assertThat(run.code()).isZero();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"4.6, godot-4", "3.6, godot-3", "3.2, godot-3"})
  void answersEachUnusualInputWithOneLine(String engine, String dialect) {
    List<Vectors.Unusual> vectors = Vectors.unusual(engine);
    String lines =
        vectors.stream()
            .map(vector -> HEX.formatHex(vector.bytes()))
            .collect(Collectors.joining("\n", "", "\n"));
    Run run = roundtrip(lines, "--dialect", dialect, "--objects", "--allow-trailing");
    assertThat(run.out().lines())
        .hasSize(vectors.size())
        .allMatch(line -> line.matches("error: .+|([0-9a-f]{2})+"));
    assertThat(run.err()).isEmpty();
    assertThat(run.code()).isZero();
  }

  @Test
  void writesDoublePrecisionWhenAsked() {
    String vector = "0500000000000000000000c0";
    assertThat(roundtrip(vector, "--dialect", "godot-4", "--double").out())
        .isEqualTo("050001000000000000000000" + "00000000000000c0\n");
  }

  @Test
  @Timeout(60)
  void writesResultBeforeReadingMore() throws Exception {
    PipedOutputStream question = new PipedOutputStream();
    PipedInputStream in = new PipedInputStream(question);
    PipedInputStream answer = new PipedInputStream();
    PipedOutputStream out = new PipedOutputStream(answer);
    CompletableFuture<Integer> code =
        CompletableFuture.supplyAsync(
            () ->
                new Gdvar(in, out, OutputStream.nullOutputStream(), Surroundings.NONE)
                    .run("roundtrip", "--lines", "--dialect", "godot-4"));
    try (BufferedReader answers =
        new BufferedReader(new InputStreamReader(answer, StandardCharsets.UTF_8))) {
      ask(question, "0200000005000000\n02000000");
      assertThat(answers.readLine()).isEqualTo("0200000005000000");
      ask(question, "06000000\n\n");
      assertThat(answers.readLine()).isEqualTo("0200000006000000");
      assertThat(answers.readLine()).isEqualTo("error: no hex digits");
      question.close();
      assertThat(code.get(30, TimeUnit.SECONDS)).isZero();
    }
  }

  private static void ask(OutputStream question, String text) throws IOException {
    question.write(text.getBytes(StandardCharsets.UTF_8));
    question.flush();
  }

  @Test
  void escapesKeysInMessages() {
    // {"a\nb": a string that is cut off}
    String hex = "1b000000 01000000 04000000 03000000 610a6200 04000000 09000000";
    assertThat(roundtrip(hex, "--dialect", "godot-4").out())
        .startsWith("error: ")
        .contains("a\\nb")
        .hasLineCount(1);
  }
}
