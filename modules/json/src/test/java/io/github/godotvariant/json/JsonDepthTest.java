package io.github.godotvariant.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.Basis;
import io.github.godotvariant.ElementType;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Transform3D;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.ObjectMode;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The nesting depth of engines, 1,024 levels, in both forms and on a small thread stack. */
@SuppressWarnings("CheckReturnValue") // the tests check the cost or the exception
class JsonDepthTest {
  private static final int SMALL_STACK = 96 * 1024;
  private static final NativeJson NATIVE = NativeJson.GODOT_4.withObjects(ObjectMode.FULL);

  /** The container of one level. */
  enum Level {
    ARRAY,
    TYPED_ARRAY,
    DICTIONARY_VALUE,
    DICTIONARY_KEY,
    PROPERTY;

    private Variant wrap(Variant value) {
      return switch (this) {
        case ARRAY -> VariantArray.of(value);
        case TYPED_ARRAY ->
            VariantArray.of(value).withElementType(ElementType.of(VariantType.ARRAY));
        case DICTIONARY_VALUE -> VariantDictionary.of("a", value);
        case DICTIONARY_KEY -> VariantDictionary.of(value, 1);
        case PROPERTY -> new ObjectValue("Node", List.of(new ObjectValue.Property("a", value)));
      };
    }

    Variant nested(int levels) {
      Variant value = Variant.of(7);
      for (int i = 0; i < levels; i++) {
        value = wrap(value);
      }
      return value;
    }
  }

  /** Runs the work on a normal stack first, because loading classes needs more stack. */
  private static void runOnSmallStack(Runnable work) throws InterruptedException {
    work.run();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread thread = new Thread(null, work, "small stack", SMALL_STACK);
    thread.setUncaughtExceptionHandler((t, e) -> failure.set(e));
    thread.start();
    thread.join();
    assertThat(failure.get()).isNull();
  }

  @ParameterizedTest
  @EnumSource
  void acceptsEngineDepthInNativeForm(Level level) throws InterruptedException {
    Variant value = level.nested(ReadLimits.ENGINE_DEPTH);
    Runnable bothWays =
        () -> {
          String text = NATIVE.write(value);
          assertThat(NATIVE.read(text).equals(value)).isTrue();
          if (level == Level.DICTIONARY_VALUE) {
            // The order of the engine: the type follows the values.
            String typeLast =
                text.replace("\"type\":\"Dictionary\",", "")
                    .replace("]}", "],\"type\":\"Dictionary\"}");
            assertThat(NATIVE.read(typeLast).equals(value)).isTrue();
          }
        };
    runOnSmallStack(bothWays);
  }

  @ParameterizedTest
  @EnumSource
  void rejectsOneLevelMoreThanEngines(Level level) {
    Variant value = level.nested(ReadLimits.ENGINE_DEPTH + 1);
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> NATIVE.write(value))
        .withMessage("nested deeper than the 1024 levels that engines read");
    String text = NATIVE.write(level.nested(ReadLimits.ENGINE_DEPTH));
    NativeJson shallower =
        NATIVE.withLimits(ReadLimits.DEFAULT.withDepth(ReadLimits.ENGINE_DEPTH - 1));
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> shallower.read(text))
        .withMessageStartingWith("nested deeper than the limit of 1023 levels, at line 1, column ");
  }

  @Test
  void acceptsEngineDepthInPlainForm() throws InterruptedException {
    for (Level level : List.of(Level.ARRAY, Level.DICTIONARY_VALUE)) {
      Variant value = level.nested(ReadLimits.ENGINE_DEPTH);
      runOnSmallStack(
          () ->
              assertThat(PlainJson.DEFAULT.read(PlainJson.DEFAULT.write(value)).equals(value))
                  .isTrue());
      String text = PlainJson.DEFAULT.write(value);
      PlainJson shallower =
          PlainJson.DEFAULT.withLimits(ReadLimits.DEFAULT.withDepth(ReadLimits.ENGINE_DEPTH - 1));
      assertThatExceptionOfType(VariantLimitException.class)
          .isThrownBy(() -> shallower.read(text))
          .withMessageStartingWith(
              "nested deeper than the limit of 1023 levels, at line 1, column ");
      Variant deeper = level.nested(ReadLimits.ENGINE_DEPTH + 1);
      assertThatExceptionOfType(VariantLimitException.class)
          .isThrownBy(() -> PlainJson.DEFAULT.write(deeper));
    }
    for (Level level : Level.values()) {
      runOnSmallStack(() -> PlainJson.DEFAULT.write(level.nested(ReadLimits.ENGINE_DEPTH)));
    }
  }

  @Test
  void countsLevelsOfShapesInPlainJson() {
    Vector3 x = new Vector3(1, 2, 3);
    Variant value = new Transform3D(new Basis(x, x, x), x);
    for (int i = 0; i < ReadLimits.ENGINE_DEPTH; i++) {
      value = VariantArray.of(value);
    }
    String text = PlainJson.DEFAULT.write(value);
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> PlainJson.DEFAULT.read(text))
        .withMessageStartingWith("nested deeper than the limit of 1024 levels, at line 1, column ");
    PlainJson deeper =
        PlainJson.DEFAULT.withLimits(ReadLimits.DEFAULT.withDepth(ReadLimits.ENGINE_DEPTH + 3));
    assertThat(deeper.read(text).asArray().size()).isEqualTo(1);
  }
}
