package io.github.godotvariant.spark.internal;

import io.github.godotvariant.spark.GodotVariantExtensions;
import io.github.godotvariant.spark.Program;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * A program for {@link SparkBenchmark} that prints the CPU time of the tasks of executors for each
 * row and several numbers of partitions. Arguments: the number of executors, of rows, and of
 * repetitions of each row.
 */
public final class SparkGrowth {
  private static final int RUNS = 4;

  private SparkGrowth() {}

  public static void main(String[] arguments) throws Exception {
    int executors = Integer.parseInt(arguments[0]);
    int rows = Integer.parseInt(arguments[1]);
    int times = Integer.parseInt(arguments[2]);
    LongAdder cpu = new LongAdder();
    try (SparkSession spark =
        SparkSession.builder()
            .master("local-cluster[" + executors + ",1,1024]")
            .config("spark.ui.enabled", false)
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.executor.memory", "512m")
            .config("spark.executor.extraClassPath", System.getProperty("java.class.path"))
            .config("spark.executor.extraJavaOptions", String.join(" ", Program.openOptions()))
            .config("spark.sql.extensions", GodotVariantExtensions.class.getName())
            .getOrCreate()) {
      spark
          .sparkContext()
          .addSparkListener(
              new SparkListener() {
                @Override
                public void onTaskEnd(SparkListenerTaskEnd end) {
                  cpu.add(end.taskMetrics().executorCpuTime());
                }
              });
      List<Row> values = new ArrayList<>();
      for (byte[] update : SparkBenchmark.updates(rows)) {
        values.add(RowFactory.create((Object) update));
      }
      for (int partitions : List.of(1, 2, 4)) {
        Dataset<Row> table =
            spark
                .createDataFrame(
                    new JavaSparkContext(spark.sparkContext()).parallelize(values, partitions),
                    new StructType().add("value", DataTypes.BinaryType))
                .cache();
        table.count();
        Map<String, String> queries = new LinkedHashMap<>();
        queries.put("VARIANT", "from_godot_variant(value)");
        queries.put("columns, 12 of 12", "from_godot_variant(value, '" + SparkBenchmark.ALL + "')");
        for (Map.Entry<String, String> query : queries.entrySet()) {
          Dataset<Row> many =
              table
                  .selectExpr("value", "explode(sequence(1, " + times + "))")
                  .selectExpr(query.getValue());
          long minimum = Long.MAX_VALUE;
          for (int run = 0; run < RUNS; run++) {
            cpu.reset();
            many.write().format("noop").mode("overwrite").save();
            spark.sparkContext().listenerBus().waitUntilEmpty();
            minimum = Math.min(minimum, cpu.sum());
          }
          System.out.printf(
              Locale.ROOT,
              "| %d | %d | %s | %.2f |%n",
              executors,
              partitions,
              query.getKey(),
              minimum / 1e3 / rows / times);
        }
        table.unpersist(true);
      }
    }
  }
}
