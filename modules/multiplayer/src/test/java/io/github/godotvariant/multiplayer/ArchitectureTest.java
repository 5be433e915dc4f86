package io.github.godotvariant.multiplayer;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import io.github.godotvariant.testsupport.ModuleRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  @Test
  void keepsModuleRules() {
    ModuleRules.of("io.github.godotvariant.multiplayer")
        .dependsOnlyOn("java.io..", "java.nio..", "java.security", "java.net..")
        .onlyClassesUse(
            "java.nio.file..", "ProjectFolder", "ProjectScripts", "ProjectScenes", "SceneFile")
        .loadsNoClassesExceptIn()
        .opensNoFilesExceptIn("ProjectFolder", "WebSocketLink");
  }

  /** The protocol is internal to Godot, so every type of this module may change with it. */
  @Test
  void marksPublicTypesAsExperimental() {
    classes()
        .that()
        .arePublic()
        .and()
        .areTopLevelClasses()
        .should()
        .beAnnotatedWith(Experimental.class)
        .check(ModuleRules.of("io.github.godotvariant.multiplayer").classes());
  }
}
