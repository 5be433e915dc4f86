package io.github.godotvariant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.cli.terminal.Surroundings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs what the README and the pages about {@code gdvar} say to type, but for the folder of files
 * that are written. Lines with {@code $} in front are followed by what is printed then; with {@code
 * -Dtranscripts.write=true} that is written anew.
 */
class TourTest {
  private static final Path README = Path.of("../../README.md");
  private static final Path COMMANDS = Path.of("../../docs/command.md");
  private static final Path EXAMPLES = Path.of("../../examples/README.md");
  private static final String PROMPT = "$ ./gdvar ";
  private static final String COMMAND = "./gdvar ";
  private static final String PASSWORD = "export GDVAR_PASSWORD=";
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  @TempDir Path folder;

  private Run run(String typed, Map<String, String> environment) throws IOException {
    String[] halves = typed.replaceFirst("\\s+# .*", "").split(" > ", 2);
    List<String> words = new ArrayList<>();
    Matcher matcher = WORD.matcher(halves[0]);
    while (matcher.find()) {
      String word = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
      if (word.equals("examples/*.save")) {
        words.addAll(List.of("../../examples/encrypted.save", "../../examples/godot3.save"));
      } else {
        words.add(here(word));
      }
    }
    Surroundings surroundings = new Surroundings(environment, Optional.of(""), Optional.empty());
    Run run = Run.gdvarIn(surroundings, new byte[0], words.toArray(String[]::new));
    if (halves.length == 2) {
      Files.writeString(Path.of(here(halves[1])), run.out());
    }
    return run;
  }

  private String here(String word) {
    return word.startsWith("examples/")
        ? "../../" + word
        : word.replaceFirst("^/tmp/", Matcher.quoteReplacement(folder + "/"));
  }

  @Test
  void printsWhatTheTourShows() throws IOException {
    List<String> lines = Files.readAllLines(COMMANDS);
    List<String> anew = new ArrayList<>();
    int commands = 0;
    boolean answer = false;
    for (String line : lines) {
      if (line.startsWith(PROMPT)) {
        anew.add(line);
        Run run = run(line.substring(PROMPT.length()), Map.of());
        assertThat(run.err()).as(line).isEmpty();
        run.out().lines().forEach(anew::add);
        commands++;
        answer = true;
      } else if (!answer || line.equals("```")) {
        answer = false;
        anew.add(line);
      }
    }
    assertThat(commands).isEqualTo(7);
    if (Boolean.getBoolean("transcripts.write")) {
      Files.write(COMMANDS, anew);
    }
    assertThat(Files.readAllLines(COMMANDS)).isEqualTo(anew);
  }

  @Test
  void theOtherCommandsWorkAsWritten() throws IOException {
    assertThat(run(COMMANDS, "")).isGreaterThan(9);
  }

  @Test
  void theReadmeWorksAsWritten() throws IOException {
    assertThat(run(README, "")).isEqualTo(2);
  }

  @Test
  void theExamplesWorkAsWritten() throws IOException {
    assertThat(run(EXAMPLES, "player-update-cut.bin")).isEqualTo(4);
  }

  /** Runs the commands of a page; all is well but with what is bad. Returns how many there are. */
  private int run(Path page, String bad) throws IOException {
    List<String> lines = Files.readAllLines(page);
    Map<String, String> environment =
        lines.contains(PASSWORD + "'correct horse battery staple'")
            ? Map.of("GDVAR_PASSWORD", "correct horse battery staple")
            : Map.of();
    int commands = 0;
    for (String line : lines) {
      if (line.startsWith(COMMAND)) {
        Run run = run(line.substring(COMMAND.length()), environment);
        if (!bad.isEmpty() && line.endsWith(bad)) {
          assertThat(run.code()).as(line).isEqualTo(1);
        } else {
          assertThat(run.code()).as("%s: %s", line, run.err()).isZero();
          assertThat(run.err()).as(line).isEmpty();
        }
        commands++;
      }
    }
    return commands;
  }
}
