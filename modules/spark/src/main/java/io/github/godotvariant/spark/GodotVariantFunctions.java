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
 * Offers the SQL functions as Java methods. Before you use the methods, configure the Spark session
 * with {@link GodotVariantExtensions}, or call {@link #register}. {@code
 * docs/reference/type-mapping.md} describes the functions, their options and the types.
 *
 * <p>If the input is null, the result is null. If the input cannot be converted, the result depends
 * on the option {@code mode}:
 *
 * <ul>
 *   <li>{@code PERMISSIVE}, the default of the decoding functions: the result is null. If the
 *       schema of {@code from_godot_variant} has the column for corrupt records, the result is a
 *       struct with the error message in that column. The other columns contain the values that can
 *       be decoded. In the array of {@code from_godot_save}, each malformed value is null.
 *   <li>{@code FAILFAST}, the default of {@code to_godot_variant}: the query fails with a {@code
 *       SparkException}. {@code schema_of_godot_variant} always uses this mode.
 * </ul>
 *
 * <p>Invalid options and schemas cause an {@code AnalysisException} before Spark reads any data.
 *
 * <p>Thread-safe.
 */
public final class GodotVariantFunctions {
  private GodotVariantFunctions() {}

  /**
   * Registers the functions in a running session.
   *
   * @param session a local session; for a remote session, set {@code spark.sql.extensions} on the
   *     Spark server
   * @throws IllegalArgumentException if the session is remote
   */
  public static void register(SparkSession session) {
    Functions.register(session);
  }

  /**
   * Decodes a value to VARIANT.
   *
   * @param bytes a BINARY column with values encoded by Godot
   * @return a VARIANT column
   */
  public static Column from_godot_variant(Column bytes) {
    return call_function("from_godot_variant", bytes);
  }

  /**
   * Decodes a value to a given type.
   *
   * @param bytes a BINARY column with values encoded by Godot
   * @param schema the type in SQL syntax, such as {@code hp INT, pos STRUCT<x: FLOAT, y: FLOAT>}
   * @return a column of the type in the schema
   */
  public static Column from_godot_variant(Column bytes, String schema) {
    return from_godot_variant(bytes, schema, Map.of());
  }

  /**
   * Decodes a value to a given type.
   *
   * @param bytes a BINARY column with values encoded by Godot
   * @param schema the type in SQL syntax, such as {@code VARIANT}
   * @param options the options; the keys are the names of the options
   * @return a column of the type in the schema
   */
  public static Column from_godot_variant(
      Column bytes, String schema, Map<String, String> options) {
    return call("from_godot_variant", options, bytes, lit(schema));
  }

  /**
   * Encodes a value.
   *
   * @param value a STRUCT, MAP, ARRAY, VARIANT or scalar column
   * @return a BINARY column that Godot can decode
   */
  public static Column to_godot_variant(Column value) {
    return to_godot_variant(value, Map.of());
  }

  /**
   * Encodes a value.
   *
   * @param value a STRUCT, MAP, ARRAY, VARIANT or scalar column
   * @param options the options; the keys are the names of the options
   * @return a BINARY column that Godot can decode
   */
  public static Column to_godot_variant(Column value, Map<String, String> options) {
    return call("to_godot_variant", options, value);
  }

  /**
   * Returns the schema of one sample value, in SQL syntax. The query fails if the value is
   * malformed.
   *
   * @param bytes a constant with a value encoded by Godot
   * @return a STRING column for the schema parameter of {@code from_godot_variant}
   */
  public static Column schema_of_godot_variant(Column bytes) {
    return call_function("schema_of_godot_variant", bytes);
  }

  /**
   * Decodes the values of a save file.
   *
   * @param bytes a BINARY column with complete files
   * @param options the options; the keys are the names of the options
   * @return a column of type ARRAY&lt;VARIANT&gt;
   */
  public static Column from_godot_save(Column bytes, Map<String, String> options) {
    return call("from_godot_save", options, bytes);
  }

  /**
   * Converts a value to the engine's text notation, which keeps the Godot type of each value.
   *
   * @param bytes a BINARY column with values encoded by Godot
   * @return a STRING column
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
