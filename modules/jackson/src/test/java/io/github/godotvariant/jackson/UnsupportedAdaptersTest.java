package io.github.godotvariant.jackson;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.jackson.AdaptedComponentsTest.BitsAdapter;
import io.github.godotvariant.jackson.AdaptedComponentsTest.LevelAdapter;
import io.github.godotvariant.jackson.AdaptedComponentsTest.TextAdapter;
import io.github.godotvariant.jackson.AdaptedComponentsTest.UuidAdapter;
import io.github.godotvariant.records.AdaptedBy;
import io.github.godotvariant.records.Packed;
import io.github.godotvariant.records.ValueAdapter;
import java.time.Instant;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.exc.InvalidDefinitionException;
import tools.jackson.databind.json.JsonMapper;

/** Tests for adapters that a mapper cannot apply: it rejects their components. */
class UnsupportedAdaptersTest {
  private static final ObjectMapper GODOT = new GodotMapper();
  private static final ObjectMapper JSON = JsonMapper.builder().findAndAddModules().build();

  record Generic<T>(T value) {}

  record OfGeneric(Generic<@AdaptedBy(UuidAdapter.class) UUID> value) {}

  record OfOther(@AdaptedBy(UuidAdapter.class) Instant value) {}

  record OfOptional(@AdaptedBy(OptionalAdapter.class) Optional<String> value) {}

  static final class OptionalAdapter extends TextAdapter<Optional<String>> {
    @Override
    public Optional<String> fromStored(String stored) {
      return Optional.of(stored);
    }
  }

  record StoresOptional(@AdaptedBy(OptionalStoringAdapter.class) UUID value) {}

  static final class OptionalStoringAdapter implements ValueAdapter<UUID, Optional<String>> {
    @Override
    public Optional<String> toStored(UUID value) {
      return Optional.empty();
    }

    @Override
    public UUID fromStored(Optional<String> stored) {
      return new UUID(0, 0);
    }
  }

  record StoresOptionalElements(List<@AdaptedBy(OptionalStoringAdapter.class) UUID> value) {}

  record StoresNull(@AdaptedBy(NullStoringAdapter.class) UUID value) {}

  @SuppressWarnings("NullAway") // the mapper rejects the adapter too
  static final class NullStoringAdapter implements ValueAdapter<UUID, @Nullable String> {
    @Override
    public @Nullable String toStored(UUID value) {
      return null;
    }

    @Override
    public UUID fromStored(@Nullable String stored) {
      return new UUID(0, 0);
    }
  }

  record OfPacked(@Packed List<@AdaptedBy(UuidAdapter.class) UUID> value) {}

  record OfInts(@AdaptedBy(LevelAdapter.class) int[] value) {}

  record OfNameKeys(Map<@AdaptedBy(UuidAdapter.class) UUID, Long> value) {}

  record OfKeys(Map<List<@AdaptedBy(UuidAdapter.class) UUID>, Long> value) {}

  record OfVariable(@AdaptedBy(LongsAdapter.class) BitSet value) {}

  abstract static class ListAdapter<T> implements ValueAdapter<BitSet, List<T>> {}

  static final class LongsAdapter extends ListAdapter<Long> {
    @Override
    public List<Long> toStored(BitSet value) {
      return new BitsAdapter().toStored(value);
    }

    @Override
    public BitSet fromStored(List<Long> stored) {
      return new BitsAdapter().fromStored(stored);
    }
  }

  record OfConstructor(@AdaptedBy(ConstructorAdapter.class) UUID value) {}

  static final class ConstructorAdapter extends TextAdapter<UUID> {
    ConstructorAdapter(UUID id) {}

    @Override
    public UUID fromStored(String stored) {
      return UUID.fromString(stored);
    }
  }

  record OfWildcard(List<? extends @AdaptedBy(UuidAdapter.class) UUID> value) {}

  @ParameterizedTest
  @ValueSource(
      classes = {
        OfGeneric.class,
        OfOther.class,
        OfOptional.class,
        StoresOptional.class,
        StoresOptionalElements.class,
        StoresNull.class,
        OfPacked.class,
        OfInts.class,
        OfNameKeys.class,
        OfKeys.class,
        OfVariable.class,
        OfConstructor.class,
        OfWildcard.class
      })
  void rejectsUnsupportedAdapters(Class<?> type) throws ReflectiveOperationException {
    Class<?> component = type.getRecordComponents()[0].getType();
    Object value = type.getDeclaredConstructor(component).newInstance((Object) null);
    for (ObjectMapper mapper : List.of(GODOT, JSON)) {
      assertThatExceptionOfType(InvalidDefinitionException.class)
          .isThrownBy(() -> mapper.readValue(mapper.writeValueAsBytes(Map.of()), type))
          .withMessageContainingAll(type.getSimpleName() + ".value", "@AdaptedBy");
      assertThatExceptionOfType(InvalidDefinitionException.class)
          .isThrownBy(() -> mapper.writeValueAsBytes(value))
          .withMessageContainingAll(type.getSimpleName() + ".value", "@AdaptedBy");
    }
  }
}
