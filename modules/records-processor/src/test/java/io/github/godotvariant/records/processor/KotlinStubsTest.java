package io.github.godotvariant.records.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Processes Java sources as kapt writes them for Kotlin classes. */
class KotlinStubsTest {
  private static final String METADATA =
      "package kotlin; public @interface Metadata { String[] d1() default {}; }";

  private static final String NULLABLE =
      """
      package org.jetbrains.annotations;
      import java.lang.annotation.*;
      @Retention(RetentionPolicy.CLASS)
      @Target({ElementType.METHOD, ElementType.FIELD, ElementType.PARAMETER})
      public @interface Nullable {}
      """;

  /** {@code data class Player(val id: Long, val name: String?, val level: Int = 1)}. */
  private static final String DATA =
      "\\000,\\012\\002\\030\\002\\012\\002\\030\\002\\012\\000\\012\\002\\020\\011"
          + "\\012\\000\\012\\002\\020\\016\\012\\000\\012\\002\\020\\010\\012\\002\\010"
          + "\\013\\012\\002\\020\\013\\012\\000\\012\\002\\020\\000\\012\\002\\010\\002"
          + "\\010\\206\\010\\030\\0002\\0020\\001B#\\022\\006\\020\\002\\032\\0020\\003"
          + "\\022\\010\\020\\004\\032\\004\\030\\0010\\005\\022\\010\\010\\002\\020\\006"
          + "\\032\\0020\\007\\242\\006\\004\\010\\010\\020\\011B\\021\\010\\026\\022"
          + "\\006\\020\\002\\032\\0020\\003\\242\\006\\004\\010\\010\\020\\012";

  private static Compiled compile(String source) throws IOException {
    return Compiled.of(
        Map.of(
            "kotlin/Metadata.java",
            METADATA,
            "kotlin/jvm/JvmRecord.java",
            "package kotlin.jvm; public @interface JvmRecord {}",
            "org/jetbrains/annotations/Nullable.java",
            NULLABLE,
            "game/Player.java",
            "package game; import io.github.godotvariant.records.*;\n" + source),
        "-proc:only");
  }

  private static String player(String annotation, String level) {
    return """
        @GodotRecord
        @kotlin.Metadata(d1 = {"%s"})
        %s
        public final class Player {
          @Key("key")
          private final long id = 0L;
          @org.jetbrains.annotations.Nullable() private final java.lang.String name = null;
          private final int level = 0;
          public Player(long id, @AsStringName() String name, %s int level) {}
          public Player(long id) {}
          public final long id() { return 0L; }
          public final java.lang.String name() { return null; }
          public final int level() { return 0; }
        }
        """
        .formatted(DATA, annotation, level);
  }

  @Test
  void generatesCodeForRecord() throws IOException {
    try (Compiled compiled = compile(player("@kotlin.jvm.JvmRecord", "@DefaultValue(\"1\")"))) {
      assertThat(compiled.messages).isEmpty();
      assertThat(compiled.generated().get("PlayerGodotCodec.java"))
          .contains("ComponentKey.of(\"key\", \"Player.id\")")
          .contains("if (name != null) {")
          .contains("out.putName(NAME, name);")
          .contains("level = (int) keys.adapter(2).absent(in);")
          .contains("return new Player(id, name, level);");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''|''|only on records and sealed interfaces; add @JvmRecord to the Kotlin data class
          @kotlin.jvm.JvmRecord|''|add @DefaultValue
          @kotlin.jvm.JvmRecord|@DefaultValue("x")|the default is not a value
          """)
  void rejectsOtherClasses(String annotation, String level, String message) throws IOException {
    try (Compiled compiled = compile(player(annotation, level))) {
      assertThat(compiled.messages).hasSize(1);
      assertThat(compiled.messages.get(0)).contains(message);
    }
  }

  @Test
  void acceptsRecordsOfSealedInterface() throws IOException {
    String source =
        """
        @GodotRecord
        @kotlin.Metadata()
        abstract interface Weapon {
          @GodotRecord
          @Alias({"blade"})
          @kotlin.jvm.JvmRecord
          public static final class Sword implements Weapon {
            private final int type = 0;
            public Sword(int type) {}
            public final int type() { return 0; }
          }
        }
        """;
    try (Compiled compiled = compile(source)) {
      assertThat(compiled.messages).containsExactly("9: the key \"type\" is used twice");
    }
  }
}
