package io.github.godotvariant.fuzzing;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import org.junit.jupiter.params.provider.MethodSource;

/** Texts in the engine's notation; the first byte selects the notation. */
class TextFuzzTest {
  private static final String SEEDS = "io.github.godotvariant.fuzzing.Seeds#";

  @MethodSource(SEEDS + "texts")
  @FuzzTest
  void parse(byte[] fuzzed) throws IOException {
    TextProperties.parse(Input.of(fuzzed));
  }

  @MethodSource(SEEDS + "texts")
  @FuzzTest
  void parseRow(byte[] fuzzed) {
    TextProperties.parseRow(Input.of(fuzzed));
  }

  @MethodSource(SEEDS + "paths")
  @FuzzTest
  void parsePath(byte[] fuzzed) {
    TextProperties.parsePath(Input.of(fuzzed));
  }
}
