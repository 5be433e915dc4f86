package io.github.godotvariant.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Checks that each Java sample of the documents and of the Javadoc is part of a test, apart from
 * white space. A test marks code that must be part of a sample by a comment with the word tour
 * before and after the code.
 */
class SamplesAreTestedTest {
  private static final Pattern IN_JAVADOC =
      Pattern.compile("<pre>\\{@code\n(.*?)\\}</pre>", Pattern.DOTALL);
  private static final Pattern IN_MARKDOWN = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern KOTLIN = Pattern.compile("```kotlin\n(.*?)```", Pattern.DOTALL);
  private static final Pattern SCRIPT = Pattern.compile("```gdscript\n(.*?)```", Pattern.DOTALL);
  private static final Pattern TOUR = Pattern.compile("(?ms)^ *// tour\n(.*?)^ *// tour\n");

  /** The start of a code block in Javadoc that contains bytes instead of Java. */
  private static final String BYTES = "before:  01 02 03\nafter:";

  private static String compact(String text) {
    return text.replaceAll("\\s", "");
  }

  /** Adds the samples of a file, by a name for messages. */
  private static void collect(Path file, Pattern blocks, Map<String, String> samples)
      throws IOException {
    for (MatchResult block : blocks.matcher(Files.readString(file)).results().toList()) {
      String sample = block.group(1).replaceAll("(?m)^ *\\* ?", "");
      if (!sample.startsWith(BYTES)) {
        samples.put(Documents.ROOT.relativize(file) + ":\n" + sample, compact(sample));
      }
    }
  }

  private static Map<String, String> samples() throws IOException {
    Map<String, String> samples = new TreeMap<>();
    for (Path module : Documents.modules("src/main/java")) {
      for (Path file : Documents.files(module.resolve("src/main/java"), ".java")) {
        collect(file, IN_JAVADOC, samples);
      }
    }
    for (Path page : Documents.pages()) {
      collect(page, IN_MARKDOWN, samples);
    }
    assertThat(samples).hasSizeGreaterThan(30);
    return samples;
  }

  private static List<Path> tests() throws IOException {
    List<Path> tests = new ArrayList<>();
    for (Path module : Documents.modules("src/test/java")) {
      tests.addAll(Documents.files(module.resolve("src/test/java"), "Test.java"));
    }
    return tests;
  }

  @Test
  void findsEverySampleInTest() throws IOException {
    StringBuilder tests = new StringBuilder();
    for (Path file : tests()) {
      tests.append(compact(Files.readString(file)));
    }
    List<String> untested =
        samples().entrySet().stream()
            .filter(sample -> tests.indexOf(sample.getValue()) < 0)
            .map(Map.Entry::getKey)
            .toList();
    assertThat(untested).as("samples that are not part of a test").isEmpty();
  }

  @Test
  void findsEveryTourInSamples() throws IOException {
    List<String> samples =
        samples().values().stream()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList();
    List<String> differences = new ArrayList<>();
    int tours = 0;
    for (Path file : tests()) {
      for (MatchResult tour : TOUR.matcher(Files.readString(file)).results().toList()) {
        String rest = compact(tour.group(1));
        for (String sample : samples) {
          rest = rest.replace(sample, "");
        }
        if (!rest.isEmpty()) {
          differences.add(Documents.ROOT.relativize(file) + ": " + rest);
        }
        tours++;
      }
    }
    assertThat(differences).as("code of tours that is not part of a sample").isEmpty();
    assertThat(tours).isGreaterThan(5);
  }

  /** The examples are compiled and run by {@code examples/check}. */
  @Test
  void findsEveryKotlinSampleInExample() throws IOException {
    StringBuilder example = new StringBuilder();
    for (Path file : Documents.files(Documents.ROOT.resolve("examples/kotlin/src"), ".kt")) {
      example.append(compact(Files.readString(file)));
    }
    assertThat(KOTLIN.matcher(Files.readString(Documents.KOTLIN)).results())
        .isNotEmpty()
        .allSatisfy(block -> assertThat(example).contains(compact(block.group(1))));
  }

  @Test
  void usesScriptOfEngineTestsInMultiplayerPage() throws IOException {
    Path script =
        Documents.ROOT.resolve("verification/engine-tests/src/test/godot/multiplayer/sample.gd");
    assertThat(SCRIPT.matcher(Files.readString(Documents.MULTIPLAYER_GUIDE)).results())
        .extracting(block -> block.group(1))
        .contains(Files.readString(script));
  }
}
