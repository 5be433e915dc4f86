package io.github.godotvariant.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * What was measured: tables of lines, each line with a time to encode and one to decode for every
 * release of Java.
 */
final class Results {
  /** The two things that are timed. */
  enum Side {
    ENCODE,
    DECODE
  }

  /**
   * What was measured of one benchmark.
   *
   * @param nanos the time of one operation in the middle iteration
   * @param spread how far an iteration is from it at most, as a fraction of it
   * @param bytes what one operation allocates; negative if that is not known
   */
  record Measured(double nanos, double spread, double bytes) {}

  /** Where something stands in a line. */
  private record Cell(Side side, int java) {}

  /** Instead of a Java in the cells of the engine, which hold for all. */
  private static final int ANY = 0;

  static final String ENGINE = "Godot engine, C++";
  static final String EVENTS = "telemetry as records";
  static final String SAVES = "savegame as a file";

  /** What benchmarks that stand for one line are called in tables. */
  private static final Map<String, String> TITLES =
      Map.ofEntries(
          Map.entry("Pieces.encodeToBuffer", "godot-variant, into a reused buffer"),
          Map.entry("Pieces.encodeBuilt", "godot-variant, a tree that was built, not read"),
          Map.entry("Pieces.stream", "godot-variant, every value read, no tree"),
          Map.entry("Pieces.seek", "godot-variant, one late value sought"),
          Map.entry("Pieces.skip", "godot-variant, stepped over"),
          Map.entry("Landscape.intoArrays", "godot-variant, into given arrays"),
          Map.entry("Landscape.views", "godot-variant, packed arrays as views"),
          Map.entry("Limits.copyReused", "limit: bytes copied into an array that is there"),
          Map.entry("Limits.copyNew", "limit: bytes copied into a new array"),
          Map.entry("Limits.tokens", "limit: token walk, no strings, no objects"),
          Map.entry("HandWritten", "limit: codec for this message alone"));

  private final Map<String, Map<String, Map<Cell, Measured>>> tables = new LinkedHashMap<>();
  private final SortedSet<Integer> javas = new TreeSet<>();
  private final Set<String> conditions = new LinkedHashSet<>();
  private final Map<String, Integer> sizes = new LinkedHashMap<>();

  /** All lines that there can be, of any table. */
  static Stream<String> titles() {
    return Stream.of(
            Arrays.stream(Row.values()).map(Row::title),
            Arrays.stream(EventRow.values()).map(EventRow::title),
            Arrays.stream(Carrier.values()).map(Carrier::title),
            TITLES.values().stream(),
            Stream.of(ENGINE))
        .flatMap(titles -> titles);
  }

  /** Adds the results of one run of JMH. */
  void addJmh(JsonNode results) {
    for (JsonNode result : results) {
      addBenchmark(result);
    }
  }

  private void addBenchmark(JsonNode result) {
    String version = result.get("jdkVersion").stringValue();
    int java = Runtime.Version.parse(version).feature();
    javas.add(java);
    conditions.add(
        "Java %s (%s), JMH %s, `%s`: %s fork(s) of %s x %s warm-up and %s x %s measured"
            .formatted(
                version,
                result.get("vmName").stringValue(),
                result.get("jmhVersion").stringValue(),
                String.join(
                    " ",
                    result.get("jvmArgs").values().stream().map(JsonNode::stringValue).toList()),
                result.get("forks").asString(),
                result.get("warmupIterations").asString(),
                result.get("warmupTime").stringValue(),
                result.get("measurementIterations").asString(),
                result.get("measurementTime").stringValue()));

    String[] name = result.get("benchmark").stringValue().split("\\.", -1);
    String room = name[name.length - 2];
    String method = name[name.length - 1];
    Measured measured = measured(result);
    switch (room) {
      case "Trees" ->
          put(
              Workload.valueOf(param(result, "workload")).title(),
              Row.valueOf(param(result, "row")).title(),
              new Cell(side(method), java),
              measured);
      case "Events" ->
          put(
              EVENTS,
              EventRow.valueOf(param(result, "row")).title(),
              new Cell(side(method), java),
              measured);
      case "Saves" ->
          put(
              SAVES,
              Carrier.valueOf(param(result, "carrier")).title(),
              new Cell(side(method), java),
              measured);
      case "Growth" ->
          put(
              Growing.valueOf(param(result, "data")).title(),
              Row.VARIANT.title(),
              new Cell(side(method), java),
              measured);
      case "HandWritten" ->
          put(Workload.PLAYER_UPDATE.title(), title(room), new Cell(side(method), java), measured);
      default -> {
        Workload workload = Workload.valueOf(param(result, "workload"));
        String title = title(room + "." + method);
        // A copy has no direction.
        if (!method.startsWith("encode")) {
          put(workload.title(), title, new Cell(Side.DECODE, java), measured);
        }
        if (method.startsWith("encode") || method.startsWith("copy")) {
          put(workload.title(), title, new Cell(Side.ENCODE, java), measured);
        }
        if (method.equals("tokens") && workload == Workload.TELEMETRY) {
          put(EVENTS, title, new Cell(Side.DECODE, java), measured);
        }
      }
    }
  }

