package io.github.godotvariant.docs;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.module.ModuleFinder;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares docs/api with the public and protected members of the exported packages. */
class PublicApiTest {
  /** Exported because generated codecs use it. It is not an API for users. */
  private static final String GENERATED_CODE = "io.github.godotvariant.records.generated";

  /** Modules that are not published, or not part of the default build. */
  private static final Set<String> EXCLUDED =
      Set.of("test-support", "benchmarks", "consumers", "spark");

  private static final Pattern TYPE =
      Pattern.compile("(?ms)^(public .*?(?:class|interface) ([\\w.]+).*?) \\{\n(.*?)^\\}");

  /** Methods of every class, and those that compilers generate for enums. */
  private static final Pattern IMPLIED =
      Pattern.compile(
          " (equals\\(Object\\)|hashCode\\(\\)|toString\\(\\)|static \\S+ value(s\\(\\)|Of\\(String\\)));");

  static Set<String> modules() throws IOException {
    Set<String> modules = new TreeSet<>();
    for (Path module : Documents.modules("src/main/java")) {
      String name = module.getFileName().toString();
      if (!EXCLUDED.contains(name) && !packages(classes(name)).isEmpty()) {
        modules.add(name);
      }
    }
    return modules;
  }

  private static Path classes(String module) {
    return Documents.ROOT.resolve("modules").resolve(module).resolve("target/classes");
  }

  /** Returns the exported packages; without a descriptor, those not called internal. */
  private static Set<String> packages(Path classes) throws IOException {
    if (Files.exists(classes.resolve("module-info.class"))) {
      return ModuleFinder.of(classes).findAll().iterator().next().descriptor().exports().stream()
          .filter(export -> !export.isQualified())
          .map(Exports::source)
          .filter(name -> !name.equals(GENERATED_CODE))
          .collect(toCollection(TreeSet::new));
    }
    return Documents.files(classes, ".class").stream()
        .map(file -> classes.relativize(file.getParent()).toString().replace('/', '.'))
        .filter(name -> !name.contains("internal"))
        .collect(toCollection(TreeSet::new));
  }

  @ParameterizedTest
  @MethodSource("modules")
  void equalsPublicApi(String module) throws IOException {
    StringBuilder api = new StringBuilder();
    for (String name : packages(classes(module))) {
      api.append("package ").append(name).append("\n\n").append(print(classes(module), name));
    }
    assertThat(api).doesNotContain(".internal.");
    Documents.compare(Documents.API.resolve(module + ".txt"), api.toString());
  }

  /** Returns the public types of a package, as {@code javap} prints them, but sorted. */
  private static String print(Path classes, String name) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("-protected", "-constants"));
    Path folder = classes.resolve(name.replace('.', '/'));
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.class")) {
      files.forEach(file -> arguments.add(file.toString()));
    }
    ToolProvider javap = ToolProvider.findFirst("javap").orElseThrow();
    StringWriter out = new StringWriter();
    PrintWriter writer = new PrintWriter(out);
    assertThat(javap.run(writer, writer, arguments.toArray(String[]::new))).isZero();
    String text =
        out.toString()
            .replaceAll("(?<![\\w.])(java\\.lang|" + Pattern.quote(name) + ")\\.(?=[A-Z])", "")
            .replace('$', '.');
    Map<String, String> types = new TreeMap<>();
    TYPE.matcher(text)
        .results()
        .forEach(type -> types.put(type.group(2), type.group(1) + sort(type.group(3))));
    // A nested type is accessible only if its enclosing type is.
    types.keySet().removeIf(type -> !types.containsKey(type.replaceFirst("\\.\\w+$", "")));
    return String.join("", types.values());
  }

  private static String sort(String members) {
    return members
        .lines()
        .filter(line -> !IMPLIED.matcher(line).find())
        .map(line -> line.replaceFirst("public ", ""))
        .sorted()
        .collect(joining("\n", "\n", "\n\n"));
  }

  @Test
  void hasModuleForEveryDocument() throws IOException {
    assertThat(Documents.files(Documents.API, ".txt"))
        .extracting(file -> file.getFileName().toString().replace(".txt", ""))
        .containsExactlyElementsOf(modules());
  }
}
