package io.github.godotvariant.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.godotvariant.dialect.Dialect;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The tables of names, compared with the class lists of the engines. */
class ClassNamesTest {
  private static final Map<String, Boolean> GODOT_3 = classes("3.6");
  private static final Map<String, Boolean> GODOT_4 = classes("4.6");

  private static List<String[]> rows(String file) {
    try (InputStream in = ClassNamesTest.class.getResourceAsStream(file)) {
      String text =
          new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.US_ASCII);
      return text.lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t"))
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Map<String, Boolean> classes(String version) {
    Map<String, Boolean> classes = new HashMap<>();
    rows("classes-" + version + ".tsv").forEach(row -> classes.put(row[0], row[1].equals("true")));
    return classes;
  }

  /** Returns the type id of each pair of class and property. */
  private static Map<List<String>, Integer> properties(String version) {
    Map<List<String>, Integer> properties = new HashMap<>();
    rows("properties-" + version + ".tsv")
        .forEach(row -> properties.put(List.of(row[0], row[1]), Integer.parseInt(row[2])));
    return properties;
  }

  @Test
  void renamesClassesToClassesThatAreNewInGodot4() {
    assertThat(GODOT_3).hasSizeGreaterThan(600);
    assertThat(GODOT_4).hasSizeGreaterThan(1000);
    Map<String, String> names = ClassNames.GODOT_3_TO_4.classes();
    assertThat(names).hasSizeGreaterThan(100).containsEntry("Spatial", "Node3D");
    assertThat(names.values()).doesNotHaveDuplicates();
    names.forEach(
        (old, now) -> {
          assertThat(GODOT_3).as(old).containsEntry(old, true).doesNotContainKey(now);
          assertThat(GODOT_4).as(now).containsEntry(now, true).doesNotContainKey(old);
        });
  }

  @Test
  void renamesPropertiesOfSameType() {
    Map<List<String>, Integer> old = properties("3.6");
    Map<List<String>, Integer> now = properties("4.6");
    List<String[]> rows = RenameTables.PROPERTIES.lines().map(line -> line.split(" ", -1)).toList();
    assertThat(rows).hasSizeGreaterThan(30);
    for (String[] row : rows) {
      String newClass = ClassNames.GODOT_3_TO_4.className(row[0]);
      assertThat(GODOT_3).containsKey(row[0]);
      assertThat(GODOT_4).containsKey(newClass);
      int oldType = old.getOrDefault(List.of(row[0], row[1]), -1);
      int newType = now.getOrDefault(List.of(newClass, row[2]), -1);
      assertThat(oldType).as("%s.%s in 3.6", row[0], row[1]).isNotNegative();
      assertThat(newType).as("%s.%s in 4.6", newClass, row[2]).isNotNegative();
      assertThat(Dialect.GODOT_3.rowOf(oldType).orElseThrow().type())
          .as("%s.%s", row[0], row[1])
          .isEqualTo(Dialect.GODOT_4.rowOf(newType).orElseThrow().type());
      assertThat(old).as("new name in 3.6").doesNotContainKey(List.of(row[0], row[2]));
      assertThat(now).as("old name in 4.6").doesNotContainKey(List.of(newClass, row[1]));
      assertThat(ClassNames.GODOT_3_TO_4.property(row[0], row[1])).isEqualTo(row[2]);
      assertThat(ClassNames.GODOT_4_TO_3.property(newClass, row[2])).isEqualTo(row[1]);
    }
  }

  @Test
  void reversesTables() {
    assertThat(ClassNames.GODOT_4_TO_3.className("Node3D")).isEqualTo("Spatial");
    assertThat(ClassNames.GODOT_4_TO_3.reversed()).isEqualTo(ClassNames.GODOT_3_TO_4);
    assertThat(ClassNames.NONE.reversed()).isEqualTo(ClassNames.NONE);
    assertThat(ClassNames.NONE.className("Spatial")).isEqualTo("Spatial");
  }

  @Test
  void extendsTables() {
    ClassNames names =
        ClassNames.GODOT_3_TO_4
            .withClass("ToolButton", "Button")
            .withClass("Hero", "Heroine")
            .withProperty("Hero", "hp", "health");
    assertThat(names.className("ToolButton")).isEqualTo("Button");
    assertThat(names.className("Spatial")).isEqualTo("Node3D");
    assertThat(names.property("Hero", "hp")).isEqualTo("health");
    assertThat(names.property("Other", "hp")).isEqualTo("hp");
    assertThat(names.properties()).containsEntry("Hero", Map.of("hp", "health"));
    assertThat(ClassNames.GODOT_3_TO_4.properties()).doesNotContainKey("Hero");
    assertThat(names.reversed().property("Heroine", "health")).isEqualTo("hp");
    assertThat(names)
        .isNotEqualTo(ClassNames.GODOT_3_TO_4)
        .hasToString(
            "ClassNames["
                + (ClassNames.GODOT_3_TO_4.classes().size() + 2)
                + " classes, "
                + (RenameTables.PROPERTIES.lines().count() + 1)
                + " properties]");
    assertThatIllegalArgumentException().isThrownBy(() -> names.withClass("A", ""));
    assertThatIllegalArgumentException().isThrownBy(() -> names.withProperty("", "a", "b"));
  }
}
