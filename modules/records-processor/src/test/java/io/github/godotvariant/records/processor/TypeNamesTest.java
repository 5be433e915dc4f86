package io.github.godotvariant.records.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.godotvariant.StringName;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.RecordCodec;
import io.github.godotvariant.records.generated.GeneratedCodec;
import io.github.godotvariant.testsupport.JavaProcess;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Names that Java allows, and hardly anybody uses. */
class TypeNamesTest {
  /** A package with a capital, lower-case classes and dollars everywhere. */
  private static final Map<String, String> UNUSUAL =
      Map.of(
          "com/Foo/bar/Up$date.java",
          """
          package com.Foo.bar;
          import io.github.godotvariant.records.DefaultValue;
          import io.github.godotvariant.records.GodotRecord;
          import java.util.List;
          import java.util.Optional;
          /** Unusual. */
          @GodotRecord
          public record Up$date(
              long id,
              lower.inner one,
              List<lower.inner> many,
              lower.Deep.mood mood,
              lower.spot spot,
              a$b.C$d.e dollar,
              Optional<a$b.C$d.e> more,
              a$b.lower.inner other,
              @DefaultValue("3") int x,
              String has$x,
              String x_has,
              String keys$,
              String type$,
              String type$key) {}
          """,
          "com/Foo/bar/lower.java",
          """
          package com.Foo.bar;
          import io.github.godotvariant.records.GodotRecord;
          import java.util.Optional;
          /** Holds others. */
          public final class lower {
            private lower() {}
            /** A record. */
            @GodotRecord
            public record inner(int n, Optional<inner> more) {}
            /** Holds another. */
            public static final class Deep {
              private Deep() {}
              /** An enum. */
              public enum mood { GOOD, BAD }
            }
            /** A Vector2. */
            public record spot(float x, float y) {}
          }
          """,
          "a$b/C$d.java",
          """
          package a$b;
          import io.github.godotvariant.records.GodotRecord;
          /** Holds another. */
          public final class C$d {
            private C$d() {}
            /** A record. */
            @GodotRecord
            public record e(String t) {}
          }
          """,
          "a$b/lower.java",
          """
          package a$b;
          import io.github.godotvariant.records.GodotRecord;
          /** As another is called. */
          public final class lower {
            private lower() {}
            /** A record. */
            @GodotRecord
            public record inner(boolean yes) {}
          }
          """);

  private static final VariantDictionary UNUSUAL_VALUE =
      VariantDictionary.builder()
          .put("id", 7)
          .put("one", VariantDictionary.of("n", 1))
          .put("many", VariantArray.of(VariantDictionary.of("n", 2)))
          .put("mood", "BAD")
          .put("spot", new Vector2(1, 2))
          .put("dollar", VariantDictionary.of("t", "text"))
          .put("other", VariantDictionary.of("yes", true))
          .put("x", 4)
          .put("has$x", "h")
          .put("x_has", "i")
          .put("keys$", "k")
          .put("type$", "t")
          .put("type$key", "u")
          .build();

  private static final String UNUSUAL_TEXT =
      "Up$date[id=7, one=inner[n=1, more=Optional.empty],"
          + " many=[inner[n=2, more=Optional.empty]], mood=BAD, spot=spot[x=1.0, y=2.0],"
          + " dollar=e[t=text], more=Optional.empty, other=inner[yes=true], x=4, has$x=h, x_has=i,"
          + " keys$=k, type$=t, type$key=u]";

  /** Classes that are called as what generated code needs itself. */
  private static Map<String, String> likeOthers(String head) {
    Map<String, String> sources = new LinkedHashMap<>();
    for (String name :
        List.of(
            "Object",
            "Override",
            "Class",
            "Math",
            "IndexOutOfBoundsException",
            "SuppressWarnings",
            "List",
            "ArrayList",
            "Collections",
            "Generated",
            "GeneratedCodec",
            "RecordAccess",
            "RecordWriter",
            "ComponentKey",
            "Optional")) {
      sources.put(name + ".java", head + "/** Another. */ enum " + name + " { ONE }");
    }
    sources.put(
        "Vector3.java", head + "/** A Vector3. */ record Vector3(float x, float y, float z) {}");
    sources.put(
        "RecordReader.java",
        head
            + "/** A record. */ @io.github.godotvariant.records.GodotRecord"
            + " public record RecordReader(String t) {}");
    sources.put(
        "Key.java",
        head
            + """
            /** A record. */
            @io.github.godotvariant.records.GodotRecord
            public record Key(
                Vector3 own,
                io.github.godotvariant.Vector3 theirs,
                java.util.List<RecordReader> records,
                java.util.Optional<String> absent,
                List list,
                Object object,
                @io.github.godotvariant.records.OtherKeys
                io.github.godotvariant.VariantDictionary rest) {}
            """);
    return sources;
  }

