package io.github.godotvariant.save;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.ObjectInputStream;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** What this module may lean on. */
class ArchitectureTest {
  private static final String HERE = "io.github.godotvariant.save..";
  private static final JavaClasses SAVE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.github.godotvariant.save");

  @Test
  void noPackageCycles() {
    assertThat(SAVE.size()).isGreaterThan(30);
    slices().matching("(io.github.godotvariant.save..)").should().beFreeOfCycles().check(SAVE);
  }

  /** So that other kinds of files may stand on it. */
  @Test
  void blocksAndCiphersKnowNoFiles() {
    noClasses()
        .that()
        .resideInAPackage("io.github.godotvariant.save.internal..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.github.godotvariant.save")
        .check(SAVE);
  }

  @Test
  void nothingInternalInPublicSignatures() {
    for (JavaClass one : SAVE.get(SaveFile.class).getPackage().getClasses()) {
      if (!one.getModifiers().contains(JavaModifier.PUBLIC)) {
        continue;
      }
      one.getCodeUnits().stream()
          .filter(
              unit ->
                  unit.getModifiers().contains(JavaModifier.PUBLIC)
                      || unit.getModifiers().contains(JavaModifier.PROTECTED))
          .flatMap(unit -> unit.getAllInvolvedRawTypes().stream())
          .forEach(type -> assertThat(type.getPackageName()).doesNotContain(".internal"));
    }
  }

  @Test
  void nothingInternalOfCoreIsUsed() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.github.godotvariant.internal..")
        .check(SAVE);
  }

  @Test
  void oneClassTouchesTheOneLibraryThatIsLinked() {
    noClasses()
        .that()
        .doNotHaveSimpleName("ZstdBlocks")
        .should()
        .dependOnClassesThat(
            not(
                resideInAnyPackage(
                    HERE,
                    "io.github.godotvariant..",
                    "java..",
                    "javax.crypto..",
                    "org.jspecify.annotations..",
                    "com.google.errorprone.annotations..")))
        .check(SAVE);
  }

  /** Bytes and texts are data: no class is loaded for what is in them, and nothing is started. */
  @Test
  void nothingBecomesCode() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(
            ClassLoader.class, ObjectInputStream.class, ProcessBuilder.class, Runtime.class)
        .check(SAVE);
    noClasses()
        .that()
        .doNotHaveSimpleName("BrotliBlocks") // looks for a library
        .should()
        .callMethodWhere(target(name("forName")).and(target(owner(type(Class.class)))))
        .check(SAVE);
  }

  /** These open files that the caller names, and files next to them that this module names. */
  @Test
  void opensFilesInSixClassesOnly() {
    noClasses()
        .that()
        .doNotBelongToAnyOf(
            Source.class,
            AtomicFile.class,
            TemporaryFiles.class,
            Spool.class,
            LockedFile.class,
            EditLock.class)
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(
            Files.class,
            File.class,
            FileInputStream.class,
            FileOutputStream.class,
            RandomAccessFile.class)
        .orShould()
        .callMethodWhere(target(name("open")).and(target(owner(type(FileChannel.class)))))
        .check(SAVE);
    noClasses().should().dependOnClassesThat().resideInAPackage("java.net..").check(SAVE);
  }
}
