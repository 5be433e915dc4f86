package io.github.godotvariant.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.CallableValue;
import io.github.godotvariant.Color;
import io.github.godotvariant.ElementType;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectIdValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedVector3Array;
import io.github.godotvariant.RID;
import io.github.godotvariant.Rect2;
import io.github.godotvariant.Signal;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.convert.Conversion;
import io.github.godotvariant.convert.ConversionPolicy;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DifferencesTest {
  private static void differ(Object expected, Object actual, String... lines) {
    assertThat(Differences.between(Variant.of(expected), Variant.of(actual)))
        .containsExactly(lines);
  }

  @Test
  void printsNumbersWithAllDigits() {
    differ(
        new Vector3(0.1, 0, 0),
        new Vector3(0.1f, 0, 0),
        "$.x: expected 0.1 but was 0.10000000149011612");
    differ(0.0, -0.0, "$: expected 0.0 but was -0.0");
    differ(
        Double.NaN,
        Double.longBitsToDouble(0x7ff8000000000001L),
        "$: expected NaN 0x7ff8000000000000 but was NaN 0x7ff8000000000001");
    differ(new Color(1, 0, 0, 1), new Color(1, 0, 0.5f, 1), "$.b: expected 0.0 but was 0.5");
    differ(new Vector2i(1, 2), new Vector2i(1, 3), "$.y: expected 2 but was 3");
    differ(
        new Rect2(new Vector2(0, 0), new Vector2(1, 1)),
        new Rect2(new Vector2(0, 0), new Vector2(1, 2)),
        "$.size.y: expected 1.0 but was 2.0");
    differ(1, 1.0, "$: expected int 1 but was float 1.0");
    differ(new RID(1), new RID(2), "$: expected RID(1) but was RID(2)");
  }

  @Test
  void reportsPaths() {
    differ(
        VariantDictionary.of("a", List.of(1, 2), "b", 1),
        VariantDictionary.of("a", List.of(1, 3), "b", "x"),
        "$.a[1]: expected 2 but was 3",
        "$.b: expected int 1 but was String \"x\"");
    differ(
        PackedVector3Array.of(1, 2, 3, 4, 5, 6),
        PackedVector3Array.of(1, 2, 3, 4, 7, 6, 0, 0, 0),
        "$: expected 2 elements but was 3 elements",
        "$[1].y: expected 5.0 but was 7.0");
  }

  @Test
  void comparesDictionaryKeysAndOrder() {
    differ(
        VariantDictionary.of("a", 1, "b", 2),
        VariantDictionary.of("a", 1, "c", List.of()),
        "$.b: expected 2 but was missing",
        "$.c: expected nothing but was []");
    differ(
        VariantDictionary.of("a", 1, "b", 2),
        VariantDictionary.of("b", 2, "a", 1),
        "$: expected keys in another order: [\"a\", \"b\"]");
    differ(
        VariantDictionary.of("a", 1),
        VariantDictionary.of(StringName.of("a"), 1),
        "$.a: expected 1 but was missing",
        "$.a: expected nothing but was 1 with the key StringName &\"a\"");
    differ(VariantArray.of(1, 2, 3), VariantArray.of(1, 3), "$[1]: expected 2 but was missing");
    differ(
        VariantDictionary.of("a", 1),
        VariantDictionary.of("a", 1)
            .withTypes(ElementType.of(VariantType.STRING), ElementType.UNTYPED),
        "$: expected keys of type Variant and values of type Variant"
            + " but was keys of type String and values of type Variant");
  }

  @Test
  void showsTextsAroundFirstDifference() {
    differ("abc", "abd", "$: expected \"abc\" but was \"abd\"");
    differ(
        "x".repeat(100) + "a" + "y".repeat(100),
        "x".repeat(100) + "b",
        "$: expected …\"xxxxxxxxxxxxxxxxxxxxayyyyyyyyyyyyyyyyyyy\"…"
            + " but was …\"xxxxxxxxxxxxxxxxxxxxb\" from character 100 on");
    differ(
        StringValue.of("a"),
        StringName.of("a"),
        "$: expected String \"a\" but was StringName &\"a\"");
    differ(
        new NodePath(List.of("a/b"), List.of(), false),
        new NodePath(List.of("a", "b"), List.of(), false),
        "$: expected [a/b] [] but was [a, b] []");
  }

  @Test
  void comparesObjectsAndTypes() {
    differ(
        new ObjectValue("A", List.of(new ObjectValue.Property("hp", Variant.of(1)))),
        new ObjectValue("B", List.of(new ObjectValue.Property("hp", Variant.of(2)))),
        "$: expected class A but was class B",
        "$.hp: expected 1 but was 2");
    differ(
        VariantArray.of(1),
        VariantArray.of(1).withElementType(ElementType.of(VariantType.INT)),
        "$: expected elements of type Variant but was elements of type int");
    differ(CallableValue.EMPTY, CallableValue.EMPTY);
    differ(
        new Signal("hit", 1),
        new Signal("hit", -1),
        "$: expected Signal hit of 1 but was Signal hit of 18446744073709551615");
    differ(
        new ObjectIdValue(1),
        new ObjectIdValue(2),
        "$: expected instance id 1 but was instance id 2");
  }

  @Test
  void limitsNumberOfReportedDifferences() {
    List<String> lines =
        Differences.between(
            Variant.of(Collections.nCopies(1000, 1)), Variant.of(Collections.nCopies(1000, 2)));
    assertThat(lines).hasSize(21).endsWith("$[19]: expected 1 but was 2", "… and more");
  }

  /** Equal values have no differences, and unequal values have at least one. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void reportsDifferencesExactlyForUnequalValues(long seed) {
    RandomVariants random = RandomVariants.of(Dialect.GODOT_4, seed);
    Variant last = random.next();
    for (int i = 0; i < 2000; i++) {
      Variant next = random.next();
      assertThat(Differences.between(next, next)).isEmpty();
      assertThat(Differences.between(last, next).isEmpty())
          .as("%s and %s", last, next)
          .isEqualTo(last.equals(next));
      byte[] bytes = full(Dialect.GODOT_4).encode(next);
      assertThat(Differences.between(next, full(Dialect.GODOT_4).decode(bytes))).isEmpty();
      last = next;
    }
  }

  private static VariantCodec full(Dialect dialect) {
    return VariantCodec.of(dialect).withObjects(ObjectMode.FULL);
  }

  /** Values read back from written bytes have the form that the codec writes. */
  @Test
  void findsNoDifferenceAfterWriting() {
    int rounded = 0;
    for (Dialect dialect : List.of(Dialect.GODOT_4, Dialect.GODOT_4_0, Dialect.GODOT_3)) {
      RandomVariants random =
          RandomVariants.of(Dialect.GODOT_4.withRealPrecision(RealPrecision.DOUBLE), 7);
      for (int i = 0; i < 2000; i++) {
        Variant value = random.next();
        Variant read;
        try {
          read = full(dialect).decode(full(dialect).encode(value));
        } catch (InexpressibleVariantException e) {
          continue;
        }
        assertThat(Differences.afterWriting(full(dialect), value, read)).as("%s", value).isEmpty();
        rounded += read.equals(value) ? 0 : 1;
      }
    }
    assertThat(rounded).isGreaterThan(50);
  }

  /** With instance ids, engines write the same class name for all classes. */
  @Test
  void comparesWrittenClassesOfContainers() {
    VariantArray nodes = VariantArray.EMPTY.withElementType(ElementType.ofClass("Node"));
    VariantArray items = VariantArray.EMPTY.withElementType(ElementType.ofScript("res://a.gd"));
    Variant value =
        VariantDictionary.of(
            "nodes",
            List.of(nodes, items),
            "by",
            VariantDictionary.of(nodes, 1, items, 2)
                .withTypes(ElementType.ofClass(""), ElementType.ofScript("res://a.gd")),
            "objects",
            VariantArray.EMPTY.withElementType(ElementType.of(VariantType.OBJECT)));
    for (VariantCodec codec :
        List.of(
            VariantCodec.GODOT_4,
            full(Dialect.GODOT_4),
            full(Dialect.GODOT_4_3),
            VariantCodec.of(Dialect.GODOT_4_0))) {
      Variant kept =
          Conversion.from(Dialect.GODOT_4)
              .to(codec.dialect())
              .withPolicy(ConversionPolicy.DOWNGRADE)
              .convert(value)
              .value();
      Variant read = codec.decode(codec.encode(kept));
      assertThat(Differences.afterWriting(codec, value, read)).as("%s", codec).isEmpty();
    }
    VariantCodec ids = VariantCodec.GODOT_4;
    assertThat(Differences.afterWriting(ids, nodes, nodes))
        .containsExactly(
            "$: expected elements of type EncodedObjectAsID but was elements of type Node");
    assertThat(Differences.afterWriting(full(Dialect.GODOT_4), nodes, nodes)).isEmpty();
    Variant object =
        new ObjectValue(
            "Item",
            List.of(
                new ObjectValue.Property(
                    "owners", nodes.withElementType(ElementType.ofClass("")))));
    assertThat(
            Differences.afterWriting(
                full(Dialect.GODOT_4),
                object,
                full(Dialect.GODOT_4).decode(full(Dialect.GODOT_4).encode(object))))
        .isEmpty();
  }
}
