package io.github.godotvariant.records.processor;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ScratchTest {
  @Test
  void print() throws Exception {
    try (Compiled c = Compiled.of(Map.of("game/PlayerUpdate.java", """
        package game;
        import io.github.godotvariant.*;
        import io.github.godotvariant.records.*;
        import java.util.*;
        @GodotRecord
        public record PlayerUpdate(long id, Vector3 pos, @AsStringName String state, @Key("display_name") String name, Optional<Double> speed, List<PlayerUpdate> more, Map<String, Vector2> m, @DefaultValue("1") int hp, List<@AsStringName String> tags, P p, int[] arr, List<Long> nums) {
          public record P(float x, double y) {}
        }
        """))) {
      System.out.println(c.messages);
      c.generated().forEach((k, v) -> System.out.println("== " + k + "\n" + v));
    }
  }
}
