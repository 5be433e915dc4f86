package io.github.godotvariant.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.benchmarks.Results.Side;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import tools.jackson.databind.json.JsonMapper;

class ReportTest {
  private final List<String> measured = new ArrayList<>();

  private void measured(int java, String benchmark, String params, String iterations, int bytes) {
    measured.add(
        """
        {
          "jmhVersion": "1.37", "benchmark": "io.github.godotvariant.benchmarks.%s",
          "forks": 2, "jdkVersion": "%d.0.1", "vmName": "VM", "jvmArgs": ["-Xmx3g", "-XX:+UseG1GC"],
          "warmupIterations": 4, "warmupTime": "1 s",
          "measurementIterations": 2, "measurementTime": "1 s",
          "params": {%s},
          "primaryMetric": {"score": 999.0, "rawData": %s},
          "secondaryMetrics": {"gc.alloc.rate": {"score": 7.0}, "gc.alloc.rate.norm": {"score": %d}}
        }"""
            .formatted(benchmark, java, params.replace('\'', '"'), iterations, bytes));
  }

  private Results results(String... engine) {
    Results results = new Results();
    results.addJmh(new JsonMapper().readTree(measured.toString()));
    results.addEngine(List.of(engine));
    return results;
  }

  private static String page(Results results) {
    return new Report(results).markdown(LocalDate.of(2026, 11, 20), "abc1234", "a machine");
  }

  @Test
  void ratiosAreToOurTreeOnTheSameJavaAndEngineIsMergedIn() {
    String update = "'workload': 'PLAYER_UPDATE'";
    measured(17, "Trees.encode", update + ", 'row': 'VARIANT'", "[[206.0, 200.0, 194.0]]", 360);
    measured(17, "Trees.decode", update + ", 'row': 'VARIANT'", "[[100.0, 100.0]]", 352);
    measured(17, "Trees.encode", update + ", 'row': 'CBOR_MAP'", "[[500.0, 600.0], [510.0]]", 776);
    measured(17, "Trees.decode", update + ", 'row': 'CBOR_MAP'", "[[1250.0]]", 2288);
    measured(17, "Pieces.encodeToBuffer", update, "[[150.0]]", 0);
    measured(17, "Limits.copyNew", update, "[[12.6]]", 336);
    measured(25, "Trees.encode", update + ", 'row': 'VARIANT'", "[[160.0]]", 360);
    measured(25, "Trees.decode", update + ", 'row': 'VARIANT'", "[[125.0]]", 352);
    measured(25, "Trees.decode", update + ", 'row': 'CBOR_MAP'", "[[1000.0]]", 2400);
    Results results =
        results(
            "engine\t4.6.3", "timing\tplayer-update\t1280.0\t1000.0", "timing\tterrain\t1.0\t1.0");

    assertThat(page(results))
        .contains(
            "on 2026-11-20.\n",
            "* Commit: abc1234.\n",
            "* Machine: a machine.\n",
            "* Java 17.0.1 (VM), JMH 1.37, `-Xmx3g -XX:+UseG1GC`: 2 fork(s) of 4 x 1 s warm-up and"
                + " 2 x 1 s measured.\n",
            "* Engine: Godot 4.6.3,")
        .doesNotContain("## terrain", "## growth")
        .endsWith(
            """

            ## player-update (316 bytes)

            | what | encode, Java 17 | encode, Java 25 | B/op | decode, Java 17 | decode, Java 25 | B/op |
            |---|--:|--:|--:|--:|--:|--:|
            | godot-variant, into a reused buffer | 0.75 (150 ns) |  | 0 |  |  |  |
            | limit: bytes copied into a new array | 0.06 (12.6 ns) |  | 336 | 0.13 (12.6 ns) |  | 336 |
            | **godot-variant, tree** | 1.00 (200 ns ± 3 %) | 1.00 (160 ns) | 360 | 1.00 (100 ns) | 1.00 (125 ns) | 352 |
            | Jackson CBOR, Map and List | 3.00 (600 ns ± 17 %) |  | 776 | 12.50 (1.25 µs) | 8.00 (1.00 µs) | 2,288 / 2,400 |
            | Godot engine, C++ | 6.40 (1.28 µs) | 8.00 (1.28 µs) |  | 10.00 (1.00 µs) | 8.00 (1.00 µs) |  |
            """);
  }

