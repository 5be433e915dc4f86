package io.github.godotvariant.fuzzing;

import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.jackson.NativeJson;
import io.github.godotvariant.testkit.Vectors;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.provider.Arguments;

/** Inputs to begin with, of the golden vectors; each has a name. */
final class Seeds {
  /**
   * Of so many vectors one is taken: the other tests have them all, and a fuzzer finds the rest.
   */
  private static final int STRIDE = 7;

  private Seeds() {}

  /** Encoded values, well-formed and not. */
  static Stream<Arguments> bytes() {
    return Stream.concat(bytes("4.6", Dialect.GODOT_4), bytes("3.6", Dialect.GODOT_3));
  }

  private static Stream<Arguments> bytes(String engine, Dialect dialect) {
    List<Arguments> seeds = new ArrayList<>();
    for (Vectors.Golden vector : some(Vectors.golden(engine))) {
      Input input = new Input(Input.choiceOf(dialect, vector.objects()), vector.bytes());
      seeds.add(seed(engine + " " + vector, input));
    }
    for (Vectors.Unusual vector : some(Vectors.unusual(engine))) {
      Input input = new Input(Input.choiceOf(dialect, vector.objects()), vector.bytes());
      seeds.add(seed(engine + " " + vector, input));
    }
    return seeds.stream();
  }

  /** Texts as engines print them. */
  static Stream<Arguments> texts() {
    return golden(Vectors.Golden::text);
  }

  /** The engine's JSON. */
  static Stream<Arguments> nativeJson() {
    NativeJson json = NativeJson.GODOT_4.withObjects(ObjectMode.FULL);
    return golden(vector -> json.write(decoded(vector)));
  }

  private static io.github.godotvariant.Variant decoded(Vectors.Golden vector) {
    return VariantCodec.GODOT_4.withObjects(vector.objects()).decode(vector.bytes());
  }

  private static Stream<Arguments> golden(Function<Vectors.Golden, String> text) {
    List<Arguments> seeds = new ArrayList<>();
    for (Vectors.Golden vector : some(Vectors.golden("4.6"))) {
      try {
        byte[] bytes = text.apply(vector).getBytes(StandardCharsets.UTF_8);
        seeds.add(seed(vector.name(), new Input(1, bytes)));
      } catch (VariantException e) {
        // has no such form
      }
    }
    return seeds.stream();
  }

  private static <T> List<T> some(List<T> vectors) {
    List<T> some = new ArrayList<>();
    for (int i = 0; i < vectors.size(); i += STRIDE) {
      some.add(vectors.get(i));
    }
    return some;
  }

  private static Arguments seed(String name, Input input) {
    return Arguments.of(Named.of(name, input.fuzzed()));
  }
}
