package io.github.godotvariant.spark.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.Compression;
import io.github.godotvariant.save.SaveFormat;
import io.github.godotvariant.spark.Program;
import io.github.godotvariant.spark.Session;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.apache.spark.package$;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.avro.SchemaConverters;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares the cost of columns of a value with columns of JSON and Avro. The cost is the lowest CPU
 * time of the whole process over several alternating runs. This class runs only by name: {@code mvn
 * -P spark,spark-benchmark -pl spark -am test -Dtest=SparkBenchmark
 * -Dsurefire.failIfNoSpecifiedTests=false}, with {@code -Drows} rows, each repeated 50 times. It
 * prints figures for docs/reference/performance.md.
 */
class SparkBenchmark {
  private static final int RUNS = 4;

  /** A file query reads fewer values, so it needs more runs until its code is compiled. */
  private static final int RUNS_OF_FILES = 24;

  private static final int ROWS = Integer.getInteger("rows", 10_000);

  /** Repetitions of each row, so that the start-up cost of a query is relatively small. */
  private static final int TIMES = 50;

  static final String FOUR =
      "id BIGINT, hp INT, t DOUBLE, pos STRUCT<x: FLOAT, y: FLOAT, z: FLOAT>";
  static final String ALL =
      FOUR
          + ", aim STRUCT<x: FLOAT, y: FLOAT>, anim STRING, flags BIGINT, grounded BOOLEAN, rot"
          + " STRUCT<x: FLOAT, y: FLOAT, z: FLOAT, w: FLOAT>, seq BIGINT, state STRING,"
          + " vel STRUCT<x: FLOAT, y: FLOAT, z: FLOAT>";

  @TempDir static Path folder;

  private final Map<String, Callable<?>> measured = new LinkedHashMap<>();
  private final Map<String, Long> minimums = new LinkedHashMap<>();

