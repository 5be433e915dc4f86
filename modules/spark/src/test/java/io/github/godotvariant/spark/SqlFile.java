package io.github.godotvariant.spark;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** A program for {@code spark-submit} that runs a file of SQL and prints a line for each row. */
public final class SqlFile {
  private SqlFile() {}

  public static void main(String[] arguments) throws Exception {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    try (SparkSession spark = SparkSession.builder().getOrCreate()) {
      for (String statement : Files.readString(Path.of(arguments[0])).split(";\\s*", -1)) {
        if (!statement.isBlank()) {
          for (Row row : spark.sql(statement).collectAsList()) {
            out.println("row " + row);
          }
        }
      }
    }
  }
}
