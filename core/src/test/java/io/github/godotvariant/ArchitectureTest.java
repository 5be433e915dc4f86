package io.github.godotvariant;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.github.godotvariant.records.generated.GeneratedCodec;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.RandomAccessFile;
import java.lang.module.ModuleDescriptor;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Nouns below, verbs above, arrows one way. */
class ArchitectureTest {
  private static final String ROOT = "io.github.godotvariant";
  private static final JavaClasses CORE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(ROOT);

  @Test
  void noPackageCycles() {
    assertThat(CORE.size()).isGreaterThan(50);
    slices().matching("(io.github.godotvariant..)").should().beFreeOfCycles().check(CORE);
  }

  @Test
  void arrowsPointDown() {
    noClasses()
        .that()
        .resideInAPackage(ROOT)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(ROOT + ".dialect..", ROOT + ".codec..", ROOT + ".text..")
        .check(CORE);
    noClasses()
        .that()
        .resideInAPackage(ROOT + ".dialect..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(ROOT + ".codec..", ROOT + ".text..")
        .check(CORE);
    noClasses()
        .that()
        .resideInAPackage(ROOT + ".codec..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(ROOT + ".text..")
        .check(CORE);
    noClasses()
        .that()
        .resideInAnyPackage(ROOT + ".text..", ROOT + ".convert..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ROOT + ".codec..")
        .check(CORE);
  }

  /**
   * Who else knew how values stand in bytes would have to be changed with it, as records, which
   * read and write in place.
   */
  @Test
  void onlyCodecAndRecordsUseTheWire() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            ROOT + ".codec",
            ROOT + ".records.generated",
            ROOT + ".internal.records",
            ROOT + ".internal.wire")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ROOT + ".internal.wire")
        .check(CORE);
  }

  @Test
  void onlyTheBaseModuleIsNeeded() throws IOException, URISyntaxException {
    noClasses()
        .should()
        .dependOnClassesThat(
            not(
                resideInAnyPackage(
                    ROOT + "..",
                    "java.io..",
                    "java.lang..",
                    "java.util..",
                    "java.nio..",
                    "java.math..",
                    "java.security..",
                    "org.jspecify.annotations..",
                    "com.google.errorprone.annotations..")))
        .check(CORE);
    Path classes =
        Path.of(Variant.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (InputStream in = Files.newInputStream(classes.resolve("module-info.class"))) {
      ModuleDescriptor module = ModuleDescriptor.read(in);
      assertThat(module.requires())
          .filteredOn(
              required -> !required.modifiers().contains(ModuleDescriptor.Requires.Modifier.STATIC))
          .extracting(ModuleDescriptor.Requires::name)
          .containsExactly("java.base");
      assertThat(module.exports())
          .allMatch(export -> !export.isQualified(), "is for everybody")
          .extracting(ModuleDescriptor.Exports::source)
          .noneMatch(export -> export.startsWith(ROOT + ".internal"));
    }
  }

  @Test
  void nothingInternalInPublicSignatures() {
    methods()
        .that()
        .arePublic()
        .and()
        .areDeclaredInClassesThat()
        .resideOutsideOfPackage(ROOT + ".internal..")
        .should(
            new ArchCondition<>("name no internal class") {
              @Override
              public void check(
                  com.tngtech.archunit.core.domain.JavaMethod method, ConditionEvents events) {
                for (JavaClass involved : method.getAllInvolvedRawTypes()) {
                  if (involved.getPackageName().startsWith(ROOT + ".internal")) {
                    events.add(SimpleConditionEvent.violated(method, method.getFullName()));
                  }
                }
              }
            })
        .check(CORE);
  }

  /**
   * Bytes and texts are data: no class is loaded for what is in them, and nothing is started. The
   * one class that is found by its name is the one generated for a record, whose name is that of
   * the record's class and a suffix.
   */
  @Test
  void nothingBecomesCode() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(
            ClassLoader.class, ObjectInputStream.class, ProcessBuilder.class, Runtime.class)
        .check(CORE);
    noClasses()
        .that()
        .doNotBelongToAnyOf(GeneratedCodec.class)
        .should()
        .callMethodWhere(target(name("forName")).and(target(owner(type(Class.class)))))
        .check(CORE);
  }

  /** No name in the input is one of a file or an address. */
  @Test
  void nothingIsOpened() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.net..", "java.nio.file..", "java.nio.channels..")
        .check(CORE);
    noClasses()
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(
            File.class, FileInputStream.class, FileOutputStream.class, RandomAccessFile.class)
        .check(CORE);
  }
}