  static List<byte[]> updates(int rows) throws IOException {
    VariantDictionary update =
        VariantCodec.GODOT_4
            .decode(
                Files.readAllBytes(Path.of(System.getProperty("examples"), "player-update.bin")))
            .asDictionary();
    List<byte[]> all = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      Variant value = update.with("id", i).with("seq", 7 * i).with("t", i / 60.0);
      all.add(VariantCodec.GODOT_4.encode(value));
    }
    return all;
  }

  /** Returns four kinds of message, alternating or grouped by kind. */
  private static List<byte[]> kinds(boolean inTurn) throws IOException {
    List<List<byte[]>> kinds = new ArrayList<>(List.of(updates(ROWS / 4)));
    for (int kind = 1; kind < 4; kind++) {
      kinds.add(new ArrayList<>());
    }
    for (int i = 0; i < ROWS / 4; i++) {
      List<Variant> values =
          List.of(
              VariantDictionary.of(
                  "type", "chat", "id", i, "to", "all", "text", "well played, player " + i),
              VariantDictionary.of(
                  "id",
                  i,
                  "hp",
                  i % 100,
                  "by",
                  i / 2,
                  "pos",
                  new Vector3(i, 0, 1),
                  "with",
                  "sword"),
              VariantDictionary.of(
                  "type", "trade", "id", i, "items", List.of("rope", "lamp"), "gold", 3 * i));
      for (int kind = 1; kind < 4; kind++) {
        kinds.get(kind).add(VariantCodec.GODOT_4.encode(values.get(kind - 1)));
      }
    }
    List<byte[]> all = new ArrayList<>();
    if (inTurn) {
      for (int i = 0; i < ROWS / 4; i++) {
        for (List<byte[]> kind : kinds) {
          all.add(kind.get(i));
        }
      }
    } else {
      kinds.forEach(all::addAll);
    }
    return all;
  }

  private void measure(String name, Dataset<Row> query) {
    measured.put(
        name,
        () -> {
          query.write().format("noop").mode("overwrite").save();
          return null;
        });
  }

  /** Measures the decoding of each row like a query, without Spark. */
  private void loop(String name, List<byte[]> rows, String schema) {
    DataType type = DataType.fromDDL(schema);
    Options options = Options.of(Map.of(), Options.OF_VALUES);
    RowDecoder decoder = new RowDecoder(type, options, Dialect.GODOT_4);
    measured.put(
        name,
        () -> {
          int done = 0;
          for (int i = 0; i < TIMES; i++) {
            for (byte[] row : rows) {
              done += decoder.decode(VariantCodec.GODOT_4.decode(row)) == null ? 0 : 1;
            }
          }
          assertThat(done).isEqualTo(rows.size() * TIMES);
          return done;
        });
  }

  private void run(int runs) throws Exception {
    for (int run = 0; run < runs; run++) {
      for (Map.Entry<String, Callable<?>> each : measured.entrySet()) {
        long before = cpu();
        each.getValue().call();
        minimums.merge(each.getKey(), cpu() - before, Math::min);
      }
    }
  }

  private static long cpu() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private void ratio(String of, String to, String goal) {
    double ratio = (double) time(of) / time(to);
    double limit = Double.parseDouble(goal.substring(2));
    String met =
        goal.startsWith(">")
            ? ratio >= limit ? "yes" : "**no**"
            : ratio <= limit ? "yes" : "**no**";
    System.out.printf(
        Locale.ROOT,
        "| %s | %s | %s | %.2f | %s |%n",
        of,
        to,
        goal.replace(">=", "\u2265 ").replace("<=", "\u2264 "),
        ratio,
        met);
  }

  private long time(String name) {
    return Objects.requireNonNull(minimums.get(name), name);
  }

  private void times() {
    minimums.forEach(
        (name, time) ->
            System.out.printf(Locale.ROOT, "| %s | %.2f |%n", name, time / 1e3 / TIMES / ROWS));
  }

  private static String avroSchema(StructType type) {
    return SchemaConverters.toAvroType(type, false, "topLevelRecord", "").toString();
  }

  @Test
  void measuresColumns() throws Exception {
    List<byte[]> rows = updates(ROWS);
    StructType all = (StructType) DataType.fromDDL(ALL);
    StructType four = (StructType) DataType.fromDDL(FOUR);
    Dataset<Row> table =
        Session.bytes(rows)
            .selectExpr(
                "value",
                "to_json(from_godot_variant(value)) json",
                "to_avro(from_godot_variant(value, '" + ALL + "'), '" + avroSchema(all) + "') avro")
            .cache();
    assertThat(table.count()).isEqualTo(ROWS);
    assertThat(
            table
                .where("from_godot_variant(value, '" + ALL + "') = from_json(json, '" + ALL + "')")
                .count())
        .isEqualTo(ROWS);
    assertThat(
            table
                .where(
                    "from_godot_variant(value, '"
                        + ALL
                        + "') = from_avro(avro, '"
                        + avroSchema(all)
                        + "')")
                .count())
        .isEqualTo(ROWS);
    Dataset<Row> many = table.crossJoin(Session.SPARK.range(TIMES));
    Session.SPARK
        .udf()
        .register(
            "built",
            (UDF1<byte[], Object>)
                bytes -> BuiltVariant.of(VariantCodec.GODOT_4.decode(bytes), false),
            DataTypes.VariantType);
    Session.SPARK
        .udf()
        .register(
            "fields",
            (UDF1<byte[], Row>)
                bytes -> {
                  VariantDictionary value = VariantCodec.GODOT_4.decode(bytes).asDictionary();
                  Vector3 pos = value.get("pos", Vector3.class);
                  return RowFactory.create(
                      value.get("id", IntValue.class).value(),
                      Math.toIntExact(value.get("hp", IntValue.class).value()),
                      value.get("t", FloatValue.class).value(),
                      RowFactory.create((float) pos.x(), (float) pos.y(), (float) pos.z()));
                },
            four);
    measure("bytes passed on", many.select("value"));
    measure("VARIANT", many.selectExpr("from_godot_variant(value)"));
    measure("VARIANT by Spark's builder", many.selectExpr("built(value)"));
    measure(
        "VARIANT, then 4 times variant_get",
        many.selectExpr("from_godot_variant(value) v")
            .selectExpr(
                "variant_get(v, '$.id', 'BIGINT')",
                "variant_get(v, '$.hp', 'INT')",
                "variant_get(v, '$.t', 'DOUBLE')",
                "variant_get(v, '$.pos', 'STRUCT<x: FLOAT, y: FLOAT, z: FLOAT>')"));
    measure("columns, 4 of 12", many.selectExpr("from_godot_variant(value, '" + FOUR + "')"));
    measure("columns, 12 of 12", many.selectExpr("from_godot_variant(value, '" + ALL + "')"));
    measure("UDF, 4 of 12", many.selectExpr("fields(value)"));
    measure("parse_json", many.selectExpr("parse_json(json)"));
    measure("from_json, 4 of 12", many.selectExpr("from_json(json, '" + FOUR + "')"));
    measure("from_json, 12 of 12", many.selectExpr("from_json(json, '" + ALL + "')"));
    measure(
        "from_avro, 4 of 12",
        many.selectExpr(
            "from_avro(avro, '"
                + avroSchema(all)
                + "', map('avroSchema', '"
                + avroSchema(four)
                + "'))"));
    measure("from_avro, 12 of 12", many.selectExpr("from_avro(avro, '" + avroSchema(all) + "')"));
    Dataset<Row> kept =
        many.selectExpr(
            "value", "from_godot_variant(value, '" + FOUR + "') c", "from_godot_variant(value) v");
    measured.put(
        "bytes, columns and VARIANT into Parquet",
        () -> {
          kept.write().mode("overwrite").parquet(folder.resolve("parquet").toString());
          return null;
        });
    loop("without Spark, VARIANT", rows, "VARIANT");
    loop("without Spark, 4 of 12", rows, FOUR);
    loop("without Spark, 12 of 12", rows, ALL);
    for (boolean inTurn : List.of(true, false)) {
      Dataset<Row> kinds = Session.bytes(kinds(inTurn)).select("value").cache();
      assertThat(kinds.count()).isEqualTo(ROWS);
      Dataset<Row> messages = kinds.crossJoin(Session.SPARK.range(TIMES));
      String how = inTurn ? " of four kinds in turn" : " of four kinds, one after the other";
      measure("VARIANT" + how, messages.selectExpr("from_godot_variant(value)"));
      measure(
          "columns" + how,
          messages.selectExpr("from_godot_variant(value, '" + FOUR + ", text STRING, gold INT')"));
    }
    run(RUNS);

    System.out.println(
        "Spark " + package$.MODULE$.SPARK_VERSION() + ", Java " + Runtime.version() + "\n");
    System.out.println("| of | to | goal | ratio | met |\n|---|---|--:|--:|---|");
    ratio("parse_json", "VARIANT", ">=6");
    ratio("from_json, 4 of 12", "columns, 4 of 12", ">=9");
    ratio("from_json, 12 of 12", "columns, 12 of 12", ">=10");
    ratio("from_avro, 4 of 12", "columns, 4 of 12", ">=1.15");
    ratio("from_avro, 12 of 12", "columns, 12 of 12", ">=1.4");
    ratio("VARIANT by Spark's builder", "VARIANT", ">=2.5");
    ratio("VARIANT, then 4 times variant_get", "columns, 4 of 12", ">=8");
    ratio("columns, 4 of 12", "without Spark, 4 of 12", "<=1.8");
    ratio("columns, 12 of 12", "without Spark, 12 of 12", "<=1.8");
    ratio("VARIANT", "without Spark, VARIANT", "<=1.3");
    ratio("UDF, 4 of 12", "columns, 4 of 12", ">=1.15");
    for (String what : List.of("VARIANT", "columns")) {
      ratio(what + " of four kinds in turn", what + " of four kinds, one after the other", "<=1.5");
    }
    System.out.println("\n| query | microseconds of CPU a row |\n|---|--:|");
    times();
  }

  /** Measures 2,000 files of 50 values, some of them compressed. */
  @Test
  void measuresFiles() throws Exception {
    List<Variant> values = new ArrayList<>();
    for (byte[] update : updates(50)) {
      values.add(VariantCodec.GODOT_4.decode(update));
    }
    SaveFormat plain = SaveFormat.of(Dialect.GODOT_4);
    for (int i = 0; i < 2_000; i++) {
      (i % 2 == 0 ? plain : plain.compressed(Compression.FASTLZ))
          .write(folder.resolve(i + ".save"), values);
    }
    String saves = folder + "/*.save";
    measure(
        "godot-save", Session.SPARK.read().format("godot-save").load(saves).selectExpr("value"));
    measure(
        "binaryFile, from_godot_save, explode",
        Session.SPARK
            .read()
            .format("binaryFile")
            .load(saves)
            .selectExpr("explode(from_godot_save(content))"));
    run(RUNS_OF_FILES);
    ratio("godot-save", "binaryFile, from_godot_save, explode", "<=1.0");
    minimums.forEach(
        (name, time) ->
            System.out.printf(Locale.ROOT, "| %s | %.2f |%n", name, time / 1e3 / 2_000 / 50));
  }

  /** Measures one and two executors, each a process with one core. */
  @Test
  void measuresGrowth() throws Exception {
    Path home = folder.resolve("spark");
    Path jars = Files.createDirectories(home.resolve("jars"));
    int number = 0;
    List<String> places = List.of(System.getProperty("java.class.path").split(File.pathSeparator));
    for (String place : places) {
      if (place.endsWith(".jar")) {
        Path jar = Path.of(place);
        Files.createSymbolicLink(jars.resolve(number++ + "-" + jar.getFileName()), jar);
      }
    }
    System.out.println("| executors | partitions | query | microseconds of CPU a row |");
    System.out.println("|--:|--:|---|--:|");
    for (int executors = 1; executors <= 2; executors++) {
      File errors = folder.resolve("growth.log").toFile();
      ProcessBuilder program =
          Program.of(
                  List.of("-Xmx1g"),
                  String.join(File.pathSeparator, places),
                  List.of(
                      "-Dexamples=" + System.getProperty("examples"),
                      SparkGrowth.class.getName(),
                      "" + executors,
                      "" + ROWS,
                      "" + TIMES))
              .directory(folder.toFile())
              .redirectError(errors);
      program
          .environment()
          .putAll(Map.of("SPARK_HOME", home.toString(), "SPARK_SCALA_VERSION", "2.13"));
      Process process = program.start();
      try {
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(Files.readString(errors.toPath())).isZero();
        System.out.print(said);
      } finally {
        process.destroyForcibly();
      }
    }
  }
}
