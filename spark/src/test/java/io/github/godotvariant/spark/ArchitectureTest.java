package io.github.godotvariant.spark;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** What this module may lean on. */
class ArchitectureTest {
  private static final JavaClasses SPARK =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.github.godotvariant.spark");

  @Test
  void nothingInternalOfCoreAndSaveIsUsed() {
    assertThat(SPARK.size()).isGreaterThan(10);
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.github.godotvariant.internal..", "io.github.godotvariant.save.internal..")
        .check(SPARK);
  }

  /** Users see what Spark promises; only what Spark itself asks for by name is Scala's. */
  @Test
  void whatIsInsideSparkIsOnlySeenInside() {
    noClasses()
        .that(
            not(
                resideInAPackage("io.github.godotvariant.spark.internal")
                    .or(belongToAnyOf(GodotVariantExtensions.class))))
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(
                    "scala..",
                    "org.apache.spark.sql.catalyst..",
                    "org.apache.spark.sql.execution..",
                    "org.apache.spark.sql.internal..",
                    "org.apache.spark.sql.classic..",
                    "org.apache.hadoop..")
                .as("the inside of Spark"))
        .check(SPARK);
  }

  @Test
  void onlyCoreSaveAndSparkAreNeeded() {
    noClasses()
        .should()
        .dependOnClassesThat(
            not(
                resideInAnyPackage(
                    "io.github.godotvariant..",
                    "java..",
                    "scala..",
                    "org.apache.spark..",
                    "org.apache.hadoop..",
                    "org.jspecify.annotations..")))
        .check(SPARK);
  }
}
