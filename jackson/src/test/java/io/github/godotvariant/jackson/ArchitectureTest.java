package io.github.godotvariant.jackson;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.ObjectInputStream;
import java.io.RandomAccessFile;
import org.junit.jupiter.api.Test;

/** What this module may lean on. */
class ArchitectureTest {
  private static final String HERE = "io.github.godotvariant.jackson..";
  private static final JavaClasses JACKSON =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.github.godotvariant.jackson");

  @Test
  void noPackageCycles() {
    assertThat(JACKSON.size()).isGreaterThan(8);
    slices()
        .matching("(io.github.godotvariant.jackson..)")
        .should()
        .beFreeOfCycles()
        .check(JACKSON);
  }

  @Test
  void ofCoresInternalsOnlyWhatIsOpenToItIsUsed() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.github.godotvariant.internal.values..")
        .check(JACKSON);
  }

  @Test
  void onlyJackson() {
    noClasses()
        .should()
        .dependOnClassesThat(
            not(
                resideInAnyPackage(
                    HERE,
                    "io.github.godotvariant..",
                    "com.fasterxml.jackson.annotation..",
                    "tools.jackson..",
                    "java..",
                    "org.jspecify.annotations..",
                    "com.google.errorprone.annotations..")))
        .check(JACKSON);
  }

  /** Bytes and texts are data: no class is loaded for what is in them, and nothing is started. */
  @Test
  void nothingBecomesCode() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(
            ClassLoader.class, ObjectInputStream.class, ProcessBuilder.class, Runtime.class)
        .check(JACKSON);
    noClasses()
        .should()
        .callMethodWhere(target(name("forName")).and(target(owner(type(Class.class)))))
        .check(JACKSON);
  }

  /** No name in the input is one of a file or an address. */
  @Test
  void nothingIsOpened() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.net..", "java.nio.file..", "java.nio.channels..")
        .check(JACKSON);
    noClasses()
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(
            File.class, FileInputStream.class, FileOutputStream.class, RandomAccessFile.class)
        .check(JACKSON);
  }
}
