package io.github.godotvariant.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.jackson.AdaptedComponentsTest.UuidTextAdapter;
import io.github.godotvariant.records.AdaptedBy;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.RecordCodec;
import java.lang.invoke.MethodHandles;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.JacksonException;

/** Nulls in containers within containers, whose declarations decide on each level. */
class NestedNullsTest {
  private static final GodotMapper GODOT = new GodotMapper();

  @GodotRecord
  record Lists(List<List<Long>> v) {}

  @GodotRecord
  record InInner(List<List<@Nullable Long>> v) {}

  @GodotRecord
  record InOuter(List<@Nullable List<Long>> v) {}

  @GodotRecord
  record InBoth(List<@Nullable Set<@Nullable Long>> v) {}

  @GodotRecord
  record InThird(List<List<List<@Nullable Long>>> v) {}

  @GodotRecord
  record InSecond(List<Collection<@Nullable List<Long>>> v) {}

  @GodotRecord
  record OfOptionals(List<List<Optional<Long>>> v) {}

  @GodotRecord
  record OfVariants(List<List<Variant>> v) {}

  @GodotRecord
  record OptionalLists(List<Optional<List<Long>>> v) {}

  @GodotRecord
  record OptionalList(Optional<List<@Nullable Long>> v) {}

  @GodotRecord
  record Arrays(@Nullable Long[][] v) {}

  @GodotRecord
  record Adapted(List<List<@Nullable @AdaptedBy(UuidTextAdapter.class) UUID>> v) {}

  @GodotRecord
  record Maps(Map<String, Map<String, @Nullable Long>> v) {}

  @GodotRecord
  record Mixed(Map<String, @Nullable List<Long>> v) {}

  private static final List<Class<? extends Record>> OF_ARRAYS =
      List.of(
          Lists.class,
          InInner.class,
          InOuter.class,
          InBoth.class,
          InThird.class,
          InSecond.class,
          OfOptionals.class,
          OfVariants.class,
          OptionalLists.class,
          OptionalList.class,
          Arrays.class,
          Adapted.class);

  static Stream<Arguments> values() {
    Variant first = VariantArray.of(Variant.NIL);
    Variant second = VariantArray.of(first);
    Variant third = VariantArray.of(second);
    Variant pair = VariantDictionary.of("k", Variant.NIL);
    return Stream.concat(
        OF_ARRAYS.stream()
            .flatMap(type -> Stream.of(first, second, third).map(v -> Arguments.of(type, v))),
        Stream.of(
            Arguments.of(Maps.class, pair),
            Arguments.of(Maps.class, VariantDictionary.of("k", pair)),
            Arguments.of(Mixed.class, pair),
            Arguments.of(Mixed.class, VariantDictionary.of("k", first))));
  }

  @ParameterizedTest
  @MethodSource("values")
  void readsNullsLikeRecordCodec(Class<? extends Record> type, Variant value) {
    VariantDictionary record = VariantDictionary.of("v", value);
    byte[] bytes = VariantCodec.GODOT_4.encode(record);
    RecordCodec<?> codec = RecordCodec.of(MethodHandles.lookup(), type);
    try {
      assertThat(written(codec, bytes)).isEqualTo(record);
    } catch (VariantTypeException e) {
      assertThatExceptionOfType(JacksonException.class)
          .as(e.getMessage())
          .isThrownBy(() -> GODOT.readValue(bytes, type));
      return;
    }
    assertThat(GODOT.valueToTree(GODOT.readValue(bytes, type)).toString())
        .isEqualTo(GODOT.valueToTree(codec.decode(bytes)).toString());
  }

  private static <T> Variant written(RecordCodec<T> codec, byte[] bytes) {
    return codec.toVariant(codec.decode(bytes));
  }
}
