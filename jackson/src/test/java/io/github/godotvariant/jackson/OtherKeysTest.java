package io.github.godotvariant.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.Key;
import io.github.godotvariant.records.OtherKeys;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/** Records of which one component takes the pairs that are no component's. */
class OtherKeysTest {
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
  void keysOfComponentsAreNotWrittenAgain(String key) {
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
  void theKeyThatSaysWhichRecordItIsIsNotWrittenAgain() {
    Holder holder = new Holder(new One(1, pairs("kind", "Two")));
    for (ObjectMapper mapper : new ObjectMapper[] {GODOT, JSON}) {
      assertThatExceptionOfType(DatabindException.class)
          .isThrownBy(() -> mapper.writeValueAsBytes(holder))
          .withMessageContaining("is there already");
    }
  }

  @Test
  void twoKeysOfOneTextAreNotWrittenAsText() {
    One record = new One(1, pairs(IntValue.of(7), 1, "7", 2));
    assertThatExceptionOfType(DatabindException.class)
        .isThrownBy(() -> JSON.writeValueAsString(record))
        .withMessageContaining("is there already");
    assertThat(VariantCodec.GODOT_4.decode(GODOT.writeValueAsBytes(record)).asDictionary())
        .isEqualTo(pairs("kind", "One", "a", 1, IntValue.of(7), 1, "7", 2));
  }

  @Test
  void theNameOfTheComponentItselfIsAnotherKey() {
    Renamed record = new Renamed(1, pairs("rest", 2, "a", 3), 4);
    assertThat(JSON.writeValueAsString(record)).contains("\"rest\":2", "\"a\":3");
    assertThat(JSON.readValue(JSON.writeValueAsString(record), Renamed.class)).isEqualTo(record);
    assertThat(GODOT.readValue(GODOT.writeValueAsBytes(record), Renamed.class)).isEqualTo(record);
  }
}
