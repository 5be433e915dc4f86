package io.github.godotvariant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Paths into components and packed arrays. */
class VariantPathTest {
  private static final Vector3 X = new Vector3(1, 2, 3);
  private static final Vector3 Y = new Vector3(4, 5, 6);
  private static final Vector3 Z = new Vector3(7, 8, 9);
  private static final Basis BASIS = new Basis(X, Y, Z);

  private static final VariantDictionary SAVE =
      VariantDictionary.builder()
          .put("position", new Vector3(0.5, -1, 2))
          .put("cell", new Vector2i(3, 4))
          .put("rect", new Rect2(new Vector2(1, 2), new Vector2(3, 4)))
          .put("cells", new Rect2i(new Vector2i(1, 2), new Vector2i(3, 4)))
          .put("plane", new Plane(X, 4))
          .put("turn", new Quaternion(0, 0, 0, 1))
          .put("box", new AABB(X, Y))
          .put("basis", BASIS)
          .put("flat", new Transform2D(new Vector2(1, 2), new Vector2(3, 4), new Vector2(5, 6)))
          .put("home", new Transform3D(BASIS, new Vector3(10, 11, 12)))
          .put(
              "view",
              new Projection(
                  new Vector4(1, 2, 3, 4),
                  new Vector4(5, 6, 7, 8),
                  new Vector4(9, 10, 11, 12),
                  new Vector4(13, 14, 15, 16)))
          .put("color", new Color(0.25f, 0.5f, 0.75f, 1))
          .put("bytes", PackedByteArray.of((byte) 1, (byte) -1))
          .put("kills", PackedInt32Array.of(12, 0, 3))
          .put("longs", PackedInt64Array.of(1L << 40))
          .put("times", PackedFloat32Array.of(0.5f))
          .put("exact", PackedFloat64Array.of(0.1))
          .put("words", PackedStringArray.of("a", "b"))
          .put("tints", PackedColorArray.of(0, 0, 0, 1, 1, 1, 1, 1))
          .put("points", PackedVector2Array.of(1, 2, 3, 4))
          .put("far", PackedVector3Array.unsafeWrap(new double[] {0.1, 0.2, 0.3}))
          .put("fours", PackedVector4Array.of(1, 2, 3, 4))
          .put("gold", 100)
          .build();

  private static VariantPath path(String text) {
    return VariantPath.parse(text);
  }

  @ParameterizedTest
  @CsvSource({
    "$.position.x, 0.5, -2.25",
    "$.position.z, 2.0, 7.0",
    "$.cell.y, 4, 9",
    "$.rect.size.x, 3.0, 8.5",
    "$.cells.position.y, 2, -5",
    "$.plane.d, 4.0, 5.0",
    "$.plane.normal.z, 3.0, 0.5",
    "$.turn.w, 1.0, 0.0",
    "$.box.size.y, 5.0, 1.5",
    "$.basis.x.y, 2.0, 20.0",
    "$.basis.y.x, 4.0, 40.0",
    "$.flat.origin.x, 5.0, 6.5",
    "$.home.basis.z.x, 7.0, 70.0",
    "$.home.origin.y, 11.0, 0.5",
    "$.view.w.x, 13.0, 1.25",
    "$.color.r, 0.25, 0.125",
    "$.color.a, 1.0, 0.5",
    "$.bytes[1], 255, 128",
    "$.kills[0], 12, -13",
    "$.longs[0], 1099511627776, 5",
    "$.times[0], 0.5, 1.5",
    "$.exact[0], 0.1, 0.2",
    "$.words[1], b, c",
    "$.points[1].x, 3.0, 0.5",
    "$.far[0].z, 0.3, 0.7",
    "$.fours[0].w, 4.0, 5.0",
    "$.tints[1].g, 1.0, 0.5"
  })
  void readsAndReplacesComponents(String text, String before, String after) {
    VariantPath path = path(text);
    Variant old = path.in(SAVE);
    assertThat(old).hasToString(old instanceof StringValue ? '"' + before + '"' : before);
    assertThat(path.find(SAVE)).contains(old);
    Variant expected =
        switch (old.type()) {
          case INT -> Variant.of(Long.parseLong(after));
          case FLOAT -> Variant.of(Double.parseDouble(after));
          default -> Variant.of(after);
        };
    Variant changed = path.replaceIn(SAVE, expected);
    assertThat(path.find(changed)).contains(expected);
    assertThat(changed).isNotEqualTo(SAVE);
    assertThat(path.replaceIn(changed, old)).isEqualTo(SAVE);
  }

  @Test
  void parsesQuotedNamesLikeEngine() {
    assertName("a\\nb", "a\nb");
    assertName("\\t\\b\\f\\r", "\t\b\f\r");
    assertName("\\\"\\\\\\a\\'", "\"\\a'");
    assertName("\\u00e9\\U01f600\\ud83d\\ude00", "\u00e9\ud83d\ude00\ud83d\ude00");
    assertName("\\ud800", "\ud800");
    assertName("\\u0000\\Uffffff", "\ufffd\ufffd");
  }

