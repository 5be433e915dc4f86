package io.github.godotvariant.netty;

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
  private static final JavaClasses NETTY =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.github.godotvariant.netty");

  @Test
  void noPackageCycles() {
    assertThat(NETTY.size()).isGreaterThan(3);
    slices().matching("(io.github.godotvariant.netty..)").should().beFreeOfCycles().check(NETTY);
  }

  @Test
  void nothingInternalOfCoreIsUsed() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.github.godotvariant.internal..")
        .check(NETTY);
  }

  /** The bytes are the business of {@code net}: here is no length of a frame. */
  @Test
  void onlyNetAndNettyAreNeeded() {
    noClasses()
        .should()
        .dependOnClassesThat(
            not(
                resideInAnyPackage(
                    "io.github.godotvariant..",
                    "io.netty..",
                    "java.io..",
                    "java.lang..",
                    "java.net",
                    "java.nio",
                    "java.util..",
                    "org.jspecify.annotations..",
                    "com.google.errorprone.annotations..")))
        .check(NETTY);
  }

  /** Whoever has no WebSocket needs nothing of HTTP. */
  @Test
  void onlyTheHandlersOfWebSocketsNeedHttp() {
    noClasses()
        .that()
        .haveNameNotMatching(".*WebSocket.*")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.netty.handler.codec.http..")
        .check(NETTY);
  }
}
