package io.github.godotvariant.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.json.PlainJson;
import io.github.godotvariant.testkit.RandomVariants;
import io.github.godotvariant.testkit.Vectors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code to_json} of a VARIANT returns the same JSON as {@link PlainJson} of the value. */
class PlainJsonPropertyTest {
  private static final Pattern TOKEN =
      Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*+\"|[^\"\\[\\]{},:]+|[\\[\\]{},:]");

  private final VariantCodec codec;

  PlainJsonPropertyTest() {
    codec = VariantCodec.GODOT_4;
  }

  private static void assertSame(VariantCodec codec, List<byte[]> all) {
    Session.bytes(all);
    String sql =
        "SELECT id, to_json(from_godot_variant(value, 'VARIANT', "
            + Session.options(
                Map.of("dialect", codec.dialect().name(), "objects", codec.objects().name()))
            + ")) FROM bytes ORDER BY id";
    List<Row> rows = Session.SPARK.sql(sql).collectAsList();
    assertThat(rows).hasSameSizeAs(all);
    int compared = 0;
    for (Row row : rows) {
      Variant value = codec.decode(all.get(row.getInt(0)));
      String plain;
      try {
        plain = PlainJson.DEFAULT.write(value);
      } catch (InexpressibleVariantException e) {
        // Plain JSON rejects keys with equal text. VARIANT has other names for containers.
        continue;
      }
      if (hasContainerKeys(value)) {
        continue;
      }
      assertThat(sorted(PlainJson.DEFAULT.read(quoted(row.getString(1)))))
          .as("%s", value)
          .isEqualTo(sorted(PlainJson.DEFAULT.read(plain)));
      compared++;
    }
    assertThat(compared).isGreaterThan(all.size() * 3 / 4);
  }

  private static boolean hasContainerKeys(Variant value) {
    if (value instanceof VariantDictionary dictionary) {
      return dictionary.keys().stream()
              .anyMatch(
                  key ->
                      switch (key.type()) {
                        case DICTIONARY, ARRAY, OBJECT -> true;
                        default -> false;
                      })
          || dictionary.values().stream().anyMatch(PlainJsonPropertyTest::hasContainerKeys);
    } else if (value instanceof VariantArray array) {
      return array.stream().anyMatch(PlainJsonPropertyTest::hasContainerKeys);
    } else if (value instanceof ObjectValue object) {
      return object.properties().stream().anyMatch(property -> hasContainerKeys(property.value()));
    }
    return false;
  }

  /** Quotes numbers such as NaN, which plain JSON writes as strings and Spark without quotes. */
  private static String quoted(String json) {
    StringBuilder quoted = new StringBuilder();
    Matcher tokens = TOKEN.matcher(json);
    while (tokens.find()) {
      String token = tokens.group();
      boolean bare = token.endsWith("NaN") || token.endsWith("Infinity");
      quoted.append(bare ? '"' + token + '"' : token);
    }
    return quoted.toString();
  }

  /** Returns JSON as Java collections that compare numbers by value and ignore member order. */
  private static Object sorted(Variant json) {
    if (json instanceof VariantDictionary dictionary) {
      Map<String, Object> members = new TreeMap<>();
      dictionary.forEach((key, value) -> members.put(key.asString(), sorted(value)));
      return members;
    } else if (json instanceof VariantArray array) {
      return array.stream().map(PlainJsonPropertyTest::sorted).toList();
    }
    return switch (json.type()) {
      case INT -> json.asLong();
      case FLOAT -> (float) json.asDouble(); // Java 17 prints more digits than needed
      case STRING -> json.asString();
      default -> json.toString();
    };
  }

  @ParameterizedTest
  @CsvSource({"4.6, godot-4", "3.6, godot-3", "3.2, godot-3"})
  void agreesOnGoldenVectors(String engine, String dialect) {
    for (ObjectMode objects : ObjectMode.values()) {
      List<byte[]> all =
          Vectors.golden(engine).stream()
              .filter(golden -> golden.objects() == objects)
              .map(Vectors.Golden::bytes)
              .toList();
      if (!all.isEmpty()) {
        assertSame(VariantCodec.of(Dialect.named(dialect).orElseThrow()).withObjects(objects), all);
      }
    }
  }

  @Test
  void agreesOnRandomValues() {
    RandomVariants random = RandomVariants.of(Dialect.GODOT_4, 11);
    List<byte[]> all = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      all.add(codec.encode(random.next()));
    }
    assertSame(codec, all);
  }

  @Test
  void agreesOnRandomObjects() {
    VariantCodec full = codec.withObjects(ObjectMode.FULL);
    RandomVariants random = RandomVariants.withObjects(Dialect.GODOT_4, 12, ObjectMode.FULL);
    List<byte[]> all = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      all.add(full.encode(random.next()));
    }
    assertSame(full, all);
  }
}
