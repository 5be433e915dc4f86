package io.github.godotvariant.save;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import io.github.godotvariant.testsupport.ModuleRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  @Test
  void keepsModuleRules() {
    ModuleRules.of("io.github.godotvariant.save")
        .dependsOnlyOn(
            "java.io..",
            "java.nio..",
            "java.security..",
            "java.time..",
            "javax.crypto..",
            "com.github.luben.zstd..")
        .onlyClassesUse("com.github.luben.zstd..", "ZstdBlocks")
        .loadsNoClassesExceptIn("BrotliBlocks")
        .opensNoFilesExceptIn("Source", "AtomicFile", "TemporaryFiles", "Spool", "LockedFile", "EditLock");
  }

  /** Blocks and ciphers work on bytes, so that other kinds of files can use them. */
  @Test
  void keepsBlocksAndCiphersFreeOfFiles() {
    noClasses()
        .that()
        .resideInAPackage("io.github.godotvariant.save.internal..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.github.godotvariant.save")
        .check(ModuleRules.of("io.github.godotvariant.save").classes());
  }
}
