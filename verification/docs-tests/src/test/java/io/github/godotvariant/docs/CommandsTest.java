package io.github.godotvariant.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the {@code gdvar} commands of the documents in a shell, with another folder than /tmp. The
 * output of a command with the prompt {@code $} must be what the document prints after it.
 */
class CommandsTest {
  private static final String PROMPT = "$ ";
  private static final String COMMAND = "./gdvar ";
  private static final String DAMAGED_FILE = "-cut.bin";
  private static final int SECONDS = 60;

  /** The command as a function: the test needs no jar. */
  private static final String FUNCTION =
      """
      gdvar() {
        "$JAVA" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 --enable-native-access=ALL-UNNAMED \\
          io.github.godotvariant.cli.Main "$@"
      }
      """;

  @TempDir Path folder;

  static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (Path page : Documents.pages()) {
      if (Files.readAllLines(page).stream().anyMatch(CommandsTest::isCommand)) {
        pages.add(page);
      }
    }
    assertThat(pages).contains(Documents.README, Documents.EXAMPLES, Documents.COMMAND);
    return pages;
  }

  private static boolean isCommand(String line) {
    return line.startsWith(COMMAND) || line.startsWith(PROMPT + COMMAND);
  }

  @ParameterizedTest
  @MethodSource("pages")
  void printsDocumentedOutput(Path page) throws Exception {
    List<String> expected = new ArrayList<>();
    String exports = "";
    boolean isOutput = false;
    for (String line : Files.readAllLines(page)) {
      isOutput &= !line.startsWith(PROMPT) && !line.equals("```");
      if (!isOutput) {
        expected.add(line);
      }
      if (line.startsWith("export ")) {
        exports += line + "\n";
      } else if (isCommand(line)) {
        List<String> output = run(exports, line);
        isOutput = line.startsWith(PROMPT);
        if (isOutput) {
          expected.addAll(output);
        }
      }
    }
    Documents.compare(page, String.join("\n", expected) + "\n");
  }

  private List<String> run(String exports, String line) throws Exception {
    String command = line.substring(line.indexOf(COMMAND) + "./".length());
    Path out = folder.resolve("standard output");
    Path err = folder.resolve("standard error");
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-c", FUNCTION + exports + command.replace("/tmp/", folder + "/"))
            .directory(Documents.ROOT.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put("JAVA", System.getProperty("java.home") + "/bin/java");
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    Process process = builder.start();
    try {
      assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).as("%s ends", line).isTrue();
    } finally {
      process.destroy();
    }
    if (line.endsWith(DAMAGED_FILE)) {
      assertThat(process.exitValue()).as(line).isEqualTo(1);
    } else {
      assertThat(Files.readString(err)).as(line).isEmpty();
      if (!line.startsWith(PROMPT)) { // the output includes differences, which are status 1
        assertThat(process.exitValue()).as(line).isZero();
      }
    }
    return Files.readAllLines(out);
  }
}
