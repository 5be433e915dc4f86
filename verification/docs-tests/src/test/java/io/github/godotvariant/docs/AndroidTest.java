package io.github.godotvariant.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.CompilationFailedException;
import com.android.tools.r8.CompilationMode;
import com.android.tools.r8.D8;
import com.android.tools.r8.D8Command;
import com.android.tools.r8.OutputMode;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.codehaus.mojo.animal_sniffer.Clazz;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compiles modules for Android as docs/guide/android.md says, and compares the methods of the JDK
 * that they use with those of Android 13 (level 33). The test does not run on Android.
 */
class AndroidTest {
  private static final int API_LEVEL = 33;

  /** The parts of the core that need {@code java.lang.reflect.AnnotatedType}. */
  private static final List<String> RECORDS =
      List.of("records", "internal/records", "internal/component");

  private static final List<String> BUFFERS =
      List.of("Ljava/nio/ByteBuffer;", "Ljava/nio/CharBuffer;");

  /**
   * Methods that return the buffer class instead of {@code Buffer}. Android 10 and later add them
   * at run time; the declared API does not contain them.
   */
  private static final List<String> BUFFER_METHODS =
      List.of("flip()", "clear()", "rewind()", "mark()", "reset()", "limit(I)", "position(I)");

  @TempDir Path folder;

  @Test
  void usesOnlyMethodsOfAndroid() throws IOException, CompilationFailedException {
    assertThat(missing(classes("core", RECORDS))).isEmpty();
    assertThat(missing(classes("json", List.of()))).isEmpty();
    assertThat(missing(classes("net", List.of()))).isEmpty();
  }

  /** If this test fails, remove the limitation of records from the guide. */
  @Test
  void findsMethodsThatAndroidDoesNotHave() throws IOException, CompilationFailedException {
    assertThat(missing(classes("core", List.of())))
        .contains("Ljava/lang/reflect/AnnotatedType;", "java/lang/Class.isRecord()Z");
  }

  private static List<Path> classes(String module, List<String> without) throws IOException {
    Path root = Documents.ROOT.resolve("modules").resolve(module).resolve("target/classes");
    Path base = root.resolve("io/github/godotvariant");
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> file.toString().endsWith(".class"))
          .filter(file -> !file.endsWith("module-info.class"))
          .filter(file -> without.stream().noneMatch(part -> file.startsWith(base.resolve(part))))
          .collect(Collectors.toList());
    }
  }

  /** Returns the types and methods of the JDK that Android does not have. */
  private List<String> missing(List<Path> classes) throws IOException, CompilationFailedException {
    Map<String, Clazz> android = android();
    D8.run(
        D8Command.builder()
            .addProgramFiles(classes)
            .setMinApiLevel(API_LEVEL)
            .setMode(CompilationMode.RELEASE)
            .setOutput(folder, OutputMode.DexIndexed)
            .build());
    DexFile compiled = new DexFile(folder.resolve("classes.dex"));
    TreeSet<String> missing = new TreeSet<>();
    compiled.types().stream()
        .filter(type -> type.startsWith("Ljava/") && !android.containsKey(name(type)))
        .forEach(missing::add);
    compiled.methods().stream()
        .filter(method -> method.owner().startsWith("Ljava/"))
        .filter(method -> !isAddedAtRunTime(method))
        .filter(method -> !has(android, name(method.owner()), method.nameAndDescriptor()))
        .forEach(method -> missing.add(name(method.owner()) + "." + method.nameAndDescriptor()));
    return List.copyOf(missing);
  }

  private static boolean isAddedAtRunTime(DexFile.Method method) {
    return BUFFERS.contains(method.owner())
        && BUFFER_METHODS.stream()
            .anyMatch(one -> method.nameAndDescriptor().equals(one + method.owner()));
  }

  private static String name(String descriptor) {
    return descriptor.substring(1, descriptor.length() - 1);
  }

  private static boolean has(Map<String, Clazz> android, @Nullable String type, String method) {
    Clazz known = android.get(type);
    return known != null
        && (known.getSignatures().contains(method)
            || has(android, known.getSuperClass(), method)
            || Stream.of(known.getSuperInterfaces()).anyMatch(one -> has(android, one, method)));
  }

  /** Returns the classes of Android, by names such as {@code java/lang/String}. */
  private static Map<String, Clazz> android() throws IOException {
    Map<String, Clazz> classes = new HashMap<>();
    Path signature = Path.of("target/android.signature");
    try (ObjectInputStream in =
        new ObjectInputStream(new GZIPInputStream(Files.newInputStream(signature)))) {
      for (Clazz next = (Clazz) in.readObject(); next != null; next = (Clazz) in.readObject()) {
        classes.put(next.getName(), next);
      }
    } catch (ClassNotFoundException e) {
      throw new IOException(e);
    }
    return classes;
  }
}
