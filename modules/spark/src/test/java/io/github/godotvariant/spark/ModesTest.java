package io.github.godotvariant.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.ForbiddenVariantException;
import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.testkit.RandomVariants;
import io.github.godotvariant.testkit.Vectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.spark.SparkException;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Modes for malformed values: PERMISSIVE, DROPMALFORMED, FAILFAST. */
class ModesTest {
  private static final VariantCodec CODEC = VariantCodec.GODOT_4;
  private static final byte[] GOOD = CODEC.encode(VariantDictionary.of("hp", 5, "name", "Ada"));

  private static byte[] cut() {
    return Arrays.copyOf(GOOD, GOOD.length - 8);
  }

  private static byte[] ofUnknownType() {
    byte[] bytes = GOOD.clone();
    bytes[0] = 99;
    return bytes;
  }

  private static byte[] tooLong() {
    byte[] bytes = Arrays.copyOf(GOOD, GOOD.length);
    bytes[4] = -1;
    bytes[5] = -1;
    bytes[6] = -1;
    bytes[7] = 0x7F;
    return bytes;
  }

  private static byte[] ofFullObject() {
    return CODEC.withObjects(ObjectMode.FULL).encode(new ObjectValue("Node", List.of()));
  }

  /** Damaged bytes and the type of the exception. */
  private record Damage(byte[] bytes, Class<? extends VariantException> exception) {}

  private static List<Damage> damagedValues() {
    return List.of(
        new Damage(new byte[0], MalformedVariantException.class),
        new Damage(new byte[] {1, 2, 3}, MalformedVariantException.class),
        new Damage(cut(), MalformedVariantException.class),
        new Damage(Arrays.copyOf(GOOD, GOOD.length + 4), MalformedVariantException.class),
        new Damage(ofUnknownType(), MalformedVariantException.class),
        new Damage(tooLong(), MalformedVariantException.class),
        new Damage(ofFullObject(), ForbiddenVariantException.class));
  }

  @Test
  void reportsProblemInColumnWhenPermissive() {
    List<byte[]> all = new ArrayList<>(List.of(GOOD));
    damagedValues().forEach(damage -> all.add(damage.bytes()));
    all.add(CODEC.encode(VariantDictionary.of("hp", "five", "name", "Eve")));
    Session.bytes(all);
    List<Row> rows =
        Session.SPARK
            .sql(
                "SELECT from_godot_variant(value), from_godot_variant(value, 'hp INT'),"
                    + " from_godot_variant(value, 'hp INT, _corrupt_record STRING, name STRING'),"
                    + " from_godot_variant(value, 'name STRING, wrong STRING',"
                    + " map('columnNameOfCorruptRecord', 'wrong')), godot_variant_text(value)"
                    + " FROM bytes ORDER BY id")
            .collectAsList();
    assertThat(rows.get(0).getStruct(2)).hasToString("[5,null,Ada]");
    for (int i = 0; i < damagedValues().size(); i++) {
      Row row = rows.get(i + 1);
      assertThat(row.get(0)).isNull();
      assertThat(row.get(1)).isNull();
      assertThat(row.get(4)).isNull();
      Damage damage = damagedValues().get(i);
      String message = message(damage.bytes(), damage.exception());
      assertThat(row.getStruct(2)).hasToString("[null," + message + ",null]");
      assertThat(row.getStruct(3)).hasToString("[null," + message + "]");
    }
    Row last = rows.get(rows.size() - 1);
    assertThat(last.getStruct(1)).hasToString("[null]");
    assertThat(last.getStruct(2))
        .hasToString("[null,wanted INT but found String, at byte 20, $.hp,Eve]");
    assertThat(last.getStruct(3)).hasToString("[Eve,null]");
  }

  private static String message(byte[] bytes, Class<? extends VariantException> type) {
    try {
      return "no problem: " + CODEC.decode(bytes);
    } catch (VariantException e) {
      assertThat(e).isInstanceOf(type);
      return e.getMessage();
    }
  }

  @Test
  void failsQueryWithExceptionOfCodecWhenFailFast() {
    for (String function :
        List.of(
            "from_godot_variant(value, 'VARIANT', map('mode', 'FAILFAST'))",
            "from_godot_variant(value, 'hp INT', map('mode', 'failfast'))",
            "godot_variant_text(value, map('mode', 'FAILFAST'))")) {
      for (Damage damage : List.of(damagedValues().get(2), damagedValues().get(6))) {
        assertThatThrownBy(() -> Session.of(damage.bytes(), function))
            .isInstanceOf(SparkException.class)
            .hasMessageContaining("Malformed records are detected")
            .hasMessageContaining(message(damage.bytes(), damage.exception()))
            .hasRootCauseInstanceOf(damage.exception());
      }
      assertThat(Session.of(GOOD, function)).isNotNull();
    }
    assertThatThrownBy(
            () -> Session.of(GOOD, "from_godot_variant(value, 'name INT', map('mode','FAILFAST'))"))
        .isInstanceOf(SparkException.class)
        .hasRootCauseInstanceOf(VariantTypeException.class)
        .hasMessageContaining("wanted INT but found String, at byte 40, $.name");
  }

