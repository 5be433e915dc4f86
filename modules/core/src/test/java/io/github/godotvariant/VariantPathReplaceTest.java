package io.github.godotvariant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VariantPathReplaceTest {
  private static final VariantDictionary SAVE =
      VariantDictionary.of(
          "gold", 100,
          "items", VariantArray.of("sword", VariantDictionary.of("count", 3)),
          "scores", VariantArray.of(1, 2).withElementType(ElementType.of(VariantType.INT)),
          "limits",
              VariantDictionary.of("a", 1)
                  .withTypes(ElementType.of(VariantType.STRING), ElementType.of(VariantType.INT)),
          "it", new ObjectValue("Node", List.of(new ObjectValue.Property("x", Variant.of(1)))));

  private static Variant replace(String path, Object value) {
    return VariantPath.parse(path).replaceIn(SAVE, Variant.of(value));
  }

  @Test
  void replacesRoot() {
    assertThat(replace("$", 5)).isEqualTo(IntValue.of(5));
  }

  @Test
  void sharesUnchangedValues() {
    VariantDictionary changed = replace("$.items[1].count", 4).asDictionary();
    assertThat(changed.getArray("items").get(1)).isEqualTo(VariantDictionary.of("count", 4));
    assertThat(changed.getArray("items").get(0)).isSameAs(SAVE.getArray("items").get(0));
    assertThat(changed.get("scores")).isSameAs(SAVE.get("scores"));
    assertThat(SAVE.getArray("items").get(1)).isEqualTo(VariantDictionary.of("count", 3));
    assertThat(changed.keys()).isEqualTo(SAVE.keys());
  }

  @Test
  void addsNewKeyElementAndProperty() {
    assertThat(replace("$.level", 2)).isEqualTo(SAVE.with("level", 2));
    assertThat(replace("$.items[2]", "bow").asDictionary().getArray("items").size()).isEqualTo(3);
    ObjectValue object = replace("$.it.y", 2).asDictionary().get("it", ObjectValue.class);
    assertThat(object.properties()).hasSize(2);
    assertThat(object.property("y")).contains(IntValue.of(2));
  }

  @Test
  void keepsTypesOfContainers() {
    VariantDictionary changed = replace("$.scores[0]", 9).asDictionary();
    assertThat(changed.getArray("scores").elementType()).isEqualTo(ElementType.of(VariantType.INT));
    assertThat(replace("$.limits.b", 9).asDictionary().getDictionary("limits").valueType())
        .isEqualTo(ElementType.of(VariantType.INT));
  }

  @Test
  void replacesLastOfEqualProperties() {
    ObjectValue.Property x = new ObjectValue.Property("x", Variant.of(1));
    ObjectValue changed = new ObjectValue("Node", List.of(x, x)).with("x", Variant.of(2));
    assertThat(changed.properties())
        .containsExactly(x, new ObjectValue.Property("x", Variant.of(2)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          $.player.name     | there is no $.player in $, which has .scores, .gold, .items, .limits, .it
          $.items[5]        | there is no $.items[5] in $.items, which has 2 elements
          $.items[-1]       | there is no $.items[-1] in $.items, which has 2 elements
          $.items.first     | there is no $.items.first in $.items, which has 2 elements
          $.gold.amount     | there is no $.gold.amount in $.gold, it is int
          $.it[0]           | there is no $.it[0] in $.it, which has .x
          $.scores[1]       | element has to be int but is String, $.scores[1]
          $.limits.a        | value has to be int but is String, $.limits.a
          $.limits[7]       | key has to be String but is int, $.limits[7]
          """)
  void rejectsMissingPathsAndWrongTypes(String path, String message) {
    assertThatThrownBy(() -> replace(path, "text"))
        .isInstanceOf(VariantTypeException.class)
        .hasMessage(message);
  }

  @Test
  void shortensAndEscapesNamesInMessages() {
    String name = "\u001b]0;x\u0007" + "N".repeat(100_000);
    VariantPath first = VariantPath.ROOT.key(Variant.of("\ud800\u202e" + name)).index(0);
    assertShort(first, ElementType.ofClass(name), "element has to be \\u001b]0;x\\u0007NNN");
    assertShort(
        first, ElementType.ofScript(name), "element has to be Resource(\"\\u001b]0;x\\u0007NNN");
    VariantPath deeper = first.key(Variant.of(name));
    assertShort(deeper, ElementType.UNTYPED, "there is no $[\"\\ud800\\u202e");
  }

  private static void assertShort(VariantPath path, ElementType type, String start) {
    Variant array = VariantArray.of(true).withElementType(type);
    Variant root = VariantDictionary.of(path.steps().get(0), array);
    assertThatThrownBy(() -> path.replaceIn(root, Variant.of(1)))
        .isInstanceOf(VariantTypeException.class)
        .hasMessageStartingWith(start)
        .message()
        .hasSizeLessThan(400)
        .doesNotContainPattern("[\\p{Cc}\\p{Cf}\\p{Cs}]");
  }
}
