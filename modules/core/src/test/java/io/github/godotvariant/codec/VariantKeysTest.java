package io.github.godotvariant.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.godotvariant.StringName;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.dialect.Dialect;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class VariantKeysTest {
  private static final VariantKeys KEYS = VariantKeys.of("id", "name", "équipe");
  private static final VariantCodec CODEC = VariantCodec.GODOT_4;

  static List<Dialect> dialects() {
    return Dialect.presets();
  }

  /** Returns the indices of the keys of a dictionary, with -1 for each other key. */
  private static List<Integer> select(VariantCodec codec, VariantDictionary value) {
    List<Integer> indices = new ArrayList<>();
    try (VariantReader reader = codec.reader(codec.encode(value))) {
      int count = reader.beginDictionary();
      for (int i = 0; i < count; i++) {
        int index = reader.selectKey(KEYS);
        indices.add(index);
        if (index < 0) {
          reader.skipValue();
        }
        reader.skipValue();
      }
      assertThat(reader.selectKey(KEYS)).isEqualTo(-1);
      reader.endDictionary();
      reader.expectEnd();
    }
    return indices;
  }

  @ParameterizedTest
  @MethodSource("dialects")
  void selectsKeysInAnyOrder(Dialect dialect) {
    VariantCodec codec = VariantCodec.of(dialect);
    assertThat(select(codec, VariantDictionary.of("id", 1, "name", "a", "équipe", 2)))
        .containsExactly(0, 1, 2);
    assertThat(select(codec, VariantDictionary.of("équipe", 2, "id", 1, "name", "a")))
        .containsExactly(2, 0, 1);
    assertThat(select(codec, VariantDictionary.of("other", 2, 7, 1, "name", "a")))
        .containsExactly(-1, -1, 1);
  }

  @Test
  void selectsStringNames() {
    VariantDictionary value = VariantDictionary.of(StringName.of("name"), 1, "id", 2);
    assertThat(select(CODEC, value)).containsExactly(1, 0);
  }

  @Test
  void rejectsCallsWithoutKey() {
    try (VariantReader reader = CODEC.reader(CODEC.encode(VariantDictionary.of("id", 1)))) {
      assertThatIllegalStateException()
          .isThrownBy(() -> reader.selectKey(KEYS))
          .withMessage("selectKey but no container is open");
      reader.beginDictionary();
      assertThat(reader.selectKey(KEYS)).isZero();
      assertThatIllegalStateException().isThrownBy(() -> reader.selectKey(KEYS));
      assertThat(reader.path()).isEqualTo("$.id");
    }
  }

  @Test
  void rejectsMissingAndRepeatedKeys() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> VariantKeys.of())
        .withMessage("there are no keys");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> VariantKeys.of("id", "id"))
        .withMessage("key id is given twice");
  }
}
