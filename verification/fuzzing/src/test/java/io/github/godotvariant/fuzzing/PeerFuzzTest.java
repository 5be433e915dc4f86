package io.github.godotvariant.fuzzing;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import org.junit.jupiter.params.provider.MethodSource;

/** Bytes from connections; the first byte selects dialect, objects and limits. */
class PeerFuzzTest {
  private static final String SEEDS = "io.github.godotvariant.fuzzing.Seeds#";

  @MethodSource(SEEDS + "streams")
  @FuzzTest
  void receive(byte[] fuzzed) throws IOException {
    PeerProperties.receive(Input.of(fuzzed));
  }

  @MethodSource(SEEDS + "bytes")
  @FuzzTest
  void arguments(byte[] fuzzed) {
    PeerProperties.arguments(Input.of(fuzzed));
  }

  @MethodSource(SEEDS + "sessions")
  @FuzzTest
  void session(byte[] fuzzed) {
    MultiplayerProperties.session(Input.of(fuzzed));
  }
}
