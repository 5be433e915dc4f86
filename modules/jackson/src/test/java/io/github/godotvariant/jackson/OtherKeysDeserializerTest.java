package io.github.godotvariant.jackson;

import static io.github.godotvariant.jackson.GodotBindingTest.allocated;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.godotvariant.ElementType;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.Key;
import io.github.godotvariant.records.OtherKeys;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/** Tests records with a component for the entries that have no other component. */
class OtherKeysDeserializerTest {
  private static final ObjectMapper JSON = JsonMapper.builder().findAndAddModules().build();
  private static final GodotMapper GODOT = new GodotMapper();

  @GodotRecord
  record Renamed(@JsonProperty("b") int a, @OtherKeys VariantDictionary rest, @Key("z") int last) {}

  @GodotRecord(typeKey = "kind")
  sealed interface Tagged permits One {}

  @GodotRecord
  record One(int a, @OtherKeys VariantDictionary rest) implements Tagged {}

  record Holder(Tagged tagged) {}

  private static VariantDictionary pairs(Object... keysAndValues) {
    VariantDictionary.Builder pairs = VariantDictionary.builder();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      pairs.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return pairs.build();
  }

  @ParameterizedTest
  @ValueSource(strings = {"b", "z"})
  void rejectsOtherKeysNamedLikeComponents(String key) {
    for (Object text : new Object[] {StringValue.of(key), StringName.of(key)}) {
      Renamed record = new Renamed(1, pairs(text, 2), 3);
      for (ObjectMapper mapper : new ObjectMapper[] {GODOT, JSON}) {
        assertThatExceptionOfType(DatabindException.class)
            .isThrownBy(() -> mapper.writeValueAsBytes(record))
            .withMessageContaining("is there already")
            .withMessageContaining(key);
      }
    }
  }

  @Test
  void rejectsOtherKeyNamedLikeTypeKey() {
    Holder holder = new Holder(new One(1, pairs("kind", "Two")));
    for (ObjectMapper mapper : new ObjectMapper[] {GODOT, JSON}) {
      assertThatExceptionOfType(DatabindException.class)
          .isThrownBy(() -> mapper.writeValueAsBytes(holder))
          .withMessageContaining("is there already");
    }
  }

  @Test
  void rejectsTwoKeysWithTheSameTextInTextFormats() {
    One record = new One(1, pairs(IntValue.of(7), 1, "7", 2));
    assertThatExceptionOfType(DatabindException.class)
        .isThrownBy(() -> JSON.writeValueAsString(record))
        .withMessageContaining("is there already");
    assertThat(VariantCodec.GODOT_4.decode(GODOT.writeValueAsBytes(record)).asDictionary())
        .isEqualTo(pairs("kind", "One", "a", 1, IntValue.of(7), 1, "7", 2));
  }

  @Test
  void keepsKeyNamedLikeItsComponent() {
    Renamed record = new Renamed(1, pairs("rest", 2, "a", 3), 4);
    assertThat(JSON.writeValueAsString(record)).contains("\"rest\":2", "\"a\":3");
    assertThat(JSON.readValue(JSON.writeValueAsString(record), Renamed.class)).isEqualTo(record);
    assertThat(GODOT.readValue(GODOT.writeValueAsBytes(record), Renamed.class)).isEqualTo(record);
  }

  @GodotRecord
  record Small(int a, @OtherKeys VariantDictionary rest) {}

  @Test
  void readsDictionaryWithoutOtherKeys() {
    Small value = new Small(1, VariantDictionary.EMPTY);
    assertThat(GODOT.readValue(GODOT.writeValueAsBytes(value), Small.class)).isEqualTo(value);
  }

  @GodotRecord
  record Aliased(@JsonAlias("old") int now, @OtherKeys VariantDictionary rest) {}

  @GodotRecord
  @JsonIgnoreProperties("secret")
  record Ignoring(int a, @OtherKeys VariantDictionary rest) {}

  @GodotRecord
  record Exact(BigDecimal a, @OtherKeys VariantDictionary rest) {}

  @GodotRecord
  record Any(Variant a, @OtherKeys VariantDictionary rest) {}

  record Nested(Nested child, @OtherKeys VariantDictionary rest) {}

