package io.github.godotvariant.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.Compression;
import io.github.godotvariant.save.EncryptionKey;
import io.github.godotvariant.save.SaveFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The source {@code godot-save}. */
class GodotSaveTest {
  private static final SaveFormat PLAIN = SaveFormat.of(Dialect.GODOT_4);

  @TempDir Path folder;

  private static Variant player(int gold) {
    return VariantDictionary.of("name", "Ada", "gold", gold, "at", new Vector2(gold, 0.5));
  }

  private void write(String file, SaveFormat format, Variant... values) throws IOException {
    write(file, format.toByteArray(List.of(values)));
  }

  private void write(String file, byte[] bytes) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.write(path, bytes);
  }

  private static DataFrameReader reader(Map<String, String> options) {
    return Session.SPARK.read().format("godot-save").options(options);
  }

  private List<String> rows(Dataset<Row> table, String... columns) {
    return Arrays.stream((Row[]) table.selectExpr(columns).collect())
        .map(Row::toString)
        .sorted()
        .toList();
  }

  private String all() {
    return folder + "/*.save";
  }

  @Test
  void readsEngineFiles() {
    Dataset<Row> table =
        reader(Map.of("password", "correct horse battery staple", "pathGlobFilter", "*.save"))
            .load(System.getProperty("examples"));
    assertThat(table.schema().toDDL())
        .isEqualTo("index BIGINT,value VARIANT,_corrupt_record STRING");
    List<Row> rows = table.selectExpr("index", "value", "_corrupt_record").collectAsList();
    assertThat(rows).hasSizeGreaterThanOrEqualTo(2);
    assertThat(rows).allSatisfy(row -> assertThat(row.get(2)).isNull());
  }

  @Test
  void readsCompressedAndEncryptedFiles() throws IOException {
    write("plain.save", PLAIN, player(1), player(2));
    int gold = 3;
    for (Compression compression :
        List.of(Compression.FASTLZ, Compression.DEFLATE, Compression.ZSTD, Compression.GZIP)) {
      write(compression + ".save", PLAIN.compressed(compression), player(gold++));
    }
    EncryptionKey key = EncryptionKey.ofPassword("pass");
    write("encrypted.save", PLAIN.encrypted(key), player(7));
    write("godot3.save", SaveFormat.of(Dialect.GODOT_3).encrypted(key), player(8));
    Dataset<Row> table =
        reader(Map.of("password", "pass"))
            .schema("gold INT, at STRUCT<x: FLOAT>, _corrupt_record STRING")
            .load(all());
    assertThat(rows(table, "gold", "at.x", "_corrupt_record"))
        .containsExactly(
            "[1,1.0,null]",
            "[2,2.0,null]",
            "[3,3.0,null]",
            "[4,4.0,null]",
            "[5,5.0,null]",
            "[6,6.0,null]",
            "[7,7.0,null]",
            "[8,8.0,null]");
  }

  @Test
  void readsHexadecimalKey() throws IOException {
    byte[] key = new byte[32];
    key[31] = (byte) 0xAB;
    write("a.save", PLAIN.encrypted(EncryptionKey.of(key)), player(1));
    assertThat(
            rows(
                reader(Map.of("secretKey", "0".repeat(62) + "ab")).load(all()),
                "to_json(value)",
                "_corrupt_record"))
        .containsExactly("[{\"at\":{\"x\":1.0,\"y\":0.5},\"gold\":1,\"name\":\"Ada\"},null]");
  }

  @Test
  void failsInEveryModeIfKeyIsMissing() throws IOException {
    byte[] bytes =
        PLAIN.encrypted(EncryptionKey.ofPassword("pass")).toByteArray(List.of(player(1)));
    write("a.save", bytes);
    for (String mode : List.of("PERMISSIVE", "DROPMALFORMED", "FAILFAST")) {
      Dataset<Row> table = reader(Map.of("mode", mode)).load(all());
      assertThatThrownBy(() -> table.select("value").collect())
          .as(mode)
          .hasStackTraceContaining("INVALID_OPTION_VALUE")
          .hasStackTraceContaining("a.save: it is encrypted; a password or key is required");
    }
    for (String mode : List.of("PERMISSIVE", "FAILFAST")) {
      assertThatThrownBy(
              () -> Session.of(bytes, "from_godot_save(value, map('mode', '" + mode + "'))"))
          .as(mode)
          .hasStackTraceContaining("it is encrypted; a password or key is required");
    }
  }

  /** Files of several players can have several passwords. */
  @Test
  void reportsWrongPasswordAsMalformedFile() throws IOException {
    write("a.save", PLAIN.encrypted(EncryptionKey.ofPassword("pass")), player(1));
    write("b.save", PLAIN.encrypted(EncryptionKey.ofPassword("other")), player(2));
    Dataset<Row> table = reader(Map.of("password", "pass")).load(all());
    assertThat(rows(table, "value IS NULL", "_corrupt_record LIKE '%wrong password%'"))
        .containsExactly("[false,null]", "[true,true]");
  }

  @Test
  void readsColumnsByName() throws IOException {
    write("a.save", PLAIN, player(1), Variant.of(5), Variant.NIL);
    Dataset<Row> table = reader(Map.of()).schema("index INT, GOLD BIGINT").load(all());
    assertThat(rows(table, "*")).containsExactly("[null,1]", "[null,null]", "[null,null]");
    table =
        reader(Map.of())
            .schema("value STRUCT<gold: INT>, index BIGINT, _corrupt_record STRING")
            .load(all());
    assertThat(rows(table, "index", "value", "_corrupt_record"))
        .containsExactly(
            "[0,[1],null]",
            "[1,null,value 1: wanted STRUCT<gold: INT> but found int, at byte 0 of the value, $]",
            "[2,null,null]");
    assertThat(table.count()).isEqualTo(3);
  }

  @Test
  void prunesColumns() throws IOException {
    write("day=1/a.save", PLAIN, player(1));
    write("day=2/b.save", PLAIN, player(2), player(3));
    Dataset<Row> table = reader(Map.of()).schema("name STRING, gold INT").load(folder.toString());
    Dataset<Row> asked = table.where("day = 2").select("gold", "_metadata.file_name");
    String plan = asked.queryExecution().executedPlan().toString();
    assertThat(plan)
        .contains("ReadSchema: struct<gold:int>")
        .contains("PartitionFilters: [")
        .contains("day");
    assertThat(rows(asked, "*")).containsExactly("[2,b.save]", "[3,b.save]");
    assertThat(table.count()).isEqualTo(3);
  }

  @Test
  void readsOneValueOfEachFile() throws IOException {
    write("a.save", PLAIN, player(1), player(2));
    write("b.save", PLAIN, player(3), player(4), player(5));
    write("c.save", PLAIN, player(6));
    Dataset<Row> table = reader(Map.of("valueIndex", "1")).schema("gold INT").load(all());
    assertThat(rows(table, "gold")).containsExactly("[2]", "[4]");
  }

  /** Damaged bytes, the number of good values before the damage, and the expected message. */
  private record Damage(byte[] bytes, int good, String message) {}

  private static List<Damage> damagedFiles() {
    byte[] two = PLAIN.toByteArray(List.of(player(1), player(2)));
    byte[] zipped = PLAIN.compressed(Compression.ZSTD).toByteArray(List.of(player(1)));
    byte[] locked =
        PLAIN
            .encrypted(EncryptionKey.ofPassword("other"))
            .toByteArray(List.of(player(1), player(2)));
    byte[] ofUnknownType = two.clone();
    ofUnknownType[two.length / 2 + 4] = 99;
    byte[] block = zipped.clone();
    block[block.length - 12] ^= 0x55;
    return List.of(
        new Damage(Arrays.copyOf(two, two.length - 4), 1, "at byte"),
        new Damage(ofUnknownType, 1, "99"),
        new Damage(Arrays.copyOf(zipped, zipped.length - 9), 0, ""),
        new Damage(block, 0, ""),
        new Damage(locked, 0, "password"),
        new Damage("no save".getBytes(StandardCharsets.US_ASCII), 0, ""));
  }

  @Test
  void handlesDamagedFilesInEachMode() throws IOException {
    for (Damage damage : damagedFiles()) {
      write("a.save", damage.bytes());
      Map<String, String> password = Map.of("password", "pass");
      Dataset<Row> permissive = reader(password).load(all());
      List<Row> rows = permissive.select("index", "value", "_corrupt_record").collectAsList();
      assertThat(rows).hasSize(damage.good() + 1);
      for (int i = 0; i < rows.size(); i++) {
        assertThat(rows.get(i).getLong(0)).isEqualTo(i);
        assertThat(rows.get(i).get(1) == null).isEqualTo(i == damage.good());
        assertThat(rows.get(i).get(2) != null).isEqualTo(i == damage.good());
      }
      assertThat(rows.get(damage.good()).getString(2)).containsIgnoringCase(damage.message());
      assertThat(permissive.where("_corrupt_record IS NOT NULL").count()).isEqualTo(1);
      assertThat(permissive.count()).isEqualTo(rows.size());

      Dataset<Row> drop =
          reader(password).option("mode", "DROPMALFORMED").schema("gold INT").load(all());
      assertThat(drop.count()).isEqualTo(damage.good());
      Dataset<Row> fail = reader(password).option("mode", "FAILFAST").load(all());
      assertThatThrownBy(() -> fail.selectExpr("to_json(value)").collect())
          .isInstanceOf(SparkException.class)
          .hasMessageContaining("a.save")
          .hasStackTraceContaining("Malformed records are detected")
          .hasRootCauseInstanceOf(RuntimeException.class);

      byte[] bytes = damage.bytes();
      Object function =
          Session.of(bytes, "to_json(from_godot_save(value, map('password', 'pass')))");
      if (damage.good() == 0) {
        assertThat(function == null || function.equals("[null]")).isTrue();
      } else {
        assertThat((String) function).endsWith(",null]").contains("\"gold\":1");
      }
      assertThatThrownBy(
              () ->
                  Session.of(
                      bytes, "from_godot_save(value, map('password', 'pass', 'mode', 'FAILFAST'))"))
          .isInstanceOf(SparkException.class)
          .hasMessageContaining("Malformed records are detected");
    }
  }

  @Test
  void appliesLimits() throws IOException {
    write("a.save", PLAIN, player(1), PackedByteArray.unsafeWrap(new byte[1000]));
    write(
        "b.save",
        PLAIN.compressed(Compression.ZSTD),
        PackedByteArray.unsafeWrap(new byte[1 << 20]));
    Dataset<Row> table = reader(Map.of("maxBytes", "900")).load(all());
    assertThat(rows(table, "index", "value IS NULL", "_corrupt_record IS NULL"))
        .containsExactly("[0,false,true]", "[0,true,false]", "[1,true,false]");
  }

  @Test
  void readsFileFromColumn() throws IOException {
    byte[] bytes = PLAIN.compressed(Compression.ZSTD).toByteArray(List.of(player(1), player(2)));
    write("a.save", bytes);
    assertThat(Session.SPARK.sql("SELECT index, value FROM `godot-save`.`" + all() + "`").count())
        .isEqualTo(2);
    assertThat(Session.of(bytes, "variant_get(from_godot_save(value)[1], '$.gold', 'int')"))
        .isEqualTo(2);
    assertThat(Session.of(PLAIN.toByteArray(List.of(player(1))), "size(from_godot_save(value))"))
        .isEqualTo(1);
  }

  @Test
  void streamsFiles() throws Exception {
    for (int i = 0; i < 5; i++) {
      write("in/" + i + ".save", PLAIN.compressed(Compression.FASTLZ), player(i), player(10 * i));
    }
    write("in/bad.save", "no save".getBytes(StandardCharsets.US_ASCII));
    List<String> rows = new ArrayList<>();
    StreamingQuery query =
        Session.SPARK
            .readStream()
            .format("godot-save")
            .schema("gold INT, _corrupt_record STRING")
            .option("maxFilesPerTrigger", 2)
            .load(folder + "/in")
            .writeStream()
            .option("checkpointLocation", folder + "/checkpoint")
            .trigger(Trigger.AvailableNow())
            .foreachBatch(
                (VoidFunction2<Dataset<Row>, Long>)
                    (batch, id) ->
                        batch
                            .selectExpr("gold", "_corrupt_record IS NULL")
                            .collectAsList()
                            .forEach(row -> rows.add(row.toString())))
            .start();
    query.awaitTermination();
    assertThat(query.recentProgress()).hasSizeGreaterThanOrEqualTo(3);
    assertThat(rows)
        .containsExactlyInAnyOrder(
            "[0,true]",
            "[0,true]",
            "[1,true]",
            "[10,true]",
            "[2,true]",
            "[20,true]",
            "[3,true]",
            "[30,true]",
            "[4,true]",
            "[40,true]",
            "[null,false]");
  }

  @Test
  void rejectsInvalidSchema() throws IOException {
    write("a.save", PLAIN, player(1));
    assertThatThrownBy(() -> reader(Map.of("dialect", "godot-9")).load(all()))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("godot-9 is not one of");
    assertThatThrownBy(() -> reader(Map.of()).schema("a DATE").load(all()).collect())
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("DATE");
    assertThatThrownBy(
            () -> reader(Map.of()).load(all()).write().format("godot-save").save(folder + "/out"))
        .hasMessage("godot-save only reads; encode rows with to_godot_variant and write the bytes");
    assertThatThrownBy(
            () -> reader(Map.of()).schema("index INT, value VARIANT").load(all()).collect())
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("column index is INT, must be BIGINT");
  }

  /** Spark deletes the files to overwrite before it asks a file format to write. */
  @Test
  void rejectsOverwriteBeforeDeleting() throws IOException {
    write("a.save", PLAIN, player(1));
    Dataset<Row> table = reader(Map.of()).load(all());
    table.createOrReplaceTempView("players");
    for (SaveMode mode : SaveMode.values()) {
      assertThatThrownBy(
              () -> table.write().format("godot-save").mode(mode).save(folder.toString()))
          .hasMessageContaining("godot-save only reads");
    }
    Session.SPARK.sql(
        "CREATE TABLE saves (name STRING, gold INT) USING `godot-save` LOCATION '" + folder + "'");
    try {
      assertThat(rows(Session.SPARK.table("saves"), "gold")).containsExactly("[1]");
      for (String statement :
          List.of(
              "INSERT OVERWRITE DIRECTORY '"
                  + folder
                  + "' USING `godot-save` SELECT * FROM players",
              "INSERT OVERWRITE TABLE saves SELECT 'x', 1",
              "INSERT INTO saves SELECT 'x', 1",
              "CREATE TABLE more USING `godot-save` LOCATION '"
                  + folder.resolve("more")
                  + "' AS SELECT * FROM players")) {
        assertThatThrownBy(() -> Session.SPARK.sql(statement).collect())
            .hasMessageContaining("godot-save only reads");
      }
      assertThat(rows(Session.SPARK.table("saves"), "gold")).containsExactly("[1]");
    } finally {
      Session.SPARK.sql("DROP TABLE saves");
    }
    assertThat(folder.resolve("a.save")).exists();
  }

  /** Spark compares column names without case by default. */
  @Test
  void comparesOwnColumnNamesLikeOthers() throws IOException {
    write("a.save", PLAIN, player(1), Variant.of(5));
    Dataset<Row> table =
        reader(Map.of())
            .schema("Index BIGINT, VALUE STRUCT<gold: INT>, _Corrupt_Record STRING")
            .load(all());
    assertThat(rows(table, "index", "value", "_corrupt_record"))
        .containsExactly(
            "[0,[1],null]",
            "[1,null,value 1: wanted STRUCT<gold: INT> but found int, at byte 0 of the value,"
                + " $]");
    table = reader(Map.of()).schema("Gold INT, _Corrupt_Record STRING").load(all());
    assertThat(rows(table, "gold", "_corrupt_record IS NULL"))
        .containsExactly("[1,true]", "[null,false]");
  }
}