  private static void assertName(String quoted, String name) {
    VariantPath path = path("$[\"" + quoted + "\"]");
    assertThat(path).isEqualTo(VariantPath.ROOT.key(Variant.of(name)));
    assertThat(path(path.toString())).isEqualTo(path);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "$[+3]",
        "$[\u0663]",
        "$[]",
        "$[-]",
        "$[--3]",
        "$[3-]",
        "$[9223372036854775808]",
        "$[\"\\u12\"]",
        "$[\"\\u00\u0661a\"]",
        "$[\"\\U12345",
        "$[\"\\u",
        "$[\"\\"
      })
  void rejectsMalformedPaths(String text) {
    assertThatThrownBy(() -> path(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("expected ");
  }

  @Test
  void replacesWholePartsAndElements() {
    assertThat(path("$.home.basis").replaceIn(SAVE, new Basis(Z, Y, X)))
        .isEqualTo(SAVE.with("home", new Transform3D(new Basis(Z, Y, X), new Vector3(10, 11, 12))));
    assertThat(path("$.tints[0]").replaceIn(SAVE, new Color(1, 0, 0, 1)))
        .isEqualTo(SAVE.with("tints", PackedColorArray.of(1, 0, 0, 1, 1, 1, 1, 1)));
    assertThat(path("$.points[0]").replaceIn(SAVE, new Vector2(9, 8)))
        .isEqualTo(SAVE.with("points", PackedVector2Array.of(9, 8, 3, 4)));
  }

  @Test
  void acceptsIntForFloat() {
    assertThat(path("$.position.x").replaceIn(SAVE, Variant.of(3)))
        .isEqualTo(SAVE.with("position", new Vector3(3, -1, 2)));
    assertThat(path("$.color.r").replaceIn(SAVE, Variant.of(1)))
        .isEqualTo(SAVE.with("color", new Color(1, 0.5f, 0.75f, 1)));
  }

  @Test
  void appendsElementToPackedArray() {
    assertThat(path("$.kills[3]").replaceIn(SAVE, Variant.of(7)))
        .isEqualTo(SAVE.with("kills", PackedInt32Array.of(12, 0, 3, 7)));
    assertThat(path("$.words[2]").replaceIn(SAVE, Variant.of("c")))
        .isEqualTo(SAVE.with("words", PackedStringArray.of("a", "b", "c")));
    assertThat(path("$.points[2]").replaceIn(SAVE, new Vector2(5, 6)))
        .isEqualTo(SAVE.with("points", PackedVector2Array.of(1, 2, 3, 4, 5, 6)));
    assertThat(path("$.tints[2]").replaceIn(SAVE, new Color(0, 1, 0, 1)))
        .isEqualTo(SAVE.with("tints", PackedColorArray.of(0, 0, 0, 1, 1, 1, 1, 1, 0, 1, 0, 1)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          $.position.w     | there is no $.position.w in $.position, Vector3 has x, y, z
          $.position[0]    | there is no $.position[0] in $.position, Vector3 has x, y, z
          $.rect.end       | there is no $.rect.end in $.rect, Rect2 has position, size
          $.color.r8       | there is no $.color.r8 in $.color, Color has r, g, b, a
          $.kills[4]       | there is no $.kills[4] in $.kills, PackedInt32Array has 3 elements
          $.kills[-1]      | there is no $.kills[-1] in $.kills, PackedInt32Array has 3 elements
          $.kills.x        | there is no $.kills.x in $.kills, PackedInt32Array has 3 elements
          $.gold.x         | there is no $.gold.x in $.gold, it is int
          $.cell.x         | x has to be int but is String, $.cell.x
          $.position.x     | x has to be float but is String, $.position.x
          $.rect.size      | size has to be Vector2 but is String, $.rect.size
          $.kills[0]       | element has to be int but is String, $.kills[0]
          $.points[0]      | element has to be Vector2 but is String, $.points[0]
          """)
  void reportsExistingComponentsAndElements(String text, String message) {
    assertThatThrownBy(() -> path(text).replaceIn(SAVE, Variant.of("text")))
        .isInstanceOf(VariantTypeException.class)
        .hasMessage(message);
  }

  @Test
  void rejectsFractionsAndLargeNumbersForIntegers() {
    assertRejected("$.cell.x", 1.5, "x has to be int but is 1.5, $.cell.x");
    assertRejected("$.kills[0]", 2.0, "element has to be int but is 2.0, $.kills[0]");
    assertRejected("$.bytes[0]", 256, "element has to be int from 0 to 255 but is 256, $.bytes[0]");
    assertRejected(
        "$.cell.x",
        1L << 31,
        "x has to be int from -2147483648 to 2147483647 but is 2147483648, $.cell.x");
    assertRejected("$.words[0]", 1, "element has to be String but is int, $.words[0]");
  }

  private static void assertRejected(String text, Object value, String message) {
    assertThatThrownBy(() -> path(text).replaceIn(SAVE, Variant.of(value))).hasMessage(message);
  }

  @Test
  void listsSimilarKeysInMessage() {
    VariantDictionary many = VariantDictionary.of("a", 1, "b", 2, "gold", 3, "good", 4, "cold", 5);
    assertThatThrownBy(() -> path("$.gould").in(many.with(7, 1).with("x y", 2)))
        .isInstanceOf(VariantTypeException.class)
        .hasMessage("there is no $.gould in $, which has .gold, .good, .cold, .a, .b and 2 more");
    assertThatThrownBy(() -> path("$[3]").in(VariantArray.of(1)))
        .hasMessage("there is no $[3] in $, which has 1 element");
    assertThatThrownBy(() -> path("$.a").in(VariantDictionary.EMPTY))
        .hasMessage("there is no $.a in $, which has nothing in it");
    assertThatThrownBy(
            () -> path("$.a.b").in(VariantDictionary.of("a", VariantDictionary.of("c\nd", 1))))
        .hasMessage("there is no $.a.b in $.a, which has [\"c\\nd\"]");
    VariantDictionary odd = VariantDictionary.of("k".repeat(100), 1, List.of(1, 2), 2);
    assertThatThrownBy(() -> path("$.a").in(odd))
        .hasMessageEndingWith("which has [Array], [\"" + "k".repeat(64) + "…\"]");
  }
}
