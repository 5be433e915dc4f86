package io.github.godotvariant.records.processor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.annotation.processing.Processor;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** Sources, compiled with the processor in a folder that {@link #close} removes. */
public final class Compiled implements AutoCloseable {
  /** What the compiler said, as {@code LINE: message}. */
  public final List<String> messages;

  final Path folder;
  private final URLClassLoader loader;

  private Compiled(Path folder, List<String> messages) throws IOException {
    this.folder = folder;
    this.messages = messages;
    loader =
        new URLClassLoader(new URL[] {folder.toUri().toURL()}, Compiled.class.getClassLoader());
  }

  /** Compiles sources, by their file names. */
  public static Compiled of(Map<String, String> sources, String... options) throws IOException {
    return with(new RecordProcessor(), sources, options);
  }

  /** Compiles sources with another processor. */
  static Compiled with(Processor processor, Map<String, String> sources, String... options)
      throws IOException {
    Path folder = Files.createTempDirectory("records");
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
    List<JavaFileObject> units = new ArrayList<>();
    sources.forEach(
        (name, text) ->
            units.add(
                new SimpleJavaFileObject(
                    URI.create("string:///" + name), JavaFileObject.Kind.SOURCE) {
                  @Override
                  public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                    return text;
                  }
                }));
    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(diagnostics, Locale.ROOT, null)) {
      files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(folder));
      files.setLocationFromPaths(StandardLocation.SOURCE_OUTPUT, List.of(folder));
      List<String> all = new ArrayList<>(List.of("--release", "17", "-Werror"));
      all.addAll(List.of(options));
      if (!all.contains("-Xlint:all")) {
        all.add("-Xlint:all,-processing"); // no processor claims the annotations of JSpecify
      }
      JavaCompiler.CompilationTask task =
          compiler.getTask(null, files, diagnostics, all, null, units);
      task.setProcessors(List.of(processor));
      task.call();
    }
    return new Compiled(
        folder,
        diagnostics.getDiagnostics().stream()
            .filter(each -> each.getKind() != Diagnostic.Kind.NOTE)
            .map(each -> each.getLineNumber() + ": " + each.getMessage(Locale.ROOT))
            .toList());
  }

  /** A class that was compiled. */
  public Class<?> load(String name) {
    try {
      return Class.forName(name, true, loader);
    } catch (ClassNotFoundException e) {
      throw new AssertionError(String.join("\n", messages), e);
    }
  }

  /** The sources that were generated, by their file names. */
  Map<String, String> generated() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> file.toString().endsWith(".java"))
          .collect(Collectors.toMap(file -> file.getFileName().toString(), Compiled::text));
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    loader.close();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}
