package io.github.godotvariant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VariantDictionaryTest {
  private static final VariantDictionary PLAYER =
      VariantDictionary.of("name", "Ada", "hp", 100, "at", new Vector3(0, 1, 0), "speed", 2.5);

  @Test
  void gettersByName() {
    assertThat(PLAYER.getString("name")).isEqualTo("Ada");
    assertThat(PLAYER.getInt("hp")).isEqualTo(100);
    assertThat(PLAYER.getFloat("speed")).isEqualTo(2.5);
    assertThat(PLAYER.getFloat("hp")).isEqualTo(100.0);
    assertThat(PLAYER.get("at", Vector3.class)).isEqualTo(new Vector3(0, 1, 0));
    assertThat(PLAYER.getString("title", "none")).isEqualTo("none");
    assertThat(PLAYER.getInt("mp", 7)).isEqualTo(7);
    assertThat(PLAYER.getBool("dead", false)).isFalse();
    assertThat(PLAYER.find("nothing")).isEmpty();
  }

  @Test
  void aMissingKeyAndAWrongTypeAreTwoThings() {
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(() -> PLAYER.getInt("mp"))
        .withMessage("no key \"mp\", $.mp");
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(() -> PLAYER.getInt("name"))
        .withMessage("wanted IntValue but found String, $.name");
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(() -> PLAYER.getInt("name", 7));
  }

  @Test
  void keysAreEqualAsInTheEngine() {
    VariantDictionary d =
        VariantDictionary.builder()
            .put(1, "int")
            .put(1.0, "float")
            .put("a", "text")
            .put(0.0, "zero")
            .put(Double.NaN, "nan")
            .put(VariantArray.of(1, 2), "array")
            .put(VariantDictionary.of("x", 1, "y", 2), "dictionary")
            .put(new Vector2(0.0, Double.NaN), "vector")
            .put(null, "nil")
            .build();
    assertThat(d.size()).isEqualTo(9);
    assertThat(d.get(StringName.of("a"))).isEqualTo(StringValue.of("text"));
    assertThat(d.get(-0.0)).isEqualTo(StringValue.of("zero"));
    assertThat(d.get(Double.longBitsToDouble(0xFFF8000000000001L)))
        .isEqualTo(StringValue.of("nan"));
    assertThat(d.get(VariantArray.of(1, 2))).isEqualTo(StringValue.of("array"));
    assertThat(d.containsKey(VariantArray.of(1, 2.0))).isFalse();
    assertThat(d.get(VariantDictionary.of("x", 1, "y", 2))).isEqualTo(StringValue.of("dictionary"));
    assertThat(d.containsKey(VariantDictionary.of("y", 2, "x", 1))).isFalse();
    assertThat(d.get(new Vector2(-0.0, Double.NaN))).isEqualTo(StringValue.of("vector"));
    assertThat(d.get(null)).isEqualTo(StringValue.of("nil"));
    assertThat(d.containsKey(2)).isFalse();
  }

  @Test
  void namesInsideArraysAreNoTexts() {
    VariantDictionary d =
        VariantDictionary.of(VariantArray.of("a"), 1, VariantArray.of(StringName.of("a")), 2);
    assertThat(d.size()).isEqualTo(2);
  }

  @Test
  void fullObjectsAreEqualOnlyToThemselves() {
    ObjectValue one = new ObjectValue("A", List.of());
    ObjectValue other = new ObjectValue("A", List.of());
    VariantDictionary d = VariantDictionary.of(one, 1, other, 2);
    assertThat(d.size()).isEqualTo(2);
    assertThat(d.get(other)).isEqualTo(IntValue.of(2));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 8, 9, 100, 5000})
  void aKeyThatComesAgainKeepsItsPlace(int size) {
    VariantDictionary.Builder builder = VariantDictionary.builder();
    Map<Long, String> expected = new LinkedHashMap<>();
    for (int i = 0; i < 3 * size; i++) {
      long key = (i * 7919L) % size;
      builder.put(key, "v" + i);
      expected.put(key, "v" + i);
    }
    VariantDictionary d = builder.build();
    assertThat(d.toJava()).isEqualTo(expected);
    assertThat(new ArrayList<>(d.keys()))
        .isEqualTo(expected.keySet().stream().map(Variant::of).toList());
    expected.forEach((key, value) -> assertThat(d.get(key).asString()).isEqualTo(value));
  }

  /** Keys whose hash codes are all the same, which {@code String.hashCode} makes easy. */
  @Test
  void collidingKeysStayFast() {
    int bits = 15;
    Variant[] keys = new Variant[1 << bits];
    Variant[] values = new Variant[1 << bits];
    for (int i = 0; i < keys.length; i++) {
      StringBuilder key = new StringBuilder();
      for (int b = 0; b < bits; b++) {
        key.append((i >> b & 1) == 0 ? "Aa" : "BB");
      }
      keys[i] = StringValue.of(key.toString());
      values[i] = IntValue.of(i);
    }
    assertThat(keys[5].hashCode()).isEqualTo(keys[6].hashCode());
    VariantDictionary d =
        VariantDictionary.ofPairs(
            keys.clone(), values, ElementType.UNTYPED, ElementType.UNTYPED, false);
    assertThat(d.size()).isEqualTo(keys.length);
    for (int i = 0; i < keys.length; i++) {
      assertThat(d.positionOf(keys[i])).isEqualTo(i);
    }
  }

  @Test
  void changesAreCopies() {
    VariantDictionary hurt = PLAYER.with("hp", 90);
    assertThat(hurt.getInt("hp")).isEqualTo(90);
    assertThat(PLAYER.getInt("hp")).isEqualTo(100);
    assertThat(hurt.keys()).isEqualTo(PLAYER.keys());
    assertThat(PLAYER.with("mp", 3).keyAt(4)).isEqualTo(StringValue.of("mp"));
    assertThat(PLAYER.without("hp").keys())
        .extracting(Variant::asString)
        .containsExactly("name", "at", "speed");
    assertThat(PLAYER.without("mp")).isSameAs(PLAYER);
  }

  @Test
  void equalityMindsOrderTypesAndBits() {
    assertThat(VariantDictionary.of("a", 1, "b", 2))
        .isEqualTo(VariantDictionary.of("a", 1, "b", 2))
        .hasSameHashCodeAs(VariantDictionary.of("a", 1, "b", 2))
        .isNotEqualTo(VariantDictionary.of("b", 2, "a", 1))
        .isNotEqualTo(VariantDictionary.of("a", 1, "b", 2.0))
        .isNotEqualTo(
            VariantDictionary.of("a", 1, "b", 2)
                .withTypes(ElementType.of(VariantType.STRING), ElementType.UNTYPED));
    assertThat(VariantDictionary.of("a", 0.0)).isNotEqualTo(VariantDictionary.of("a", -0.0));
    assertThat(VariantDictionary.of("a", Double.NaN))
        .isEqualTo(VariantDictionary.of("a", Double.NaN));
  }

  @Test
  void oddArgumentsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> VariantDictionary.of("a"))
        .withMessageContaining("1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> VariantDictionary.of("a", new Object()))
        .withMessageContaining("java.lang.Object");
  }
}
