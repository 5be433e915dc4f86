package io.github.godotvariant.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.internal.wire.Container;
import io.github.godotvariant.testsupport.Hex;
import io.github.godotvariant.testsupport.SmallStack;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The nesting depth of engines, 1,024 levels, also on a small thread stack. */
class CodecDepthTest {
  private static final int SMALL_STACK = 96 * 1024;
  private static final VariantCodec CODEC =
      VariantCodec.of(Dialect.GODOT_4).withObjects(ObjectMode.FULL);

  /** The bytes of one level before and after the value inside it. */
  enum Level {
    ARRAY("1c000000 01000000", ""),
    TYPED_ARRAY("1c000100 1c000000 01000000", ""),
    DICTIONARY_VALUE("1b000000 01000000 00000000", ""),
    VALUE_OF_TEXT("1b000000 01000000 04000000 01000000 61000000", ""),
    DICTIONARY_KEY("1b000000 01000000", "00000000"),
    TYPED_DICTIONARY("1b000400 1b000000 01000000 02000000 05000000", ""),
    PROPERTY("18000000 01000000 41000000 01000000 01000000 70000000", "");

    final String open;
    final String close;

    Level(String open, String close) {
      this.open = open;
      this.close = close;
    }

    byte[] nested(int levels) {
      return Hex.bytes(open.repeat(levels) + "02000000 07000000" + close.repeat(levels));
    }
  }

  private static void checkReadsAndWrites(Level level) {
    byte[] bytes = level.nested(ReadLimits.ENGINE_DEPTH);
    Variant value = CODEC.decode(bytes);
    Variant twin = CODEC.decode(bytes);
    assertThat(value.equals(twin)).isTrue();
    assertThat(value.hashCode()).isEqualTo(twin.hashCode());
    assertThat(CODEC.encode(value)).isEqualTo(bytes);
    CodecAssertions.skip(CODEC, bytes);
    assertThat(CODEC.inspect(bytes).failure()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void readsAndWritesEngineDepthOnSmallStack(Level level) throws InterruptedException {
    checkReadsAndWrites(level);
    SmallStack.run(SMALL_STACK, () -> checkReadsAndWrites(level));
  }

  @ParameterizedTest
  @EnumSource
  void rejectsOneLevelMoreThanEngines(Level level) {
    byte[] bytes = level.nested(ReadLimits.ENGINE_DEPTH + 1);
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> CODEC.decode(bytes))
        .withMessageStartingWith("nested deeper than the limit of 1024 levels, at byte ");
    try (VariantReader reader = CODEC.reader(bytes)) {
      assertThatExceptionOfType(VariantLimitException.class)
          .isThrownBy(reader::skipValue)
          .withMessageStartingWith("nested deeper than the limit of 1024 levels, at byte ");
    }
    assertThat(CODEC.inspect(bytes).failure())
        .hasValueSatisfying(
            failure ->
                assertThat(failure)
                    .hasMessageStartingWith(
                        "nested deeper than the limit of 1024 levels, at byte "));
  }

  @ParameterizedTest
  @EnumSource
  void readsDeeperValuesWithHigherLimit(Level level) throws InterruptedException {
    VariantCodec deeper = CODEC.withLimits(ReadLimits.DEFAULT.withDepth(20_000));
    byte[] bytes = level.nested(20_000);
    SmallStack.run(
        SMALL_STACK,
        () -> {
          Variant value = deeper.decode(bytes);
          assertThat(value.equals(deeper.decode(bytes))).isTrue();
          assertThatExceptionOfType(VariantLimitException.class)
              .isThrownBy(() -> deeper.encode(value))
              .withMessageStartingWith("nested deeper than the 1024 levels that engines read");
        });
  }

  @ParameterizedTest
  @EnumSource
  void acceptsEmptyContainersAtLastLevel(Level level) {
    int levels = ReadLimits.ENGINE_DEPTH;
    String object = "18000000 01000000 41000000 00000000";
    for (String empty : List.of("1c000000 00000000", "1b000000 00000000", object)) {
      byte[] bytes = Hex.bytes(level.open.repeat(levels) + empty + level.close.repeat(levels));
      assertThat(CODEC.encode(CODEC.decode(bytes))).isEqualTo(bytes);
    }
  }

  /** The depth of a value counts from the open containers of the writer. */
  @ParameterizedTest
  @EnumSource
  void countsOpenContainersOfWriter(Level level) {
    for (int inside = 1; inside <= Container.RECURSIVE_LEVELS + 2; inside++) {
      int around = ReadLimits.ENGINE_DEPTH - inside;
      VariantWriter writer = CODEC.writer();
      for (int i = 0; i < around; i++) {
        writer.beginArray();
      }
      Variant deeper = CODEC.decode(level.nested(inside + 1));
      assertThatExceptionOfType(VariantLimitException.class)
          .isThrownBy(() -> writer.value(deeper))
          .withMessageStartingWith("nested deeper than the 1024 levels that engines read");
      byte[] bytes = level.nested(inside);
      writer.value(CODEC.decode(bytes));
      for (int i = 0; i < around; i++) {
        writer.endArray();
      }
      assertThat(Hex.of(writer.toByteArray()))
          .isEqualTo("1c00000001000000".repeat(around) + Hex.of(bytes));
    }
  }

  @Test
  void reportsPathOfTooDeepValueInEncode() {
    Variant value = VariantArray.of(7);
    for (int i = 1; i < ReadLimits.ENGINE_DEPTH; i++) {
      value = VariantArray.of(value);
    }
    assertThat(CODEC.encode(value)).hasSize(8 * ReadLimits.ENGINE_DEPTH + 8);
    Variant deeper = VariantDictionary.of("k", value);
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> CODEC.encode(deeper))
        .withMessageContaining("$.k[0][0]");
  }
}
