package io.github.godotvariant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.dialect.Dialect;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the completion script of the command in bash. */
class CompletionCommandTest {
  /** Completes the last argument as bash does, and reports whether file names follow. */
  private static final String ASK =
      """
      compopt() { echo "compopt $*"; }
      source "$0"
      complete -p gdvar | grep -q -e '-o default' || echo "no files"
      COMP_WORDS=(gdvar "$@")
      COMP_CWORD=$#
      COMP_LINE="${COMP_WORDS[*]}"
      COMP_POINT=${#COMP_LINE}
      _complete_gdvar
      printf '%s\\n' "${COMPREPLY[@]}"
      """;

  @TempDir Path folder;
  private Path script;

  @BeforeEach
  void writeScript() throws IOException {
    script = Files.writeString(folder.resolve("script"), Run.gdvar("generate-completion").out());
  }

  private List<String> complete(String... words) throws IOException, InterruptedException {
    List<String> command = new java.util.ArrayList<>();
    command.addAll(List.of("bash", "--norc", "-c", ASK, script.toString()));
    command.addAll(List.of(words));
    Process bash = new ProcessBuilder(command).redirectErrorStream(true).start();
    bash.getOutputStream().close();
    String out = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor()).as(out).isZero();
    return out.lines().filter(line -> !line.isBlank()).map(String::strip).toList();
  }

  @Test
  void completesValuesOfOptions() throws Exception {
    List<String> dialects = Dialect.presets().stream().map(Dialect::name).toList();
    assertThat(complete("convert", "c.save", "--to", "")).containsExactlyElementsOf(dialects);
    assertThat(complete("decode", "--dialect", "")).containsExactlyElementsOf(dialects);
    assertThat(complete("decode", "--to", "te")).contains("text", "text-godot-3");
    assertThat(complete("encode", "--from", ""))
        .contains("text", "plain-json")
        .doesNotContain("hex");
    assertThat(complete("inspect", "--framing", "b")).containsExactly("base64", "bare");
    assertThat(complete("pack", "c.save", "--compress", ""))
        .containsExactly("fastlz", "deflate", "zstd", "gzip");
    assertThat(complete("inspect", "--decompress", "br")).containsExactly("brotli");
    assertThat(complete("conv")).containsExactly("convert");
    assertThat(complete("set", "--ret")).containsExactly("--retype");
  }

  @Test
  void completesFiles() throws Exception {
    String[][] lines = {
      {"get", "c.s"},
      {"inspect", "c.s"},
      {"check", "a.save", "c.s"},
      {"diff", "a.save", "c.s"},
      {"set", "c.save", "$.gold", "1", "-o", "c.s"},
      {"unpack", "--password-file", "c.s"},
      {"pack", "--key-file", "c.s"},
      {"encode", "--like", "c.s"}
    };
    for (String[] line : lines) {
      assertThat(complete(line)).as(String.join(" ", line)).isEmpty();
    }
  }
}
