package io.github.godotvariant.convert;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.ObjectValue.Property;
import io.github.godotvariant.PackedVector2Array;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.convert.VariantDiff.Location;
import io.github.godotvariant.dialect.RealPrecision;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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

  /** Each pair of letters has the same hash code, so all names of classes have the same one. */
  @Test
  @Timeout(10)
  void comparesKeysWithEqualHashCodesInShortTime() {
    int bits = 13;
    VariantDictionary.Builder one = VariantDictionary.builder();
    VariantDictionary.Builder reversed = VariantDictionary.builder();
    for (int i = 0; i < 1 << bits; i++) {
      one.put(keyWithClass(i, bits), Variant.NIL);
      reversed.put(keyWithClass((1 << bits) - 1 - i, bits), Variant.NIL);
    }
    assertThat(isSameInSingle(one.build(), reversed.build())).isTrue();
  }

  private static Variant keyWithClass(int number, int bits) {
    String name =
        IntStream.range(0, bits)
            .mapToObj(bit -> (number >> bit & 1) == 0 ? "Aa" : "BB")
            .collect(Collectors.joining());
    return new ObjectValue(name, List.of());
  }

  @Test
  void ignoresOrderOfDictionariesInContents() {
    Variant one = Variant.of(List.of(VariantDictionary.of("a", 1, "b", List.of(2))));
    Variant reordered = Variant.of(List.of(VariantDictionary.of("b", List.of(2), "a", 1)));
    assertThat(one).isNotEqualTo(reordered);
    assertThat(VariantDiff.hasSameContent(one, reordered)).isTrue();
    assertThat(VariantDiff.hasSameContent(one, one)).isTrue();
    assertThat(VariantDiff.hasSameContent(one, VariantArray.of(VariantDictionary.of("a", 1))))
        .isFalse();
    assertThat(VariantDiff.hasSameContent(VariantArray.of(1, 2), VariantArray.of(2, 1))).isFalse();
    assertThat(VariantDiff.hasSameContent(Variant.of(1), Variant.of(1.0))).isFalse();
    assertThat(VariantDiff.hasSameContent(Variant.of(0.0), Variant.of(-0.0))).isFalse();
  }

  @Test
  void reportsOrderOfPropertiesNextToReorderedDictionary() {
    Property x = new Property("x", VariantDictionary.of("a", 1, "b", 2));
    Property reordered = new Property("x", VariantDictionary.of("b", 2, "a", 1));
    Property y = new Property("y", Variant.NIL);
    ObjectValue one = new ObjectValue("A", List.of(x, y));
    ObjectValue other = new ObjectValue("A", List.of(y, reordered));
    assertThat(VariantDiff.between(one, other))
        .extracting(VariantDiff.Difference::kind)
        .containsExactly(VariantDiff.Kind.REORDERED, VariantDiff.Kind.CHANGED);
    assertThat(VariantDiff.hasSameContent(one, other)).isFalse();
    assertThat(VariantDiff.hasSameContent(one, new ObjectValue("A", List.of(reordered, y))))
        .isTrue();
  }

  @Test
  void comparesReceivedValueWithSentValue() {
    VariantCodec codec = VariantCodec.GODOT_4;
    Variant sent = VariantDictionary.of("hp", 10, "at", new Vector3(0.1, 0, 0));
    Variant received = codec.decode(codec.encode(sent));
    boolean isSame = VariantDiff.hasSameContent(sent, received, RealPrecision.SINGLE);
    assertThat(isSame).isTrue();
    assertThat(received).isNotEqualTo(sent).hasToString(sent.toString());
  }

  @Test
  void comparesContentsAfterRounding() {
    Variant sent =
        VariantDictionary.of(
            "at",
            List.of(new Vector3(0.1, 0, 0)),
            "path",
            PackedVector2Array.unsafeWrap(new double[] {0.1, 0.2}),
            new Vector2(0.1, 0.2),
            1,
            "ratio",
            0.1);
    Variant received = VariantCodec.GODOT_4.decode(VariantCodec.GODOT_4.encode(sent));
    assertThat(received.asDictionary().valueAt(0)).isNotEqualTo(sent.asDictionary().valueAt(0));
    assertThat(received.toString()).isEqualTo(sent.toString());
    assertThat(VariantDiff.hasSameContent(sent, received)).isFalse();
    assertThat(VariantDiff.hasSameContent(sent, received, RealPrecision.DOUBLE)).isFalse();
    assertThat(VariantDiff.hasSameContent(sent, received, RealPrecision.SINGLE)).isTrue();
    assertThat(VariantDiff.hasSameContent(received, sent, RealPrecision.SINGLE)).isTrue();
    assertThat(
            VariantDiff.hasSameContent(
                sent, sent.asDictionary().with("ratio", (double) 0.1f), RealPrecision.SINGLE))
        .as("a float has 64 bits in every precision")
        .isFalse();
    assertThat(
            VariantDiff.hasSameContent(
                VariantDictionary.of(new Vector2(0.1, 0), 1),
                VariantDictionary.of(new Vector2(0.2, 0), 1),
                RealPrecision.SINGLE))
        .isFalse();
  }

  @Test
  void roundsValuesInsideKeys() {
    assertThat(isSameInSingle(keyed(0.1), keyed((double) 0.1f))).isTrue();
    assertThat(isSameInSingle(keyed(0.1), keyed(0.2))).isFalse();
    assertThat(VariantDiff.hasSameContent(keyed(0.1), keyed((double) 0.1f))).isFalse();
    Variant list = VariantDictionary.of(VariantArray.of(new Vector2(0.1, 0), 1), 1);
    assertThat(isSameInSingle(list, VariantDictionary.of(List.of(new Vector2(0.1f, 0)), 1)))
        .isFalse();
    assertThat(
            isSameInSingle(
                list, VariantDictionary.of(Map.of(new Vector2(0.1f, 0), Variant.of(1)), 1)))
        .isFalse();
  }

  /** Returns a dictionary whose key contains an array, a dictionary and a deep array. */
  private static VariantDictionary keyed(double x) {
    Variant vector = new Vector2(x, 0);
    Variant deep = vector;
    for (int i = 0; i < 20_000; i++) {
      deep = VariantArray.of(deep);
    }
    return VariantDictionary.of(
        VariantArray.of(VariantDictionary.of(vector, vector), "a", deep),
        1,
        new ObjectValue("A", List.of(new Property("at", vector))),
        2);
  }

  @Test
  void roundsReplacedProperties() {
    List<Variant> objects = new ArrayList<>();
    for (double x : new double[] {0.1, 0.1f, 0.2}) {
      Property replaced = new Property("at", new Vector2(x, 0));
      Property last = new Property("at", Variant.of(1));
      objects.add(new ObjectValue("A", List.of(replaced, last)));
    }
    assertThat(isSameInSingle(objects.get(0), objects.get(1))).isTrue();
    assertThat(isSameInSingle(objects.get(0), objects.get(2))).isFalse();
  }

  private static boolean isSameInSingle(Variant one, Variant other) {
    return VariantDiff.hasSameContent(one, other, RealPrecision.SINGLE);
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
    Variant one = new ObjectValue("A", List.of(new Property("hp", Variant.of(1))));
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
