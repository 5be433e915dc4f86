package io.github.godotvariant.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.KeyRule;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import org.junit.jupiter.api.Test;

class UsualIdsTest {
  @Test
  void acceptsAllReleasesOfGodot4() {
    assertThat(Dialect.presets().stream().filter(UsualIds::areOf))
        .containsExactlyInAnyOrderElementsOf(
            Dialect.presets().stream().filter(d -> d.name().startsWith("godot-4")).toList())
        .hasSizeGreaterThan(2);
    assertThat(UsualIds.areOf(Dialect.GODOT_4.withRealPrecision(RealPrecision.DOUBLE))).isFalse();
  }

  @Test
  void acceptsForksWithTheSameIds() {
    Dialect.Builder more = Dialect.GODOT_4.builder("more", "a fork").remove(38);
    assertThat(UsualIds.areOf(more.build())).isTrue();
    Dialect other =
        Dialect.GODOT_4
            .builder("other", "a fork")
            .remove(Dialect.GODOT_4.row(VariantType.COLOR).orElseThrow().wireId())
            .build();
    assertThat(UsualIds.areOf(other)).isFalse();
    for (KeyRule rule : KeyRule.values()) {
      assertThat(UsualIds.areOf(Dialect.GODOT_4.builder("keys", "a fork").keyRule(rule).build()))
          .isEqualTo(rule == Dialect.GODOT_4.keyRule());
    }
  }
}
