package io.github.godotvariant.fuzzing;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bytes, of which the first chooses dialect, objects and limits. */
class BinaryFuzzTest {
  private static final String SEEDS = "io.github.godotvariant.fuzzing.Seeds#bytes";

  @MethodSource(SEEDS)
  @FuzzTest
  void decode(byte[] fuzzed) {
    BinaryLaws.decode(Input.of(fuzzed));
  }
}
