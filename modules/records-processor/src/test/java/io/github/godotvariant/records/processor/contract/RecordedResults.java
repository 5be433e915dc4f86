package io.github.godotvariant.records.processor.contract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A file of results. The first line of a result has the id, the checksum of the input and the
 * columns of {@link ReadingWay#TREE}. Each further line begins with a tab and has a way and the
 * columns in which it differs from {@link ReadingWay#base}. Columns are described by {@link
 * Aspect}. In the file of differences each result follows a line with its reason.
 */
final class RecordedResults {
  static final String NO_REASON = "(reason missing)";
  private static final String REASON = "reason: ";

  private final Path file;
  private final Map<String, List<String>> results = new LinkedHashMap<>();
  private final Map<String, String> reasons = new TreeMap<>();

  private RecordedResults(Path file) {
    this.file = file;
  }

  /** Reads a file; one that does not exist has no results. */
  static RecordedResults load(Path file) throws IOException {
    RecordedResults loaded = new RecordedResults(file);
    String reason = "";
    List<String> result = new ArrayList<>();
    for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
      if (line.startsWith(REASON)) {
        reason = line.substring(REASON.length());
      } else if (line.startsWith("\t")) {
        result.add(line);
      } else if (!line.startsWith("#")) {
        String id = line.substring(0, line.indexOf('\t'));
        result = new ArrayList<>(List.of(line));
        loaded.results.put(id, result);
        loaded.reasons.put(id, reason);
      }
    }
    return loaded;
  }

  /** Returns the lines of an input; none if it has no result. */
  List<String> of(String id) {
    return results.getOrDefault(id, List.of());
  }

  Map<String, List<String>> all() {
    return results;
  }

  String reason(String id) {
    return reasons.getOrDefault(id, NO_REASON);
  }

  /** Replaces all results and keeps the reasons. A reason holds until the next one. */
  void write(String title, boolean hasReasons, Map<String, List<String>> replacement)
      throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("# " + title);
    String last = "";
    for (Map.Entry<String, List<String>> entry : replacement.entrySet()) {
      String reason = reason(entry.getKey());
      if (hasReasons && !reason.equals(last)) {
        lines.add(REASON + reason);
        last = reason;
      }
      lines.addAll(entry.getValue());
    }
    Files.createDirectories(file.getParent());
    Files.write(file, lines);
  }

  /** Returns the lines for the outcomes of an input. */
  static List<String> lines(ContractInput input, Map<ReadingWay, Outcome> outcomes) {
    List<String> lines = new ArrayList<>();
    outcomes.forEach(
        (way, outcome) -> {
          if (way == ReadingWay.TREE) {
            Outcome none = new Outcome(Map.of());
            String columns = outcome.difference(none, way);
            lines.add(input.id() + "\t" + input.checksum() + "\t" + columns);
            return;
          }
          String columns = outcome.difference(outcomes.get(way.base()), way);
          if (!columns.isEmpty()) {
            lines.add("\t" + way + "\t" + columns);
          }
        });
    return lines;
  }
}
