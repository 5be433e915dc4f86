package io.github.godotvariant.records.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The compiler reports adapters that cannot be used, at their position. */
class AdapterErrorTest {
  private static final String BASE =
      "class Base implements ValueAdapter<UUID, String> {"
          + " public String toStored(UUID value) { return null; }"
          + " public UUID fromStored(String stored) { return null; } } ";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          UUID t|implements ValueAdapter<UUID, String>|
          Optional<UUID> t|implements ValueAdapter<Optional<UUID>, String>|
          int t|implements ValueAdapter<Integer, String>|
          int t|extends Base<Integer>|
          String[] t|implements ValueAdapter<String[], String>|game.A adapts java.lang.String[], not java.lang.String
          String t|implements ValueAdapter<UUID, String>|game.A adapts java.util.UUID, not java.lang.String
          int t|implements ValueAdapter<Long, String>|game.A adapts java.lang.Long, not java.lang.Integer
          List<Long> t|implements ValueAdapter<List<UUID>, String>|game.A adapts java.util.List<java.util.UUID>, not java.util.List<java.lang.Long>; to adapt elements, annotate the type argument or pass the adapter to RecordCodec.of
          UUID t|implements ValueAdapter<UUID, Thread>|Thread has no type in Godot; use an interface such as List or Map, an adapter, or Variant
          UUID t|implements ValueAdapter<UUID, UUID>|UUID has no type in Godot; use an interface such as List or Map, an adapter, or Variant
          UUID t|implements ValueAdapter<UUID, Optional<String>>|game.A must not store a null or an optional value
          UUID t|implements ValueAdapter<UUID, OptionalLong>|game.A must not store a null or an optional value
          UUID t|implements ValueAdapter<UUID, @Nullable String>|game.A must not store a null or an optional value
          List<UUID> t|implements ValueAdapter<List<UUID>, List<@Nullable String>>|
          Optional<UUID> t|implements ValueAdapter<UUID, String>|game.A adapts java.util.UUID, not java.util.Optional<java.util.UUID>; to adapt elements, annotate the type argument or pass the adapter to RecordCodec.of
          byte[] t|implements ValueAdapter<byte[], String>|elements of packed arrays cannot have @AdaptedBy; to adapt the array, write byte @AdaptedBy(...) []
          """)
  @SuppressWarnings("InlineFormatString") // the text is easier to read
  void checksAdapters(String component, String types, String message) throws IOException {
    String adapter =
        """
        abstract class Base<T> implements ValueAdapter<T, @Packed List<Long>> {}
        final class A %s {
          public %s toStored(%s value) { return null; }
          public %s fromStored(%s stored) { return null; }
        }
        """;
    boolean isDirect = types.startsWith("implements");
    String[] arguments =
        isDirect
            ? types
                .substring("implements ValueAdapter<".length(), types.length() - 1)
                .split(", (?=[^,]+$)")
            : new String[] {"Integer", "List<Long>"};
    String source =
        adapter.formatted(types, arguments[1], arguments[0], arguments[0], arguments[1]);
    String found =
        ProcessingErrorTest.message(source.replace("\n", " "), "@AdaptedBy(A.class) " + component);
    if (message == null) {
      assertThat(found).isEmpty();
    } else {
      assertThat(found).isEqualTo("8: " + message);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "class A extends Base { private A() {} }",
        "class A extends Base { A(int a) {} }",
        "abstract class A extends Base {}",
        "class B { class A extends Base {} }"
      })
  void rejectsAdaptersWithoutAccessibleConstructor(String adapter) throws IOException {
    String name = adapter.startsWith("class B") ? "B.A" : "A";
    assertThat(
            ProcessingErrorTest.message(
                BASE + adapter, "List<@AdaptedBy(" + name + ".class) UUID> t"))
        .contains("game." + name + " needs an accessible constructor without parameters");
  }

  /** The compiler of JDK 17 does not show type annotations in class files to processors. */
  @Test
  void acceptsAdaptersOfClassFiles() throws IOException {
    String adapters =
        """
        package library;
        import io.github.godotvariant.records.*;
        import java.time.*;
        public final class Adapters {
          public static final class I implements ValueAdapter<Instant, Long> {
            public Long toStored(Instant value) { return value.toEpochMilli(); }
            public Instant fromStored(Long stored) { return Instant.ofEpochMilli(stored); }
          }
          public abstract static class Base<T>
              implements ValueAdapter<T, @AdaptedBy(I.class) Instant> {}
          public static final class D extends Base<Duration> {
            public Instant toStored(Duration value) { return Instant.EPOCH.plus(value); }
            public Duration fromStored(Instant stored) {
              return Duration.between(Instant.EPOCH, stored);
            }
          }
        }
        """;
    String source =
        """
        package game;
        import io.github.godotvariant.records.*;
        import java.time.*;
        import library.Adapters;
        @GodotRecord public record R(
            @AdaptedBy(Adapters.D.class) Duration a, @AdaptedBy(Own.class) Duration b) {
          public static final class Own extends Adapters.Base<Duration> {
            public Instant toStored(Duration value) { return Instant.MIN.plus(value); }
            public Duration fromStored(Instant stored) {
              return Duration.between(Instant.MIN, stored);
            }
          }
        }
        """;
    try (Compiled library = Compiled.of(Map.of("library/Adapters.java", adapters))) {
      assertThat(library.messages).isEmpty();
      String path =
          System.getProperty("java.class.path")
              + File.pathSeparator
              + System.getProperty("jdk.module.path", "")
              + File.pathSeparator
              + library.folder;
      try (Compiled compiled = Compiled.of(Map.of("game/R.java", source), "-cp", path)) {
        assertThat(compiled.messages).isEmpty();
        assertThat(compiled.generated()).containsOnlyKeys("RGodotCodec.java");
      }
    }
  }

  @Test
  void rejectsAdaptersWhoseConstructorThrows() throws IOException {
    String adapter = "class A extends Base { A() throws java.io.IOException {} }";
    assertThat(ProcessingErrorTest.message(BASE + adapter, "@AdaptedBy(A.class) UUID t"))
        .isEqualTo("8: the constructor of game.A must not have a throws clause");
  }

  @Test
  void acceptsStoredDefaultsOfAdaptedEnums() throws IOException {
    String adapter =
        "enum E { A } class B implements ValueAdapter<E, Long> {"
            + " public Long toStored(E value) { return 7L; }"
            + " public E fromStored(Long stored) { return E.A; } }";
    assertThat(ProcessingErrorTest.message(adapter, "@DefaultValue(\"7\") @AdaptedBy(B.class) E t"))
        .isEmpty();
  }

  @Test
  void acceptsAdaptersOfPackedArrays() throws IOException {
    String adapter =
        "class A implements ValueAdapter<byte[], String> {"
            + " public String toStored(byte[] value) { return null; }"
            + " public byte[] fromStored(String stored) { return null; } }";
    assertThat(ProcessingErrorTest.message(adapter, "byte @AdaptedBy(A.class) [] t")).isEmpty();
  }

  @Test
  void rejectsUnknownAdapters() throws IOException {
    assertThat(ProcessingErrorTest.message("", "@AdaptedBy(Missing.class) UUID t"))
        .isEqualTo("8: the adapter of java.util.UUID was not found");
  }
}
