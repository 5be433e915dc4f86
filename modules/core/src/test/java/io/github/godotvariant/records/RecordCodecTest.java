package io.github.godotvariant.records;

import static io.github.godotvariant.records.TestRecords.rejection;
import static io.github.godotvariant.records.TestRecords.roundTrip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.godotvariant.Color;
import io.github.godotvariant.ElementType;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.PackedInt64Array;
import io.github.godotvariant.PackedVector2Array;
import io.github.godotvariant.Quaternion;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.records.TestRecords.Circle;
import io.github.godotvariant.records.TestRecords.Drawing;
import io.github.godotvariant.records.TestRecords.Figure;
import io.github.godotvariant.records.TestRecords.Mood;
import io.github.godotvariant.records.TestRecords.Numbers;
import io.github.godotvariant.records.TestRecords.Percent;
import io.github.godotvariant.records.TestRecords.Rectangle;
import io.github.godotvariant.records.TestRecords.Texts;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class RecordCodecTest {
  @GodotRecord
  record Values(Vector3 pos, NodePath path, StringName name, Variant any, VariantDictionary more) {}

  /** A record with the components of a vector. */
  record Position(float x, float y) {}

  record Cell(int y, int x) {}

  record Rotation(double w, double x, double y, double z) {}

  record Tint(float r, float g, float b, float a) {}

  @GodotRecord
  record Shapes(Position position, Cell cell, Rotation rotation, Tint tint) {}

  @GodotRecord
  record Containers(
      List<Long> list,
      Set<String> set,
      Map<String, Vector2> map,
      Map<Integer, List<Position>> deep,
      String[] array,
      @Typed List<Long> typed,
      @Typed Map<String, Shapes> typedMap) {}

  @GodotRecord
  record PackedArrays(
      byte[] bytes,
      int[] ints,
      long[] longs,
      float[] floats,
      double[] doubles,
      @Packed List<Vector2> track,
      @Packed String[] words) {}

  @GodotRecord
  record Box<T>(T value, List<T> more) {}

  @GodotRecord
  record Boxes(Box<String> text, Box<List<Vector2>> nested) {}

  @Test
  void roundTripsNumbers() {
    assertThat(
            roundTrip(
                Numbers.class,
                new Numbers(true, (byte) -1, (short) 300, 70_000, 1L << 40, 0.5f, 0.1, 'ä', 3)))
        .isEqualTo(
            VariantDictionary.of(
                "yes", true, "tiny", -1, "small", 300, "plain", 70_000, "large", 1L << 40, "narrow",
                0.5, "wide", 0.1, "letter", "ä", "boxed", 3));
  }

  @Test
  void roundTripsStringsAndEnums() {
    assertThat(
            roundTrip(Texts.class, new Texts("a", "idle", Mood.GOOD, Mood.BAD, List.of("x", "y"))))
        .isEqualTo(
            VariantDictionary.of(
                "text",
                "a",
                "state",
                StringName.of("idle"),
                "mood",
                "fine",
                "number",
                1,
                "tags",
                VariantArray.of(StringName.of("x"), StringName.of("y"))));
  }

  @Test
  void roundTripsVariants() {
    roundTrip(
        Values.class,
        new Values(
            new Vector3(1, 2, 3),
            NodePath.parse("/a/b:c"),
            StringName.of("n"),
            VariantArray.of(1, "x"),
            VariantDictionary.of("k", 2)));
  }

  @Test
  void roundTripsRecordsAsVectors() {
    assertThat(
            roundTrip(
                Shapes.class,
                new Shapes(
                    new Position(1, 0.1f),
                    new Cell(2, 1),
                    new Rotation(1, 0, 0.5, 0),
                    new Tint(1, 0.5f, 0, 1))))
        .isEqualTo(
            VariantDictionary.of(
                "position", new Vector2(1, 0.1f),
                "cell", new Vector2i(1, 2),
                "rotation", new Quaternion(0, 0.5, 0, 1),
                "tint", new Color(1, 0.5f, 0, 1)));
  }

  @Test
  void roundTripsContainers() {
    Shapes shapes =
        new Shapes(
            new Position(1, 2), new Cell(1, 2), new Rotation(1, 0, 0, 0), new Tint(0, 0, 0, 1));
    VariantDictionary tree =
        roundTrip(
            Containers.class,
            new Containers(
                List.of(1L, 1L << 33),
                Set.of("one"),
                Map.of("a", new Vector2(1, 2)),
                Map.of(3, List.of(new Position(1, 2))),
                new String[] {"x", ""},
                List.of(5L),
                Map.of("s", shapes)));
    assertThat(tree.getArray("typed").elementType()).isEqualTo(ElementType.of(VariantType.INT));
    assertThat(tree.getDictionary("typedMap").valueType())
        .isEqualTo(ElementType.of(VariantType.DICTIONARY));
    assertThat(tree.getDictionary("deep").get(3).asArray().get(0)).isEqualTo(new Vector2(1, 2));
  }

  @Test
  void readsAndWritesPackedArrays() {
    VariantDictionary tree =
        roundTrip(
            PackedArrays.class,
            new PackedArrays(
                new byte[] {1, -1},
                new int[] {1, -1},
                new long[] {1L << 40},
                new float[] {0.1f},
                new double[] {0.1},
                List.of(new Vector2(1, 2)),
                new String[] {"w"}));
    assertThat(tree.get("track")).isEqualTo(PackedVector2Array.of(new Vector2(1, 2)));
    VariantDictionary other =
        tree.with("ints", PackedInt64Array.of(5, 6))
            .with("longs", PackedInt32Array.of(5, 6))
            .with("doubles", PackedFloat32Array.of(0.5f))
            .with("floats", VariantArray.of(1, 2.5))
            .with("bytes", VariantArray.of(1, -2));
    PackedArrays read =
        RecordCodec.of(PackedArrays.class).decode(VariantCodec.GODOT_4.encode(other));
    assertThat(read.ints).containsExactly(5, 6);
    assertThat(read.longs).containsExactly(5, 6);
    assertThat(read.doubles).containsExactly(0.5);
    assertThat(read.floats).containsExactly(1, 2.5f);
    assertThat(read.bytes).containsExactly(1, -2);
    assertThat(
            rejection(PackedArrays.class, tree.with("ints", PackedInt64Array.of(1L << 40)))
                .getMessage())
        .isEqualTo(
            "wanted an int from -2147483648 to 2147483647 but found 1099511627776 for"
                + " PackedArrays.ints, at byte 48, $.ints");
    assertThat(rejection(PackedArrays.class, tree.with("floats", PackedFloat64Array.of(0, -1e39))))
        .hasMessageStartingWith(
            "wanted numbers that a float can represent but found -1.0E39 for PackedArrays.floats,"
                + " at byte");
    assertThat(
            rejection(PackedArrays.class, tree.with("words", PackedInt32Array.of(1))).getMessage())
        .startsWith(
            "wanted PackedStringArray but found PackedInt32Array for PackedArrays.words, at byte");
  }

  @Test
  void roundTripsGenericRecords() {
    roundTrip(
        Boxes.class,
        new Boxes(
            new Box<>("a", List.of("b")),
            new Box<>(List.of(new Vector2(1, 2)), List.of(List.of()))));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecordCodec.of(Box.class))
        .withMessageContaining("is generic");
  }

  @Test
  void roundTripsSealedHierarchies() {
    Drawing drawing = new Drawing(List.of(new Circle(1), new Rectangle(2, 3)));
    VariantDictionary tree = roundTrip(Drawing.class, drawing);
    assertThat(tree.getArray("figures"))
        .isEqualTo(
            VariantArray.of(
                VariantDictionary.of("kind", "Circle", "radius", 1.0),
                VariantDictionary.of("kind", "rectangle", "width", 2.0, "height", 3.0)));
    assertThat(roundTrip(Circle.class, new Circle(2)))
        .as("without the interface")
        .isEqualTo(VariantDictionary.of("kind", "Circle", "radius", 2.0));
    RecordCodec<Figure> codec = RecordCodec.of(Figure.class);
    assertThat(
            codec.decode(
                VariantCodec.GODOT_4.encode(
                    VariantDictionary.of("width", 1, "height", 2, "kind", "rectangle"))))
        .isEqualTo(new Rectangle(1, 2));
    assertThat(rejection(Figure.class, VariantDictionary.of("kind", "?")).getMessage())
        .isEqualTo(
            "wanted one of [Circle, rectangle] but found \"?\" for Figure, at byte 20, $.kind");
    assertThat(rejection(Figure.class, VariantDictionary.of("radius", 1)).getMessage())
        .isEqualTo("no key \"kind\" for Figure, at byte 0, $");
    assertThat(rejection(Figure.class, VariantDictionary.of("kind", 1)).getMessage())
        .isEqualTo("wanted String but found int for Figure, at byte 20, $.kind");
  }

  @Test
  void readsInsideOtherValuesAndOtherDialects() {
    RecordCodec<Percent> codec = RecordCodec.of(Percent.class);
    byte[] bytes =
        VariantCodec.GODOT_4.encode(
            VariantArray.of(VariantDictionary.of("value", 1), VariantDictionary.of("value", 2)));
    try (VariantReader reader = VariantCodec.GODOT_4.reader(bytes)) {
      assertThat(reader.beginArray()).isEqualTo(2);
      assertThat(codec.read(reader)).isEqualTo(new Percent(1));
      assertThat(codec.read(reader)).isEqualTo(new Percent(2));
      reader.endArray();
      reader.expectEnd();
    }
    RecordCodec<Percent> godot3 = codec.with(VariantCodec.GODOT_3);
    assertThat(godot3.variantCodec()).isSameAs(VariantCodec.GODOT_3);
    assertThat(godot3.encode(new Percent(5)))
        .isEqualTo(VariantCodec.GODOT_3.encode(VariantDictionary.of("value", 5)));
    assertThat(godot3.decode(godot3.encode(new Percent(5)))).isEqualTo(new Percent(5));
    assertThat(godot3).hasToString("RecordCodec[Percent, godot-3]");
    assertThatExceptionOfType(VariantException.class)
        .isThrownBy(() -> godot3.decode(codec.encode(new Percent(5))));
  }

  @Test
  void returnsSameCodecForSameType() {
    assertThat(RecordCodec.of(Percent.class)).isSameAs(RecordCodec.of(Percent.class));
  }
}
