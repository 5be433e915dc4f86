package io.github.godotvariant.fuzzing;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bytes for Jackson; the first byte selects dialect, objects and limits. */
class JacksonFuzzTest {
  private static final String SEEDS = "io.github.godotvariant.fuzzing.Seeds#";

  @MethodSource(SEEDS + "bytes")
  @FuzzTest
  void bindWithJackson(byte[] fuzzed) {
    JacksonProperties.bind(Input.of(fuzzed));
  }

  @MethodSource(SEEDS + "bytes")
  @FuzzTest
  void copyWithJackson(byte[] fuzzed) {
    JacksonProperties.copy(Input.of(fuzzed));
  }
}
