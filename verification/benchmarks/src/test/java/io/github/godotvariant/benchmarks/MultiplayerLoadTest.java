package io.github.godotvariant.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The server that is measured answers, and the clients that measure it notice what is missing. */
class MultiplayerLoadTest {
  @Test
  void nothingIsLost() throws Exception {
    try (MultiplayerLoadServer server = new MultiplayerLoadServer(7)) {
      MultiplayerLoadClients.Result result =
          MultiplayerLoadClients.run(server.port(), 5, 7, 60, 200, ProcessHandle.current());
      assertThat(result.lost()).isZero();
      assertThat(result.wrong()).isZero();
      assertThat(result.spawned()).isTrue();
      assertThat(result.latencies()).hasSize(250).doesNotContain(0).isSorted();
      assertThat(result.cpu()).isPositive();
    }
  }
}
