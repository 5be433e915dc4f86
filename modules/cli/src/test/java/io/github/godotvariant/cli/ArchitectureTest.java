package io.github.godotvariant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import io.github.godotvariant.testsupport.ModuleRules;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;

class ArchitectureTest {
  private static final String ROOT = "io.github.godotvariant.cli";

  /** The packages of subcommands, relative to the root package. */
  private static final List<String> COMMANDS =
      List.of("inspect", "edit", "compare", "convert", "pack", "listen", "record");

  private static final ModuleRules RULES = ModuleRules.of(ROOT);

  @Test
  void keepsModuleRules() {
    assertThat(RULES.classes()).isNotEmpty(); // the field has checked them
  }

  /**
   * Subcommands build on files, values and the terminal, in this order, and on no other command.
   */
  @Test
  void keepsLayers() {
    String[] commands = COMMANDS.toArray(String[]::new);
    for (String command : commands) {
      RULES.packageDoesNotUse(
          command,
          COMMANDS.stream().filter(other -> !other.equals(command)).toArray(String[]::new));
    }
    RULES.packageDoesNotUse("file", commands);
    RULES.packageDoesNotUse("values", commands).packageDoesNotUse("values", "file");
    RULES.packageDoesNotUse("terminal", commands).packageDoesNotUse("terminal", "file", "values");
  }

  private static Set<String> packagesWithCommands() {
    return RULES.classes().stream()
        .filter(type -> type.isAnnotatedWith(Command.class))
        .filter(type -> !type.getModifiers().contains(JavaModifier.ABSTRACT))
        .map(JavaClass::getPackageName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void listsEveryPackageWithCommands() {
    Set<String> packages = packagesWithCommands();
    assertThat(packages.remove(ROOT)).isTrue();
    assertThat(packages)
        .containsExactlyInAnyOrderElementsOf(
            COMMANDS.stream().map(command -> ROOT + "." + command).toList());
  }

  @Test
  void opensPackagesToPicocli() throws IOException {
    try (InputStream in = Files.newInputStream(Path.of("target/classes/module-info.class"))) {
      assertThat(ModuleDescriptor.read(in).isOpen()).isTrue();
    }
  }
}
