package io.github.godotvariant;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.testsupport.ModuleRules;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final String ROOT = "io.github.godotvariant";
  private static final ModuleRules CORE = ModuleRules.of(ROOT);

  @Test
  void keepsModuleRules() {
    CORE.dependsOnlyOn("java.io..", "java.nio..", "java.math..", "java.security..")
        // The class that is generated for a record is found by the name of the record's class.
        .loadsNoClassesExceptIn("GeneratedCodec")
        .opensNoFilesExceptIn();
  }

  @Test
  void keepsLayers() {
    noClasses()
        .that()
        .resideInAPackage(ROOT)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(ROOT + ".dialect..", ROOT + ".codec..", ROOT + ".text..")
        .check(CORE.classes());
    CORE.packageDoesNotUse("dialect", "codec", "text")
        .packageDoesNotUse("codec", "text")
        .packageDoesNotUse("text", "codec")
        .packageDoesNotUse("convert", "codec");
  }

  /** A change of the wire format must not reach beyond these packages. */
  @Test
  void hidesTheWireFormatBehindCodecAndRecords() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            ROOT + ".codec",
            ROOT + ".records.generated",
            ROOT + ".internal.codec",
            ROOT + ".internal.records",
            ROOT + ".internal.wire")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ROOT + ".internal.wire")
        .check(CORE.classes());
  }

  @Test
  void requiresOnlyJavaBaseAndExportsInternalsOnlyToOwnModules() throws IOException {
    try (InputStream in = Files.newInputStream(Path.of("target/classes/module-info.class"))) {
      ModuleDescriptor module = ModuleDescriptor.read(in);
      assertThat(module.requires())
          .filteredOn(
              required -> !required.modifiers().contains(ModuleDescriptor.Requires.Modifier.STATIC))
          .extracting(ModuleDescriptor.Requires::name)
          .containsExactly("java.base");
      assertThat(module.exports())
          .allMatch(
              export -> export.isQualified() == export.source().startsWith(ROOT + ".internal"))
          .flatExtracting(ModuleDescriptor.Exports::targets)
          .allMatch(target -> target.startsWith(ROOT + "."));
    }
  }
}
