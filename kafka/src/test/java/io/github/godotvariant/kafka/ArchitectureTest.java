package io.github.godotvariant.kafka;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** What this module may lean on. */
class ArchitectureTest {
  private static final JavaClasses KAFKA =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.github.godotvariant.kafka");

  @Test
  void nothingInternalOfCoreIsUsed() {
    assertThat(KAFKA.size()).isGreaterThan(3);
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.github.godotvariant.internal..")
        .check(KAFKA);
  }

  /** A topic is Kafka's own business: what is for configuring and converting is enough. */
  @Test
  void onlyCoreAndWhatKafkaConvertsWithAreNeeded() {
    noClasses()
        .should()
        .dependOnClassesThat(
            not(
                resideInAnyPackage(
                    "io.github.godotvariant..",
                    "java.lang..",
                    "java.nio..",
                    "java.util..",
                    "org.apache.kafka.common..",
                    "org.jspecify.annotations..")))
        .check(KAFKA);
  }
}
