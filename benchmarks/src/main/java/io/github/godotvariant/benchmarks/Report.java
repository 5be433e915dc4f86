package io.github.godotvariant.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tables in Markdown of what was measured: ratios first, since only those carry over. */
final class Report {
  private static final String ENGINE = "Godot engine, C++";

  /**
   * What was measured of one benchmark.
   *
   * @param nanos the time of one operation, in the best iteration: noise only adds
   * @param bytes what one operation allocates; negative if that is not known
   */
  private record Measured(double nanos, double bytes) {}

  /** The two sides of a row; either may be missing. */
  private static final class Line {
    private Optional<Measured> encode = Optional.empty();
    private Optional<Measured> decode = Optional.empty();
  }

  /** What the methods of {@link Pieces} are called in tables, by the side they stand on. */
  private static final Map<String, String> ENCODING =
      Map.of(
          "encodeToBuffer", "godot-variant, into a reused buffer",
          "encodeBuilt", "godot-variant, a tree that was built, not read");

  private static final Map<String, String> DECODING =
      Map.of(
          "stream", "godot-variant, every value read, no tree",
          "seek", "godot-variant, one late value sought",
          "copy", "limit: bytes copied to a new array");

  private final Map<Workload, Map<String, Line>> tables = new LinkedHashMap<>();
  private final StringBuilder conditions = new StringBuilder();

  /**
   * Prints the tables.
   *
   * @param files JMH's results as JSON, and, if the engine was timed, what it printed
   * @throws IOException if one cannot be read
   */
  public static void main(String[] files) throws IOException {
    Report report = new Report();
    report.addJmh(new JsonMapper().readTree(Files.readString(Path.of(files[0]))));
    for (int i = 1; i < files.length; i++) {
      report.addEngine(Files.readAllLines(Path.of(files[i])));
    }
    System.out.print(report.markdown(LocalDate.now(ZoneOffset.UTC), machine()));
  }

  /** The results of one run of JMH. */
  void addJmh(JsonNode results) {
    for (JsonNode result : results) {
      String name = result.get("benchmark").stringValue();
      String method = name.substring(name.lastIndexOf('.') + 1);
      JsonNode params = result.get("params");
      Measured measured = new Measured(best(result), allocated(result));
      Map<String, Line> table = table(Workload.valueOf(params.get("workload").stringValue()));
      if (params.has("row")) {
        Line line = line(table, Row.valueOf(params.get("row").stringValue()).title());
        if (method.equals("encode")) {
          line.encode = Optional.of(measured);
        } else {
          line.decode = Optional.of(measured);
        }
      } else if (ENCODING.containsKey(method)) {
        line(table, ENCODING.get(method)).encode = Optional.of(measured);
      } else {
        line(table, DECODING.getOrDefault(method, method)).decode = Optional.of(measured);
      }
    }
    JsonNode any = results.get(0);
    conditions.append(
        "Java %s (%s), JMH %s, %s fork(s), %s x %s warm-up, %s x %s measured.\n"
            .formatted(
                any.get("jdkVersion").stringValue(),
                any.get("vmName").stringValue(),
                any.get("jmhVersion").stringValue(),
                any.get("forks").asString(),
                any.get("warmupIterations").asString(),
                any.get("warmupTime").stringValue(),
                any.get("measurementIterations").asString(),
                any.get("measurementTime").stringValue()));
  }

  private static double best(JsonNode result) {
    double best = Double.POSITIVE_INFINITY;
    for (JsonNode fork : result.get("primaryMetric").get("rawData")) {
      for (JsonNode iteration : fork) {
        best = Math.min(best, iteration.doubleValue());
      }
    }
    return best;
  }

  private static double allocated(JsonNode result) {
    for (Map.Entry<String, JsonNode> metric : result.get("secondaryMetrics").properties()) {
      if (metric.getKey().endsWith("gc.alloc.rate.norm")) {
        return metric.getValue().get("score").doubleValue();
      }
    }
    return -1;
  }