  @Test
  void reportsPathOfWrongType() {
    Variant value =
        VariantDictionary.of(
            "a", VariantArray.of(1, VariantDictionary.of(7, "x", "v", 1.5)), "b", 2);
    assertThat(
            Session.of(
                CODEC.encode(value),
                "from_godot_variant(value, 'a ARRAY<STRUCT<`7`: INT>>, _corrupt_record STRING')"
                    + "._corrupt_record"))
        .isEqualTo("wanted STRUCT<`7`: INT> but found int, at byte 28, $.a[0]");
    assertThat(
            Session.of(
                CODEC.encode(VariantDictionary.of("a", VariantArray.of(value))),
                "from_godot_variant(value, 'a ARRAY<STRUCT<a: ARRAY<VARIANT>, b: STRING, c: INT>>,"
                    + " _corrupt_record STRING')._corrupt_record"))
        .isNull();
    assertThat(
            (String)
                Session.of(
                    CODEC.encode(VariantDictionary.of("m", VariantDictionary.of(1, 1, "1", 2))),
                    "from_godot_variant(value, 'm VARIANT, _corrupt_record STRING')"
                        + "._corrupt_record"))
        .startsWith("two keys have the same text, at byte ")
        .endsWith("$.m");
  }

  @Test
  void survivesDamagedValuesWhenPermissive() {
    Random random = new Random(3);
    RandomVariants values = RandomVariants.of(Dialect.GODOT_4, 3);
    List<byte[]> all = new ArrayList<>();
    for (int i = 0; i < 4_000; i++) {
      byte[] bytes = CODEC.encode(values.next());
      for (int k = random.nextInt(4); k >= 0 && bytes.length > 0; k--) {
        bytes[random.nextInt(Math.min(bytes.length, 64))] = (byte) random.nextInt(256);
      }
      all.add(random.nextInt(8) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes);
    }
    Vectors.unusual("4.6").forEach(unusual -> all.add(unusual.bytes()));
    Session.bytes(all);
    Row row =
        Session.SPARK
            .sql(
                "SELECT count(*), count(to_json(v)), count(s), count(s._corrupt_record), count(t)"
                    // Spark's to_json uses the stack: 1,024 levels can be too many.
                    + " FROM (SELECT from_godot_variant(value, 'VARIANT', map('maxDepth', '500'))"
                    + " v, godot_variant_text(value) t,"
                    + " from_godot_variant(value, 'x FLOAT, name STRING, _corrupt_record STRING')"
                    + " s FROM bytes)")
            .collectAsList()
            .get(0);
    assertThat(row.getLong(0)).isEqualTo(all.size());
    assertThat(row.getLong(1)).isBetween(500L, all.size() - 500L);
    assertThat(row.getLong(4)).isGreaterThanOrEqualTo(row.getLong(1));
    assertThat(row.getLong(3)).isBetween(500L, all.size() - 1L);
  }

  @Test
  void appliesLimitsToEachValue() {
    byte[] deep = CODEC.encode(Variant.of(VariantArray.of(VariantArray.of(VariantArray.of(1)))));
    for (String option :
        List.of(
            "'maxDepth', '2'", "'maxElements', '2'", "'maxBytes', '" + (deep.length - 1) + "'")) {
      String call = "from_godot_variant(value, 'VARIANT', map(" + option;
      assertThat(Session.of(deep, call + "))")).isNull();
      assertThatThrownBy(() -> Session.of(deep, call + ", 'mode', 'FAILFAST'))"))
          .hasRootCauseInstanceOf(VariantLimitException.class);
    }
    assertThat(
            Session.of(
                deep,
                "to_json(from_godot_variant(value, 'VARIANT', map('maxDepth', '3', 'maxElements',"
                    + " '3', 'maxBytes', '"
                    + deep.length
                    + "')))"))
        .isEqualTo("[[[1]]]");
  }

  @Test
  void readsFullObjectsOnlyOnRequest() {
    assertThat(Session.of(ofFullObject(), "from_godot_variant(value)")).isNull();
    assertThat(
            Session.of(
                ofFullObject(),
                "to_json(from_godot_variant(value, 'VARIANT', map('objects', 'full')))"))
        .isEqualTo("{\"class\":\"Node\",\"properties\":{}}");
  }

  @Test
  void readsBytesAsBinaryOrBase64() {
    byte[] bytes = CODEC.encode(PackedByteArray.of((byte) 1));
    assertThat(Session.of(bytes, "schema_of_variant(from_godot_variant(value))"))
        .isEqualTo("BINARY");
    String text = "from_godot_variant(value, 'VARIANT', map('bytes', 'base64'))";
    assertThat(Session.of(bytes, "schema_of_variant(" + text + ")")).isEqualTo("STRING");
    assertThat(Session.of(bytes, "to_json(" + text + ")")).isEqualTo("\"AQ==\"");
  }

