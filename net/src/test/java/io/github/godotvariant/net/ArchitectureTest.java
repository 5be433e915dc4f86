package io.github.godotvariant.net;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** What this module may lean on. */
class ArchitectureTest {
  private static final JavaClasses NET =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.github.godotvariant.net");

  @Test
  void noPackageCycles() {
    assertThat(NET.size()).isGreaterThan(4);
    slices().matching("(io.github.godotvariant.net..)").should().beFreeOfCycles().check(NET);
  }

  @Test
  void nothingInternalOfCoreIsUsed() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.github.godotvariant.internal..")
        .check(NET);
  }

  /** Whoever has a connection hands over its streams or bytes: nothing is opened here. */
  @Test
  void onlyCoreAndStreamsAreNeeded() {
    noClasses()
        .should()
        .dependOnClassesThat(
            not(
                resideInAnyPackage(
                    "io.github.godotvariant..",
                    "java.io..",
                    "java.lang..",
                    "java.nio",
                    "java.util..",
                    "org.jspecify.annotations..",
                    "com.google.errorprone.annotations..")))
        .check(NET);
  }
}
