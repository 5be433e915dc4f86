package io.github.godotvariant.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Which room of the command may lean on which. */
class ArchitectureTest {
  private static final String ROOT = "io.github.godotvariant.cli";
  private static final JavaClasses CLI =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(ROOT);

  @Test
  void noPackageCycles() {
    assertThat(CLI.size()).isGreaterThan(60);
    slices().matching("(" + ROOT + "..)").should().beFreeOfCycles().check(CLI);
  }

  @Test
  void theArrowsGoDown() {
    layeredArchitecture()
        .consideringOnlyDependenciesInAnyPackage(ROOT + "..")
        .layer("all")
        .definedBy(ROOT)
        .layer("tasks")
        .definedBy(
            ROOT + ".inspect",
            ROOT + ".edit",
            ROOT + ".compare",
            ROOT + ".convert",
            ROOT + ".pack",
            ROOT + ".listen",
            ROOT + ".record")
        .layer("file")
        .definedBy(ROOT + ".file")
        .layer("values")
        .definedBy(ROOT + ".values")
        .layer("terminal")
        .definedBy(ROOT + ".terminal")
        .whereLayer("all")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("tasks")
        .mayOnlyBeAccessedByLayers("all")
        .whereLayer("file")
        .mayOnlyBeAccessedByLayers("all", "tasks")
        .whereLayer("values")
        .mayOnlyBeAccessedByLayers("all", "tasks", "file")
        .ensureAllClassesAreContainedInArchitecture()
        .check(CLI);
  }

  /** But for one: what an edit says that it changed is a comparison. */
  @Test
  void tasksDoNotLeanOnEachOther() {
    Set<String> arrows = new TreeSet<>();
    Set<String> tasks = Set.of("inspect", "edit", "compare", "convert", "pack", "listen", "record");
    CLI.forEach(
        one ->
            one.getDirectDependenciesFromSelf()
                .forEach(
                    arrow -> {
                      String from = one.getPackageName().replace(ROOT + ".", "");
                      String to = arrow.getTargetClass().getPackageName().replace(ROOT + ".", "");
                      if (!from.equals(to) && tasks.contains(from) && tasks.contains(to)) {
                        arrows.add(from + " -> " + to);
                      }
                    }));
    assertThat(arrows).containsExactly("edit -> compare");
  }

  @Test
  void nothingInternalOfOthersIsUsed() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.github.godotvariant..internal..")
        .check(CLI);
  }
}
