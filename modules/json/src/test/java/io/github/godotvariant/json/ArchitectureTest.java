package io.github.godotvariant.json;

import io.github.godotvariant.testsupport.ModuleRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  @Test
  void keepsModuleRules() {
    ModuleRules.check(
        "io.github.godotvariant.json",
        "java.io..",
        "java.nio..",
        "java.math..",
        "tools.jackson.core..");
  }
}
