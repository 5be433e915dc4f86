package io.github.godotvariant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.cli.inspect.DialectPrinter;
import io.github.godotvariant.dialect.Dialect;
import java.util.List;
import org.junit.jupiter.api.Test;

class DialectsCommandTest {
  @Test
  void printsTablesOfNamedDialects() {
    assertThat(Run.gdvar("dialects", "manual-3.0", "godot-4"))
        .isEqualTo(
            new Run(
                0,
                DialectPrinter.PLAIN.describe(Dialect.MANUAL_3_0)
                    + "\n"
                    + DialectPrinter.PLAIN.describe(Dialect.GODOT_4),
                ""));
    assertThat(Run.gdvar("dialects", "--markdown", "godot-3").out())
        .isEqualTo(DialectPrinter.MARKDOWN.describe(Dialect.GODOT_3));
  }

  @Test
  void printsIdsOfNamedOrAllDialects() {
    assertThat(Run.gdvar("dialects", "--ids").out())
        .isEqualTo(DialectPrinter.PLAIN.ids(Dialect.presets()));
    assertThat(Run.gdvar("dialects", "--ids", "godot-4", "godot-3").out())
        .isEqualTo(DialectPrinter.PLAIN.ids(List.of(Dialect.GODOT_4, Dialect.GODOT_3)));
    assertThat(Run.gdvar("dialects", "--ids", "--markdown", "godot-4", "godot-3").out())
        .startsWith(
            "| type | godot-4 | godot-3 |\n|---|---|---|\n| Nil | 0 | 0 |\n| bool | 1 | 1 |\n");
  }
}
