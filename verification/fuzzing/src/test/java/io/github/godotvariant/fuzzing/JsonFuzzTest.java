package io.github.godotvariant.fuzzing;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import org.junit.jupiter.params.provider.MethodSource;

/** JSON; the first byte chooses objects and limits. */
class JsonFuzzTest {
  private static final String SEEDS = "io.github.godotvariant.fuzzing.Seeds#";

  @MethodSource(SEEDS + "nativeJson")
  @FuzzTest
  void readNative(byte[] fuzzed) {
    JsonProperties.readNative(Input.of(fuzzed));
  }

  @MethodSource(SEEDS + "plainJson")
  @FuzzTest
  void readPlain(byte[] fuzzed) throws IOException {
    JsonProperties.readPlain(Input.of(fuzzed));
  }

  @MethodSource(SEEDS + "bytes")
  @FuzzTest
  void writeJson(byte[] fuzzed) {
    JsonProperties.write(Input.of(fuzzed));
  }
}
