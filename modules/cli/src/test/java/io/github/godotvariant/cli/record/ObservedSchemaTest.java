package io.github.godotvariant.cli.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.godotvariant.VariantDictionary;
import org.junit.jupiter.api.Test;

/** Tests {@link ObservedSchema}. */
class ObservedSchemaTest {
  @Test
  void rejectsValueAfterContentsWereRead() {
    ObservedSchema schema = new ObservedSchema();
    schema.add(VariantDictionary.of("gold", 1));
    assertThat(schema.entries()).containsOnlyKeys("gold");
    assertThatIllegalStateException().isThrownBy(() -> schema.add(VariantDictionary.EMPTY));
  }
}
