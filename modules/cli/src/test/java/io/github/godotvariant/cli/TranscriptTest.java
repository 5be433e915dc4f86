package io.github.godotvariant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Compares the output of commands with transcripts in text files. A line {@code $ gdvar …} is the
 * command, {@code < } standard input, {@code ! } standard error, and {@code ? } an exit code other
 * than 0. Other lines are standard output. Lines before the first command are comments.
 *
 * <p>With {@code -Dtranscripts.write=true}, the test writes the files again; review the changes.
 */
class TranscriptTest {
  private static final String PROMPT = "$ gdvar";
  private static final Path FOLDER =
      Path.of("src", "test", "resources", "io", "github", "godotvariant", "cli", "transcripts");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  /** A command of a transcript, with its input and its expected output. */
  private record Step(String command, List<String> input, List<String> answer) {
    List<String> play() {
      List<String> words = new ArrayList<>();
      Matcher matcher = WORD.matcher(command.substring(PROMPT.length()));
      while (matcher.find()) {
        words.add(matcher.group(1) == null ? matcher.group(2) : matcher.group(1));
      }
      byte[] stdin = String.join("\n", input).getBytes(StandardCharsets.UTF_8);
      Run run = Run.gdvarWith(stdin, words.toArray(String[]::new));
      List<String> lines = new ArrayList<>(run.out().lines().toList());
      run.err().lines().map(line -> "! " + line).forEach(lines::add);
      if (run.code() != 0) {
        lines.add("? " + run.code());
      }
      lines.add("");
      return lines;
    }
  }

  @TestFactory
  Stream<DynamicTest> transcripts() throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(FOLDER)) {
      files = all.sorted().toList();
    }
    assertThat(files).isNotEmpty();
    List<DynamicTest> tests = new ArrayList<>();
    for (Path file : files) {
      List<String> lines = Files.readAllLines(file);
      List<String> comments = lines.stream().takeWhile(line -> !line.startsWith(PROMPT)).toList();
      List<Step> steps = steps(lines.subList(comments.size(), lines.size()));
      if (Boolean.getBoolean("transcripts.write")) {
        write(file, comments, steps);
      }
      for (Step step : steps) {
        tests.add(
            DynamicTest.dynamicTest(
                file.getFileName() + ": " + step.command(),
                () -> assertThat(step.play()).containsExactlyElementsOf(step.answer())));
      }
    }
    return tests.stream();
  }

  private static List<Step> steps(List<String> lines) {
    List<Step> steps = new ArrayList<>();
    for (String line : lines) {
      if (line.startsWith(PROMPT)) {
        steps.add(new Step(line, new ArrayList<>(), new ArrayList<>()));
      } else if (line.startsWith("< ") || line.equals("<")) {
        steps.get(steps.size() - 1).input().add(line.length() > 2 ? line.substring(2) : "");
      } else {
        steps.get(steps.size() - 1).answer().add(line);
      }
    }
    return steps;
  }

  private static void write(Path file, List<String> comments, List<Step> steps) throws IOException {
    List<String> lines = new ArrayList<>(comments);
    for (Step step : steps) {
      lines.add(step.command());
      step.input().forEach(line -> lines.add(line.isEmpty() ? "<" : "< " + line));
      List<String> answer = step.play();
      lines.addAll(answer);
      step.answer().clear();
      step.answer().addAll(answer);
    }
    Files.writeString(file, String.join("\n", lines) + "\n");
  }
}
