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

/** One session for all tests: it takes seconds to start. It ends with the JVM. */
public final class Session {
  /** Named in {@code spark.sql.extensions}, as users do. */
  public static final SparkSession SPARK =
      SparkSession.builder()
          .master("local[2]")
          .config("spark.ui.enabled", false)
          .config("spark.driver.bindAddress", "127.0.0.1")
          .config("spark.driver.host", "127.0.0.1")
          .config("spark.sql.shuffle.partitions", 2)
          .config("spark.sql.session.timeZone", "UTC")
          // Generated code that does not work is a failure, and not done without.
          .config("spark.sql.codegen.fallback", false)
          .config("spark.sql.codegen.factoryMode", "CODEGEN_ONLY")
          .config("spark.sql.warehouse.dir", "target/warehouse")
          .config("spark.sql.extensions", GodotVariantExtensions.class.getName())
          .getOrCreate();

  private Session() {}

  /** Bytes as a column {@code value} of a table {@code bytes}, each with its {@code id}. */
  public static Dataset<Row> bytes(List<byte[]> bytes) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < bytes.size(); i++) {
      rows.add(RowFactory.create(i, bytes.get(i)));
    }
    // Not local rows, which are calculated while the query is planned.
    Dataset<Row> table =
        SPARK.createDataFrame(
            new JavaSparkContext(SPARK.sparkContext()).parallelize(rows, 2),
            new StructType()
                .add("id", DataTypes.IntegerType, false)
                .add("value", DataTypes.BinaryType));
    table.createOrReplaceTempView("bytes");
    return table;
  }

  /** What an expression of SQL is for one value, calculated by generated code. */
  public static Object of(byte[] bytes, String expression) {
    bytes(List.of(bytes));
    return SPARK.sql("SELECT " + expression + " FROM bytes").collectAsList().get(0).get(0);
  }

  /** Options as SQL has them. */
  public static String options(Map<String, String> options) {
    return options.entrySet().stream()
        .map(option -> "'" + option.getKey() + "', '" + option.getValue() + "'")
        .collect(Collectors.joining(", ", "map(", ")"));
  }
}
