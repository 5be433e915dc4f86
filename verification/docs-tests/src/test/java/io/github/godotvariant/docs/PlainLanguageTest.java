package io.github.godotvariant.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Searches documents and Java files for words that are hard to read. */
class PlainLanguageTest {
  private static final List<String> ROOT_PAGES =
      List.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md");

  private static final Pattern BANNED =
      Pattern.compile(
          "\\b(what is|who|whoever|whom|nobody|somebody|strangers?|so many|so much"
              + "|(?<!there )(is|are) no(?! longer)|behind|besides?|anew|afresh|at once|seldom|likeliest|told|thrown out|stands|stood"
              + "|doors?|rooms?|laws?|harmless|troubles?|remark(s|ed)?)\\b",
          Pattern.CASE_INSENSITIVE);

  private static final Path THIS_FILE =
      Path.of("verification/docs-tests/src/test/java/io/github/godotvariant/docs")
          .resolve("PlainLanguageTest.java");

  private static final Path ALLOWED = Path.of("src/test/resources/allowed-words.tsv");
  private static final int MAX_ALLOWED = 30;
  private static final int EXCERPT = 30;

  /** A row of the list of exceptions: the phrase is allowed in the files of the pattern. */
  private record Allowed(String pattern, String phrase, String reason) {
    static Allowed of(String row) {
      String[] cells = row.split("\t", -1);
      assertThat(cells).as(row).hasSize(3).doesNotContain("");
      return new Allowed(cells[0], words(cells[1]), cells[2]);
    }

    boolean covers(Path file, String text, MatchResult hit) {
      PathMatcher files = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
      if (!files.matches(file)) {
        return false;
      }
      int from = Math.max(0, hit.end() - phrase.length());
      int at = text.indexOf(phrase, from);
      return at >= 0 && at <= hit.start();
    }
  }

  /** Joins wrapped lines and string literals, and separates the words of Java names. */
  private static String words(String text) {
    return text.replaceAll("\"\\s*\\n\\s*\\+ \"", "")
        .replaceAll("\\s*\\n\\s*(?:(?:\\*(?!/)|//|#)\\s*)?", " ")
        .replaceAll("(?<=[a-z0-9])(?=[A-Z])|_", " ");
  }

  private static List<String> hits(String text) {
    return BANNED.matcher(words(text)).results().map(MatchResult::group).toList();
  }

  private static List<Path> searchedFiles() throws IOException {
    Set<Path> files = new LinkedHashSet<>();
    ROOT_PAGES.forEach(page -> files.add(Documents.ROOT.resolve(page)));
    files.addAll(Documents.files(Documents.GUIDE, ".md"));
    files.addAll(Documents.files(Documents.REFERENCE, ".md"));
    for (Path module : Documents.modules("src")) {
      files.addAll(Documents.files(module.resolve("src"), ".java"));
    }
    files.remove(Documents.ROOT.resolve(THIS_FILE));
    return List.copyOf(files);
  }

  @Test
  void findsNoBannedWordsExceptAllowedOnes() throws IOException {
    List<Allowed> allowed =
        Files.readAllLines(ALLOWED).stream()
            .filter(row -> !row.startsWith("#"))
            .map(Allowed::of)
            .toList();
    Set<Allowed> used = new LinkedHashSet<>();
    List<String> found = new ArrayList<>();
    for (Path path : searchedFiles()) {
      Path file = Documents.ROOT.relativize(path);
      String text = words(Files.readString(path));
      for (MatchResult hit : BANNED.matcher(text).results().toList()) {
        List<Allowed> rows = allowed.stream().filter(row -> row.covers(file, text, hit)).toList();
        used.addAll(rows);
        if (rows.isEmpty()) {
          int from = Math.max(0, hit.start() - EXCERPT);
          int to = Math.min(text.length(), hit.end() + EXCERPT);
          found.add(file + ": [" + hit.group() + "] in: " + text.substring(from, to));
        }
      }
    }
    assertThat(found).isEmpty();
    assertThat(allowed).hasSizeLessThanOrEqualTo(MAX_ALLOWED);
    assertThat(used).as("rows that allow an existing phrase").containsAll(allowed);
  }

  @Test
  void searchesAllModulesAndDocuments() throws IOException {
    List<String> files =
        searchedFiles().stream().map(Documents.ROOT::relativize).map(Path::toString).toList();
    for (Path module : Documents.modules("src/main")) {
      String main = Documents.ROOT.relativize(module) + "/src/main/";
      assertThat(files).anyMatch(file -> file.startsWith(main));
    }
    assertThat(files)
        .anyMatch(file -> file.startsWith("modules/core/src/test/"))
        .contains("README.md", "docs/reference/format.md")
        .anyMatch(file -> file.startsWith("docs/guide/"));
  }

  @Test
  void recognizesWordsInNamesAndAcrossLines() {
    assertThat(hits("/** The value\n   * is\n   * no text. */")).containsExactly("is no");
    assertThat(hits("\"a key that\"\n            + \" is no text\"")).containsExactly("is no");
    assertThat(hits("void whatIsWritten() {}")).containsExactly("what Is");
    assertThat(hits("int MAX_ROOMS")).containsExactly("ROOMS");
    assertThat(hits("if there is no key, or it is no longer valid")).isEmpty();
    assertThat(hits("isNone, flaws, standstill, bedroom, whose")).isEmpty();
  }
}
