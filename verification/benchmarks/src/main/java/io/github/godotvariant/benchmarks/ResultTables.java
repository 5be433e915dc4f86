package io.github.godotvariant.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Prints JMH results as Markdown tables: one table for each workload, or, if there are results of a
 * baseline, one table that compares both versions.
 *
 * <p>A time is the median of all forks, and the time of a fork is the median of its iterations.
 * {@code ±} is the largest deviation of a fork from the median.
 */
final class ResultTables {
  /** The prefix of files with results of the baseline. */
  static final String BASELINE = "old-";

  private static final String TREE = "Tree";

  /** A benchmark with its parameters, except for the workload. */
  private record Row(String workload, String benchmark, String parameters)
      implements Comparable<Row> {
    private static final Comparator<Row> ORDER =
        Comparator.comparing(Row::workload)
            // Ratios refer to the tree, therefore its rows come first.
            .thenComparing(row -> !row.benchmark.startsWith(TREE + "."))
            .thenComparing(Row::benchmark)
            .thenComparing(Row::parameters);

    @Override
    public int compareTo(Row other) {
      return ORDER.compare(this, other);
    }

    String title() {
      return parameters.isEmpty() ? benchmark : benchmark + " (" + parameters + ")";
    }

    /** {@return the row that ratios refer to: the tree, encoded or decoded} */
    Row reference() {
      String method = benchmark.substring(benchmark.indexOf('.') + 1);
      boolean writes = method.startsWith("encode") || method.startsWith("write");
      return new Row(workload, TREE + (writes ? ".encode" : ".decode"), "");
    }
  }

  /** The forks of one row with one version of the library on one Java. */
  private record Forks(List<Double> nanoseconds) {
    double time() {
      return median(nanoseconds);
    }

    String cell() {
      double time = time();
      double deviation =
          nanoseconds.stream().mapToDouble(fork -> Math.abs(fork / time - 1)).max().orElseThrow();
      String unit = time < 1e3 ? "ns" : time < 1e6 ? "µs" : "ms";
      double scaled = time < 1e3 ? time : time < 1e6 ? time / 1e3 : time / 1e6;
      String digits = scaled < 10 ? "%.2f" : scaled < 100 ? "%.1f" : "%.0f";
      return String.format(Locale.ROOT, digits + " %s ± %.0f %%", scaled, unit, 100 * deviation);
    }
  }

  private final Map<Row, Map<Integer, Forks>> current = new TreeMap<>();
  private final Map<Row, Map<Integer, Forks>> baseline = new TreeMap<>();
  private final Set<Integer> javas = new TreeSet<>();

  /** Adds the results of one run of JMH, with one fork or more. */
  void add(JsonNode results, boolean ofBaseline) {
    for (JsonNode result : results) {
      int java = Runtime.Version.parse(result.get("jdkVersion").asString()).feature();
      javas.add(java);
      Forks forks =
          (ofBaseline ? baseline : current)
              .computeIfAbsent(row(result), row -> new TreeMap<>())
              .computeIfAbsent(java, key -> new Forks(new ArrayList<>()));
      for (JsonNode fork : result.get("primaryMetric").get("rawData")) {
        forks.nanoseconds.add(median(fork.valueStream().map(JsonNode::asDouble).toList()));
      }
    }
  }

  private static Row row(JsonNode result) {
    String[] names = result.get("benchmark").asString().split("\\.", -1);
    String benchmark =
        names[names.length - 2].replaceFirst("Benchmark$", "") + "." + names[names.length - 1];
    Map<String, String> parameters = new TreeMap<>();
    result
        .path("params")
        .properties()
        .forEach(p -> parameters.put(p.getKey(), p.getValue().asString()));
    String workload = parameters.getOrDefault("workload", "no workload");
    parameters.remove("workload");
    return new Row(workload, benchmark, String.join(", ", parameters.values()));
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int half = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(half)
        : (sorted.get(half - 1) + sorted.get(half)) / 2;
  }

  /** {@return the tables as Markdown} */
  String markdown() {
    return baseline.isEmpty() ? tables() : comparison();
  }

  private String tables() {
    StringBuilder out = new StringBuilder();
    out.append("Ratios refer to Tree.decode or Tree.encode of the same workload and Java.\n");
    String header =
        javas.stream().map(java -> " Java " + java + " | ratio |").collect(Collectors.joining());
    Map<String, List<Row>> workloads =
        current.keySet().stream()
            .collect(Collectors.groupingBy(Row::workload, TreeMap::new, Collectors.toList()));
    workloads.forEach(
        (workload, rows) -> {
          out.append("\n## ").append(workload).append("\n\n| benchmark |").append(header);
          out.append("\n|---|").append("--:|".repeat(2 * javas.size())).append('\n');
          for (Row row : rows) {
            out.append("| ").append(row.title()).append(" |");
            for (int java : javas) {
              Forks forks = forks(current, row, java);
              Forks reference = forks(current, row.reference(), java);
              out.append(cell(forks)).append(ratio(forks, reference));
            }
            out.append('\n');
          }
        });
    return out.toString();
  }

  private String comparison() {
    StringBuilder out =
        new StringBuilder("| workload | benchmark | Java | old | new | new / old |\n");
    out.append("|---|---|--:|--:|--:|--:|\n");
    Set<Row> rows = new TreeSet<>(baseline.keySet());
    rows.addAll(current.keySet());
    for (Row row : rows) {
      for (int java : javas) {
        Forks before = forks(baseline, row, java);
        Forks after = forks(current, row, java);
        if (before != null || after != null) {
          out.append(String.format("| %s | %s | %d |", row.workload(), row.title(), java));
          out.append(cell(before)).append(cell(after)).append(ratio(after, before)).append('\n');
        }
      }
    }
    return out.toString();
  }

  private static @Nullable Forks forks(Map<Row, Map<Integer, Forks>> of, Row row, int java) {
    Map<Integer, Forks> found = of.get(row);
    return found == null ? null : found.get(java);
  }

  private static String cell(@Nullable Forks forks) {
    return forks == null ? " |" : " " + forks.cell() + " |";
  }

  private static String ratio(@Nullable Forks forks, @Nullable Forks reference) {
    return forks == null || reference == null
        ? " |"
        : String.format(Locale.ROOT, " %.2f |", forks.time() / reference.time());
  }

  /** Prints the tables of all result files in the folder that is the only argument. */
  public static void main(String[] arguments) throws IOException {
    ResultTables tables = new ResultTables();
    try (var files = Files.list(Path.of(arguments[0]))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".json")).sorted().toList()) {
        tables.add(
            new JsonMapper().readTree(file.toFile()),
            file.getFileName().toString().startsWith(BASELINE));
      }
    }
    System.out.print(tables.markdown());
  }
}