  private static final VariantDictionary LIKE_OTHERS_VALUE =
      VariantDictionary.of(
          "own",
          new Vector3(1, 2, 3),
          "theirs",
          new Vector3(4, 5, 6),
          "records",
          VariantArray.of(VariantDictionary.of("t", "a")),
          "absent",
          "here",
          "list",
          "ONE",
          "object",
          StringName.of("ONE"));

  private static final String LIKE_OTHERS_TEXT =
      "Key[own=Vector3[x=1.0, y=2.0, z=3.0], theirs=Vector3(4, 5, 6), records=[RecordReader[t=a]],"
          + " absent=Optional[here], list=ONE, object=ONE, rest={}]";

  @Test
  void acceptsUnusualNames() throws IOException {
    try (Compiled compiled = Compiled.of(UNUSUAL)) {
      check(compiled, "com.Foo.bar.Up$date", UNUSUAL_VALUE, UNUSUAL_TEXT);
      assertThat(compiled.load("com.Foo.bar.lower_innerGodotCodec")).isNotNull();
    }
  }

  @Test
  void acceptsNamesOfImportedClasses() throws IOException {
    try (Compiled compiled = Compiled.of(likeOthers("package game; "))) {
      check(compiled, "game.Key", LIKE_OTHERS_VALUE, LIKE_OTHERS_TEXT);
    }
  }

  @Test
  void acceptsNamesOfImportedClassesInUnnamedPackage() throws IOException {
    try (Compiled compiled = Compiled.of(likeOthers(""))) {
      check(compiled, "Key", LIKE_OTHERS_VALUE, LIKE_OTHERS_TEXT);
    }
  }

  /** Generated code is there, is taken, and reads and writes the value. */
  private static void check(Compiled compiled, String name, VariantDictionary value, String text) {
    assertThat(compiled.messages).isEmpty();
    @SuppressWarnings("unchecked") // any record
    Class<Object> type = (Class<Object>) compiled.load(name);
    assertThat(GeneratedCodec.find(type)).as(name).isNotNull();
    RecordCodec<Object> codec = RecordCodec.of(type);
    byte[] bytes = VariantCodec.GODOT_4.encode(value);
    assertThat(codec.decode(bytes)).hasToString(text);
    assertThat(codec.decode(codec.encode(codec.decode(bytes)))).hasToString(text);
  }

  /** The same in modules that open nothing. */
  @Test
  void acceptsUnusualNamesInModule() throws IOException, InterruptedException, URISyntaxException {
    Path core =
        Path.of(GodotRecord.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    assumeTrue(
        !Files.isDirectory(core) || Files.exists(core.resolve("module-info.class")),
        "not compiled as a module");
    Map<String, String> sources = new LinkedHashMap<>(UNUSUAL);
    sources.put("module-info.java", "module Game.$x { requires io.github.godotvariant; }");
    sources.put(
        "com/Foo/bar/Main.java",
        """
        package com.Foo.bar;
        import io.github.godotvariant.records.RecordCodec;
        import java.util.HexFormat;
        /** Prints a record that it has written and read once more. */
        public final class Main {
          private Main() {}
          /** Prints. */
          public static void main(String[] arguments) {
            RecordCodec<Up$date> codec = RecordCodec.of(Up$date.class);
            byte[] bytes = HexFormat.of().parseHex(arguments[0]);
            System.out.print(codec.decode(codec.encode(codec.decode(bytes))));
          }
        }
        """);
    try (Compiled compiled = Compiled.of(sources, "--module-path", core.toString())) {
      assertThat(compiled.messages).isEmpty();
      byte[] bytes = VariantCodec.GODOT_4.encode(UNUSUAL_VALUE);
      String printed =
          JavaProcess.run(
              "--module-path",
              core + File.pathSeparator + compiled.folder,
              "--module",
              "Game.$x/com.Foo.bar.Main",
              HexFormat.of().formatHex(bytes));
      assertThat(printed).isEqualTo(UNUSUAL_TEXT);
    }
  }
}
