package io.github.godotvariant;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VariantExceptionTest {
  private static String shortPath(String path) {
    return new MalformedVariantException("wrong", 8, path).shortPath();
  }

  @Test
  void returnsShortPathUnchanged() {
    assertThat(shortPath("$.player.items[3]")).isEqualTo("$.player.items[3]");
    assertThat(shortPath("")).isEmpty();
    assertThat(shortPath("$" + ".a".repeat(199))).isEqualTo("$" + ".a".repeat(199));
  }

  @Test
  void shortensLongPathToFirstAndLastSteps() {
    assertThat(shortPath("$" + ".gold".repeat(100)))
        .isEqualTo("$" + ".gold".repeat(23) + " … " + ".gold".repeat(24));
  }

  @Test
  void ignoresSeparatorsInsideQuotedNames() {
    String step = "[\"no. [1] in {town}, \\\"a]\\\" spoken.\"]";
    assertThat(shortPath("$" + step.repeat(30)))
        .isEqualTo("$" + step.repeat(3) + " … " + step.repeat(3));
  }

  @Test
  void keepsFirstAndLastStepOfAnyLength() {
    String step = "[\"" + "\\u0007".repeat(40) + "\"]";
    assertThat(shortPath("$" + step + step)).isEqualTo("$" + step + step);
    assertThat(shortPath("$" + step + step + ".gold")).isEqualTo("$" + step + " … " + ".gold");
    assertThat(shortPath("$" + step.repeat(3))).isEqualTo("$" + step + " … " + step);
  }
}
