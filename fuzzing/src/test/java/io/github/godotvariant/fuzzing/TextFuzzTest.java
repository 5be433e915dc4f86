package io.github.godotvariant.fuzzing;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Texts in the engine's notation; the first byte chooses which notation. */
class TextFuzzTest {
  @MethodSource("io.github.godotvariant.fuzzing.Seeds#texts")
  @FuzzTest
  void parse(byte[] fuzzed) {
    TextLaws.parse(Input.of(fuzzed));
  }
}
