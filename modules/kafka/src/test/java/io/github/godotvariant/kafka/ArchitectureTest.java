package io.github.godotvariant.kafka;

import io.github.godotvariant.testsupport.ModuleRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  @Test
  void keepsModuleRules() {
    ModuleRules.check("io.github.godotvariant.kafka", "java.nio..", "org.apache.kafka.common..");
  }
}
