package io.github.godotvariant.internal.component;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KotlinMetadataTest {
  @ParameterizedTest
  @CsvSource({
    "id, getId",
    "URL, getURL",
    "isAlive, isAlive",
    "is1, is1",
    "is_late, is_late",
    "issue, getIssue",
    "is, getIs",
    "x, getX",
    "_x, get_x",
    "élan, getélan"
  })
  void namesGettersLikeKotlin(String property, String getter) {
    assertThat(KotlinMetadata.getter(property)).isEqualTo(getter);
  }
}
