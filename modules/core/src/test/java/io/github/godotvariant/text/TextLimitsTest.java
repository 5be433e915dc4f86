package io.github.godotvariant.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.testsupport.SmallStack;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits of depth, size and stack while text is read. */
class TextLimitsTest {
  private static final int SMALL_STACK = 96 * 1024;

  private static void runOnSmallStack(Runnable work) throws InterruptedException {
    work.run(); // loads classes, which takes more stack
    SmallStack.run(SMALL_STACK, work);
  }

  /** The text before and after the nested value at one level of nesting. */
  enum Level {
    ARRAY("[", "]"),
    TYPED_ARRAY("Array[Array]([", "])"),
    KEY("{\n", ": 1\n}"),
    VALUE("{\n1: ", "\n}"),
    TYPED_VALUE("Dictionary[int, Variant]({\n1: ", "\n})"),
    PROPERTY("Object(A,\"a\":", ")\n");

    final String open;
    final String close;

    Level(String open, String close) {
      this.open = open;
      this.close = close;
    }

    String nested(int levels) {
      String leaf = this == TYPED_ARRAY ? "[]" : "7";
      return open.repeat(levels) + leaf + close.repeat(levels);
    }
  }

  @ParameterizedTest
  @EnumSource
  void readsAndPrintsDeepNestingOnSmallStack(Level level) throws InterruptedException {
    String text = level.nested(1024);
    runOnSmallStack(
        () -> {
          Variant value = VariantText.GODOT_4.parse(text);
          assertThat(value.toString().equals(text)).isTrue();
          assertThat(value.toJava()).isNotNull();
        });
    String deeper = level.nested(100_000);
    runOnSmallStack(
        () -> {
          assertThatExceptionOfType(VariantLimitException.class)
              .isThrownBy(() -> VariantText.GODOT_4.parse(deeper))
              .withMessageStartingWith("nested deeper than the limit of 1024 levels, at line ");
          VariantText unlimited =
              VariantText.GODOT_4.withLimits(ReadLimits.DEFAULT.withDepth(Integer.MAX_VALUE));
          assertThat(unlimited.print(unlimited.parse(deeper)).equals(deeper)).isTrue();
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{", "[[1],", "{1:", "Object(A,\"a\":", "Array[int]([", "{[", "&\""})
  void rejectsUnclosedNestingOnSmallStack(String piece) throws InterruptedException {
    runOnSmallStack(
        () ->
            assertThatExceptionOfType(VariantException.class)
                .isThrownBy(() -> VariantText.GODOT_4.parse(piece.repeat(100_000))));
  }

  @Test
  void appliesEachLimit() {
    ReadLimits base = ReadLimits.DEFAULT;
    rejects(base.withDepth(1), "[[1]]", "[[]]");
    rejects(base.withElements(3), "[1,2,3,4]", "[1,2,3]");
    rejects(base.withElements(3), "PackedByteArray(1,2,3,4)", "PackedByteArray(1,2,3)");
    rejects(base.withElements(3), "NodePath(\"a/b/c/d/e\")", "NodePath(\"a/b/c/d\")");
    rejects(base.withStringBytes(4), "\"abcde\"", "\"abcd\"");
    rejects(base.withStringBytes(4), "\"ééé\"", "\"éé\"");
    rejects(base.withStringBytes(4), "\"😀a\"", "\"😀\"");
    rejects(base.withStringBytes(4), "12345", "1234");
    rejects(base.withHeapBytes(150), "[[],[],[]]", "[[]]");
    rejects(base.withBytes(4), "[1,2]", "[1]");
  }

  private static void rejects(ReadLimits limits, String tooLarge, String accepted) {
    VariantText text = VariantText.GODOT_4.withLimits(limits);
    assertThat(text.parse(accepted)).isEqualTo(VariantText.GODOT_4.parse(accepted));
    assertThatExceptionOfType(VariantLimitException.class).isThrownBy(() -> text.parse(tooLarge));
  }
}
