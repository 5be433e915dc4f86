package io.github.godotvariant.fuzzing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.File;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What each module lets others see is printed in {@code docs/api}, so that a change of it is seen
 * when a change is read; with {@code -Ddocs.write=true} it is written anew. {@code gdvar} is a
 * command, and exports nothing.
 */
class ApiDocumentTest {
  private static final Path ROOT = Path.of("../..");
  private static final Path DOCUMENTS = ROOT.resolve("docs/api");
  private static final String CORE = "io.github.godotvariant";
  private static final Pattern ARTIFACT =
      Pattern.compile("<artifactId>godot-variant-?([\\w-]*)</artifactId>\n *<version>\\$");
  private static final Set<String> WITHOUT_API = Set.of("cli", "records-processor");

  /** Modules that only have a name, as those around them do, by a class of each. */
  private static final Map<String, String> AUTOMATIC =
      Map.of("io.github.godotvariant.kafka", "GodotVariantSerde");

  /** The folder of a module, which its page is called after. */
  private static String folder(String afterTheName) {
    return afterTheName.isEmpty() ? "core" : afterTheName;
  }

  private static List<ModuleReference> modules() {
    Path[] places =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(Path::of)
            .filter(Files::exists)
            .filter(ApiDocumentTest::isOurs)
            .toArray(Path[]::new);
    return ModuleFinder.of(places).findAll().stream()
        .filter(module -> module.descriptor().name().startsWith(CORE))
        .filter(module -> !module.descriptor().exports().isEmpty())
        .toList();
  }

  /** Others may be in places that are no modules. */
  private static boolean isOurs(Path place) {
    return Files.exists(place.resolve("module-info.class"))
        || place.getFileName().toString().startsWith("godot-variant");
  }

  private static String printed(ModuleReference module) throws IOException {
    Set<String> exported =
        module.descriptor().exports().stream()
            .filter(export -> !export.isQualified())
            .map(ModuleDescriptor.Exports::source)
            .collect(Collectors.toCollection(TreeSet::new));
    try (ModuleReader reader = module.open()) {
      return printed(
          "module " + module.descriptor().name(), exported, reader.list().sorted().toList());
    }
  }

  /** Of a module that only has a name, which is that of its one package. */
  private static String printed(String automatic, String oneClass) throws IOException {
    Path place;
    try {
      place =
          Path.of(
              Class.forName(automatic + "." + oneClass)
                  .getProtectionDomain()
                  .getCodeSource()
                  .getLocation()
                  .toURI());
    } catch (ReflectiveOperationException | URISyntaxException e) {
      throw new AssertionError(automatic, e);
    }
    String title = "automatic module " + automatic;
    if (Files.isDirectory(place)) {
      try (Stream<Path> files = Files.walk(place)) {
        return printed(
            title,
            Set.of(automatic),
            files.map(file -> place.relativize(file).toString()).sorted().toList());
      }
    }
    try (JarFile jar = new JarFile(place.toFile())) {
      return printed(
          title, Set.of(automatic), jar.stream().map(JarEntry::getName).sorted().toList());
    }
  }

  private static String printed(String title, Set<String> exported, List<String> files) {
    StringBuilder text = new StringBuilder(title + "\n");
    for (String name : exported) {
      text.append("\npackage ").append(name).append("\n");
      String folder = name.replace('.', '/') + "/";
      for (String file : files) {
        if (file.startsWith(folder)
            && file.indexOf('/', folder.length()) < 0
            && file.endsWith(".class")
            && !file.endsWith("-info.class")) {
          text.append(ApiPrinter.print(classIn(file), exported));
        }
      }
    }
    return text.toString();
  }

  private static Class<?> classIn(String file) {
    String name = file.substring(0, file.length() - ".class".length()).replace('/', '.');
    try {
      return Class.forName(name, false, ApiDocumentTest.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(name, e);
    }
  }

  @TestFactory
  Stream<DynamicTest> pagesAreWhatTheModulesExport() {
    return Stream.concat(
        modules().stream()
            .map(
                module -> {
                  String page = page(module.descriptor().name());
                  return DynamicTest.dynamicTest(
                      page, () -> compare(DOCUMENTS.resolve(page), printed(module)));
                }),
        AUTOMATIC.entrySet().stream()
            .map(
                module -> {
                  String page = page(module.getKey());
                  return DynamicTest.dynamicTest(
                      page,
                      () ->
                          compare(
                              DOCUMENTS.resolve(page),
                              printed(module.getKey(), module.getValue())));
                }));
  }

  private static String page(String module) {
    return folder(module.substring(CORE.length()).replaceFirst("^\\.", "")) + ".txt";
  }

  private static void compare(Path page, String wanted) throws IOException {
    assertFalse(wanted.contains(".internal."), "an internal class is seen from outside");
    if (Boolean.getBoolean("docs.write")) {
      Files.createDirectories(DOCUMENTS);
      Files.writeString(page, wanted);
    } else {
      String found = Files.exists(page) ? Files.readString(page) : "";
      assertEquals(wanted, found, page + ": -Ddocs.write=true writes it anew");
    }
  }

  @Test
  void everyPublishedModuleHasItsPage() throws IOException {
    Set<String> published = new TreeSet<>();
    ARTIFACT
        .matcher(Files.readString(ROOT.resolve("modules/bom/pom.xml")))
        .results()
        .forEach(artifact -> published.add(folder(artifact.group(1))));
    published.removeAll(WITHOUT_API);
    Set<String> pages = new TreeSet<>();
    Files.createDirectories(DOCUMENTS);
    try (Stream<Path> files = Files.list(DOCUMENTS)) {
      files.forEach(file -> pages.add(file.getFileName().toString().replace(".txt", "")));
    }
    Set<String> printed = new TreeSet<>();
    AUTOMATIC.keySet().forEach(name -> printed.add(page(name).replace(".txt", "")));
    for (ModuleReference module : modules()) {
      printed.add(page(module.descriptor().name()).replace(".txt", ""));
    }
    if (!Boolean.getBoolean("docs.write")) {
      assertEquals(published, pages);
    }
    assertEquals(published, printed);
  }
}
