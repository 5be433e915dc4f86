package io.github.godotvariant.spark;

import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.Trigger;

/**
 * A program that writes the records of a topic to the Parquet tables {@code values} and {@code
 * dead}. After a restart, it continues with the remaining records. Each batch writes its own
 * partition of both tables and replaces the partition of an interrupted run.
 *
 * <p>Arguments: the broker, the topic, the folder of tables and checkpoint, the number of values a
 * batch contains, and the line after which the program waits to be killed, or an empty string.
 */
public final class StreamJob {
  static final String COLUMNS =
      "id BIGINT, hp INT, pos STRUCT<x: FLOAT, y: FLOAT, z: FLOAT>, state STRING";

  private final String folder;
  private final String last;

  private StreamJob(String folder, String last) {
    this.folder = folder;
    this.last = last;
  }

  public static void main(String[] arguments) throws Exception {
    SparkSession spark = Session.SPARK;
    Dataset<Row> topic =
        spark
            .readStream()
            .format("kafka")
            .option("kafka.bootstrap.servers", arguments[0])
            .option("subscribe", arguments[1])
            .option("startingOffsets", "earliest")
            .option("includeHeaders", true)
            .option("maxOffsetsPerTrigger", arguments[3])
            .load();
    StreamJob job = new StreamJob(arguments[2], arguments[4]);
    decode(topic)
        .writeStream()
        .option("checkpointLocation", job.folder + "/checkpoint")
        .trigger(Trigger.AvailableNow())
        .foreachBatch((VoidFunction2<Dataset<Row>, Long>) job::write)
        .start()
        .awaitTermination();
    spark.stop();
  }

  /** Returns columns of each value, or {@code problem}. The last dialect header applies. */
  private static Dataset<Row> decode(Dataset<Row> topic) {
    String dialect = "CAST(try_element_at(filter(headers, h -> h.key = 'godot-dialect'), -1).value";
    return topic
        .selectExpr(
            "topic",
            "partition",
            "offset",
            "CAST(key AS STRING) key",
            "value",
            "coalesce(" + dialect + " AS STRING), 'godot-4') dialect")
        .selectExpr(
            "*",
            ofDialect("'" + COLUMNS + ", _corrupt_record STRING'") + " AS columns",
            ofDialect("'VARIANT'") + " AS variant")
        .selectExpr(
            "*",
            "CASE WHEN value IS NULL THEN NULL"
                + " WHEN columns IS NULL THEN concat('unknown dialect ', dialect)"
                + " ELSE columns._corrupt_record END problem");
  }

  private static String ofDialect(String schema) {
    StringBuilder sql = new StringBuilder("CASE dialect");
    for (String name : List.of("godot-4", "godot-3")) {
      sql.append(
          " WHEN '%1$s' THEN from_godot_variant(value, %2$s, map('dialect', '%1$s'))"
              .formatted(name, schema));
    }
    return sql.append(" END").toString();
  }

  private void write(Dataset<Row> batch, Long id) {
    batch.persist();
    // A tombstone has null bytes; only its key is written.
    write(
        "values",
        id,
        batch
            .where("problem IS NULL")
            .selectExpr("partition", "offset", "key", "value", "columns.*", "variant")
            .drop("_corrupt_record"));
    write(
        "dead",
        id,
        batch
            .where("problem IS NOT NULL")
            .selectExpr(
                "topic",
                "partition",
                "offset",
                "key",
                "value",
                "problem",
                "try_cast(regexp_extract(problem, ', at byte ([0-9]+)', 1) AS BIGINT) byte",
                "regexp_extract(problem, ', at byte [0-9]+, ([$].*)', 1) path"));
    batch.unpersist();
  }

  private void write(String table, long id, Dataset<Row> rows) {
    rows.write().mode("overwrite").parquet(folder + "/" + table + "/batch=" + id);
    print(table + " " + id);
  }

  private void print(String line) {
    System.out.println(line);
    while (line.equals(last)) {
      LockSupport.park();
    }
  }
}
