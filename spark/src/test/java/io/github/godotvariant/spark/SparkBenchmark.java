package io.github.godotvariant.spark;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.codec.VariantCodec;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/**
 * What columns of a value cost beside those of JSON: CPU of the whole process, the least of some
 * runs in turn. No test, and run by its name only: {@code mvn -P spark -pl spark -am test
 * -Dtest=SparkBenchmark -Dsurefire.failIfNoSpecifiedTests=false}, with {@code -Drows} rows, each of
 * them 50 times.
 */
class SparkBenchmark {
  private static final int RUNS = 3;

  /** What a query costs before its first row is small beside so many. */
  private static final int TIMES = 50;

  private static final String FOUR = "id BIGINT, hp INT, pos STRUCT<x: FLOAT, y: FLOAT, z: FLOAT>";
  private static final String ALL =
      FOUR
          + ", aim STRUCT<x: FLOAT, y: FLOAT>, anim STRING, flags BIGINT, grounded BOOLEAN, rot"
          + " STRUCT<x: FLOAT, y: FLOAT, z: FLOAT, w: FLOAT>, seq BIGINT, state STRING, t DOUBLE,"
          + " vel STRUCT<x: FLOAT, y: FLOAT, z: FLOAT>";

  @Test
  void columns() throws Exception {
    int rows = Integer.getInteger("rows", 10_000);
    VariantDictionary update =
        VariantCodec.GODOT_4
            .decode(
                Files.readAllBytes(Path.of(System.getProperty("examples"), "player-update.bin")))
            .asDictionary();
    List<byte[]> all = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      Variant value = update.with("id", i).with("seq", 7 * i).with("t", i / 60.0);
      all.add(VariantCodec.GODOT_4.encode(value));
    }
    Dataset<Row> table =
        Session.bytes(all).selectExpr("value", "to_json(from_godot_variant(value)) json").cache();
    assertThat(table.count()).isEqualTo(rows);
    Dataset<Row> many = table.crossJoin(Session.SPARK.range(TIMES));

    Map<String, String> queries = new LinkedHashMap<>();
    queries.put("bytes passed on", "value");
    queries.put("VARIANT", "from_godot_variant(value)");
    queries.put("STRUCT, few", "from_godot_variant(value, '" + FOUR + "')");
    queries.put("STRUCT, all", "from_godot_variant(value, '" + ALL + "')");
    queries.put("text passed on", "json");
    queries.put("parse_json", "parse_json(json)");
    queries.put("from_json, few", "from_json(json, '" + FOUR + "')");
    queries.put("from_json, all", "from_json(json, '" + ALL + "')");
    Map<String, Long> least = new LinkedHashMap<>();
    for (int run = 0; run < RUNS; run++) {
      for (Map.Entry<String, String> query : queries.entrySet()) {
        long before = cpu();
        many.selectExpr(query.getValue()).write().format("noop").mode("overwrite").save();
        least.merge(query.getKey(), cpu() - before, Math::min);
      }
    }
    least.forEach(
        (name, time) ->
            System.out.printf(
                "%-16s %6.2f microseconds of CPU a row%n", name, time / 1e3 / TIMES / rows));
    assertThat(
            table
                .where("from_godot_variant(value, '" + ALL + "') = from_json(json, '" + ALL + "')")
                .count())
        .isEqualTo(rows);
  }

  private static long cpu() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
