package io.github.godotvariant.convert;

import static io.github.godotvariant.convert.ConversionAssertions.downgradeToGodot3;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.ObjectValue.Property;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.testsupport.SmallStack;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Many losses, long paths and deep nesting in conversions. */
class ConversionLossesTest {
  private static final int SMALL_STACK = 96 * 1024;

  @Test
  void boundsMessageForManyLosses() {
    Object[] names = IntStream.range(0, 1000).mapToObj(i -> StringName.of("n" + i)).toArray();
    String longName = "\u001b[31m" + "x".repeat(100_000);
    Variant value = VariantDictionary.of(longName, VariantArray.of(names));
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> Conversion.from(Dialect.GODOT_4).to(Dialect.GODOT_3).convert(value))
        .isInstanceOfSatisfying(
            ConversionException.class,
            e -> {
              assertThat(e.losses()).hasSize(1000);
              for (int i = 0; i < 1000; i++) {
                assertThat(e.losses().get(i).path())
                    .isEqualTo(VariantPath.ROOT.key(Variant.of(longName)).index(i));
              }
              assertThat(e)
                  .hasMessageStartingWith("1000 losses from godot-4 to godot-3: $[\"\\u001b[31mxxx")
                  .hasMessageContaining("…\"][4]: StringName becomes String; and 995 more");
              assertThat(e.getMessage().length()).isLessThan(2000);
              assertThat(e.getMessage().chars()).noneMatch(Character::isISOControl);
            });
  }

  @Test
  void shortensPathOfManyLongKeys() {
    Variant value = StringName.of("a");
    for (int i = 0; i < 1000; i++) {
      value = VariantDictionary.of("key number " + i + " of many", value);
    }
    Loss loss = downgradeToGodot3(value).losses().get(0);
    assertThat(loss.path().steps()).hasSize(1000);
    assertThat(loss.path().find(value)).contains(StringName.of("a"));
    assertThat(loss.toString()).hasSizeLessThan(500);
  }

  @Test
  void convertsDeepNestingOnSmallStack() throws InterruptedException {
    Variant array = StringName.of("a");
    Variant key = StringName.of("a");
    Variant object = StringName.of("a");
    for (int i = 0; i < 20_000; i++) {
      array = VariantArray.of(array);
      key = VariantDictionary.of(key, 1);
      object = new ObjectValue("Node3D", List.of(new Property("p", object)));
    }
    List<Variant> deep = List.of(array, key, object);
    SmallStack.run(
        SMALL_STACK,
        () -> {
          for (Variant value : deep) {
            Conversion.Result result = downgradeToGodot3(value);
            assertThat(result.losses()).hasSize(1);
            assertThat(result.losses().get(0).path().steps()).isNotEmpty();
            assertThat(downgradeToGodot3(result.value()).value()).isSameAs(result.value());
          }
        });
  }

  @Test
  void reportsMillionLosses() {
    Variant value = StringName.of("a");
    Object[] many = new Object[1_000_000];
    Arrays.fill(many, value);
    Variant deep = VariantArray.of(many);
    for (int i = 0; i < 1000; i++) {
      deep = VariantDictionary.of("level", deep);
    }
    Conversion.Result result = downgradeToGodot3(deep);
    assertThat(result.losses()).hasSize(1_000_000);
    assertThat(result.losses().get(999_999).path().steps()).hasSize(1001);
  }
}
