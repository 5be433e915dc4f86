package io.github.godotvariant.spark.internal;

import java.io.Serializable;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.expressions.ExprUtils;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ExpressionInfo;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.VariantType$;
import scala.Tuple3;
import scala.collection.immutable.Seq;
import scala.runtime.AbstractFunction1;

/** Registers the SQL functions in Spark. */
public final class Functions {
  private static final String SINCE = "0.2.0";

  private static final Map<String, Function> ALL =
      new TreeMap<>(
          Map.of(
              FromGodotVariant.NAME,
              new Function(
                  "_FUNC_(binary[, schema[, options]]) - Decodes a value of Godot to VARIANT, or to"
                      + " the type of the schema.",
                  3,
                  Options.OF_VALUES,
                  Functions::fromGodotVariant),
              ToGodotVariant.NAME,
              function(
                  "_FUNC_(expr[, options]) - Encodes a value, so that Godot can decode it.",
                  Options.OF_WRITING,
                  ToGodotVariant::new),
              SchemaOfGodotVariant.NAME,
              function(
                  "_FUNC_(binary[, options]) - Returns the schema of a value of Godot, for"
                      + " from_godot_variant.",
                  Options.OF_VALUES,
                  SchemaOfGodotVariant::new),
              FromGodotSave.NAME,
              function(
                  "_FUNC_(binary[, options]) - Decodes the values of a save file of Godot.",
                  Options.OF_SAVES,
                  FromGodotSave::new),
              GodotVariantText.NAME,
              function(
                  "_FUNC_(binary[, options]) - Converts a value of Godot to the text notation of"
                      + " the engine.",
                  Options.OF_VALUES,
                  GodotVariantText::new)));

  private Functions() {}

  /**
   * The properties of an SQL function.
   *
   * @param maxArguments the maximum number of arguments. If a call has this number of arguments,
   *     the last argument is the map of options
   * @param allowed the names of the options that callers may set
   * @param factory creates the expression for a call. The supplier returns the options of the call,
   *     and throws an exception if an option is invalid.
   */
  private record Function(
      String usage,
      int maxArguments,
      Set<String> allowed,
      BiFunction<Seq<Expression>, Supplier<Options>, Expression> factory) {}

  /** Returns the properties of a function that has one argument and an optional map of options. */
  private static Function function(
      String usage, Set<String> allowed, BiFunction<Expression, Options, Expression> factory) {
    return new Function(
        usage,
        2,
        allowed,
        (arguments, options) -> factory.apply(arguments.apply(0), options.get()));
  }

  /** Creates the expression for a function call in a query. */
  private static final class Builder extends AbstractFunction1<Seq<Expression>, Expression>
      implements Serializable {
    private static final long serialVersionUID = 1;

    private final String name;

    Builder(String name) {
      this.name = name;
    }

    @Override
    public Expression apply(Seq<Expression> arguments) {
      Function function = Objects.requireNonNull(ALL.get(name));
      int count = arguments.size();
      if (count < 1 || count > function.maxArguments()) {
        throw SparkExceptions.unchecked(
            new AnalysisException(
                "WRONG_NUM_ARGS.WITHOUT_SUGGESTION",
                Scala.map(
                    Map.of(
                        "functionName",
                        ExprUtils.toSQLId(name),
                        "expectedNum",
                        "1 to " + function.maxArguments(),
                        "actualNum",
                        String.valueOf(count),
                        "docroot",
                        "https://spark.apache.org/docs/latest"))));
      }
      Supplier<Options> options =
          () -> options(arguments, function.maxArguments() - 1, function.allowed());
      return function.factory().apply(arguments, options);
    }
  }

  /**
   * Registers the functions in each session that is created with the extensions.
   *
   * @param extensions the extensions to which the functions are added
   */
  public static void inject(SparkSessionExtensions extensions) {
    ALL.forEach(
        (name, function) ->
            extensions.injectFunction(
                new Tuple3<>(
                    new FunctionIdentifier(name),
                    new ExpressionInfo(
                        "io.github.godotvariant.spark",
                        "",
                        name,
                        function.usage(),
                        "",
                        "",
                        "",
                        "misc_funcs",
                        SINCE,
                        "",
                        "scala_udf"),
                    new Builder(name))));
  }

  /**
   * Registers the functions in one running session.
   *
   * @param session a local session; for a remote session, set {@code spark.sql.extensions} on the
   *     Spark server
   * @throws IllegalArgumentException if the session is remote
   */
  public static void register(SparkSession session) {
    if (!(session instanceof org.apache.spark.sql.classic.SparkSession classic)) {
      throw new IllegalArgumentException(
          "the session is remote; set spark.sql.extensions on its server");
    }
    for (String name : ALL.keySet()) {
      classic
          .sessionState()
          .functionRegistry()
          .createOrReplaceTempFunction(name, new Builder(name), "scala_udf");
    }
  }

  /**
   * Creates the expression of {@code from_godot_variant}. If both the schema and an option are
   * invalid, throws the exception for the schema, as {@code from_json} does.
   */
  private static Expression fromGodotVariant(Seq<Expression> arguments, Supplier<Options> options) {
    DataType type =
        arguments.size() < 2
            ? VariantType$.MODULE$
            : ExprUtils.evalTypeExpr(arguments.apply(1)).asNullable();
    Options checked = options.get();
    if (type instanceof StructType struct) {
      checked.corruptPosition(struct); // Checks the type of the column for corrupt records.
    }
    return new FromGodotVariant(arguments.apply(0), type, checked);
  }

  private static Options options(Seq<Expression> arguments, int index, Set<String> allowed) {
    Options options =
        Options.of(
            arguments.size() <= index
                ? Map.of()
                : Scala.java(ExprUtils.convertToMapData(arguments.apply(index))),
            allowed);
    if (options.mode(Options.Mode.PERMISSIVE) == Options.Mode.DROPMALFORMED) {
      throw SparkExceptions.option(
          Options.MODE, "functions cannot drop rows; use PERMISSIVE or FAILFAST");
    }
    return options;
  }
}
