package io.github.godotvariant.net;

import io.github.godotvariant.testsupport.ModuleRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  @Test
  void keepsModuleRules() {
    ModuleRules.check("io.github.godotvariant.net", "java.io..", "java.nio");
  }
}
