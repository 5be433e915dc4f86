package io.github.godotvariant.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.IntValue;
import io.github.godotvariant.StringName;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.OtherKeys;
import io.github.godotvariant.records.RecordCodec;
import io.github.godotvariant.records.Typed;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.annotation.JsonSerialize;

/** Compares how a mapper and a record codec write containers with element types. */
class TypedTest {
  private static final GodotMapper GODOT = new GodotMapper();
  private static final GodotMapper READING =
      GodotMapper.builder().enable(GodotReadFeature.STRINGIFY_KEYS).build();

  @GodotRecord
  record Lists(@Typed List<List<Integer>> a) {}

  @GodotRecord
  record ListsInMap(@Typed Map<String, List<Integer>> a) {}

  @GodotRecord
  record VectorKeys(@Typed Map<Vector2i, Integer> a) {}

  @GodotRecord
  record NameKeys(@Typed Map<StringName, Integer> a) {}

  @GodotRecord
  record Others(@OtherKeys VariantDictionary rest) {}

  @GodotRecord
  record OthersInList(@Typed List<Others> a) {}

  @GodotRecord
  record InMap(Map<Vector2i, Integer> m) {}

  @GodotRecord
  record MapsInList(@Typed List<InMap> a) {}

  static Stream<Record> records() {
    return Stream.of(
        new Lists(new ArrayList<>(List.of(new ArrayList<>(List.of(1)), List.of(2, 3)))),
        new ListsInMap(Map.of("k", List.of(1))),
        new VectorKeys(Map.of(new Vector2i(1, 2), 3)),
        new NameKeys(Map.of(StringName.of("a"), 3)),
        new OthersInList(
            List.of(
                new Others(
                    VariantDictionary.builder()
                        .put(IntValue.of(1), 2)
                        .put(StringName.of("s"), 5)
                        .build()))),
        new MapsInList(List.of(new InMap(Map.of(new Vector2i(1, 2), 3)))));
  }

  @ParameterizedTest
  @MethodSource("records")
  void writesSameBytesAsCodec(Record record) {
    assertThat(GODOT.writeValueAsBytes(record)).isEqualTo(byCodec(record));
    assertThat(READING.readValue(GODOT.writeValueAsBytes(record), record.getClass()))
        .isEqualTo(record);
  }

  @SuppressWarnings("unchecked") // a codec of its own class
  private static byte[] byCodec(Record record) {
    Class<Record> type = (Class<Record>) record.getClass();
    return RecordCodec.of(MethodHandles.lookup(), type).encode(record);
  }

  static final class AsText extends ValueSerializer<Integer> {
    @Override
    public void serialize(Integer value, JsonGenerator out, SerializationContext context) {
      out.writeString(value.toString());
    }
  }

  record Texts(@Typed @JsonSerialize(contentUsing = AsText.class) List<Integer> a) {}

  @Test
  void rejectsElementsOfOtherType() {
    assertThatExceptionOfType(DatabindException.class)
        .isThrownBy(() -> GODOT.writeValueAsBytes(new Texts(List.of(1))));
  }

  @Test
  void readsStringNameKeysOfMaps() {
    GodotMapper names = GodotMapper.builder().enable(GodotWriteFeature.STRING_NAME_KEYS).build();
    ListsInMap record = new ListsInMap(Map.of("k", List.of(1)));
    assertThat(names.readValue(names.writeValueAsBytes(record), ListsInMap.class))
        .isEqualTo(record);
  }

  record IntKeys(@Typed Map<Integer, Integer> a) {}

  @Test
  void writesIntKeysIfEnabled() {
    IntKeys record = new IntKeys(Map.of(7, 8));
    GodotMapper ints = GodotMapper.builder().enable(GodotWriteFeature.INT_KEYS).build();
    assertThat(READING.readValue(ints.writeValueAsBytes(record), IntKeys.class)).isEqualTo(record);
    assertThatExceptionOfType(DatabindException.class)
        .isThrownBy(() -> GODOT.writeValueAsBytes(record));
  }
}
