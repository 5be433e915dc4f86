package io.github.godotvariant.fuzzing;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.params.provider.MethodSource;

/** JSON; the first byte chooses objects and limits. */
class JsonFuzzTest {
  @MethodSource("io.github.godotvariant.fuzzing.Seeds#nativeJson")
  @FuzzTest
  void readNative(byte[] fuzzed) {
    JsonLaws.readNative(Input.of(fuzzed));
  }
}