  private static String param(JsonNode result, String name) {
    return result.get("params").get(name).stringValue();
  }

  private static Side side(String method) {
    return method.equals("encode") ? Side.ENCODE : Side.DECODE;
  }

  private static String title(String benchmark) {
    String title = TITLES.get(benchmark);
    if (title == null) {
      throw new IllegalArgumentException("no line for " + benchmark);
    }
    return title;
  }

  private static Measured measured(JsonNode result) {
    double[] nanos =
        result
            .get("primaryMetric")
            .get("rawData")
            .valueStream()
            .flatMap(JsonNode::valueStream)
            .mapToDouble(JsonNode::doubleValue)
            .sorted()
            .toArray();
    double middle = nanos[nanos.length / 2];
    double spread = Math.max(nanos[nanos.length - 1] - middle, middle - nanos[0]) / middle;
    double bytes = -1;
    for (Map.Entry<String, JsonNode> metric : result.get("secondaryMetrics").properties()) {
      if (metric.getKey().endsWith("gc.alloc.rate.norm")) {
        bytes = metric.getValue().get("score").doubleValue();
      }
    }
    return new Measured(middle, spread, bytes);
  }

  /**
   * Adds what {@code engine-timing} printed: lines of a table's name, nanoseconds to encode and to
   * decode. What has no table and other lines are not looked at.
   */
  void addEngine(List<String> lines) {
    for (String line : lines) {
      String[] fields = line.split("\t", -1);
      if (fields[0].equals("timing") && tables.containsKey(fields[1])) {
        for (Side side : Side.values()) {
          double nanos = Double.parseDouble(fields[side == Side.ENCODE ? 2 : 3]);
          put(fields[1], ENGINE, new Cell(side, ANY), new Measured(nanos, 0, -1));
        }
      } else if (fields[0].equals("engine")) {
        conditions.add(
            "Engine: Godot %s, release template, `var_to_bytes` and `bytes_to_var`, loop subtracted"
                .formatted(fields[1]));
      }
    }
  }

  private void put(String table, String line, Cell cell, Measured measured) {
    Measured before =
        tables
            .computeIfAbsent(table, key -> new LinkedHashMap<>())
            .computeIfAbsent(line, key -> new LinkedHashMap<>())
            .put(cell, measured);
    if (before != null) {
      throw new IllegalStateException(line + " of " + table + " was measured twice");
    }
  }

  /** How and with what was measured, a sentence each, without its full stop. */
  List<String> conditions() {
    return new ArrayList<>(conditions);
  }

  /** The releases of Java, oldest first. */
  SortedSet<Integer> javas() {
    return javas;
  }

  /** Whether anything of a table was measured. */
  boolean has(String table) {
    return tables.containsKey(table);
  }

  /** The lines of a table, in the order in which they were measured. */
  List<String> lines(String table) {
    return new ArrayList<>(tables.getOrDefault(table, Map.of()).keySet());
  }

  /** What a table's ratios are to. */
  static String reference(String table) {
    return switch (table) {
      case EVENTS -> EventRow.VARIANT.title();
      case SAVES -> Carrier.PLAIN.title();
      default -> Row.VARIANT.title();
    };
  }

  /** One measurement, or none; of the engine, the same for every Java. */
  Optional<Measured> get(String table, String line, Side side, int java) {
    Map<Cell, Measured> cells = tables.getOrDefault(table, Map.of()).getOrDefault(line, Map.of());
    return Optional.ofNullable(cells.get(new Cell(side, java)))
        .or(() -> Optional.ofNullable(cells.get(new Cell(side, ANY))));
  }

  /** How many bytes the value of a table has in the engine's format. */
  int size(String table) {
    return sizes.computeIfAbsent(table, Results::measure);
  }

  private static int measure(String table) {
    if (table.equals(EVENTS)) {
      return Workload.TELEMETRY.bytes().length;
    }
    if (table.equals(SAVES)) {
      return Workload.SAVEGAME.bytes().length;
    }
    return Stream.concat(
            Arrays.stream(Workload.values())
                .filter(workload -> workload.title().equals(table))
                .map(Workload::bytes),
            Arrays.stream(Growing.values())
                .filter(data -> data.title().equals(table))
                .map(Growing::bytes))
        .findFirst()
        .orElseThrow()
        .length;
  }
}
