package io.github.godotvariant.records.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.godotvariant.records.RecordCodec;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Map;
import java.util.TreeMap;
import javax.annotation.processing.Processor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The compiler reports unsupported code, at its position. */
class ProcessingErrorTest {
  private static final String HEAD =
      """
      package game;
      import io.github.godotvariant.*;
      import io.github.godotvariant.records.*;
      import java.util.*;
      import org.jspecify.annotations.Nullable;
      """;

  /** The first message for a record with a component on line 8. */
  static String message(String before, String component) throws IOException {
    String source = HEAD + before + "\n@GodotRecord record R(\n" + component + ") {}\n";
    try (Compiled compiled =
        Compiled.of(Map.of("game/R.java", source), "-Xlint:-rawtypes,-auxiliaryclass")) {
      return compiled.messages.isEmpty() ? "" : compiled.messages.get(0);
    }
  }

  /** The compiler does not show local records to processors. */
  @Test
  void ignoresLocalRecords() throws IOException {
    String source =
        HEAD
            + "class R {\n"
            + "  RecordCodec<?> codec() {\n"
            + "    @GodotRecord record Local(long id) {}\n"
            + "    return RecordCodec.of(java.lang.invoke.MethodHandles.lookup(), Local.class);\n"
            + "  }\n"
            + "}\n";
    try (Compiled compiled = Compiled.of(Map.of("game/R.java", source))) {
      assertThat(compiled.messages).isEmpty();
      assertThat(compiled.generated()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Thread t|Thread has no type in Godot; use an interface such as List or Map
          List<Thread> t|Thread has no type in Godot; use an interface such as List or Map
          Map<Thread, Long> t|Thread has no type in Godot; use an interface such as List or Map
          List t|java.util.List has no type arguments
          List<?> t|? is not a single type
          List<? extends Number> t|? extends java.lang.Number is not a single type
          List<Optional<Thread>> t|Thread has no type in Godot; use an interface such as List or Map
          List<Optional<Optional<Long>>> t|an Optional cannot contain an Optional
          List<@Nullable Optional<Long>> t|an Optional in a container or type argument cannot be nullable
          Map<String, @Nullable OptionalInt> t|an Optional in a container or type argument cannot be nullable
          Optional<OptionalInt> t|an Optional cannot contain an Optional
          SortedSet<Vector2> t|io.github.godotvariant.Vector2 does not implement Comparable
          @Packed SortedSet<Vector2> t|io.github.godotvariant.Vector2 does not implement Comparable
          SortedMap<List<Long>, Long> t|java.util.List<java.lang.Long> does not implement Comparable
          SortedMap<@Nullable String, Long> t|a SortedMap cannot contain null
          Deque<@Nullable String> t|a Deque cannot contain null
          Optional<Thread> t|Thread has no type in Godot; use an interface such as List or Map
          char[] t|no packed array has elements of type char
          @Packed List<Boolean> t|no packed array has elements of type java.lang.Boolean
          @Packed String t|@Packed is allowed only on collections and arrays
          @Typed String t|@Typed is allowed only on collections, arrays and Maps
          @AsNumber String t|@AsNumber is allowed only on enums
          @AsStringName long t|@AsStringName is allowed only on Strings and enums
          @AsStringName Optional<String> t|@AsStringName is allowed only on Strings and enums
          @AsNumber OptionalInt t|@AsNumber is allowed only on enums
          @Packed Optional<List<Long>> t|@Packed is allowed only on collections and arrays
          @Packed Map<String, Long> t|@Packed is allowed only on collections and arrays
          @Typed Optional<List<Long>> t|@Typed is allowed only on collections, arrays and Maps
          List<@Typed String> t|@Typed is allowed only on collections, arrays and Maps
          @Nullable int t|a primitive type cannot be null
          @OtherKeys Map<String, Variant> t|@OtherKeys requires the type VariantDictionary
          @DefaultValue("1") Optional<Long> t|a component with a default cannot be optional or nullable
          @DefaultValue("1") @Nullable Long t|a component with a default cannot be optional or nullable
          @DefaultValue("'x'") long t|the default is not a value such as 7, "idle" in quotes or Vector3(0, 0, 0):
          @DefaultValue("idle") String s|the default is not a value such as 7, "idle" in quotes
          @DefaultValue("300") byte b|the default 300 is not in the range from -128 to 127
          @DefaultValue("-32769") short s|the default -32769 is not in the range from -32768 to 32767
          @DefaultValue("99999999999") int n|the default 99999999999 is not in the range from -2147483648 to 2147483647
          @DefaultValue("\\"NOPE\\"") Thread.State e|the default "NOPE" is not a constant of State: [NEW,
          @DefaultValue("1.5") long t|the default has the wrong type: float
          long a, @Key("a") long t|the key "a" is used twice
          long a, @Alias("a") long t|the key "a" is used twice
          @Alias({"b", "b"}) long t|the key "b" is used twice
          @DefaultValue(value = "x", alsoForNull = true) long t|the default is not a value
          """)
  void rejectsComponents(String component, String message) throws IOException {
    assertThat(message("", component)).startsWith("8: " + message);
    assertRejectedByReflection(component);
  }

  private static void assertRejectedByReflection(String component) throws IOException {
    String source = HEAD + "@GodotRecord record R(" + component + ") {}\n";
    try (Compiled compiled =
        Compiled.of(Map.of("game/R.java", source), "-proc:none", "-Xlint:-rawtypes")) {
      assertThat(compiled.messages).isEmpty();
      assertThatIllegalArgumentException()
          .isThrownBy(() -> RecordCodec.of(compiled.load("game.R")))
          .withMessageStartingWith("R.");
    }
  }

  @Test
  void acceptsAliasesAsDefaults() throws IOException {
    String type = "enum E { STONE, @Alias(\"WOOD\") PLANK }";
    assertThat(message(type, "@DefaultValue(\"\\\"WOOD\\\"\") E t")).isEmpty();
  }

  @Test
  void rejectsAliasesWithoutEffect() throws IOException {
    assertThat(message("", "@OtherKeys @Alias(\"b\") VariantDictionary a"))
        .isEqualTo("8: @Alias cannot be used with @OtherKeys");
    assertThat(message("@Alias(\"b\") enum E { A }", "E e"))
        .isEqualTo("8: @Alias is allowed on constants, not on an enum");
    assertThat(whole("@Alias(\"b\") @GodotRecord record R(int a) {}"))
        .isEqualTo("6: @Alias is allowed only on records of a sealed interface with @GodotRecord");
    assertThat(
            whole(
                "@GodotRecord sealed interface R { @Alias(\"b\") sealed interface S extends R {}"
                    + " @GodotRecord record P(int a) implements S {} }"))
        .isEqualTo("6: @Alias is not allowed on a sealed interface");
  }

  @Test
  void rejectsAmbiguousConstantsAndRecords() throws IOException {
    assertThat(message("enum E { A, @Alias(\"A\") B }", "E e"))
        .isEqualTo("8: two constants have the name \"A\"");
    assertThat(message("enum E { @DefaultConstant A, @DefaultConstant B }", "E e"))
        .isEqualTo("8: two constants have @DefaultConstant");
    assertThat(
            whole(
                "@GodotRecord sealed interface R { @GodotRecord record P(int a) implements R {}"
                    + " @GodotRecord @Alias(\"P\") record Q(int a) implements R {} }"))
        .isEqualTo("6: permits two records with the name \"P\"");
  }

  /** All annotations are claimed. */
  @Test
  void compilesWithoutWarnings() throws IOException {
    String source =
        """
        package game;
        import io.github.godotvariant.VariantDictionary;
        import io.github.godotvariant.records.*;
        import java.util.*;
        /** A record. */
        @GodotRecord
        public record R(
            @Key("a") @Alias("b") @DefaultValue("1") long c,
            @Packed List<Long> packed,
            @Typed List<@AsStringName String> typed,
            @AsNumber E number,
            List<@AdaptedBy(A.class) UUID> ids,
            @OtherKeys VariantDictionary others) {
          /** An enum. */
          public enum E { @DefaultConstant X }
          /** An adapter. */
          public static final class A implements ValueAdapter<UUID, String> {
            /** Creates an adapter. */
            public A() {}
            @Override
            public String toStored(UUID value) {
              return value.toString();
            }
            @Override
            public UUID fromStored(String stored) {
              return UUID.fromString(stored);
            }
          }
        }
        """;
    try (Compiled compiled = Compiled.of(Map.of("game/R.java", source), "-Xlint:all")) {
      assertThat(compiled.messages).isEmpty();
      assertThat(compiled.generated()).containsOnlyKeys("RGodotCodec.java");
    }
  }

  @Test
  void rejectsUnsuitableTypesOfComponents() throws IOException {
    assertThat(message("record P(int a) {}", "P p"))
        .isEqualTo(
            "8: the record P needs @GodotRecord, or the components of a vector, quaternion or"
                + " color");
    assertThat(message("record P(float x, float y) {}", "P p")).isEmpty();
    assertThat(message("record P(float x, int y) {}", "P p")).contains("needs @GodotRecord");
    assertThat(message("enum E { @Key(\"x\") A, @Key(\"x\") B }", "E e"))
        .isEqualTo("8: two constants have the name \"x\"");
    assertThat(message("@GodotRecord record Box<T>(T t) {}", "Box b"))
        .isEqualTo("8: game.Box has no type arguments");
    assertThat(message("@GodotRecord record Box<T>(T t) {}", "Box<Thread> b"))
        .contains("Thread has no type");
    assertThat(message("@GodotRecord record Box<T>(T[] t) {}", "Box<Long> b"))
        .isEqualTo("6: an array of T cannot be created");
    assertThat(message("class Own { @interface Nullable {} }", "@Own.Nullable Long n"))
        .contains("is not available at run time; use that of JSpecify, or an Optional");
  }

  private static String whole(String source) throws IOException {
    try (Compiled compiled =
        Compiled.of(Map.of("game/R.java", HEAD + source), "-Xlint:-auxiliaryclass")) {
      return compiled.messages.isEmpty() ? "" : compiled.messages.get(0);
    }
  }

  @Test
  void rejectsUnsuitableDeclarations() throws IOException {
    assertThat(whole("@GodotRecord class R {}"))
        .isEqualTo("6: @GodotRecord is allowed only on records and sealed interfaces");
    assertThat(whole("@GodotRecord interface R {}"))
        .isEqualTo("6: @GodotRecord is allowed only on records and sealed interfaces");
    assertThat(whole("class R { @GodotRecord private record P(int a) {} }"))
        .isEqualTo("6: P must not be private or in a private type; generated code has no access");
    assertThat(whole("@GodotRecord sealed interface R { record P(int a) implements R {} }"))
        .startsWith("6: permits P, which is not a record with @GodotRecord");
    assertThat(
            whole(
                "@GodotRecord sealed interface R { @GodotRecord record P(int a) implements R {}"
                    + " @GodotRecord @Key(\"P\") record Q(int a) implements R {} }"))
        .isEqualTo("6: permits two records with the name \"P\"");
    assertThat(
            whole(
                "@GodotRecord sealed interface R { @GodotRecord record P(int type) implements R {}"
                    + " }"))
        .isEqualTo("6: the key \"type\" is the type key; choose another one with typeKey or @Key");
    assertThat(
            whole(
                "@GodotRecord(unknownKeys = UnknownKeys.REFUSE) record R(@OtherKeys"
                    + " VariantDictionary d) {}"))
        .isEqualTo("6: @OtherKeys cannot be used with UnknownKeys.REFUSE");
  }

  /** Names that generated code has itself, or Java; packages of none; many components. */
  @Test
  void acceptsUnusualKeys() throws IOException {
    assertThat(
            whole(
                """
                @GodotRecord record R(long in, long at, long end, long size, long word, long bytes,
                  long pairs, long known, long keys, long present, long remaining, long depth, long out, long record,
                  long from, long to, long pair, long key, long aB, long a_b, long element,
                  List<Long> list, List<Long> read, List<Long> List, long KEYS$, String Key,
                  @io.github.godotvariant.records.Key("\\"quoted\\\\") long q,
                  @io.github.godotvariant.records.Key("ü") long u,
                  @io.github.godotvariant.records.Key("") long none, R.Vector2 own,
                  List<Codecs> codecs, io.github.godotvariant.Vector2 theirs) {
                  @GodotRecord record Vector2(String String) {}
                }
                @GodotRecord record Codecs(Optional<Codecs> in) {}
                @GodotRecord record Key(Map<Key, List<Key>> key) {}
                @GodotRecord record GeneratedCodec() {}
                """))
        .isEmpty();
    StringBuilder many = new StringBuilder("@GodotRecord record Many(long c0");
    for (int i = 1; i < 120; i++) {
      many.append(", long c").append(i);
    }
    assertThat(whole(many.append(") {}").toString())).isEmpty();
    try (Compiled compiled =
        Compiled.of(
            Map.of(
                "R.java",
                "@io.github.godotvariant.records.GodotRecord public record R(int a) {}"))) {
      assertThat(compiled.messages).isEmpty();
    }
  }

  /** The processor reports that the library is missing. */
  @Test
  void rejectsMissingLibrary() throws Exception {
    URL own = RecordProcessor.class.getProtectionDomain().getCodeSource().getLocation();
    try (URLClassLoader alone =
        new URLClassLoader(new URL[] {own}, ClassLoader.getPlatformClassLoader())) {
      Processor processor =
          (Processor)
              alone
                  .loadClass(RecordProcessor.class.getName())
                  .getDeclaredConstructor()
                  .newInstance();
      try (Compiled compiled =
          Compiled.with(
              processor, Map.of("game/R.java", HEAD + "@GodotRecord record R(int a) {}"))) {
        assertThat(compiled.messages)
            .contains(
                "-1: the records processor needs godot-variant.jar next to it on the processor"
                    + " path");
      }
    }
  }

  /** All components are reported in one run. */
  @Test
  void reportsAllComponents() throws IOException {
    String source =
        HEAD + "@GodotRecord record R(\nThread a,\nlong b,\nThread c,\n@Key(\"b\") long d) {}";
    try (Compiled compiled = Compiled.of(Map.of("game/R.java", source))) {
      assertThat(compiled.messages)
          .containsExactly(
              "7: Thread has no type in Godot; use an interface such as List or Map, an adapter, or"
                  + " Variant",
              "9: Thread has no type in Godot; use an interface such as List or Map, an adapter, or"
                  + " Variant",
              "10: the key \"b\" is used twice");
    }
  }

  /** An earlier release generated invalid Java for these records. */
  @Test
  void acceptsTypeVariables() throws IOException {
    assertThat(
            whole(
                "@GodotRecord record R(@io.github.godotvariant.records.Key(\"a\\n"
                    + "b\\u007f7\") long a) {}"))
        .isEmpty();
    assertThat(whole("@GodotRecord record R<T extends Variant>(T x, List<T> y, T[] z) {}"))
        .isEqualTo("6: an array of T cannot be created");
    assertThat(whole("@GodotRecord record R<T extends Variant, U>(T x, List<T> y, U z) {}"))
        .isEmpty();
    assertThat(whole("@GodotRecord record R(@DefaultValue(\"1\") long foo_, long hasFOO) {}"))
        .isEmpty();
    try (Compiled compiled =
        Compiled.of(
            Map.of(
                "R.java",
                "@io.github.godotvariant.records.GodotRecord public record R<T>(T t, Mood mood) {}",
                "Mood.java",
                "public enum Mood { GOOD }"))) {
      assertThat(compiled.messages).isEmpty();
    }
  }

  @Test
  void generatesSameCodeEachTime() throws IOException {
    try (Compiled once = RecordSources.compiled();
        Compiled again = RecordSources.compiled()) {
      Map<String, String> generated = new TreeMap<>(once.generated());
      assertThat(generated).hasSizeGreaterThan(10).isEqualTo(new TreeMap<>(again.generated()));
      assertThat(generated.get("UpdateGodotCodec.java"))
          .doesNotContain("\t")
          .contains("ComponentKey SEQ = ComponentKey.of(\"seq\", \"Update.seq\");");
    }
  }
}
