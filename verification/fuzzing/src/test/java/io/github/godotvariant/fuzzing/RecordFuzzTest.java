package io.github.godotvariant.fuzzing;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bytes as records; the first byte selects dialect, objects and limits. */
class RecordFuzzTest {
  private static final String SEEDS = "io.github.godotvariant.fuzzing.Seeds#";

  @MethodSource(SEEDS + "records")
  @FuzzTest
  void agree(byte[] fuzzed) {
    RecordProperties.agree(Input.of(fuzzed));
  }
}
