package io.github.godotvariant.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadTest {
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void receivesEveryAnswerInOrder(boolean usesEnet) throws Exception {
    try (LoadServer server = new LoadServer(7)) {
      Map<String, Double> result =
          LoadClients.run(
              usesEnet, 7, server.port(usesEnet ? 1 : 0), ProcessHandle.current(), 5, 30);
      assertThat(result).containsEntry("lost", 0.0).containsEntry("wrong", 0.0);
      assertThat(result.get("p50_ms")).isPositive().isLessThanOrEqualTo(result.get("p99_ms"));
      assertThat(result.get("cpu_percent")).isPositive();
      assertThat(result.get("unit_values_hz")).isPositive();
    }
  }
}
