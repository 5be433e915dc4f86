package io.github.godotvariant.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.records.DefaultValue;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.OtherKeys;
import kotlin.Metadata;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.exc.InvalidDefinitionException;

/** Records in Java with the metadata of Kotlin classes whose property has a default argument. */
class KotlinDefaultArgumentsTest {
  private static final byte[] EMPTY = VariantCodec.GODOT_4.encode(VariantDictionary.EMPTY);

  /** The metadata of a constructor with one parameter, which has a default argument. */
  private static final String DEFAULT_ARGUMENT = "\000\000B\004\022\002\010\002";

  @GodotRecord
  @Metadata(d1 = DEFAULT_ARGUMENT)
  record Named(@Nullable String name) {}

  @GodotRecord
  @Metadata(d1 = DEFAULT_ARGUMENT)
  record Leveled(@DefaultValue("1") int level) {}

  @GodotRecord
  @Metadata(d1 = DEFAULT_ARGUMENT)
  record Open(@OtherKeys VariantDictionary rest) {}

  @Test
  void rejectsUnusedDefaultArgumentUnlessLenient() {
    String message = "Named.name: the default argument is not used for a missing key";
    GodotMapper mapper = new GodotMapper();
    assertThatExceptionOfType(InvalidDefinitionException.class)
        .isThrownBy(() -> mapper.readValue(EMPTY, Named.class))
        .withMessageContaining(message);
    assertThatExceptionOfType(InvalidDefinitionException.class)
        .isThrownBy(() -> mapper.writeValueAsBytes(new Named("Ada")))
        .withMessageContaining(message);
    GodotMapper lenient = GodotMapper.builder().lenient().build();
    assertThat(lenient.readValue(EMPTY, Named.class)).isEqualTo(new Named(null));
  }

  @Test
  void acceptsDefaultArgumentWithDefaultForMissingKey() {
    GodotMapper mapper = new GodotMapper();
    assertThat(mapper.readValue(EMPTY, Leveled.class)).isEqualTo(new Leveled(1));
    assertThat(mapper.readValue(EMPTY, Open.class)).isEqualTo(new Open(VariantDictionary.EMPTY));
  }
}
