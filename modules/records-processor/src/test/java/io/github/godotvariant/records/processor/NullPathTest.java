package io.github.godotvariant.records.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.godotvariant.Vector2;
import io.github.godotvariant.records.RecordCodec;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Generated code and method handles report a null with the same component and path. */
class NullPathTest {
  private static final String SOURCE =
      """
      import io.github.godotvariant.*;
      import io.github.godotvariant.records.*;
      import java.util.*;
      @GodotRecord
      public record Parts(
          String text, @AsStringName String name, Vector2 vector2, Vector3 vector3,
          Quaternion quaternion, Color color, Integer boxed, Optional<Long> optional,
          Flat flat, List<String> list, Map<String, Long> map, @Packed List<String> packed,
          String[] array, Key key, List<Optional<Long>> optionals,
          @DefaultValue("1") Long standard, Parts[] more) {
        public record Flat(float x, float y) {}
        public enum Key { A }
      }
      """;

  private static @Nullable Object[] parts() throws ReflectiveOperationException {
    return new @Nullable Object[] {
      "a",
      "b",
      new Vector2(1, 2),
      new io.github.godotvariant.Vector3(1, 2, 3),
      new io.github.godotvariant.Quaternion(0, 0, 0, 1),
      new io.github.godotvariant.Color(1, 1, 1, 1),
      1,
      Optional.of(1L),
      null,
      List.of("a"),
      Map.of("a", 1L),
      List.of("a"),
      new String[] {"a"},
      null,
      List.of(Optional.empty()),
      2L,
      null
    };
  }

  @Test
  void agreesOnNulls() throws IOException, ReflectiveOperationException {
    try (Compiled compiled =
        Compiled.of(Map.of("Parts.java", SOURCE), "-Xlint:-missing-explicit-ctor")) {
      assertThat(compiled.messages).isEmpty();
      @SuppressWarnings("unchecked") // any record
      Class<Object> type = (Class<Object>) compiled.load("Parts");
      RecordCodec<Object> fast = RecordCodec.of(type);
      RecordCodec<Object> slow = RecordCodec.of(MethodHandles.lookup(), type);
      assertThat(fast.isGenerated()).isTrue();
      @Nullable Object[] valid = parts();
      valid[8] = compiled.load("Parts$Flat").getConstructors()[0].newInstance(1f, 2f);
      valid[13] = compiled.load("Parts$Key").getEnumConstants()[0];
      valid[16] = java.lang.reflect.Array.newInstance(type, 0);
      for (int i = 0; i < valid.length - 1; i++) {
        @Nullable Object[] components = valid.clone();
        components[i] = null;
        Object inner = type.getConstructors()[0].newInstance(components);
        Object array = java.lang.reflect.Array.newInstance(type, 1);
        java.lang.reflect.Array.set(array, 0, inner);
        @Nullable Object[] outer = valid.clone();
        outer[16] = array;
        Object value = type.getConstructors()[0].newInstance(outer);
        String name = type.getRecordComponents()[i].getName();
        for (RecordCodec<Object> codec : List.of(fast, slow)) {
          assertThat(catchThrowable(() -> codec.encode(value)))
              .isInstanceOf(NullPointerException.class)
              .hasMessage("Parts." + name + " is null, $.more[0]." + name);
        }
      }
      @Nullable Object[] components = valid.clone();
      components[9] = Arrays.asList("a", null);
      Object value = type.getConstructors()[0].newInstance(components);
      assertThat(catchThrowable(() -> fast.encode(value)))
          .hasMessage("Parts.list is null, $.list[1]");
    }
  }
}
