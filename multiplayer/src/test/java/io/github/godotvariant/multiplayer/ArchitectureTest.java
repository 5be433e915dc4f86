package io.github.godotvariant.multiplayer;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** What this module may lean on. */
class ArchitectureTest {
  private static final JavaClasses MULTIPLAYER =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.github.godotvariant.multiplayer");

  @Test
  void nothingInternalOfCoreIsUsed() {
    assertThat(MULTIPLAYER.size()).isGreaterThan(20);
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.github.godotvariant.internal..")
        .check(MULTIPLAYER);
  }

  /** Godot calls the protocol internal, and all of this module is about it. */
  @Test
  void everythingPublicIsExperimental() {
    classes()
        .that()
        .arePublic()
        .and()
        .areTopLevelClasses()
        .should()
        .beAnnotatedWith(Experimental.class)
        .check(MULTIPLAYER);
  }

  /** Files only where a project's scripts are read, no network, nothing looked up by its name. */
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
                    "java.lang",
                    "java.lang.annotation",
                    "java.lang.invoke",
                    "java.lang.runtime",
                    "java.nio..",
                    "java.security",
                    "java.util..",
                    "org.jspecify.annotations..",
                    "com.google.errorprone.annotations..")))
        .check(MULTIPLAYER);
  }

  @Test
  void onlyTheReaderOfScriptsReadsFiles() {
    noClasses()
        .that()
        .doNotHaveSimpleName("ProjectScripts")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("java.nio.file..")
        .check(MULTIPLAYER);
  }

  /** Whoever has a transport of another kind needs nothing of Netty. */
  @Test
  void onlyTheHandlerOfWebSocketsNeedsNetty() {
    noClasses()
        .that()
        .haveNameNotMatching(".*\\.MultiplayerWebSocketHandler(\\$.*)?")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.netty..")
        .check(MULTIPLAYER);
  }
}
