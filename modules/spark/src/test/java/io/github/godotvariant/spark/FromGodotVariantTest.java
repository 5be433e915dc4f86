package io.github.godotvariant.spark;

import static io.github.godotvariant.spark.GodotVariantFunctions.from_godot_variant;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Color;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.VariantCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

class FromGodotVariantTest {
  private static final VariantDictionary UPDATE =
      VariantDictionary.of(
          "id", 7, "hp", 87.5, "pos", new Vector3(1, 2.5, -3), "tint", new Color(1, 0, 0, 1));

  @Test
  void readsValueAsVariant() {
    assertThat(
            Session.of(VariantCodec.GODOT_4.encode(UPDATE), "to_json(from_godot_variant(value))"))
        .isEqualTo(
            "{\"hp\":87.5,\"id\":7,\"pos\":{\"x\":1.0,\"y\":2.5,\"z\":-3.0},"
                + "\"tint\":{\"a\":1.0,\"b\":0.0,\"g\":0.0,\"r\":1.0}}");
  }

  @Test
  void readsValueBySchema() {
    Row row =
        (Row)
            Session.of(
                VariantCodec.GODOT_4.encode(UPDATE),
                "from_godot_variant(value, 'id BIGINT, pos STRUCT<z: FLOAT>, no STRING,"
                    + " tint STRING')");
    assertThat(row.getLong(0)).isEqualTo(7);
    assertThat(row.getStruct(1).getFloat(0)).isEqualTo(-3);
    assertThat(row.get(2)).isNull();
    assertThat(row.getString(3)).isEqualTo("Color(1, 0, 0, 1)");
  }

  @Test
  void generatesCodeForOneStage() {
    Session.bytes(List.of(VariantCodec.GODOT_4.encode(Variant.of(1))));
    String plan =
        Session.SPARK
            .sql("SELECT from_godot_variant(value, 'BIGINT') + 1 FROM bytes WHERE id > -1")
            .queryExecution()
            .explainString(org.apache.spark.sql.execution.ExplainMode.fromString("codegen"));
    assertThat(plan).contains("from_godot_variant");
  }

  @Test
  void readsValueWithoutSql() {
    SparkSession spark = Session.SPARK.newSession();
    Dataset<Row> packets = Session.bytes(List.of(VariantCodec.GODOT_4.encode(UPDATE)));

    GodotVariantFunctions.register(spark);
    Dataset<Row> hp = packets.select(from_godot_variant(col("value"), "hp INT").getField("hp"));

    assertThat(hp.collectAsList()).hasToString("[[null]]"); // 87.5 is not an INT
    assertThat(spark.sql("SELECT godot_variant_text(X'00000000')").collectAsList())
        .hasToString("[[null]]");
    Column bytes = GodotVariantFunctions.to_godot_variant(lit(7), Map.of("dialect", "godot-3"));
    Row row =
        packets
            .select(
                from_godot_variant(bytes, "BIGINT", Map.of("dialect", "godot-3")),
                GodotVariantFunctions.godot_variant_text(
                    GodotVariantFunctions.to_godot_variant(lit("x"))),
                GodotVariantFunctions.schema_of_godot_variant(
                    GodotVariantFunctions.to_godot_variant(lit(1.5))),
                GodotVariantFunctions.from_godot_save(bytes, Map.of("maxDepth", "3")).isNull(),
                from_godot_variant(lit(new byte[] {0, 0, 0, 0})).isNull())
            .collectAsList()
            .get(0);
    assertThat(row).hasToString("[7,\"x\",DOUBLE,false,false]");
  }

  /** The statements for a topic in the guide, with the headers of Kafka's source. */
  @Test
  void readsTopicWithStatementsOfGuide() throws IOException {
    String guide =
        Files.readString(Path.of(System.getProperty("examples"), "../docs/guide/spark.md"));
    String block = guide.split("## A topic as tables", 2)[1].split("```sql\n", 2)[1];
    String[] statements = block.split("```", 2)[0].replaceAll("--.*", "").strip().split(";");
    assertThat(statements).hasSize(4);
    String good =
        HexFormat.of().formatHex(VariantCodec.GODOT_4.encode(VariantDictionary.of("hp", 5)));
    String old =
        HexFormat.of().formatHex(VariantCodec.GODOT_3.encode(VariantDictionary.of("hp", 6)));
    SparkSession spark = Session.SPARK.newSession();
    spark
        .sql(
            "SELECT value, transform(names, name -> named_struct('key', 'godot-dialect', 'value',"
                + " CAST(name AS BINARY))) AS headers FROM VALUES"
                + " (X'%1$s', array()), (X'%2$s', array('godot-4', 'godot-3')),"
                    .formatted(good, old)
                + " (X'%1$s', array('godot-9')), (X'01', array('godot-4')),".formatted(good)
                + " (CAST(NULL AS BINARY), array('godot-4')) AS topic(value, names)")
        .createOrReplaceTempView("topic");
    spark.sql(statements[0]);
    spark.sql(statements[1]);
    assertThat(spark.sql(statements[2]).collectAsList()).hasToString("[[5], [6]]");
    assertThat(
            spark
                .sql(statements[3])
                .selectExpr("hex(value)", "problem IS NULL", "byte")
                .collectAsList())
        .extracting(Row::toString)
        .containsExactlyInAnyOrder(
            "[" + good.toUpperCase(Locale.ROOT) + ",true,null]", "[01,false,0]");
  }
}
