package io.github.godotvariant.jackson;

import io.github.godotvariant.testsupport.ModuleRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  @Test
  void keepsModuleRules() {
    ModuleRules.check(
        "io.github.godotvariant.jackson",
        "java.io..",
        "java.math..",
        "java.nio..",
        "java.time..",
        "com.fasterxml.jackson.annotation..",
        "tools.jackson..");
  }
}
