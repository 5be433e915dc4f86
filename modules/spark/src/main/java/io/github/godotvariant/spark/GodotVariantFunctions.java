package io.github.godotvariant.spark;

import static org.apache.spark.sql.functions.call_function;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.map;

import io.github.godotvariant.spark.internal.Functions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.SparkSession;

/**
 * The functions of SQL for programs. They are known to sessions with {@link
 * GodotVariantExtensions}, and to those that {@link #register} was called for. What they do, their
 * options and what becomes of each type is in {@code docs/bulk.md}.
 *
 * <p>A null column gives null. Malformed bytes also give null, unless the option {@code mode} is
 * {@code FAILFAST}: then the query fails with a {@code SparkException}. Invalid options and schemas
 * cause an {@code AnalysisException} before Spark reads any data.
 *
 * <p>Safe for use by many threads.
 */
public final class GodotVariantFunctions {
  private GodotVariantFunctions() {}

  /**
   * Makes the functions known to a session that is running already.
   *
   * @param session not a remote one, whose functions are those of its server
   * @throws IllegalArgumentException if it is remote
   */
  public static void register(SparkSession session) {
    Functions.register(session);
  }

  /**
   * A value as VARIANT.
   *
   * @param bytes BINARY: what Godot writes
   * @return VARIANT
   */
  public static Column from_godot_variant(Column bytes) {
    return call_function("from_godot_variant", bytes);
  }

  /**
   * Decodes a value to the type of a schema.
   *
   * @param bytes BINARY: what Godot writes
   * @param schema in SQL's words, such as {@code hp INT, pos STRUCT<x: FLOAT, y: FLOAT>}
   * @return a column of that type
   */
  public static Column from_godot_variant(Column bytes, String schema) {
    return from_godot_variant(bytes, schema, Map.of());
  }

  /**
   * Decodes a value to the type of a schema.
   *
   * @param bytes BINARY: what Godot writes
   * @param schema in SQL's words, such as {@code VARIANT}
   * @param options names and values
   * @return a column of that type
   */
  public static Column from_godot_variant(
      Column bytes, String schema, Map<String, String> options) {
    return call("from_godot_variant", options, bytes, lit(schema));
  }

  /**
   * The bytes of a value.
   *
   * @param value STRUCT, MAP, ARRAY, VARIANT or a simple one
   * @return BINARY: what Godot reads
   */
  public static Column to_godot_variant(Column value) {
    return to_godot_variant(value, Map.of());
  }

  /**
   * The bytes of a value.
   *
   * @param value STRUCT, MAP, ARRAY, VARIANT or a simple one
   * @param options names and values
   * @return BINARY: what Godot reads
   */
  public static Column to_godot_variant(Column value, Map<String, String> options) {
    return call("to_godot_variant", options, value);
  }

  /**
   * The schema of a sample.
   *
   * @param bytes a constant: what Godot writes
   * @return STRING, for {@code from_godot_variant}
   */
  public static Column schema_of_godot_variant(Column bytes) {
    return call_function("schema_of_godot_variant", bytes);
  }

  /**
   * The values of a save file.
   *
   * @param bytes BINARY: all of the file
   * @param options names and values
   * @return ARRAY&lt;VARIANT&gt;
   */
  public static Column from_godot_save(Column bytes, Map<String, String> options) {
    return call("from_godot_save", options, bytes);
  }

  /**
   * A value in the notation of the engine, which loses nothing.
   *
   * @param bytes BINARY: what Godot writes
   * @return STRING
   */
  public static Column godot_variant_text(Column bytes) {
    return call_function("godot_variant_text", bytes);
  }

  private static Column call(String name, Map<String, String> options, Column... arguments) {
    List<Column> all = new ArrayList<>(List.of(arguments));
    if (!options.isEmpty()) {
      List<Column> pairs = new ArrayList<>();
      new TreeMap<>(options)
          .forEach(
              (option, text) -> {
                pairs.add(lit(option));
                pairs.add(lit(text));
              });
      all.add(map(pairs.toArray(Column[]::new)));
    }
    return call_function(name, all.toArray(Column[]::new));
  }
}
