package io.github.godotvariant.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The paths of all documents that tests read, and the access to documents and source files. */
final class Documents {
  static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

  static final Path README = ROOT.resolve("README.md");
  static final Path EXAMPLES = ROOT.resolve("examples/README.md");
  static final Path DOCS = ROOT.resolve("docs");
  static final Path GUIDE = DOCS.resolve("guide");
  static final Path REFERENCE = DOCS.resolve("reference");
  static final Path API = DOCS.resolve("api");
  static final Path FORMAT = REFERENCE.resolve("format.md");
  static final Path CONVERSION_TABLES = REFERENCE.resolve("conversion-tables.md");
  static final Path CONVERSION_REASONS = GUIDE.resolve("conversion.md");
  static final Path SAVES = GUIDE.resolve("saves.md");
  static final Path COMMAND = GUIDE.resolve("command.md");
  static final Path MULTIPLAYER_GUIDE = GUIDE.resolve("multiplayer.md");
  static final Path RECORDS = GUIDE.resolve("records.md");
  static final Path KOTLIN = GUIDE.resolve("kotlin.md");
  static final Path GENERATED_CODE = REFERENCE.resolve("generated-code.md");
  static final Path SECURITY = REFERENCE.resolve("limits-and-security.md");

  /** Printed tables, between a comment with their name and a comment with the word end. */
  static final Pattern TABLE =
      Pattern.compile("<!-- table: ([^>]*?) -->\n(.*?)<!-- end -->", Pattern.DOTALL);

  private Documents() {}

  /** Returns the README, the pages below docs/ and the README of the examples. */
  static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(files(DOCS, ".md"));
    pages.add(README);
    pages.add(EXAMPLES);
    return pages;
  }

  /** Returns the folders below modules/ and verification/ that contain a folder. */
  static List<Path> modules(String folder) throws IOException {
    List<Path> modules = new ArrayList<>();
    for (String parent : List.of("modules", "verification")) {
      try (Stream<Path> children = Files.list(ROOT.resolve(parent))) {
        children
            .filter(module -> Files.isDirectory(module.resolve(folder)))
            .sorted()
            .forEach(modules::add);
      }
    }
    return modules;
  }

  /** Returns the files below a folder whose names end with a suffix, sorted. */
  static List<Path> files(Path folder, String suffix) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(suffix)).sorted().toList();
    }
  }

  /**
   * Compares the printed tables of a page with the expected ones.
   *
   * @param tables for each name of a table its expected lines
   */
  static void compareTables(Path page, Map<String, String> tables) throws IOException {
    String found = Files.readString(page);
    assertThat(TABLE.matcher(found).results().map(table -> table.group(1)))
        .containsExactlyInAnyOrderElementsOf(tables.keySet());
    String expected =
        TABLE
            .matcher(found)
            .replaceAll(
                table ->
                    Matcher.quoteReplacement(
                        "<!-- table: %s -->\n%s<!-- end -->"
                            .formatted(table.group(1), tables.get(table.group(1)))));
    compare(page, expected);
  }

  /** Compares a file with its expected content, or writes it if {@code docs.write} is true. */
  static void compare(Path file, String expected) throws IOException {
    if (Boolean.getBoolean("docs.write")) {
      Files.writeString(file, expected);
    } else {
      assertThat(file).as("-Ddocs.write=true writes this file").hasContent(expected);
    }
  }
}
