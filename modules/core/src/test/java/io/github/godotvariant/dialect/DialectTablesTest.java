package io.github.godotvariant.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Creates the tables again, because presets are created once in each JVM. */
class DialectTablesTest {
  private static List<Dialect> created() {
    return List.of(
        DialectTables.godot3(),
        DialectTables.godot40(),
        DialectTables.godot43(),
        DialectTables.godot44(),
        DialectTables.manual30(),
        DialectTables.manual35(),
        DialectTables.manual40Dev(),
        DialectTables.manual4());
  }

  @Test
  void createsEqualPresets() {
    assertThat(created()).isSubsetOf(Dialect.presets());
  }
}