  @Test
  void goalsAreMetOnEveryJavaOrNot() {
    String update = "'workload': 'PLAYER_UPDATE'";
    for (int java : new int[] {17, 25}) {
      measured(java, "Trees.encode", update + ", 'row': 'VARIANT'", "[[100.0]]", 360);
      measured(java, "Trees.encode", update + ", 'row': 'CBOR_MAP'", "[[240.0]]", 360);
      measured(java, "Trees.decode", update + ", 'row': 'CBOR_MAP'", "[[420.0]]", 360);
      measured(java, "Trees.encode", update + ", 'row': 'FORY'", "[[300.0]]", 360);
    }
    measured(17, "Trees.decode", update + ", 'row': 'VARIANT'", "[[100.0]]", 352);
    measured(25, "Trees.decode", update + ", 'row': 'VARIANT'", "[[111.0]]", 352);
    measured(17, "Trees.encode", "'workload': 'SAVEGAME', 'row': 'VARIANT'", "[[1.0]]", 352);
    measured(17, "Trees.encode", "'workload': 'SAVEGAME', 'row': 'FORY'", "[[9.0]]", 352);
    measured(17, "Pieces.encodeToBuffer", update, "[[150.0]]", 0);
    measured(25, "Pieces.encodeToBuffer", update, "[[150.0]]", 24);

    String tree = " | godot-variant, tree | player-update | ";
    assertThat(page(results()))
        .contains(
            "| of | to | in | side | goal | Java 17 | Java 25 | met |\n",
            "| Jackson CBOR, Map and List" + tree + "encode | ≥ 2.40 | 2.40 | 2.40 | yes |\n",
            "| Jackson CBOR, Map and List" + tree + "decode | ≥ 4.20 | 4.20 | 3.78 | **no** |\n",
            "| Fory, Map and List | godot-variant, tree | savegame | encode | ≥ 2.20 | 9.00 | | not"
                + " measured |\n",
            "| godot-variant, tree | the fastest Java | player-update | decode | ≤ 1.10 | 1.00 | 1.11"
                + " | **no** |\n",
            "| godot-variant, into a reused buffer | a byte of the value | player-update | encode |"
                + " ≤ 0.00 | 0.00 | 0.08 | **no** |\n",
            "\n### what is missed, and why\n\n* ",
            "Jackson CBOR, Map and List to godot-variant, tree, player-update, decode")
        .doesNotContain("to godot-variant, tree, player-update, encode");
  }

  @Test
  void goalsThatTheSlowestForksMissMayBeMetByTheMiddleOnes() {
    String telemetry = "'workload': 'TELEMETRY'";
    measured(17, "Trees.encode", telemetry + ", 'row': 'VARIANT'", "[[150.0], [90.0], [100]]", 9);
    measured(17, "Trees.encode", telemetry + ", 'row': 'FORY'", "[[310.0], [30.0], [300.0]]", 9);
    measured(17, "Trees.encode", telemetry + ", 'row': 'CBOR_MAP'", "[[170.0], [190.0], [9]]", 9);

    String tree = " | godot-variant, tree | telemetry | encode | ";
    assertThat(page(results()))
        .contains(
            "| Fory, Map and List" + tree + "≥ 3.00 | 2.07 | by the middle forks |\n",
            "| Jackson CBOR, Map and List" + tree + "≥ 1.80 | 1.27 | **no** |\n",
            "Where \"by the middle forks\" meet a goal,")
        .doesNotContain("Fory, Map and List to godot-variant, tree, telemetry, encode");
  }

  @Test
  void noGoalIsMetByWhatWasNotMeasured() {
    Results results = new Results();
    results.addJmh(new JsonMapper().readTree("[]"));
    assertThat(page(results)).contains(" | not measured |\n").doesNotContain(" | yes |\n");
  }

  /** A goal that no line can ever answer would look like one that was just not measured. */
  @Test
  void goalsAreAboutLinesThatThereAre() {
    List<String> titles = new ArrayList<>(Results.titles().toList());
    titles.add(Goal.BYTE);
    titles.add(Goal.OTHER_JAVA);
    assertThat(
            Goal.all().stream()
                .flatMap(goal -> List.of(goal.over(), goal.under()).stream())
                .filter(title -> !titles.contains(title))
                .collect(Collectors.toSet()))
        .as("what nothing measures")
        .isEmpty();
    Results results = new Results();
    for (Goal goal : Goal.all()) {
      assertThat(results.size(goal.table())).as(goal.table()).isPositive();
    }
  }

  @Test
  void otherBenchmarksHaveTablesOfTheirOwn() {
    String telemetry = "'message': 'TELEMETRY', ";
    measured(17, "Messages.decode", telemetry + "'row': 'RECORDS'", "[[1000.0]]", 1);
    measured(17, "Messages.decode", telemetry + "'row': 'FORY'", "[[800.0]]", 1);
    measured(17, "Limits.tokens", "'workload': 'TELEMETRY'", "[[500.0]]", 0);
    measured(17, "Saves.encode", "'carrier': 'PLAIN'", "[[10000.0]]", 1);
    measured(17, "Saves.encode", "'carrier': 'GZIP'", "[[90000.0]]", 1);
    measured(17, "HandWritten.decode", "", "[[40.0]]", 1);
    assertThat(page(results()))
        .contains(
            "## telemetry as records (1,981,848 bytes)\n",
            "| limit: token walk, no strings, no objects |  |  | 0.50 (500 ns) | 0 |\n",
            "| Fory, records |  |  | 0.80 (800 ns) | 1 |\n",
            "## savegame as a file (251,540 bytes)\n",
            "| GCPF, GZip | 9.00 (90.0 µs) | 1 |  |  |\n",
            "| limit: codec for this message alone |  |  |  (40.0 ns) | 1 |\n");
  }

