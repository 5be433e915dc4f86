package io.github.godotvariant.convert;

import static io.github.godotvariant.convert.ConversionAssertions.descriptions;
import static io.github.godotvariant.convert.ConversionAssertions.downgradeToGodot3;
import static io.github.godotvariant.convert.ConversionAssertions.downgrading;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.KeyRule;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.convert.Loss.Reason;
import io.github.godotvariant.dialect.Dialect;
import org.junit.jupiter.api.Test;

/** Keys of dictionaries in conversions. */
class ConversionKeysTest {
  @Test
  void reportsEntriesWhoseConvertedKeysAreEqual() {
    Variant value =
        VariantDictionary.of(
            new Vector2i(1, 2), "first", "other", 1, new Vector2(1, 2), StringName.of("second"));
    Conversion.Result result = downgradeToGodot3(value);
    assertThat(result.value())
        .isEqualTo(VariantDictionary.of(new Vector2(1, 2), "second", "other", 1));
    assertThat(descriptions(result))
        .containsExactly(
            "key of $[Vector2i(1, 2)]: Vector2i becomes Vector2",
            "$[Vector2(1, 2)]: StringName becomes String",
            "$[Vector2i(1, 2)]: String is left out: a later entry has the same key");
    assertThat(result.losses().get(0).isInKey()).isTrue();
    assertThat(result.losses().get(1).isInKey()).isFalse();
  }

  @Test
  void mergesEqualDictionaryKeysForGodot4() {
    Variant key = VariantDictionary.of("a", 1);
    Variant twin = VariantDictionary.of("a", 1);
    VariantDictionary value =
        VariantDictionary.builder().keyRule(KeyRule.GODOT_3).put(key, 1).put(twin, 2).build();
    assertThat(value.size()).isEqualTo(2);
    Conversion.Result result = downgrading(Dialect.GODOT_3, Dialect.GODOT_4).convert(value);
    assertThat(result.value()).isEqualTo(VariantDictionary.of(key, 2));
    assertThat(result.losses()).singleElement().extracting(Loss::reason).isEqualTo(Reason.SAME_KEY);
    assertThat(downgrading(Dialect.GODOT_3, Dialect.GODOT_3).convert(value).value())
        .isSameAs(value);
    VariantDictionary named =
        VariantDictionary.builder()
            .keyRule(KeyRule.GODOT_3)
            .put(VariantDictionary.of(StringName.of("a"), 1), 1)
            .put(twin, 2)
            .build();
    Conversion.Result converted = downgrading(Dialect.GODOT_4, Dialect.GODOT_3).convert(named);
    assertThat(converted.value().asDictionary().size()).isEqualTo(2);
    assertThat(descriptions(converted))
        .containsExactly("key of ${value 0}: StringName becomes String");
  }

  @Test
  void mergesArrayKeysWithNanForGodot3() {
    Variant key = VariantArray.of(Double.NaN, 1);
    Variant twin = VariantArray.of(Double.NaN, 1);
    VariantDictionary value = VariantDictionary.of(key, 1, twin, 2);
    assertThat(value.size()).isEqualTo(2);
    Conversion.Result result = downgradeToGodot3(value);
    assertThat(result.value()).isEqualTo(VariantDictionary.of(key, 2));
    assertThat(descriptions(result))
        .containsExactly("${value 0}: int is left out: a later entry has the same key");
    assertThat(downgrading(Dialect.GODOT_4, Dialect.GODOT_4_3).convert(value).value())
        .isSameAs(value);
    assertThat(VariantCodec.GODOT_3.decode(VariantCodec.GODOT_3.encode(value)))
        .isEqualTo(result.value());
  }

  @Test
  void reportsLossesInsideKeysAtEntry() {
    Variant key = VariantArray.of(VariantArray.of(StringName.of("a"), StringName.of("b")));
    Conversion.Result result = downgradeToGodot3(VariantArray.of(VariantDictionary.of(key, 1)));
    assertThat(result.losses())
        .hasSize(2)
        .allSatisfy(
            loss -> {
              assertThat(loss.isInKey()).isTrue();
              assertThat(loss.path()).isEqualTo(VariantPath.ROOT.index(0).key(key));
              assertThat(loss.before()).isEqualTo(VariantType.STRING_NAME);
            });
    assertThat(result.value())
        .isEqualTo(
            VariantArray.of(VariantDictionary.of(VariantArray.of(VariantArray.of("a", "b")), 1)));
  }
}
