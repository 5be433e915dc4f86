package io.github.godotvariant.convert;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.convert.VariantDiff.Location;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VariantDiffTest {
  private static List<String> between(Object before, Object after) {
    return VariantDiff.between(Variant.of(before), Variant.of(after))
        .map(
            one ->
                one.kind()
                    + " "
                    + one.path()
                    + one.before().map(value -> " -" + value).orElse("")
                    + one.after().map(value -> " +" + value).orElse(""))
        .toList();
  }

  @Test
  void returnsEmptyForEqualValues() {
    assertThat(between(Map.of("a", List.of(1, 2)), Map.of("a", List.of(1, 2)))).isEmpty();
    assertThat(between(Double.NaN, Double.NaN)).isEmpty();
  }

  @Test
  void findsKeysThatAreEqualObjects() {
    Variant one =
        VariantDictionary.builder().put(new ObjectValue("A", List.of()), Variant.of(1)).build();
    Variant same =
        VariantDictionary.builder().put(new ObjectValue("A", List.of()), Variant.of(1)).build();
    assertThat(one).isEqualTo(same);
    assertThat(between(VariantArray.of(one, Variant.of(1)), VariantArray.of(same, Variant.of(2))))
        .containsExactly("CHANGED $[1] -1 +2");
  }

  @Test
  void returnsPathsOfDifferences() {
    Variant before = VariantDictionary.of("gold", 1, "name", "A");
    Variant after = VariantDictionary.of("gold", 2, "name", "A");
    List<VariantPath> changed =
        VariantDiff.between(before, after).map(VariantDiff.Difference::path).toList();
    assertThat(changed).containsExactly(VariantPath.parse("$.gold"));
  }

  @Test
  void comparesContainersByContents() {
    assertThat(
            between(
                VariantDictionary.of("a", List.of(1, 2), "b", 1, "c", 1),
                VariantDictionary.of("a", List.of(1, 3), "b", "x", "d", 2)))
        .containsExactly(
            "CHANGED $.a[1] -2 +3", "CHANGED $.b -1 +\"x\"", "REMOVED $.c -1", "ADDED $.d +2");
    assertThat(between(1, 1.0)).containsExactly("CHANGED $ -1 +1.0");
  }

  @Test
  void skipsCommonStartAndEndOfArraysOfDifferentLengths() {
    assertThat(between(List.of(1, 2, 3), List.of(1, 3))).containsExactly("REMOVED $[1] -2");
    assertThat(between(List.of(1, 3), List.of(1, 2, 3))).containsExactly("ADDED $[1] +2");
  }

  @Test
  void comparesKeysAndTheirOrder() {
    VariantDictionary before = VariantDictionary.of("a", 1, "b", 2);
    assertThat(VariantDiff.between(before, VariantDictionary.of("b", 2, "a", 1)))
        .extracting(VariantDiff.Difference::kind)
        .containsExactly(VariantDiff.Kind.REORDERED);
    assertThat(between(VariantDictionary.of("a", 1), VariantDictionary.of(StringName.of("a"), 1)))
        .containsExactly("REMOVED $.a -1", "ADDED $.a +1");
  }

  @Test
  void comparesContainersOfDifferentTypesAsWhole() {
    assertThat(
            between(
                VariantArray.of(1),
                VariantArray.of(1).withElementType(ElementType.of(VariantType.INT))))
        .hasSize(1);
    Variant one = new ObjectValue("A", List.of(new ObjectValue.Property("hp", Variant.of(1))));
    assertThat(between(one, new ObjectValue("B", List.of()))).hasSize(1);
    assertThat(between(one, new ObjectValue("A", List.of()))).containsExactly("REMOVED $.hp -1");
  }

  @Test
  void createsPathOfLocation() {
    Location location = Location.ROOT.child(Variant.of("a")).child(Variant.of(3));
    assertThat(location).hasToString("$.a[3]");
    assertThat(location.container().map(Location::key)).contains(Variant.of("a"));
    assertThat(Location.ROOT.container()).isEmpty();
  }
}
