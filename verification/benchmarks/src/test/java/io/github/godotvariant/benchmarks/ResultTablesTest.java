package io.github.godotvariant.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ResultTablesTest {
  private static JsonNode result(int java, String benchmark, String params, String forks) {
    return new JsonMapper()
        .readTree(
            """
            [{"benchmark": "io.github.godotvariant.benchmarks.%s", "jdkVersion": "%d.0.1",
              "params": {"workload": "SAVEGAME"%s}, "primaryMetric": {"rawData": %s}}]"""
                .formatted(benchmark, java, params, forks));
  }

  @Test
  void printsRatiosToTreeOfSameJavaAndSide() {
    ResultTables tables = new ResultTables();
    tables.add(result(17, "SaveBenchmark.write", ", \"form\": \"GZIP\"", "[[9e6]]"), false);
    tables.add(result(17, "TreeBenchmark.encode", "", "[[2e6, 1e6, 3e6]]"), false);
    tables.add(result(17, "TreeBenchmark.decode", "", "[[400.0], [500.0], [650.0]]"), false);
    tables.add(result(17, "TreeBenchmark.skip", "", "[[250.0]]"), false);
    tables.add(result(25, "TreeBenchmark.skip", "", "[[12.34]]"), false);
    assertThat(tables.markdown())
        .isEqualTo(
            """
            Ratios refer to Tree.decode or Tree.encode of the same workload and Java.

            ## SAVEGAME

            | benchmark | Java 17 | ratio | Java 25 | ratio |
            |---|--:|--:|--:|--:|
            | Tree.decode | 500 ns ± 30 % | 1.00 | | |
            | Tree.encode | 2.00 ms ± 0 % | 1.00 | | |
            | Tree.skip | 250 ns ± 0 % | 0.50 | 12.3 ns ± 0 % | |
            | Save.write (GZIP) | 9.00 ms ± 0 % | 4.50 | | |
            """);
  }

  @Test
  void comparesWithBaseline() {
    ResultTables tables = new ResultTables();
    tables.add(result(17, "TreeBenchmark.skip", "", "[[100.0]]"), true);
    tables.add(result(17, "TreeBenchmark.skip", "", "[[80.0]]"), false);
    tables.add(result(17, "TreeBenchmark.skip", "", "[[102.0]]"), true);
    tables.add(result(17, "TreeBenchmark.skip", "", "[[90.0]]"), false);
    tables.add(result(17, "TreeBenchmark.seek", "", "[[1.0]]"), false);
    assertThat(tables.markdown())
        .isEqualTo(
            """
            | workload | benchmark | Java | old | new | new / old |
            |---|---|--:|--:|--:|--:|
            | SAVEGAME | Tree.seek | 17 | | 1.00 ns ± 0 % | |
            | SAVEGAME | Tree.skip | 17 | 101 ns ± 1 % | 85.0 ns ± 6 % | 0.84 |
            """);
  }
}
