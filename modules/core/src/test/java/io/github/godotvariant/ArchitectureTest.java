package io.github.godotvariant;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import io.github.godotvariant.testsupport.ModuleRules;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final String ROOT = "io.github.godotvariant";
  private static final ModuleRules CORE = ModuleRules.of(ROOT);

  private static final List<String> WIRE_PACKAGES =
      List.of(ROOT + ".internal.wire", ROOT + ".internal.type", ROOT + ".internal.tree");

  /** The classes that read and write bytes. Each one uses only classes before it. */
  private static final List<String> WIRE_ORDER =
      List.of(
          // the facts of a dialect, and bytes
          "wire.Wire",
          "wire.Container",
          "wire.Utf8",
          "wire.WireTable",
          "wire.EncodedText",
          "wire.KeyPrediction",
          "wire.TextCache",
          // numbers, texts and headers at a position
          "wire.WireReader",
          "wire.WireWriter",
          // the values of one type
          "type.FieldCollector",
          "type.TypeCodec",
          "type.NumberCodec",
          "type.TextCodecs",
          "type.MathCodecs",
          "type.HandleCodecs",
          "type.PackedArrayCodecs",
          "type.TypeCodecs",
          // values that contain others
          "tree.WireCursor",
          "tree.ValueReader",
          "tree.ValueDecoder",
          "tree.ValueSeeker",
          "tree.TypeKeySearch",
          "tree.RoundedKeys",
          "tree.ValueEncoder",
          "tree.WrittenContainers",
          "tree.OpenContainers");

  @Test
  void keepsModuleRules() {
    CORE.dependsOnlyOn("java.io..", "java.nio..", "java.math..", "java.security..")
        // The class that is generated for a record is found by the name of the record's class.
        .loadsNoClassesExceptIn("GeneratedCodec")
        .opensNoFilesExceptIn();
  }

  @Test
  void keepsLayers() {
    noClasses()
        .that()
        .resideInAPackage(ROOT)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(ROOT + ".dialect..", ROOT + ".codec..", ROOT + ".text..")
        .check(CORE.classes());
    CORE.packageDoesNotUse("dialect", "codec", "text")
        .packageDoesNotUse("codec", "text")
        .packageDoesNotUse("text", "codec")
        .packageDoesNotUse("convert", "codec");
  }

  /** A change of the wire format must not reach beyond these packages. */
  @Test
  void hidesWireFormatFromOtherPackages() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            ROOT + ".codec",
            ROOT + ".records.generated",
            ROOT + ".internal.codec",
            ROOT + ".internal.records",
            ROOT + ".internal.tree",
            ROOT + ".internal.type",
            ROOT + ".internal.wire")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(WIRE_PACKAGES.toArray(String[]::new))
        .check(CORE.classes());
  }

  @Test
  void ordersClassesThatReadAndWriteBytes() {
    List<String> classes =
        CORE.classes().stream()
            .map(ArchitectureTest::wireName)
            .filter(name -> !name.isEmpty() && !name.endsWith("package-info"))
            .distinct()
            .toList();
    assertThat(classes).containsExactlyInAnyOrderElementsOf(WIRE_ORDER);
    assertThat(
            CORE.classes().stream()
                .filter(type -> WIRE_ORDER.contains(wireName(type)))
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .filter(ArchitectureTest::pointsUpwards))
        .isEmpty();
  }

  private static boolean pointsUpwards(Dependency dependency) {
    return WIRE_ORDER.indexOf(wireName(dependency.getTargetClass()))
        > WIRE_ORDER.indexOf(wireName(dependency.getOriginClass()));
  }

  /** {@return the name of the top-level class if it reads or writes bytes; otherwise empty} */
  private static String wireName(JavaClass type) {
    String name = type.getBaseComponentType().getName().replaceFirst("\\$.*", "");
    return WIRE_PACKAGES.contains(type.getBaseComponentType().getPackageName())
        ? name.substring(ROOT.length() + ".internal.".length())
        : "";
  }

  @Test
  void requiresOnlyJavaBaseAndExportsInternalsOnlyToOwnModules() throws IOException {
    try (InputStream in = Files.newInputStream(Path.of("target/classes/module-info.class"))) {
      ModuleDescriptor module = ModuleDescriptor.read(in);
      assertThat(module.requires())
          .filteredOn(
              required -> !required.modifiers().contains(ModuleDescriptor.Requires.Modifier.STATIC))
          .extracting(ModuleDescriptor.Requires::name)
          .containsExactly("java.base");
      assertThat(module.exports())
          .allMatch(
              export -> export.isQualified() == export.source().startsWith(ROOT + ".internal"))
          .flatExtracting(ModuleDescriptor.Exports::targets)
          .allMatch(target -> target.startsWith(ROOT + "."));
    }
  }
}
