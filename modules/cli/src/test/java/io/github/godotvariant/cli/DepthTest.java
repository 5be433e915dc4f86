package io.github.godotvariant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.SaveFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes values of the maximum depth that engines read, with a small stack. */
class DepthTest {
  private static final int SMALL_STACK = 160 * 1024;

  @TempDir Path folder;

  private static Variant level(String kind, Variant inner) {
    return switch (kind) {
      case "array" -> VariantArray.of(1, inner);
      case "dictionary" -> VariantDictionary.of("a", inner, "b", 1);
      case "key" -> VariantDictionary.of(inner, 1);
      default -> new ObjectValue("Node", List.of(new ObjectValue.Property("a", inner)));
    };
  }

  private String file(String kind, Variant innermost, String name) throws IOException {
    Variant value = innermost;
    for (int i = 0; i < ReadLimits.ENGINE_DEPTH; i++) {
      value = level(kind, value);
    }
    Path file = folder.resolve(name);
    SaveFormat.of(Dialect.GODOT_4).withObjects(ObjectMode.FULL).write(file, List.of(value));
    return file.toString();
  }

  private static Run onSmallStack(String... args) throws InterruptedException {
    AtomicReference<Object> result = new AtomicReference<>();
    Thread thread = new Thread(null, () -> result.set(Run.gdvar(args)), "small", SMALL_STACK);
    thread.setUncaughtExceptionHandler((t, e) -> result.set(e));
    thread.start();
    thread.join();
    assertThat(result.get()).isInstanceOf(Run.class);
    return (Run) result.get();
  }

  @ParameterizedTest
  @ValueSource(strings = {"array", "dictionary", "key", "object"})
  void processesDeepValuesWithoutRecursion(String kind) throws IOException, InterruptedException {
    String one = file(kind, Variant.of(1), "one");
    String two = file(kind, Variant.of(2), "two");
    List<List<String>> commands = new ArrayList<>();
    commands.add(List.of("diff", "--objects", one, two));
    commands.add(List.of("diff", "--objects", "--json", one, two));
    commands.add(List.of("inspect", "--objects", "--full", one));
    commands.add(List.of("inspect", "--objects", "--json", one));
    commands.add(List.of("inspect", "--objects", "--full", "--bytes", one));
    commands.add(List.of("check", "--objects", one));
    commands.add(List.of("decode", "--objects", "--to", "text", one));
    for (List<String> command : commands) {
      String[] args = command.toArray(String[]::new);
      Run run = Run.gdvar(args); // loading classes takes stack as well
      assertThat(run.err()).isEmpty();
      assertThat(run.out()).isNotEmpty();
      assertThat(onSmallStack(args)).isEqualTo(run);
    }
  }
}
