package io.github.godotvariant.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.records.GodotRecord;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.exc.InvalidDefinitionException;

/**
 * Records in Java with the metadata of Kotlin. They are compiled here, because Spring needs the
 * Kotlin library if the class path contains {@code kotlin.Metadata}.
 */
class KotlinDefaultArgumentsTest {
  private static final byte[] EMPTY = VariantCodec.GODOT_4.encode(VariantDictionary.EMPTY);

  private static final String METADATA =
      """
      package kotlin;
      import java.lang.annotation.*;
      @Retention(RetentionPolicy.RUNTIME)
      public @interface Metadata {
        String[] d1();
        String[] d2() default {};
      }
      """;

  /** The metadata of a constructor with one parameter, which has a default argument. */
  private static final String PLAYER =
      """
      package game;
      import io.github.godotvariant.VariantDictionary;
      import io.github.godotvariant.records.*;
      import java.lang.annotation.*;
      @GodotRecord
      @kotlin.Metadata(d1 = "\\0\\0B\\4\\22\\2\\10\\2")
      public record Player(COMPONENT) {
        @Retention(RetentionPolicy.RUNTIME)
        public @interface Nullable {}
      }
      """;

  @TempDir Path folder;

  private Class<?> player(String component) throws Exception {
    Path metadata = Files.writeString(folder.resolve("Metadata.java"), METADATA);
    Path player =
        Files.writeString(folder.resolve("Player.java"), PLAYER.replace("COMPONENT", component));
    URL core = GodotRecord.class.getProtectionDomain().getCodeSource().getLocation();
    String[] args = {
      "-cp", "" + Path.of(core.toURI()), "-d", "" + folder, "" + metadata, "" + player
    };
    assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, args)).isZero();
    URL[] compiled = {folder.toUri().toURL()};
    return new URLClassLoader(compiled, getClass().getClassLoader()).loadClass("game.Player");
  }

  @Test
  void rejectsUnusedDefaultArgumentUnlessLenient() throws Exception {
    Class<?> player = player("@Player.Nullable String name");
    Object value = player.getConstructor(String.class).newInstance("Ada");
    String message = "Player.name: the default argument is not used for a missing key";
    GodotMapper mapper = new GodotMapper();
    assertThatExceptionOfType(InvalidDefinitionException.class)
        .isThrownBy(() -> mapper.readValue(EMPTY, player))
        .withMessageContaining(message);
    assertThatExceptionOfType(InvalidDefinitionException.class)
        .isThrownBy(() -> mapper.writeValueAsBytes(value))
        .withMessageContaining(message);
    GodotMapper lenient = GodotMapper.builder().lenient().build();
    assertThat(lenient.readValue(EMPTY, player)).hasToString("Player[name=null]");
  }

  @ParameterizedTest
  @CsvSource({
    "@DefaultValue(\"1\") int level, Player[level=1]",
    "@OtherKeys VariantDictionary rest, Player[rest={}]"
  })
  void acceptsDefaultArgumentWithDefaultForMissingKey(String component, String text)
      throws Exception {
    assertThat(new GodotMapper().readValue(EMPTY, player(component))).hasToString(text);
  }
}
