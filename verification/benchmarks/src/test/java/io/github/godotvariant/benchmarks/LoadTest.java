package io.github.godotvariant.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 7})
  void receivesEveryAnswerInOrder(int units) throws Exception {
    try (LoadServer server = new LoadServer(units)) {
      Map<String, Double> result =
          LoadClients.run(units, server.port, ProcessHandle.current(), 5, 30);
      assertThat(result).containsEntry("lost", 0.0).containsEntry("wrong", 0.0);
      assertThat(result.get("p50_ms")).isPositive().isLessThanOrEqualTo(result.get("p99_ms"));
      assertThat(result.get("cpu_percent")).isPositive();
      assertThat(result.get("unit_values_hz"))
          .isGreaterThanOrEqualTo(units == 0 ? 0.0 : Double.MIN_NORMAL);
    }
  }
}
