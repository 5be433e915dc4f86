package io.github.godotvariant.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.MalformedTextException;
import io.github.godotvariant.ReadLimits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Element types of arrays and dictionaries in text. */
class TypedContainerTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "Array[float]([1, true, 2.5])|Array[float]([1.0, 1.0, 2.5])",
        "Array[int]([true, 2.7, -2.7])|Array[int]([1, 2, -2])",
        "Array[bool]([0, -3, 0.5, nan])|Array[bool]([false, true, true, true])",
        "Array[String]([&\"a\", NodePath(\"b:c\")])|Array[String]([\"a\", \"b:c\"])",
        "Array[StringName]([\"a\"])|Array[StringName]([&\"a\"])",
        "Array[NodePath]([\"a/b:c\"])|Array[NodePath]([NodePath(\"a/b:c\")])",
        "Array[Vector2i]([Vector2(1.5, -2.5)])|Array[Vector2i]([Vector2i(1, -2)])",
        "Array[Vector3]([Vector3i(1, 2, 16777217)])|Array[Vector3]([Vector3(1, 2, 16777216)])",
        "Array[Color]([-3])|Array[Color]([Color(1, 1, 1, 0.99215686)])",
        "Array[PackedByteArray]([[1, 2.5]])|Array[PackedByteArray]([PackedByteArray(1, 2)])",
        "Array[Array]([PackedFloat32Array(1, 2.5)])|Array[Array]([[1.0, 2.5]])",
        "Array[Node]([null])|Array[Node]([null])",
        "Dictionary[StringName, float]({\"a\": 1})|Dictionary[StringName, float]({&\"a\": 1.0})",
        "Dictionary[int, float]({1.5: 1, 1.7: 2, true: 3})|Dictionary[int, float]({1: 3.0})",
      })
  void convertsElementsOfTypedContainersLikeGodot(String text, String same) {
    assertThat(VariantText.GODOT_4.parse(text)).isEqualTo(VariantText.GODOT_4.parse(same));
    assertThat(VariantText.GODOT_4.print(VariantText.GODOT_4.parse(text)).replaceAll("[ \n]", ""))
        .isEqualTo(same.replace(" ", ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "Array[float]([1, \"x\"])|element has to be float but is String, at line 1, column 18,"
            + " $[1]",
        "Array[int]([1e30])|element has to be int but is 1e+30, at line 1, column 13, $[0]",
        "Array[int]([nan])|element has to be int but is nan, at line 1, column 13, $[0]",
        "Array[Node]([1])|element has to be Node but is int, at line 1, column 14, $[0]",
        "{\"a\": Dictionary[StringName, int]({2: 1})}|"
            + "key has to be StringName but is int, at line 1, column 36, $.a{key 0}",
        "Dictionary[String, bool]({\"a\": \"b\"})|"
            + "value has to be bool but is String, at line 1, column 32, $.a",
        "Array[PackedByteArray]([[300]])|"
            + "element has to be PackedByteArray but is Array, at line 1, column 25, $[0]",
        "Array[Vector2i]([Vector2(3e9, 0)])|"
            + "element has to be Vector2i but is Vector2, at line 1, column 18, $[0]",
        "Array[Color]([\"red\"])|element has to be Color but is String, at line 1, column 15, $[0]",
      })
  void rejectsElementsOfWrongType(String text, String problem) {
    assertThatThrownBy(() -> VariantText.GODOT_4.parse(text))
        .isInstanceOf(MalformedTextException.class)
        .hasMessage(problem);
  }

  @Test
  void countsElementsOfConvertedPackedArrays() {
    VariantText limited = VariantText.GODOT_4.withLimits(ReadLimits.DEFAULT.withElements(20));
    String bytes = "PackedByteArray(\"" + "AAAA".repeat(10) + "\")";
    assertThat(limited.parse("[" + bytes + "]")).isNotNull();
    assertThatThrownBy(() -> limited.parse("Array[Array]([" + bytes + "])"))
        .hasMessageContaining("more elements than the limit of 20");
  }
}
