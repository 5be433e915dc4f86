package io.github.godotvariant.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** One session for all tests, because a session starts slowly. It ends with the JVM. */
public final class Session {
  /** The session, with the extension in {@code spark.sql.extensions}. */
  public static final SparkSession SPARK =
      SparkSession.builder()
          .master("local[2]")
          .config("spark.ui.enabled", false)
          .config("spark.driver.bindAddress", "127.0.0.1")
          .config("spark.driver.host", "127.0.0.1")
          .config("spark.sql.shuffle.partitions", 2)
          .config("spark.sql.session.timeZone", "UTC")
          // An error in generated code fails the query; Spark does not fall back.
          .config("spark.sql.codegen.fallback", false)
          .config("spark.sql.codegen.factoryMode", "CODEGEN_ONLY")
          .config("spark.sql.warehouse.dir", "target/warehouse")
          .config("spark.sql.extensions", GodotVariantExtensions.class.getName())
          .getOrCreate();

  private Session() {}

  /** Creates a table {@code bytes} with columns {@code id} and {@code value}, one row each. */
  public static Dataset<Row> bytes(List<byte[]> bytes) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < bytes.size(); i++) {
      rows.add(RowFactory.create(i, bytes.get(i)));
    }
    // Spark evaluates queries of local rows in the planner, so the rows are parallelized.
    Dataset<Row> table =
        SPARK.createDataFrame(
            new JavaSparkContext(SPARK.sparkContext()).parallelize(rows, 2),
            new StructType()
                .add("id", DataTypes.IntegerType, false)
                .add("value", DataTypes.BinaryType));
    table.createOrReplaceTempView("bytes");
    return table;
  }

  /** Returns the result of an SQL expression for one value, computed by generated code. */
  public static Object of(byte[] bytes, String expression) {
    bytes(List.of(bytes));
    return row("SELECT " + expression + " FROM bytes").get(0);
  }

  /** Returns the first row of the result of a query. */
  static Row row(String query) {
    return SPARK.sql(query).collectAsList().get(0);
  }

  /** Returns options as an SQL map. */
  public static String options(Map<String, String> options) {
    return options.entrySet().stream()
        .map(option -> "'" + option.getKey() + "', '" + option.getValue() + "'")
        .collect(Collectors.joining(", ", "map(", ")"));
  }
}