  /**
   * The lines that {@code engine-timing} prints: workload, encode ns, decode ns; others are not
   * looked at.
   */
  void addEngine(List<String> lines) {
    for (String line : lines) {
      String[] fields = line.split("\t", -1);
      if (fields[0].equals("timing")) {
        Workload workload = Workload.valueOf(fields[1].toUpperCase(Locale.ROOT).replace('-', '_'));
        if (tables.containsKey(workload)) {
          Line row = line(table(workload), ENGINE);
          row.encode = Optional.of(new Measured(Double.parseDouble(fields[2]), -1));
          row.decode = Optional.of(new Measured(Double.parseDouble(fields[3]), -1));
        }
      } else if (fields[0].equals("engine")) {
        conditions.append(
            "Engine: Godot %s, release template, `var_to_bytes` and `bytes_to_var`, loop subtracted.\n"
                .formatted(fields[1]));
      }
    }
  }

  private Map<String, Line> table(Workload workload) {
    return tables.computeIfAbsent(workload, key -> new LinkedHashMap<>());
  }

  private static Line line(Map<String, Line> table, String title) {
    return table.computeIfAbsent(title, key -> new Line());
  }

  /** The whole page. */
  String markdown(LocalDate date, String machine) {
    StringBuilder page = new StringBuilder();
    page.append("# Performance\n\n");
    page.append("Printed by `benchmarks/run` on ").append(date).append(".\n");
    page.append("Machine: ").append(machine).append(".\n").append(conditions).append('\n');
    page.append(
        "`x` is the time as a multiple of that of `VariantCodec.encode` and `decode` in the\n");
    page.append(
        "same run: above 1 is slower. Only these ratios carry over to other machines. Times are\n");
    page.append(
        "those of the best iteration; B/op is what one operation allocates. All formats have the\n");
    page.append(
        "same content, read once from the engine's bytes. msgpack-java leaves its strings\n");
    page.append("undecoded until they are asked for.\n");
    tables.forEach((workload, table) -> print(workload, table, page));
    return page.toString();
  }

  private static void print(Workload workload, Map<String, Line> table, StringBuilder page) {
    page.append("\n## ").append(workload.title()).append(" (");
    page.append(String.format(Locale.ROOT, "%,d", workload.bytes().length));
    page.append(" bytes)\n\n");
    page.append("| what | encode x | ns | B/op | decode x | ns | B/op |\n");
    page.append("|---|--:|--:|--:|--:|--:|--:|\n");
    Line ours = line(table, Row.VARIANT.title());
    List<Map.Entry<String, Line>> lines = new ArrayList<>(table.entrySet());
    lines.sort((a, b) -> Double.compare(order(a.getValue()), order(b.getValue())));
    for (Map.Entry<String, Line> entry : lines) {
      Line line = entry.getValue();
      page.append("| ").append(entry.getKey()).append(" | ");
      page.append(cells(line.encode, ours.encode)).append(" | ");
      page.append(cells(line.decode, ours.decode)).append(" |\n");
    }
  }

  /** Fastest first, by what a row has of decoding, else of encoding. */
  private static double order(Line line) {
    return line.decode.or(() -> line.encode).map(Measured::nanos).orElse(0.0);
  }

  private static String cells(Optional<Measured> measured, Optional<Measured> ours) {
    if (measured.isEmpty()) {
      return " | | ";
    }
    Measured it = measured.get();
    String ratio =
        ours.map(own -> String.format(Locale.ROOT, "%.2f", it.nanos / own.nanos)).orElse("");
    String nanos = String.format(Locale.ROOT, it.nanos < 100 ? "%.1f" : "%,.0f", it.nanos);
    String bytes = it.bytes < 0 ? "" : String.format(Locale.ROOT, "%,.0f", it.bytes);
    return ratio + " | " + nanos + " | " + bytes;
  }

  private static String machine() throws IOException {
    Path cpus = Path.of("/proc/cpuinfo");
    String model = System.getProperty("os.arch");
    if (Files.isReadable(cpus)) {
      model =
          Files.readAllLines(cpus).stream()
              .filter(line -> line.startsWith("model name"))
              .map(line -> line.substring(line.indexOf(':') + 1).strip())
              .findFirst()
              .orElse(model);
    }
    return "%s, %d processors, %s %s"
        .formatted(
            model,
            Runtime.getRuntime().availableProcessors(),
            System.getProperty("os.name"),
            System.getProperty("os.version"));
  }
}