  /** Goals of records compare what several benchmarks have measured. */
  @Test
  void recordsStandBesideTheTreeOfTheSameMessage() {
    String update = "'workload': 'PLAYER_UPDATE', 'row': 'VARIANT'";
    measured(17, "Trees.decode", update, "[[100.0]]", 352);
    measured(17, "Trees.encode", update, "[[200.0]]", 352);
    String records = "'message': 'PLAYER_UPDATE', 'row': 'RECORDS'";
    measured(17, "Messages.decode", records, "[[40.0]]", 304);
    measured(17, "Messages.encode", records, "[[100.0]]", 336);
    measured(17, "Records.decodeTreeAndGet", "", "[[160.0]]", 600);
    measured(17, "Records.encodeOfPairs", "", "[[500.0]]", 600);
    measured(17, "Records.encodeToBuffer", "", "[[70.0]]", 0);
    measured(17, "Records.decodeUnknown", "", "[[130.0]]", 304);
    measured(17, "Lookups.get", "", "[[8.0]]", 0);
    measured(17, "Lookups.hashMap", "", "[[4.0]]", 0);
    measured(17, "Saves.decode", "'carrier': 'PLAIN'", "[[1600.0]]", 1);
    measured(17, "Saves.decode", "'carrier': 'KNOWN'", "[[1100.0]]", 1);
    String save = "'workload': 'SAVEGAME', 'row': 'VARIANT'";
    measured(17, "Trees.decode", save, "[[1000.0]]", 1);
    measured(17, "Growth.decode", "'data': 'STRING_KEYS_1K'", "[[9000.0]]", 1);
    measured(17, "Growth.decode", "'data': 'TEXTS_1K'", "[[3000.0]]", 1);

    String table = " | player-update as a record | ";
    assertThat(page(results()))
        .contains(
            "| godot-variant, tree and getters | godot-variant, tree"
                + table
                + "decode | ≤ 1.70 | 1.60 | yes |\n",
            "| godot-variant, VariantDictionary.of and tree | godot-variant, tree"
                + table
                + "encode | ≤ 2.20 | 2.50 | **no** |\n",
            "| godot-variant, records | godot-variant, tree"
                + table
                + "encode | ≤ 0.45 | 0.50 | **no** |\n",
            "| godot-variant, records | godot-variant, tree"
                + table
                + "decode | ≤ 0.45 | 0.40 | yes |\n",
            "| godot-variant, records into a reused buffer | a byte of the value"
                + table
                + "encode | ≤ 0.00 | 0.00 | yes |\n",
            "| godot-variant, records, one unknown key | godot-variant, records"
                + table
                + "decode | ≤ 3.00 | 3.25 | **no** |\n",
            "| godot-variant, VariantDictionary.get | HashMap.get | one value by the text of its key |"
                + " decode | ≤ 2.00 | 2.00 | yes |\n",
            "| godot-variant, tree | godot-variant, a list of the same texts | string-keys-1k | decode |"
                + " ≤ 2.00 | 3.00 | **no** |\n",
            "| store_var, plain | godot-variant, tree | savegame as a file | decode |"
                + " ≤ 1.50 | 1.60 | **no** |\n",
            "| store_var, plain, dialect known | godot-variant, tree | savegame as a file | decode |"
                + " ≤ 1.20 | 1.10 | yes |\n",
            "\n## player-update as a record (316 bytes)\n",
            "| **godot-variant, records** | 1.00 (100 ns) | 336 | 1.00 (40.0 ns) | 304 |\n",
            "| godot-variant, tree | 2.00 (200 ns) | 352 | 2.50 (100 ns) | 352 |\n",
            "\n## one value by the text of its key (316 bytes)\n");
  }

  @Test
  void unknownBenchmarksAreNotLost() {
    measured(17, "Pieces.other", "'workload': 'TELEMETRY'", "[[1.0]]", 0);
    assertThatThrownBy(this::results)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Pieces.other");
  }

  @Test
  void growthIsATableAndAPicture() throws Exception {
    measured(25, "Growth.decode", "'data': 'DEPTH_10'", "[[492.0]]", 1);
    measured(25, "Growth.decode", "'data': 'DEPTH_100'", "[[9000.0]]", 1);
    Results results = results("timing\tdepth-10\t984\t4920");
    int tens = results.size("depth-10");
    assertThat(page(results))
        .contains(
            "| what | size | bytes | encode, Java 25 | engine | decode, Java 25 | engine |\n",
            "| depth | 10 | %d | | %.2f | %.2f | %.2f |\n"
                .formatted(tens, 984.0 / tens, 492.0 / tens, 4920.0 / tens));

    Document svg =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(
                new ByteArrayInputStream(
                    new GrowthPlot(results).svg().getBytes(StandardCharsets.UTF_8)));
    var lines = svg.getElementsByTagName("polyline");
    assertThat(lines.getLength()).as("ours, and the engine's on both sides").isEqualTo(3);
    String ours = ((Element) lines.item(1)).getAttribute("points");
    assertThat(ours.split(" ", -1)).as(ours).hasSize(2);
    assertThat(results.get("depth-10", Results.ENGINE, Side.DECODE, 25)).isPresent();
  }
}
