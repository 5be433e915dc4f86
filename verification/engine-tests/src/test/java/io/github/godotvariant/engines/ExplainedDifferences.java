package io.github.godotvariant.engines;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A table of known differences between the library and engines. Counts how often each row applies.
 * Columns: releases, difference, pattern, reason.
 */
final class ExplainedDifferences {
  private record Row(String difference, Pattern pattern, String reason) {}

  private final List<Row> rows = new ArrayList<>();
  private final Map<String, Integer> counts = new TreeMap<>();

  /** Reads the rows for a release. */
  ExplainedDifferences(String table, Release release) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(ExplainedDifferences.class.getResourceAsStream(table)),
                StandardCharsets.UTF_8))) {
      for (String line : lines.lines().toList()) {
        String[] cells = line.split("\t", -1);
        if (!line.startsWith("#")
            && Arrays.asList(cells[0].split(",", -1)).contains(release.version())) {
          rows.add(new Row(cells[1], Pattern.compile(cells[2], Pattern.DOTALL), cells[3]));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns whether a row explains a difference, and counts it. */
  boolean explain(String difference, String subject) {
    for (Row row : rows) {
      if (row.difference().equals(difference) && row.pattern().matcher(subject).find()) {
        counts.merge(difference + ": " + row.reason(), 1, Integer::sum);
        return true;
      }
    }
    return false;
  }

  /** {@return the number of explained differences} */
  int count() {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Prints how often each reason applied. */
  void print() {
    counts.forEach((reason, count) -> System.out.println("  " + count + ": " + reason));
  }
}
