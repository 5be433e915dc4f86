package io.github.godotvariant.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class ReportTest {
  private static String result(String benchmark, String params, String iterations, double bytes) {
    return """
    {
      "jmhVersion": "1.37", "benchmark": "io.github.godotvariant.benchmarks.%s",
      "forks": 2, "jdkVersion": "17.0.1", "vmName": "VM",
      "warmupIterations": 4, "warmupTime": "1 s",
      "measurementIterations": 2, "measurementTime": "1 s",
      "params": {"workload": "PLAYER_UPDATE"%s},
      "primaryMetric": {"score": 999.0, "rawData": %s},
      "secondaryMetrics": {"gc.alloc.rate": {"score": 7.0}, "gc.alloc.rate.norm": {"score": %s}}
    }"""
        .formatted(benchmark, params, iterations, bytes);
  }

  @Test
  void ratiosAreToOurTreeAndEngineIsMergedIn() {
    List<String> results = new ArrayList<>();
    results.add(result("Trees.encode", ", \"row\": \"VARIANT\"", "[[210.0, 200.0]]", 360));
    results.add(result("Trees.decode", ", \"row\": \"VARIANT\"", "[[100.0, 101.0]]", 352.4));
    results.add(result("Trees.encode", ", \"row\": \"CBOR\"", "[[500.0, 600.0], [510.0]]", 776));
    results.add(result("Trees.decode", ", \"row\": \"CBOR\"", "[[1250.0]]", 2288));
    results.add(result("Pieces.encodeToBuffer", "", "[[150.0]]", 0));
    results.add(result("Pieces.copy", "", "[[12.6]]", 336));
    Report report = new Report();
    report.addJmh(new JsonMapper().readTree(results.toString()));
    report.addEngine(
        List.of(
            "engine\t4.6.3", "timing\tplayer-update\t1254.0\t1239.5", "timing\tterrain\t1.0\t1.0"));

    String page = report.markdown(LocalDate.of(2026, 11, 20), "a machine");

    assertThat(page)
        .contains(
            "on 2026-11-20.\n",
            "Machine: a machine.\n",
            "Java 17.0.1 (VM), JMH 1.37, 2 fork(s), 4 x 1 s warm-up, 2 x 1 s measured.\n",
            "Engine: Godot 4.6.3,")
        .doesNotContain("terrain")
        .endsWith(
            """

            ## player-update (316 bytes)

            | what | encode x | ns | B/op | decode x | ns | B/op |
            |---|--:|--:|--:|--:|--:|--:|
            | limit: bytes copied to a new array |  | |  | 0.13 | 12.6 | 336 |
            | **godot-variant**, tree | 1.00 | 200 | 360 | 1.00 | 100 | 352 |
            | godot-variant, into a reused buffer | 0.75 | 150 | 0 |  | |  |
            | Godot engine, C++ | 6.27 | 1,254 |  | 12.40 | 1,240 |  |
            | Jackson CBOR, JsonNode | 2.50 | 500 | 776 | 12.50 | 1,250 | 2,288 |
            """);
  }
}
