package io.github.godotvariant.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The server that is measured answers, and the clients that measure it notice what is missing. */
class NetworkLoadTest {
  @ParameterizedTest
  @EnumSource
  void nothingIsLost(NetworkFormat format) throws Exception {
    try (NetworkServer server = new NetworkServer(format, 1)) {
      NetworkClients.Result result = NetworkClients.run(format, server.port(), 5, 60, 1000);
      assertThat(result.lost()).isZero();
      assertThat(result.wrong()).isZero();
      assertThat(result.latencies()).hasSize(250).doesNotContain(0).isSorted();
      assertThat(server.disorder()).isZero();
    }
  }

  /** What is asked for has the number and the time in it, and all else. */
  @ParameterizedTest
  @EnumSource
  void messagesAreUpdates(NetworkFormat format) {
    Object message = format.message(7, 1L << 40);
    assertThat(format.get(message, NetworkFormat.NUMBER)).isEqualTo(7);
    assertThat(format.get(message, NetworkFormat.TIME)).isEqualTo(1L << 40);
    assertThat(format.get(message, "hp")).isEqualTo(87);
  }
}
