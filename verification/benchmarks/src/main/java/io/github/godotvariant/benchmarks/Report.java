package io.github.godotvariant.benchmarks;

import io.github.godotvariant.benchmarks.Results.Measured;
import io.github.godotvariant.benchmarks.Results.Side;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/** A page in Markdown of what was measured: ratios first, since only those carry over. */
final class Report {
  private static final String YES = "yes";
  private static final String NO = "**no**";
  private static final String MIDDLE = "by the middle forks";

  private final Results results;
  private final StringBuilder page = new StringBuilder();

  Report(Results results) {
    this.results = results;
  }

  /**
   * Writes {@code performance.md}, and {@code growth.svg} if growth was measured.
   *
   * @param arguments a folder, for both; it has JMH's results as {@code results*.json}, and, if the
   *     engine was timed, what that printed as {@code engine.tsv}; and of which commit they are
   * @throws IOException if a file cannot be read or written
   */
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    Results results = new Results();
    JsonMapper json = new JsonMapper();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted().toList()) {
        String name = file.getFileName().toString();
        if (name.startsWith("results") && name.endsWith(".json")) {
          results.addJmh(json.readTree(Files.readString(file)));
        }
      }
    }
    Path engine = folder.resolve("engine.tsv");
    if (Files.exists(engine)) {
      results.addEngine(Files.readAllLines(engine));
    }
    Files.writeString(
        folder.resolve("performance.md"),
        new Report(results).markdown(LocalDate.now(ZoneOffset.UTC), arguments[1], machine()));
    if (grown(results).findAny().isPresent()) {
      Files.writeString(folder.resolve("growth.svg"), new GrowthPlot(results).svg());
    }
  }

  /** What of the growing values was measured. */
  private static Stream<Growing> grown(Results results) {
    return Arrays.stream(Growing.values()).filter(data -> results.has(data.title()));
  }

  /** The whole page. */
  String markdown(LocalDate date, String commit, String machine) {
    page.setLength(0);
    page.append("# Performance\n\n");
    page.append("Printed by the report that `benchmarks/run` makes, on ")
        .append(date)
        .append(".\n`benchmarks/age` says what of the library has changed since.\n\n");
    page.append("* Commit: ").append(commit).append(".\n");
    page.append("* Machine: ").append(machine).append(".\n");
    for (String condition : results.conditions()) {
      page.append("* ").append(condition).append(".\n");
    }
    page.append(
        """

        A cell is the time as a multiple of that of the line in bold in the same run, and the time
        itself: above 1 is slower. Only the ratios carry over to other machines. Times are those of
        the middle iteration of the slowest fork; ± is how far any was from it. B/op is what one
        operation allocates, of both releases of Java if they differ. All formats have the same
        content, read once from the engine's bytes. msgpack-java leaves the strings of a Value
        undecoded until they are asked for. Protobuf "generated" makes messages of its compiler's
        classes of the records, and records of those; "by hand" does the same on its streams without
        them. Limits are measured as well: what is limited by a copy of 5 MB may take less than that
        did, as copies take differently long in each release.
        """);
    goals();
    for (Workload workload : Workload.values()) {
      table(workload.title());
    }
    for (Message message : Message.values()) {
      tableIfReferred(message.title());
    }
    table(Results.LOOKUPS);
    tableIfReferred(Results.SAVES);
    growth();
    return page.toString();
  }

  private void goals() {
    page.append("\n## goals\n\n");
    page.append("The time of the first line, divided by that of the second. Beside \"");
    page.append(Goal.BYTE).append("\" it is not time: what one\noperation allocates, divided by");
    page.append(" the size of the value. Beside \"").append(Goal.OTHER_JAVA);
    page.append(
        "\" it is the time on each\nJava, divided by that on the Java where it is least. Where \"");
    page.append(MIDDLE);
    page.append("\" meet a goal, the slowest ones,\nwhose ratios are shown, do not.\n\n");
    page.append("| of | to | in | side | goal |").append(javaColumns("")).append(" met |\n");
    page.append("|---|---|---|---|--:|").append("--:|".repeat(results.javas().size()));
    page.append("---|\n");
    Map<String, List<String>> missed = new LinkedHashMap<>();
    for (Goal goal : Goal.all()) {
      List<Optional<Double>> reached = reached(goal, Measured::nanos);
      page.append("| ").append(goal.over()).append(" | ").append(goal.under()).append(" | ");
      page.append(goal.table()).append(" | ").append(name(goal.side())).append(" | ");
      page.append(goal.most() ? "≤ " : "≥ ").append(number("%.2f", goal.bound())).append(" |");
      for (Optional<Double> ratio : reached) {
        page.append(ratio.map(it -> number(" %.2f |", it)).orElse(" |"));
      }
      String met = met(goal, reached, reached(goal, Measured::middle));
      page.append(' ').append(met).append(" |\n");
      if (met.equals(NO)) {
        String line = goal.over() + " to " + goal.under();
        missed
            .computeIfAbsent(goal.why(), why -> new ArrayList<>())
            .add(line + ", " + goal.table() + ", " + name(goal.side()));
      }
    }
    missed(missed);
  }

  private void missed(Map<String, List<String>> missed) {
    if (missed.isEmpty()) {
      return;
    }
    page.append("\n### what is missed, and why\n\n");
    missed.forEach(
        (why, lines) -> {
          page.append("* ").append(String.join("; ", lines)).append(": ");
          page.append(why.isEmpty() ? "it is not known why" : why).append(".\n");
        });
  }

  private List<Optional<Double>> reached(Goal goal, ToDoubleFunction<Measured> nanos) {
    return results.javas().stream().map(java -> goal.reached(results, java, nanos)).toList();
  }

  private static String met(
      Goal goal, List<Optional<Double>> slowest, List<Optional<Double>> middle) {
    if (slowest.isEmpty() || slowest.stream().anyMatch(Optional::isEmpty)) {
      return "not measured";
    }
    if (met(goal, slowest)) {
      return YES;
    }
    return met(goal, middle) ? MIDDLE : NO;
  }

  private static boolean met(Goal goal, List<Optional<Double>> reached) {
    return reached.stream().allMatch(ratio -> goal.met(ratio.orElseThrow()));
  }

  /** A table in which there are lines of other tables as well: these alone are none. */
  private void tableIfReferred(String table) {
    if (results.lines(table).contains(Results.reference(table))) {
      table(table);
    }
  }

  private void table(String table) {
    if (!results.has(table)) {
      return;
    }
    page.append("\n## ").append(table);
    page.append(number(" (%,d bytes)\n\n", results.size(table)));
    page.append("| what |");
    for (Side side : Side.values()) {
      page.append(javaColumns(name(side) + ", ")).append(" B/op |");
    }
    page.append("\n|---|").append("--:|".repeat(2 * results.javas().size() + 2)).append('\n');
    String reference = Results.reference(table);
    List<String> lines = new ArrayList<>(results.lines(table));
    lines.sort(Comparator.comparingDouble(line -> order(table, line)));
    for (String line : lines) {
      String marks = line.equals(reference) ? "**" : "";
      page.append("| ").append(marks).append(line).append(marks).append(" |");
      for (Side side : Side.values()) {
        for (int java : results.javas()) {
          page.append(' ').append(cell(table, line, side, java)).append(" |");
        }
        page.append(' ').append(allocated(table, line, side)).append(" |");
      }
      page.append('\n');
    }
  }

  /** Fastest first on the newest Java, by what a line has of decoding, else of encoding. */
  private double order(String table, String line) {
    int java = results.javas().last();
    return results
        .get(table, line, Side.DECODE, java)
        .or(() -> results.get(table, line, Side.ENCODE, java))
        .map(Measured::nanos)
        .orElse(0.0);
  }

  private String cell(String table, String line, Side side, int java) {
    Optional<Measured> measured = results.get(table, line, side, java);
    if (measured.isEmpty()) {
      return "";
    }
    Measured it = measured.get();
    String ratio =
        results
            .get(table, Results.reference(table), side, java)
            .map(own -> number("%.2f", it.nanos() / own.nanos()))
            .orElse("");
    String spread = it.spread() > 0 ? number(" ± %.0f %%", 100 * it.spread()) : "";
    return ratio + " (" + time(it.nanos()) + spread + ")";
  }

  /** Three digits and a unit. */
  private static String time(double nanos) {
    double number = nanos;
    for (String unit : List.of("ns", "µs", "ms")) {
      if (number < 999.5) {
        return number(number < 9.995 ? "%.2f " : number < 99.95 ? "%.1f " : "%.0f ", number) + unit;
      }
      number /= 1000;
    }
    return number("%.2f s", number);
  }

  /** One number, unless the releases of Java differ by more than the measurement does. */
  private String allocated(String table, String line, Side side) {
    List<Double> bytes =
        results.javas().stream()
            .flatMap(java -> results.get(table, line, side, java).stream())
            .map(Measured::bytes)
            .filter(number -> number >= 0)
            .toList();
    if (bytes.isEmpty()) {
      return "";
    }
    double first = bytes.get(0);
    double last = bytes.get(bytes.size() - 1);
    String shown = number("%,.0f", last);
    return Math.abs(first - last) > 0.01 * last + 1 ? number("%,.0f / ", first) + shown : shown;
  }

  private void growth() {
    List<Growing> grown = grown(results).toList();
    if (grown.isEmpty()) {
      return;
    }
    page.append("\n## growth\n\n");
    page.append(
        "Nanoseconds for each byte. A flat line is what one wants. Where a million keys take\n");
    page.append("more for each, the engine's do as well: most likely their tables outgrow the\n");
    page.append("processor's caches.\n\n");
    page.append("![Nanoseconds per byte over bytes](growth.svg)\n\n");
    page.append("| what | size | bytes |");
    for (Side side : Side.values()) {
      page.append(javaColumns(name(side) + ", ")).append(" engine |");
    }
    page.append("\n|---|").append("--:|".repeat(2 * results.javas().size() + 4)).append('\n');
    for (Growing data : grown) {
      int size = results.size(data.title());
      page.append("| ").append(data.kind().title());
      page.append(number(" | %,d | ", data.size())).append(number("%,d |", size));
      for (Side side : Side.values()) {
        for (int java : results.javas()) {
          page.append(perByte(results.get(data.title(), Row.VARIANT.title(), side, java), size));
        }
        page.append(perByte(results.get(data.title(), Results.ENGINE, side, 0), size));
      }
      page.append('\n');
    }
  }

  private static String perByte(Optional<Measured> measured, int size) {
    return measured.map(it -> number(" %.2f |", it.nanos() / size)).orElse(" |");
  }

  private String javaColumns(String before) {
    StringBuilder columns = new StringBuilder();
    results
        .javas()
        .forEach(java -> columns.append(' ').append(before).append("Java " + java + " |"));
    return columns.toString();
  }

  private static String name(Side side) {
    return side.name().toLowerCase(Locale.ROOT);
  }

  private static String number(String format, Object number) {
    return String.format(Locale.ROOT, format, number);
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
