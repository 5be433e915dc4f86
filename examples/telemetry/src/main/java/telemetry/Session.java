package telemetry;

import org.apache.spark.sql.SparkSession;

/** Starts Spark in this process, with the functions and the data source of this library. */
final class Session {
  private Session() {}

  static SparkSession start() {
    return SparkSession.builder()
        .master("local[2]")
        .config("spark.ui.enabled", false)
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", 2)
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.extensions", "io.github.godotvariant.spark.GodotVariantExtensions")
        .getOrCreate();
  }
}
