package io.github.godotvariant.internal.values;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.KeyRule;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import org.junit.jupiter.api.Test;

class RecentTextsTest {
  private final RecentTexts texts = new RecentTexts();

  private StringValue string(String text) {
    return texts.string(("\"" + text + "\"").toCharArray(), 1, text.length() + 1);
  }

  private VariantDictionary dictionary(Variant... keys) {
    Variant[] values = new Variant[keys.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = IntValue.of(i);
    }
    ElementType any = ElementType.UNTYPED;
    return texts.dictionary(keys.clone(), values, any, any, KeyRule.GODOT_4);
  }

  @Test
  void sharesShortStrings() {
    assertThat(string("hp")).isEqualTo(StringValue.of("hp")).isSameAs(string("hp"));
    assertThat(string("")).isEqualTo(StringValue.of(""));
  }

  @Test
  void returnsEqualStringsAfterManyOthers() {
    for (int i = 0; i < 10_000; i++) {
      String text = "s".repeat(i % 40) + i;
      assertThat(string(text).value()).isEqualTo(text);
    }
  }

  @Test
  void sharesKeysOfDictionariesWithSameStrings() {
    VariantDictionary first = dictionary(StringValue.of("x"), StringValue.of("y"));
    VariantDictionary second = dictionary(StringValue.of("x"), StringValue.of("y"));
    assertThat(second.keys()).isSameAs(first.keys());
    assertThat(second).isEqualTo(first);
  }

  @Test
  void keepsOtherKeys() {
    VariantDictionary strings = dictionary(StringValue.of("x"), StringValue.of("y"));
    VariantDictionary names = dictionary(StringValue.of("x"), StringName.of("y"));
    VariantDictionary between =
        dictionary(StringValue.of("x"), StringName.of("a"), StringValue.of("y"));
    assertThat(dictionary(StringValue.of("x"), StringValue.of("y")).keys())
        .isSameAs(strings.keys());
    assertThat(names.keyAt(1)).isEqualTo(StringName.of("y"));
    assertThat(between.keyAt(1)).isEqualTo(StringName.of("a"));
  }

  @Test
  void keepsLastValueOfRepeatedKeys() {
    for (int i = 0; i < 2; i++) {
      VariantDictionary repeated = dictionary(StringValue.of("x"), StringValue.of("x"));
      assertThat(repeated).isEqualTo(VariantDictionary.of("x", 1));
    }
  }
}
