package io.github.godotvariant.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares the page about generated code with the code that the processor generates. */
class GeneratedCodePageTest {
  private static final Pattern RECORD =
      Pattern.compile("```java\n(@GodotRecord.*?)```", Pattern.DOTALL);

  /** The names of the declarations in the guide, and a part of each. */
  private static final Map<String, String> DECLARATIONS =
      Map.of("PlayerUpdate", "record PlayerUpdate(", "Command", "interface Command {");

  /** The records whose code the page contains. */
  private static final List<String> PRINTED = List.of("PlayerUpdate", "Command_Move");

  private static final String HEAD =
      """
      package game;

      import io.github.godotvariant.Vector2;
      import io.github.godotvariant.Vector3;
      import io.github.godotvariant.records.AsStringName;
      import io.github.godotvariant.records.GodotRecord;
      import io.github.godotvariant.records.Key;

      """;

  @Test
  void printsGeneratedCode(@TempDir Path folder) throws IOException {
    Path sources = Files.createDirectories(folder.resolve("game"));
    Path generated = Files.createDirectories(folder.resolve("generated"));
    for (Map.Entry<String, String> each : DECLARATIONS.entrySet()) {
      Path file = sources.resolve(each.getKey() + ".java");
      Files.writeString(file, HEAD + declaration(each.getValue()));
    }
    compile(sources, generated);
    Map<String, String> code = new TreeMap<>();
    for (String name : PRINTED) {
      String source = Files.readString(generated.resolve("game/" + name + "GodotCodec.java"));
      String withoutImports = source.substring(source.indexOf("/** Reads and writes"));
      code.put(name, "~~~java\n" + withoutImports + "~~~\n");
    }
    Documents.compareTables(Documents.GENERATED_CODE, code);
  }

  /** Returns the declaration in the guide that contains some text. */
  private static String declaration(String text) throws IOException {
    List<String> found =
        RECORD
            .matcher(Files.readString(Documents.RECORDS))
            .results()
            .map(sample -> sample.group(1))
            .filter(sample -> sample.contains(text))
            .toList();
    assertThat(found).as(text).hasSize(1);
    return found.get(0);
  }

  private static void compile(Path sources, Path generated) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    List<String> options =
        List.of(
            "-d",
            generated.toString(),
            "--class-path",
            System.getProperty("java.class.path"),
            "-processor",
            "io.github.godotvariant.records.processor.RecordProcessor");
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      boolean isCompiled =
          compiler
              .getTask(
                  messages,
                  files,
                  null,
                  options,
                  null,
                  files.getJavaFileObjectsFromPaths(Documents.files(sources, ".java")))
              .call();
      assertThat(isCompiled).as(messages.toString()).isTrue();
    }
  }
}
