package io.github.godotvariant.cli;

import io.github.godotvariant.testsupport.ModuleRules;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  @Test
  void keepsModuleRules() {
    ModuleRules.of("io.github.godotvariant.cli");
  }

  /**
   * Subcommands build on files, values and the terminal, in this order, and on no other command.
   */
  @Test
  void keepsLayers() {
    ModuleRules rules = ModuleRules.of("io.github.godotvariant.cli");
    String[] commands = {"inspect", "edit", "compare", "convert", "pack", "listen", "record"};
    for (String command : commands) {
      rules.packageDoesNotUse(
          command,
          Stream.of(commands)
              .filter(other -> !other.equals(command))
              // The change that an edit prints is a comparison.
              .filter(other -> !(command.equals("edit") && other.equals("compare")))
              .toArray(String[]::new));
    }
    rules.packageDoesNotUse("file", commands);
    rules.packageDoesNotUse("values", commands).packageDoesNotUse("values", "file");
    rules.packageDoesNotUse("terminal", commands).packageDoesNotUse("terminal", "file", "values");
  }
}
