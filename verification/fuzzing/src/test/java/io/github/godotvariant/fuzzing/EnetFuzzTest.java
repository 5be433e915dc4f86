package io.github.godotvariant.fuzzing;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Datagrams to an ENet server; the first byte selects the state of the client. */
class EnetFuzzTest {
  private static final String SEEDS = "io.github.godotvariant.fuzzing.Seeds#";

  @MethodSource(SEEDS + "datagrams")
  @FuzzTest
  void datagrams(byte[] fuzzed) {
    EnetProperties.datagrams(Input.of(fuzzed));
  }

  @MethodSource(SEEDS + "datagramBlocks")
  @FuzzTest
  void datagramBlock(byte[] fuzzed) {
    EnetProperties.block(Input.of(fuzzed));
  }
}
