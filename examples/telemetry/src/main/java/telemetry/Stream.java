package telemetry;

import java.util.List;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;

/**
 * What is in the topic and not in the tables yet: {@code minutes}, a row for each player and minute
 * with the last update as VARIANT, and {@code dead}, packets that are damaged. Started again,
 * however it was stopped, it goes on where it was, and neither loses nor doubles anything: what a
 * batch has written is overwritten when the batch comes again.
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
    boolean complete = mode.equals("complete");
    return rows.writeStream()
        .outputMode(mode)
        .option("checkpointLocation", folder + "/checkpoint/" + table)
        .trigger(Trigger.AvailableNow())
        .foreachBatch(
            (VoidFunction2<Dataset<Row>, Long>)
                (batch, id) -> {
                  String place = folder + "/" + table + (complete ? "" : "/batch=" + id);
                  batch.write().mode("overwrite").parquet(place);
                  System.out.println(
                      table
                          + ": batch "
                          + id
                          + ", "
                          + batch.sparkSession().read().parquet(place).count()
                          + " rows");
                })
        .start();
  }
}
