package io.github.godotvariant.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LoadTest {
  @ParameterizedTest
  @EnumSource
  void receivesEveryAnswerInOrder(LoadClients.Transport transport) throws Exception {
    try (LoadServer server = new LoadServer(7)) {
      int port = server.ports().get(transport.ordinal());
      Map<String, Double> result =
          LoadClients.run(transport, 7, port, ProcessHandle.current(), 10, 30);
      assertThat(result).containsEntry("lost", 0.0).containsEntry("wrong", 0.0);
      assertThat(result.get("p50_ms")).isPositive().isLessThanOrEqualTo(result.get("p99_ms"));
      assertThat(result.get("cpu_percent")).isPositive();
      assertThat(result.get("unit_values_hz")).isPositive();
    }
  }
}
