package telemetry;

import java.util.List;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;

/**
 * Reads new packets of the topic into two tables. {@code minutes} has a row for each player and
 * minute, with the last update as VARIANT. {@code dead} has the damaged packets. After a stop or a
 * crash, the program continues with the next packet. No packet is lost or counted twice, because a
 * repeated batch overwrites the files that it has written before.
 */
public final class Stream {
  private final String folder;

  private Stream(String folder) {
    this.folder = folder;
  }

  public static void main(String[] arguments) throws Exception {
    Stream stream = new Stream(arguments[1]);
    try (SparkSession spark = Session.start()) {
      Dataset<Row> updates =
          spark
              .readStream()
              .format("kafka")
              .option("kafka.bootstrap.servers", arguments[0])
              .option("subscribe", "updates")
              .option("startingOffsets", "earliest")
              .option("maxOffsetsPerTrigger", arguments[2])
              .load()
              .selectExpr(
                  "topic",
                  "partition",
                  "offset",
                  "timestamp",
                  "value",
                  "from_godot_variant(value, 'player STRING, hp INT, _corrupt_record STRING') u");
      updates
          .where("value IS NOT NULL AND u._corrupt_record IS NULL")
          .selectExpr("u.player", "u.hp", "timestamp", "from_godot_variant(value) v")
          .createOrReplaceTempView("updates");
      Dataset<Row> minutes =
          spark.sql(
              """
              SELECT player, date_trunc('MINUTE', timestamp) minute, count(*) updates,
                  avg(hp) hp, max_by(v, timestamp) last
                FROM updates GROUP BY player, date_trunc('MINUTE', timestamp)
              """);
      Dataset<Row> dead =
          updates
              .where("u._corrupt_record IS NOT NULL")
              .selectExpr(
                  "topic",
                  "partition",
                  "offset",
                  "timestamp",
                  "value",
                  "u._corrupt_record problem");
      List<StreamingQuery> queries =
          List.of(
              stream.start("minutes", minutes, "complete"), stream.start("dead", dead, "append"));
      for (StreamingQuery query : queries) {
        query.awaitTermination();
      }
    }
  }

  private StreamingQuery start(String table, Dataset<Row> rows, String mode) throws Exception {
    boolean isComplete = mode.equals("complete");
    return rows.writeStream()
        .outputMode(mode)
        .option("checkpointLocation", folder + "/checkpoint/" + table)
        .trigger(Trigger.AvailableNow())
        .foreachBatch(
            (VoidFunction2<Dataset<Row>, Long>)
                (batch, id) -> {
                  String path = folder + "/" + table + (isComplete ? "" : "/batch=" + id);
                  batch.write().mode("overwrite").parquet(path);
                  System.out.println(
                      table
                          + ": batch "
                          + id
                          + ", "
                          + batch.sparkSession().read().parquet(path).count()
                          + " rows");
                })
        .start();
  }
}
