package io.github.godotvariant.spark;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import io.github.godotvariant.testsupport.ModuleRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  @Test
  void keepsModuleRules() {
    ModuleRules.of("io.github.godotvariant.spark")
        .dependsOnlyOn("java..", "scala..", "org.apache.spark..", "org.apache.hadoop..");
  }

  /** Users see the stable API of Spark. Only the extension class must use its internals. */
  @Test
  void hidesInternalsOfSpark() {
    noClasses()
        .that(
            not(
                resideInAPackage("io.github.godotvariant.spark.internal")
                    .or(belongToAnyOf(GodotVariantExtensions.class))))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "scala..",
            "org.apache.spark.sql.catalyst..",
            "org.apache.spark.sql.execution..",
            "org.apache.spark.sql.internal..",
            "org.apache.spark.sql.classic..",
            "org.apache.hadoop..")
        .check(ModuleRules.of("io.github.godotvariant.spark").classes());
  }
}
