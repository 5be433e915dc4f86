package io.github.godotvariant.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
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
   * @param nanos the time of one operation in the middle iteration of the slowest fork: how well a
   *     program is compiled is a matter of luck, which is not to be ours
   * @param middle the same of the middle fork
   * @param spread how far an iteration of any fork is from it at most, as a fraction of it
   * @param bytes what one operation allocates; negative if that is not known
   */
  record Measured(double nanos, double middle, double spread, double bytes) {}

  /** Where something stands in a line. */
  private record Cell(Side side, int java) {}

  /** Instead of a Java in the cells of the engine, which hold for all. */
  private static final int ANY = 0;

  static final String ENGINE = "Godot engine, C++";
  static final String LOOKUPS = "one value by the text of its key";
  static final String SAVES = "savegame as a file";

  private static final String HASH_MAP = "HashMap.get";
  private static final String TEXTS = "godot-variant, a list of the same texts";

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
          Map.entry("Lookups.get", "godot-variant, VariantDictionary.get"),
          Map.entry("Lookups.hashMap", HASH_MAP),
          Map.entry("Records.decodeTreeAndGet", "godot-variant, tree and getters"),
          Map.entry("Records.encodeOfPairs", "godot-variant, VariantDictionary.of and tree"),
          Map.entry("Records.decodeHandles", "godot-variant, records by method handles"),
          Map.entry("Records.encodeHandles", "godot-variant, records by method handles"),
          Map.entry("Records.decodeReversed", "godot-variant, records, keys in reverse order"),
          Map.entry("Records.decodeUnknown", "godot-variant, records, one unknown key"),
          Map.entry("Records.encodeToBuffer", "godot-variant, records into a reused buffer"),
          Map.entry("HandWritten", "limit: codec for this message alone"));

  private final Map<String, Map<String, Map<Cell, Measured>>> tables = new LinkedHashMap<>();
  private final SortedSet<Integer> javas = new TreeSet<>();
  private final Set<String> conditions = new LinkedHashSet<>();
  private final Map<String, Integer> sizes = new LinkedHashMap<>();

  /** All lines that there can be, of any table. */
  static Stream<String> titles() {
    return Stream.of(
            Arrays.stream(Row.values()).map(Row::title),
            Arrays.stream(RecordRow.values()).map(RecordRow::title),
            Arrays.stream(Carrier.values()).map(Carrier::title),
            TITLES.values().stream(),
            Stream.of(ENGINE, TEXTS))
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
      case "Trees" -> {
        Workload workload = Workload.valueOf(param(result, "workload"));
        Row row = Row.valueOf(param(result, "row"));
        Cell cell = new Cell(side(method), java);
        put(workload.title(), row.title(), cell, measured);
        if (row == Row.VARIANT && workload == Workload.PLAYER_UPDATE) {
          put(Message.PLAYER_UPDATE.title(), row.title(), cell, measured);
        }
        if (row == Row.VARIANT && workload == Workload.SAVEGAME) {
          put(SAVES, row.title(), cell, measured);
        }
      }
      case "Messages" ->
          put(
              Message.valueOf(param(result, "message")).title(),
              RecordRow.valueOf(param(result, "row")).title(),
              new Cell(side(method), java),
              measured);
      case "Records" ->
          put(
              Message.PLAYER_UPDATE.title(),
              title(room + "." + method),
              new Cell(method.startsWith("encode") ? Side.ENCODE : Side.DECODE, java),
              measured);
      case "Lookups" ->
          put(LOOKUPS, title(room + "." + method), new Cell(Side.DECODE, java), measured);
      case "Saves" ->
          put(
              SAVES,
              Carrier.valueOf(param(result, "carrier")).title(),
              new Cell(side(method), java),
              measured);
      case "Growth" -> {
        Growing data = Growing.valueOf(param(result, "data"));
        Cell cell = new Cell(side(method), java);
        put(data.title(), Row.VARIANT.title(), cell, measured);
        if (data.kind() == Growing.Kind.TEXTS) {
          put(data.title().replace("texts", "string-keys"), TEXTS, cell, measured);
        }
      }
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
          put(Message.TELEMETRY.title(), title, new Cell(Side.DECODE, java), measured);
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
    double[][] forks =
        result
            .get("primaryMetric")
            .get("rawData")
            .valueStream()
            .map(Results::sorted)
            .sorted(Comparator.comparingDouble(Results::middle))
            .toArray(double[][]::new);
    double slowest = middle(forks[forks.length - 1]);
    double least = Arrays.stream(forks).mapToDouble(fork -> fork[0]).min().orElseThrow();
    double most =
        Arrays.stream(forks).mapToDouble(fork -> fork[fork.length - 1]).max().orElseThrow();
    double spread = Math.max(most - slowest, slowest - least) / slowest;
    double bytes = -1;
    for (Map.Entry<String, JsonNode> metric : result.get("secondaryMetrics").properties()) {
      if (metric.getKey().endsWith("gc.alloc.rate.norm")) {
        bytes = metric.getValue().get("score").doubleValue();
      }
    }
    return new Measured(slowest, middle(forks[forks.length / 2]), spread, bytes);
  }

  private static double[] sorted(JsonNode fork) {
    return fork.valueStream().mapToDouble(JsonNode::doubleValue).sorted().toArray();
  }

  private static double middle(double[] sorted) {
    return sorted[sorted.length / 2];
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
          put(fields[1], ENGINE, new Cell(side, ANY), new Measured(nanos, nanos, 0, -1));
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
    if (messages().anyMatch(message -> message.title().equals(table))) {
      return RecordRow.RECORDS.title();
    }
    return switch (table) {
      case LOOKUPS -> HASH_MAP;
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

  private static Stream<Message> messages() {
    return Arrays.stream(Message.values());
  }

  private static int measure(String table) {
    if (table.equals(SAVES)) {
      return Workload.SAVEGAME.bytes().length;
    }
    if (table.equals(LOOKUPS)) {
      return Workload.PLAYER_UPDATE.bytes().length;
    }
    return Stream.of(
            Arrays.stream(Workload.values())
                .filter(workload -> workload.title().equals(table))
                .map(Workload::bytes),
            messages().filter(message -> message.title().equals(table)).map(Message::bytes),
            Arrays.stream(Growing.values())
                .filter(data -> data.title().equals(table))
                .map(Growing::bytes))
        .flatMap(bytes -> bytes)
        .findFirst()
        .orElseThrow()
        .length;
  }
}
