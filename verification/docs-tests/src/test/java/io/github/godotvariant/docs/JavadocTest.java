package io.github.godotvariant.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** Checks the first words of Javadoc blocks and of the names of tests. */
class JavadocTest {
  private static final Pattern METHOD =
      Pattern.compile("\\{@(return|inheritDoc)\\b|(?!(This|Its|Whose|Always)\\b)[A-Z][a-z]+s\\b");

  /** A question word, a preposition or a participle, which starts a fragment. */
  private static final Pattern BAD_TYPE =
      Pattern.compile(
          "(Wh(at|o|om|ose|ich|ether|en|ere|y)|How|If|No|Not|Nothing|As|By|For|In|Of|On"
              + "|So|With|Thrown|See|(?!String)[A-Z][a-z]+(ed|ing))\\b");

  private static final Pattern TEST_NAME =
      Pattern.compile(
          "(?!(arguments|bytes|commands|datagrams|engines|its|keys|samples|tables|this|values"
              + "|vectors)[A-Z])([a-z]+s[0-9]*[A-Z]|roundTrips|never[A-Z]).*");

  private static final Pattern TEST = Pattern.compile("@(Parameterized|Repeated)?Test\\b.*");

  private final List<String> problems = new ArrayList<>();
  private int blocks;
  private int tests;

  /** Reads the methods and types of a file. */
  private final class Scanner extends TreePathScanner<Void, CompilationUnitTree> {
    private final DocTrees trees;

    Scanner(DocTrees trees) {
      this.trees = trees;
    }

    @Override
    public Void visitClass(ClassTree tree, CompilationUnitTree file) {
      check(file, !BAD_TYPE.matcher(javadoc()).lookingAt());
      return super.visitClass(tree, file);
    }

    @Override
    public Void visitMethod(MethodTree tree, CompilationUnitTree file) {
      check(file, METHOD.matcher(javadoc()).lookingAt());
      if (tree.getModifiers().getAnnotations().stream()
          .anyMatch(annotation -> TEST.matcher(annotation.toString()).matches())) {
        tests++;
        if (!TEST_NAME.matcher(tree.getName()).matches()) {
          problems.add(path(file) + ": test " + tree.getName());
        }
      }
      return super.visitMethod(tree, file);
    }

    private String javadoc() {
      String text = trees.getDocComment(getCurrentPath());
      return text == null ? "" : text.strip();
    }

    private void check(CompilationUnitTree file, boolean isGood) {
      String text = javadoc();
      if (!text.isEmpty() && path(file).contains("/src/main/")) {
        blocks++;
        if (!isGood) {
          problems.add(path(file) + ": " + text.lines().findFirst().orElseThrow());
        }
      }
    }

    private static String path(CompilationUnitTree file) {
      return Documents.ROOT.relativize(Path.of(file.getSourceFile().toUri())).toString();
    }
  }

  @Test
  void startsJavadocAndTestNamesWithVerbsOrNouns() throws IOException {
    List<Path> sources = new ArrayList<>();
    for (Path module : Documents.modules("src")) {
      sources.addAll(Documents.files(module.resolve("src"), ".java"));
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, files, null, null, null, files.getJavaFileObjectsFromPaths(sources));
      Scanner scanner = new Scanner(DocTrees.instance(task));
      for (CompilationUnitTree file : task.parse()) {
        scanner.scan(file, file);
      }
    }
    assertThat(problems).isEmpty();
    assertThat(blocks).isGreaterThan(3_000);
    assertThat(tests).isGreaterThan(2_000);
  }
}
