package io.github.godotvariant.records.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.records.RecordCodec;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Data classes of Kotlin, as kapt shows them to the processor. */
class KotlinStubTest {
  private static final VariantDictionary COMPLETE =
      VariantDictionary.builder()
          .put("id", 7)
          .put("title", "Ada")
          .put("state", "run")
          .put("is_alive", true)
          .put("tags", VariantArray.of("a", Variant.NIL))
          .put("weapons", VariantArray.of(VariantDictionary.of("type", "bow", "range", 1.5)))
          .put("level", 3)
          .build();

  private static Compiled compile(String before, String after) throws IOException {
    Map<String, String> sources = new LinkedHashMap<>();
    for (String name : new String[] {"Hero", "Weapon"}) {
      sources.put("game/" + name + ".java", RecordSources.text("kotlin/" + name));
    }
    assertThat(sources.values()).anyMatch(text -> text.contains(before));
    sources.replaceAll((name, text) -> text.replace(before, after));
    for (String name : new String[] {"Nullable", "NotNull"}) {
      sources.put(
          "org/jetbrains/annotations/" + name + ".java",
          "package org.jetbrains.annotations; public @interface " + name + " {}");
    }
    return Compiled.of(sources);
  }

  @Test
  void generatesSameResultsAsReflection() throws IOException {
    try (Compiled compiled = compile("", "")) {
      assertThat(compiled.messages).isEmpty();
      @SuppressWarnings("unchecked") // any class
      Class<Object> type = (Class<Object>) compiled.load("game.Hero");
      RecordCodec<Object> fast = RecordCodec.of(type);
      RecordCodec<Object> slow = RecordCodec.of(MethodHandles.lookup(), type);
      assertThat(fast.isGenerated()).isTrue();
      assertThat(slow.isGenerated()).isFalse();
      for (VariantDictionary value :
          new VariantDictionary[] {COMPLETE, COMPLETE.without("title").without("level")}) {
        Object hero = slow.fromVariant(value);
        assertThat(fast.fromVariant(value)).usingRecursiveComparison().isEqualTo(hero);
        assertThat(fast.encode(hero)).isEqualTo(slow.encode(hero));
      }
    }
  }

  @Test
  void callsGettersAndPrimaryConstructor() throws IOException {
    try (Compiled compiled = compile("", "")) {
      assertThat(compiled.generated().get("HeroGodotCodec.java"))
          .contains(
              "out.put(ID, value.getId());",
              "String name = value.getName();",
              "out.putName(STATE, value.getState());",
              "out.put(IS_ALIVE, value.isAlive());",
              "out.put(keys, 5, value.getWeapons());",
              "return new Hero(id, name, state, isAlive, tags, weapons, level);")
          .doesNotContain("getPower");
    }
  }

  /** The stubs of sealed interfaces lack the modifier. */
  @Test
  void readsSealedInterfaceFromMetadata() throws IOException {
    try (Compiled compiled = compile(" sealed ", " ")) {
      assertThat(compiled.messages).isEmpty();
      assertThat(compiled.generated())
          .containsKeys("Weapon_BowGodotCodec.java", "Weapon_SwordGodotCodec.java");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          @io.github.godotvariant.records.DefaultValue(value = "1")||the default argument is not used for a missing key; add @DefaultValue, or
          public Hero(long id, @|private Hero(long id, @|the primary constructor is private; generated code has no access
          getId|getId$main|has no getter getId(): a component must be a public property without the type of a value class
          "", "id"|"", "long"|the property "long" has no field; its name must not be reserved in Java
          "\\000L|"\\000\\377\\177|the Kotlin metadata ends early
          010w|010\\006|@GodotRecord is allowed only on records and sealed interfaces, and on data classes of Kotlin
          "sword"|"bow"|permits two records with the name "bow"
          Key(value = "title")|Key(value = "id")|the key "id" is used twice
          Key(value = "bow")|Alias("sword")|permits two records with the name "sword"
          """)
  void rejectsStub(String before, String after, String message) throws IOException {
    try (Compiled compiled = compile(before, after == null ? "" : after)) {
      assertThat(compiled.messages).isNotEmpty();
      assertThat(compiled.messages.get(0)).contains(": " + message);
    }
  }
}