  @Test
  void appliesAnnotationsOfJackson() {
    assertThat(JSON.readValue("{\"old\":3,\"z\":1}", Aliased.class))
        .isEqualTo(new Aliased(3, pairs("z", 1)));
    assertThat(GODOT.readValue(encoded(pairs("old", 3, "z", 1)), Aliased.class))
        .isEqualTo(new Aliased(3, pairs("z", 1)));
    assertThat(JSON.readValue("{\"a\":3,\"secret\":1,\"z\":2}", Ignoring.class))
        .isEqualTo(new Ignoring(3, pairs("z", 2)));
  }

  @Test
  void keepsExactNumbersOfComponents() {
    assertThat(JSON.readValue("{\"a\":0.12345678901234567890123456789,\"x\":2}", Exact.class))
        .isEqualTo(new Exact(new BigDecimal("0.12345678901234567890123456789"), pairs("x", 2)));
  }

  @Test
  void keepsFeaturesOfTheMapper() {
    GodotMapper framed =
        GodotMapper.builder()
            .enable(GodotReadFeature.LENGTH_FRAMED)
            .enable(GodotWriteFeature.LENGTH_FRAMED)
            .build();
    Any record = new Any(IntValue.of(1), pairs("x", 2));
    assertThat(framed.readValue(framed.writeValueAsBytes(record), Any.class)).isEqualTo(record);
    for (JsonReadFeature feature : JsonReadFeature.values()) {
      JsonMapper json = JsonMapper.builder().findAndAddModules().enable(feature).build();
      assertThat(json.readValue("{\"a\":1,\"x\":{\"y\":1}}", Any.class))
          .isEqualTo(new Any(IntValue.of(1), pairs("x", pairs("y", 1))));
    }
  }

  @Test
  void followsObjectModeOfTheCodec() {
    VariantCodec full = VariantCodec.GODOT_4.withObjects(ObjectMode.FULL);
    Variant node = new ObjectValue("Node", List.of());
    assertThat(
            GodotMapper.builder(full)
                .build()
                .readValue(full.encode(pairs("a", node, "x", node)), Any.class))
        .isEqualTo(new Any(node, pairs("x", node)));
  }

  @Test
  void keepsTypesAndOrderOfKeys() {
    VariantDictionary rest =
        pairs(
            StringName.of("s"),
            StringName.of("v"),
            IntValue.of(7),
            Variant.NIL,
            new Vector2i(1, 2),
            pairs(IntValue.of(1), 2),
            "t",
            VariantArray.of(1).withElementType(ElementType.of(VariantType.INT)));
    Any record = new Any(StringName.of("a"), rest);
    Any read = GODOT.readValue(GODOT.writeValueAsBytes(record), Any.class);
    assertThat(read).isEqualTo(record);
    assertThat(encoded(read.rest())).isEqualTo(encoded(rest));
    assertThat(read.a().type()).isEqualTo(VariantType.STRING_NAME);
  }

  @Test
  void rejectsOtherKeysInTheNextDictionary() {
    byte[] bytes = encoded(VariantArray.of(pairs(7, 1), pairs(7, 1)));
    ObjectReader reader = GODOT.reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    try (JsonParser in = GODOT.createParser(bytes)) {
      in.nextToken();
      in.nextToken();
      assertThat(reader.forType(Nested.class).<Nested>readValue(in).rest()).isEqualTo(pairs(7, 1));
      in.nextToken();
      assertThatExceptionOfType(JacksonException.class)
          .isThrownBy(() -> reader.forType(Map.class).readValue(in))
          .withMessageContaining("cannot be a name");
    }
  }

  @Test
  void keepsLastOfTwoEntriesWithTheSameKey() {
    assertThat(JSON.readValue("{\"x\":1,\"y\":2,\"x\":3}", Nested.class).rest())
        .isEqualTo(pairs("x", 3, "y", 2));
  }

  @Test
  void readsNestedRecordsOnce() {
    int depth = 300;
    String text =
        "{\"child\":".repeat(depth) + "{\"p\":[1" + ",1".repeat(999) + "]}" + "}".repeat(depth);
    Variant value = pairs("p", VariantArray.of(Collections.nCopies(1000, IntValue.of(1))));
    for (int i = 0; i < depth; i++) {
      value = pairs("child", value);
    }
    byte[] bytes = encoded(value);
    JSON.readValue("{}", Nested.class);
    GODOT.readValue(encoded(pairs()), Nested.class);
    assertThat(allocated(() -> JSON.readValue(text, Nested.class))).isLessThan(3_000_000);
    assertThat(allocated(() -> GODOT.readValue(bytes, Nested.class))).isLessThan(3_000_000);
  }

  private static byte[] encoded(Variant value) {
    return VariantCodec.GODOT_4.encode(value);
  }
}
