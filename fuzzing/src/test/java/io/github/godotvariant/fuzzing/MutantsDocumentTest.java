package io.github.godotvariant.fuzzing;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What docs/mutants.md, and the Javadoc that lists short ways, say of the code is in the code. */
class MutantsDocumentTest {
  private static final Path ROOT = Path.of("..");
  private static final Path DOCUMENT = ROOT.resolve("docs/mutants.md");
  private static final Path WIRE =
      Path.of("core/src/main/java/io/github/godotvariant/internal/wire");
  private static final Path CODEC = Path.of("core/src/main/java/io/github/godotvariant/codec");
  private static final Path BLOCKS =
      Path.of("save/src/main/java/io/github/godotvariant/save/internal/block");

  /** A class, a member, or both: {@code Utf8}, {@code Dialect.Builder}, {@code Utf8.decode}. */
  private static final Pattern NAME = Pattern.compile("(?:([A-Z]\\w*)(?:\\.|$))?([\\w<>.]*)");

  /** By their simple names, those of the modules that the page is about. */
  private static Map<String, List<Class<?>>> classes() throws IOException {
    Map<String, List<Class<?>>> classes = new HashMap<>();
    for (String module : List.of("core", "save")) {
      Path sources = ROOT.resolve(module).resolve("src/main/java");
      try (Stream<Path> files = Files.walk(sources)) {
        for (Path file : files.filter(one -> one.toString().endsWith(".java")).toList()) {
          String name = sources.relativize(file).toString().replaceFirst("\\.java$", "");
          if (!name.endsWith("-info")) {
            classes
                .computeIfAbsent(simple(file), key -> new ArrayList<>())
                .add(load(name.replace('/', '.')));
          }
        }
      }
    }
    return classes;
  }

  private static String simple(Path file) {
    return String.valueOf(file.getFileName()).replaceFirst("\\.java$", "");
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, MutantsDocumentTest.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(name, e);
    }
  }

  private static boolean has(Class<?> of, String member) {
    return member.equals("<init>")
        || Arrays.stream(of.getDeclaredMethods()).map(Method::getName).anyMatch(member::equals)
        || Arrays.stream(of.getDeclaredFields()).map(Field::getName).anyMatch(member::equals)
        || Arrays.stream(of.getDeclaredClasses())
            .map(Class::getSimpleName)
            .anyMatch(member::equals);
  }

  /**
   * The names that are in no class.
   *
   * @param names in their order: a member without a class is one of the class before it
   */
  private static List<String> missing(List<String> names) throws IOException {
    Map<String, List<Class<?>>> classes = classes();
    List<String> missing = new ArrayList<>();
    List<Class<?>> of = List.of();
    for (String name : names) {
      Matcher parts = NAME.matcher(name);
      Law.that(parts.matches(), () -> "what is " + name);
      if (parts.group(1) != null) {
        of = classes.getOrDefault(parts.group(1), List.of());
      }
      String member = parts.group(2);
      if (of.stream().noneMatch(one -> member.isEmpty() || has(one, member))) {
        missing.add(name);
      }
    }
    return missing;
  }

  private static List<String> found(String text, String pattern) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map(one -> one.group(1))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  /** The first cells of the page's tables. */
  private static String places() throws IOException {
    return String.join("\n", found(Files.readString(DOCUMENT), "(?m)^\\| (`.*?) \\|"));
  }

  @Test
  void whatThePageNamesIsThere() throws IOException {
    List<String> names = found(places(), "`([^`]+)`");
    names.remove("dialect"); // the package
    Law.that(names.size() > 50, names::toString);
    Law.same(missing(names), List.of(), "names on the page that are in no class and none");
  }

  @Test
  void classesThatAreChangedAreNamed() throws IOException {
    Set<String> unnamed = new TreeSet<>();
    for (Path folder : List.of(WIRE, CODEC, BLOCKS)) {
      try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
        files
            .map(MutantsDocumentTest::simple)
            .filter(name -> !name.endsWith("-info"))
            .filter(name -> !folder.equals(BLOCKS) || name.startsWith("FastLz"))
            .forEach(unnamed::add);
      }
    }
    Law.that(unnamed.size() > 30, unnamed::toString);
    unnamed.removeAll(found(Files.readString(DOCUMENT), "`([A-Z]\\w*)`"));
    Law.same(unnamed, Set.of(), "classes that the page does not name and none");
  }

  /** Whoever mends a family of layouts is led by them to the other places that know its bytes. */
  @Test
  void theShortWaysOfLeafAreThere() throws IOException {
    String source = Files.readString(ROOT.resolve(WIRE).resolve("Leaf.java"));
    String table = source.substring(source.indexOf("<table>"), source.indexOf("</table>"));
    List<String> names = found(table, "\\{@(?:code|link) ([\\w.]+)\\}");
    Law.that(names.size() > 15, names::toString);
    Law.same(missing(names), List.of(), "short ways that are in no class and none");
  }
}
