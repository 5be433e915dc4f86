package io.github.godotvariant.records.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Map;
import java.util.TreeMap;
import javax.annotation.processing.Processor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What cannot work is said when it is compiled, where it stands. */
class MistakesTest {
  private static final String HEAD =
      """
      package game;
      import io.github.godotvariant.*;
      import io.github.godotvariant.records.*;
      import java.util.*;
      import org.jspecify.annotations.Nullable;
      """;

  /** The first message for a record with a component on line 8. */
  private static String message(String before, String component) throws IOException {
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
          Thread t|Thread has no form in Godot; Variant takes every value
          List<Thread> t|Thread has no form in Godot; Variant takes every value
          Map<Thread, Long> t|Thread has no form in Godot; Variant takes every value
          List t|java.util.List does not say what is in it
          List<?> t|? is not one type
          List<? extends Number> t|? extends java.lang.Number is not one type
          List<Optional<Long>> t|only a component itself is optional; @Nullable is for elements
          Optional<Thread> t|Thread has no form in Godot; Variant takes every value
          char[] t|there is no packed array of char
          @Packed List<Boolean> t|there is no packed array of java.lang.Boolean
          @Packed String t|@Packed is for Lists, Sets and arrays
          @Typed String t|@Typed is for Lists, Sets, arrays and Maps
          @AsNumber String t|@AsNumber is for enums
          @AsStringName long t|@AsStringName is for Strings and enums
          @Nullable int t|a primitive is never null
          @OtherKeys Map<String, Variant> t|only a VariantDictionary takes all other keys
          @DefaultValue("1") Optional<Long> t|what has a default is never absent
          @DefaultValue("1") @Nullable Long t|what has a default is never absent
          @DefaultValue("'x'") long t|the default is not written as a value, such as 7, "idle" in quotes or Vector3(0, 0, 0):
          @DefaultValue("idle") String s|the default is not written as a value, such as 7, "idle" in quotes
          @DefaultValue("300") byte b|the default 300 is not from -128 to 127
          @DefaultValue("-32769") short s|the default -32769 is not from -32768 to 32767
          @DefaultValue("99999999999") int n|the default 99999999999 is not from -2147483648 to 2147483647
          @DefaultValue("\\"NOPE\\"") Thread.State e|the default "NOPE" is no constant of State: [NEW,
          @DefaultValue("1.5") long t|the default is a value of another type: float
          long a, @Key("a") long t|there is another key "a"
          """)
  void components(String component, String message) throws IOException {
    assertThat(message("", component)).startsWith("8: " + message);
  }

  @Test
  void recordsOfRecords() throws IOException {
    assertThat(message("record P(int a) {}", "P p"))
        .isEqualTo(
            "8: the record P needs @GodotRecord, or the components of a vector, quaternion or"
                + " color");
    assertThat(message("record P(float x, float y) {}", "P p")).isEmpty();
    assertThat(message("record P(float x, int y) {}", "P p")).contains("needs @GodotRecord");
    assertThat(message("enum E { @Key(\"x\") A, @Key(\"x\") B }", "E e"))
        .isEqualTo("8: two constants have the name \"x\"");
    assertThat(message("@GodotRecord record Box<T>(T t) {}", "Box b"))
        .isEqualTo("8: game.Box does not say what is in it");
    assertThat(message("@GodotRecord record Box<T>(T t) {}", "Box<Thread> b"))
        .contains("Thread has no form");
    assertThat(message("@GodotRecord record Box<T>(T[] t) {}", "Box<Long> b"))
        .isEqualTo("6: an array of T cannot be made");
    assertThat(message("class Own { @interface Nullable {} }", "@Own.Nullable Long n"))
        .contains("is not kept");
  }

  private static String whole(String source) throws IOException {
    try (Compiled compiled =
        Compiled.of(Map.of("game/R.java", HEAD + source), "-Xlint:-auxiliaryclass")) {
      return compiled.messages.isEmpty() ? "" : compiled.messages.get(0);
    }
  }

  @Test
  void types() throws IOException {
    assertThat(whole("@GodotRecord class R {}"))
        .isEqualTo("6: @GodotRecord is for records and sealed interfaces of records");
    assertThat(whole("@GodotRecord interface R {}"))
        .isEqualTo("6: @GodotRecord is for records and sealed interfaces of records");
    assertThat(whole("class R { @GodotRecord private record P(int a) {} }"))
        .startsWith("6: is private, or in something private");
    assertThat(whole("@GodotRecord sealed interface R { record P(int a) implements R {} }"))
        .startsWith("6: permits P, which is no record with @GodotRecord");
    assertThat(
            whole(
                "@GodotRecord sealed interface R { @GodotRecord record P(int a) implements R {}"
                    + " @GodotRecord @Key(\"P\") record Q(int a) implements R {} }"))
        .isEqualTo("6: permits two records with the name \"P\"");
    assertThat(
            whole(
                "@GodotRecord sealed interface R { @GodotRecord record P(int type) implements R {}"
                    + " }"))
        .isEqualTo("6: there is another key \"type\"");
    assertThat(
            whole(
                "@GodotRecord(unknownKeys = UnknownKeys.REFUSE) record R(@OtherKeys"
                    + " VariantDictionary d) {}"))
        .isEqualTo("6: unknown keys are refused: there are none to take");
  }

  /** Names that generated code has itself, or Java; packages of none; many components. */
  @Test
  void strangeNames() throws IOException {
    assertThat(
            whole(
                """
                @GodotRecord record R(long in, long at, long end, long size, long word, long bytes,
                  long pairs, long known, long keys, long seen, long depth, long out, long record,
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

  /** Without the library beside it, the processor says so. */
  @Test
  void withoutTheLibrary() throws Exception {
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

  /** All of them at once. */
  @Test
  void allComponents() throws IOException {
    String source =
        HEAD + "@GodotRecord record R(\nThread a,\nlong b,\nThread c,\n@Key(\"b\") long d) {}";
    try (Compiled compiled = Compiled.of(Map.of("game/R.java", source))) {
      assertThat(compiled.messages)
          .containsExactly(
              "7: Thread has no form in Godot; Variant takes every value",
              "9: Thread has no form in Godot; Variant takes every value",
              "10: there is another key \"b\"");
    }
  }

  /** What is generated for these once was no Java. */
  @Test
  void strangeTypes() throws IOException {
    assertThat(
            whole(
                "@GodotRecord record R(@io.github.godotvariant.records.Key(\"a\\n"
                    + "b\\u007f7\") long a) {}"))
        .isEmpty();
    assertThat(whole("@GodotRecord record R<T extends Variant>(T x, List<T> y, T[] z) {}"))
        .isEqualTo("6: an array of T cannot be made");
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
  void theSameEachTime() throws IOException {
    try (Compiled once = LawSources.compiled();
        Compiled again = LawSources.compiled()) {
      Map<String, String> generated = new TreeMap<>(once.generated());
      assertThat(generated).hasSizeGreaterThan(10).isEqualTo(new TreeMap<>(again.generated()));
      assertThat(generated.get("UpdateGodotCodec.java"))
          .doesNotContain("\t")
          .contains("ComponentKey SEQ = ComponentKey.of(\"seq\", \"Update.seq\");");
    }
  }
}
