package io.github.godotvariant.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RandomVariantsTest {
  private static final int ENOUGH = 20_000;

  static List<Dialect> dialects() {
    return Dialect.presets();
  }

  @ParameterizedTest
  @MethodSource("dialects")
  void generatesValuesThatDecodeUnchanged(Dialect dialect) {
    VariantCodec codec = VariantCodec.of(dialect);
    RandomVariants random = RandomVariants.of(dialect, 1);
    for (int i = 0; i < ENOUGH; i++) {
      Variant value = random.next();
      assertThat(codec.decode(codec.encode(value))).isEqualTo(value);
    }
  }

  static Stream<Dialect> engines() {
    return Dialect.presets().stream().filter(dialect -> dialect.name().startsWith("godot"));
  }

  @ParameterizedTest
  @MethodSource("dialects")
  void generatesObjectsThatDecodeUnchanged(Dialect dialect) {
    for (ObjectMode mode : ObjectMode.values()) {
      VariantCodec codec = VariantCodec.of(dialect).withObjects(mode);
      RandomVariants random = RandomVariants.withObjects(dialect, 2, mode);
      for (int i = 0; i < ENOUGH; i++) {
        Variant value = random.next();
        assertThat(codec.decode(codec.encode(value))).isEqualTo(value);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void generatesEveryTypeAtEveryLevelAndAsElementType(Dialect dialect) {
    Set<VariantType> outside = EnumSet.noneOf(VariantType.class);
    Set<VariantType> inside = EnumSet.noneOf(VariantType.class);
    Set<VariantType> keys = EnumSet.noneOf(VariantType.class);
    Set<VariantType> declared = EnumSet.noneOf(VariantType.class);
    RandomVariants random = RandomVariants.withObjects(dialect, 3, ObjectMode.IDS);
    for (int i = 0; i < ENOUGH; i++) {
      Variant value = random.next();
      outside.add(value.type());
      if (value instanceof VariantArray array) {
        array.forEach(element -> inside.add(element.type()));
        declared.add(array.elementType().builtin());
      } else if (value instanceof VariantDictionary dictionary) {
        dictionary.keys().forEach(key -> keys.add(key.type()));
        declared.add(dictionary.keyType().builtin());
        declared.add(dictionary.valueType().builtin());
      }
    }
    assertThat(outside).containsExactlyInAnyOrderElementsOf(random.types());
    assertThat(random.types()).hasSameSizeAs(dialect.rows());
    assertThat(inside).isEqualTo(outside);
    assertThat(keys).isEqualTo(outside);
    assertThat(declared)
        .hasSize(dialect.containerTyping().ordinal() == 0 ? 1 : dialect.rows().size());
  }

  @Test
  void generatesElementsOfDeclaredType() {
    RandomVariants random = RandomVariants.of(Dialect.GODOT_4, 4);
    for (int i = 0; i < ENOUGH; i++) {
      VariantArray array = random.next(VariantType.ARRAY).asArray();
      if (array.elementType().kind() == ElementType.Kind.BUILTIN) {
        assertThat(array).allMatch(element -> element.type() == array.elementType().builtin());
      }
    }
  }

  @Test
  void generatesSameValuesForSameSeed() {
    assertThat(some(5)).isEqualTo(some(5)).isNotEqualTo(some(6));
  }

  private static List<Variant> some(long seed) {
    RandomVariants random = RandomVariants.of(Dialect.GODOT_4, seed);
    List<Variant> values = new ArrayList<>();
    while (values.size() < 100) {
      values.add(random.next());
    }
    return values;
  }

  @Test
  void rejectsTypeMissingFromDialect() {
    RandomVariants random = RandomVariants.of(Dialect.GODOT_3, 7);
    assertThatThrownBy(() -> random.next(VariantType.VECTOR2I))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Vector2i");
  }
}