  @Test
  void readsWithChosenDialect() {
    byte[] bytes = VariantCodec.GODOT_3.encode(Variant.of(List.of(1, "a")));
    assertThat(Session.of(bytes, "from_godot_variant(value)")).isNull();
    assertThat(
            Session.of(
                bytes, "to_json(from_godot_variant(value, 'VARIANT', map('DIALECT', 'godot-3')))"))
        .isEqualTo("[1,\"a\"]");
  }

  @Test
  void rejectsEqualKeysAsVariant() {
    byte[] bytes = CODEC.encode(VariantDictionary.of(1, "a", "1", "b"));
    assertThat(Session.of(bytes, "from_godot_variant(value)")).isNull();
    assertThatThrownBy(
            () -> Session.of(bytes, "from_godot_variant(value, 'VARIANT', map('mode','FAILFAST'))"))
        .isInstanceOf(SparkException.class)
        .hasRootCauseInstanceOf(VariantException.class)
        .hasMessageContaining("two keys have the same text");
  }

  @Test
  void returnsNullForNull() {
    assertThat(
            Session.SPARK
                .sql(
                    "SELECT from_godot_variant(CAST(NULL AS BINARY)),"
                        + " from_godot_variant(CAST(NULL AS BINARY), 'BIGINT'),"
                        + " to_godot_variant(CAST(NULL AS INT)), from_godot_save(CAST(NULL AS"
                        + " BINARY)), godot_variant_text(CAST(NULL AS BINARY))")
                .collectAsList()
                .get(0))
        .hasToString("[null,null,null,null,null]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "from_godot_variant(value, 'VARIANT', map('dialect', 'godot-5')) | godot-5 is not one of",
        "from_godot_variant(value, 'VARIANT', map('mode', 'DROPMALFORMED')) | cannot drop rows",
        "from_godot_variant(value, 'VARIANT', map('mode', 'FAST')) | FAST is not one of permissive",
        "from_godot_variant(value, 'VARIANT', map('maxDepth', '2000')) | from 0 to 1024",
        "from_godot_variant(value, 'VARIANT', map('maxBytes', '1k')) | 1k is not an integer",
        "from_godot_variant(value, 'VARIANT', map('objects', 'all')) | all is not one of ids, full",
        "from_godot_variant(value, 'VARIANT', map('bytes', 'hex')) | hex is not one of binary,"
            + " base64",
        "from_godot_variant(value, 'VARIANT', map('depth', '1')) | unknown option",
        "from_godot_variant(value, 'VARIANT', 'mode') | Must use the `map()` function",
        "from_godot_variant(value, 'a WORD') | WORD",
        "from_godot_variant(value, 'a WORD', map('mode', 'FAST')) | WORD",
        "from_godot_variant(value, 'a DATE') | does not support STRUCT<a: DATE> in a schema",
        "from_godot_variant(value, 'MAP<INT, INT>') | does not support MAP<INT, INT> in a schema",
        "from_godot_variant(value, CAST(value AS STRING)) | INVALID_SCHEMA",
        "from_godot_variant(value, 'a INT, _corrupt_record INT') | _corrupt_record",
        "from_godot_variant('text') | requires the \"BINARY\" type",
        "from_godot_variant() | requires 1 to 3 parameters",
        "from_godot_save(value, map(), 1) | requires 1 to 2 parameters",
        "from_godot_save(value, map('secretKey', 'xyzzy')) | 64 hexadecimal digits",
        "from_godot_save(value, map('password', 'a', 'secretKey', 'b')) | set either password or"
            + " secretKey",
        "schema_of_godot_variant(value) | must be a constant",
        "to_godot_variant(current_date()) | does not support DATE; cast the column",
        "to_godot_variant(named_struct('a', 1), map('types', 'a Vector9')) | the name of a type of"
            + " Godot",
        "to_godot_variant(named_struct('a', 1), map('types', 'b Vector2')) | unknown column b",
        "to_godot_variant(named_struct('a', 1), map('types', 'a Vector2')) | cannot become a"
            + " Vector2"
      })
  void rejectsInvalidOptionsBeforeReading(String call, String message) {
    Session.bytes(List.of());
    assertThatThrownBy(() -> Session.SPARK.sql("SELECT " + call + " FROM bytes"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"password", "secretKey"})
  void hidesSecretsInPlans(String option) {
    Session.bytes(List.of());
    String secret = "ab".repeat(32);
    String plan =
        Session.SPARK
            .sql(
                "SELECT from_godot_save(value, map('" + option + "', '" + secret + "')) FROM bytes")
            .queryExecution()
            .optimizedPlan()
            .toString();
    assertThat(plan).contains("from_godot_save").contains(option).doesNotContain(secret);
  }
}
