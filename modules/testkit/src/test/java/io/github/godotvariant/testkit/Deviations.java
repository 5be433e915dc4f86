package io.github.godotvariant.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/** The table of deliberate differences to an engine, with a record of the rows that were used. */
final class Deviations {
  private record Row(String difference, Pattern vectors, String line) {}

  private final List<Row> rows = new ArrayList<>();
  private final Set<Row> used = new LinkedHashSet<>();

  private Deviations() {}

  /** Returns the rows for an engine and some kinds of difference. */
  static Deviations of(String engine, String... differences) throws IOException {
    Deviations deviations = new Deviations();
    try (BufferedReader table =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(Deviations.class.getResourceAsStream("deviations.tsv")),
                StandardCharsets.UTF_8))) {
      for (String line : table.lines().toList()) {
        String[] cells = line.split("\t", -1);
        if (!line.startsWith("#")
            && Arrays.asList(cells[0].split(",", -1)).contains(engine)
            && Arrays.asList(differences).contains(cells[1])) {
          String pattern = cells[2].replace(".", "\\.").replace("*", ".*").replace("?", ".");
          deviations.rows.add(new Row(cells[1], Pattern.compile(pattern), line));
        }
      }
    }
    return deviations;
  }

  /** Returns whether the table contains a difference, and marks its rows as used. */
  boolean allow(String difference, String vector) {
    boolean found = false;
    for (Row row : rows) {
      if (row.difference.equals(difference) && row.vectors.matcher(vector).matches()) {
        used.add(row);
        found = true;
      }
    }
    return found;
  }

  List<String> unusedRows() {
    return rows.stream().filter(row -> !used.contains(row)).map(Row::line).toList();
  }
}
