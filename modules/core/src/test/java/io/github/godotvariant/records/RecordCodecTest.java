package io.github.godotvariant.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.github.godotvariant.Color;
import io.github.godotvariant.ElementType;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.PackedInt64Array;
import io.github.godotvariant.PackedVector2Array;
import io.github.godotvariant.Quaternion;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.internal.values.KeyCollisions;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@NullMarked
class RecordCodecTest {
  @GodotRecord
  record Numbers(
      boolean yes,
      byte tiny,
      short small,
      int plain,
      long large,
      float narrow,
      double wide,
      char letter,
      Integer boxed) {}

  @GodotRecord
  record Texts(
      String text,
      @AsStringName String state,
      Mood mood,
      @AsNumber Mood number,
      List<@AsStringName String> tags) {}

  enum Mood {
    @Key("fine")
    GOOD,
    BAD
  }

  @GodotRecord
  record Values(Vector3 pos, NodePath path, StringName name, Variant any, VariantDictionary more) {}

  /** A vector of one's own. */
  record Place(float x, float y) {}

  record Cell(int y, int x) {}

  record Turn(double w, double x, double y, double z) {}

  record Paint(float r, float g, float b, float a) {}

  @GodotRecord
  record Shapes(Place place, Cell cell, Turn turn, Paint paint) {}

  @GodotRecord
  record Many(
      List<Long> list,
      Set<String> set,
      Map<String, Vector2> map,
      Map<Integer, List<Place>> deep,
      String[] array,
      @Typed List<Long> typed,
      @Typed Map<String, Shapes> typedMap) {}

  @GodotRecord
  record Packs(
      byte[] bytes,
      int[] ints,
      long[] longs,
      float[] floats,
      double[] doubles,
      @Packed List<Vector2> track,
      @Packed String[] words) {}

  @GodotRecord
  record Maybe(
      Optional<String> text,
      OptionalInt number,
      OptionalLong large,
      OptionalDouble real,
      @Nullable Vector2 place,
      List<@Nullable String> holes) {}

  @GodotRecord
  record Defaults(
      @DefaultValue("7") long id,
      @DefaultValue("\"idle\"") String state,
      @DefaultValue("[]") List<Long> list,
      @DefaultValue("PackedInt32Array(1, 2)") int[] ints) {}

  @GodotRecord(naming = Naming.SNAKE_CASE, unknownKeys = UnknownKeys.REFUSE, stringNameKeys = true)
  record Named(int maxHp, @Key("x") int other) {}

  @GodotRecord
  record Kept(long id, @OtherKeys VariantDictionary rest, String name) {}

  @GodotRecord
  record Node(String name, List<Node> children) {}

  @GodotRecord
  record Box<T>(T value, List<T> more) {}

  @GodotRecord
  record Boxes(Box<String> text, Box<List<Vector2>> nested) {}

  @GodotRecord(typeKey = "kind")
  sealed interface Figure {}

  @GodotRecord
  record Circle(float radius) implements Figure {}

  @GodotRecord
  @Key("rectangle")
  record Rectangle(float width, float height) implements Figure {}

  @GodotRecord
  record Drawing(List<Figure> figures) {}

  @GodotRecord
  record Percent(int value) {
    Percent {
      if (value > 100) {
        throw new IllegalArgumentException(value + " is more than all");
      }
    }
  }

  private static <T> VariantDictionary roundTrip(Class<T> type, T value) {
    RecordCodec<T> codec = RecordCodec.of(type);
    byte[] bytes = codec.encode(value);
    assertThat(codec.decode(bytes)).usingRecursiveComparison().isEqualTo(value);
    Variant tree = VariantCodec.GODOT_4.decode(bytes);
    assertThat(VariantCodec.GODOT_4.encode(tree)).isEqualTo(bytes);
    RecordCodec<T> handles = RecordCodec.of(MethodHandles.lookup(), type);
    assertThat(handles.encode(value)).isEqualTo(bytes);
    assertThat(handles.decode(bytes)).usingRecursiveComparison().isEqualTo(value);
    return tree.asDictionary();
  }

  private static VariantTypeException refused(Class<?> type, VariantDictionary value) {
    byte[] bytes = VariantCodec.GODOT_4.encode(value);
    try {
      Object read = RecordCodec.of(type).decode(bytes);
      throw new AssertionError(read + " was read");
    } catch (VariantTypeException e) {
      return e;
    }
  }

  @Test
  void numbers() {
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
  void texts() {
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
  void values() {
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
  void ownRecordsInPlaceOfVectors() {
    assertThat(
            roundTrip(
                Shapes.class,
                new Shapes(
                    new Place(1, 0.1f),
                    new Cell(2, 1),
                    new Turn(1, 0, 0.5, 0),
                    new Paint(1, 0.5f, 0, 1))))
        .isEqualTo(
            VariantDictionary.of(
                "place",
                new Vector2(1, 0.1f),
                "cell",
                new Vector2i(1, 2),
                "turn",
                new Quaternion(0, 0.5, 0, 1),
                "paint",
                new Color(1, 0.5f, 0, 1)));
  }

  @Test
  void containers() {
    Shapes shapes =
        new Shapes(new Place(1, 2), new Cell(1, 2), new Turn(1, 0, 0, 0), new Paint(0, 0, 0, 1));
    VariantDictionary tree =
        roundTrip(
            Many.class,
            new Many(
                List.of(1L, 1L << 33),
                Set.of("one"),
                Map.of("a", new Vector2(1, 2)),
                Map.of(3, List.of(new Place(1, 2))),
                new String[] {"x", ""},
                List.of(5L),
                Map.of("s", shapes)));
    assertThat(tree.getArray("typed").elementType()).isEqualTo(ElementType.of(VariantType.INT));
    assertThat(tree.getDictionary("typedMap").valueType())
        .isEqualTo(ElementType.of(VariantType.DICTIONARY));
    assertThat(tree.getDictionary("deep").get(3).asArray().get(0)).isEqualTo(new Vector2(1, 2));
  }

  @Test
  void packedArrays() {
    VariantDictionary tree =
        roundTrip(
            Packs.class,
            new Packs(
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
    Packs read = RecordCodec.of(Packs.class).decode(VariantCodec.GODOT_4.encode(other));
    assertThat(read.ints).containsExactly(5, 6);
    assertThat(read.longs).containsExactly(5, 6);
    assertThat(read.doubles).containsExactly(0.5);
    assertThat(read.floats).containsExactly(1, 2.5f);
    assertThat(read.bytes).containsExactly(1, -2);
    assertThat(refused(Packs.class, tree.with("ints", PackedInt64Array.of(1L << 40))).getMessage())
        .isEqualTo(
            "wanted an int from -2147483648 to 2147483647 but found 1099511627776 for Packs.ints,"
                + " at byte 48, $.ints");
    assertThat(refused(Packs.class, tree.with("floats", PackedFloat64Array.of(0, -1e39))))
        .hasMessageStartingWith(
            "wanted numbers that a float can represent but found -1.0E39 for Packs.floats, at"
                + " byte");
    assertThat(refused(Packs.class, tree.with("words", PackedInt32Array.of(1))).getMessage())
        .startsWith("wanted PackedStringArray but found PackedInt32Array for Packs.words, at byte");
  }

  @Test
  void whatMayBeAbsentIsNotWritten() {
    Maybe none =
        new Maybe(
            Optional.empty(),
            OptionalInt.empty(),
            OptionalLong.empty(),
            OptionalDouble.empty(),
            null,
            java.util.Arrays.asList("a", null));
    assertThat(roundTrip(Maybe.class, none))
        .isEqualTo(VariantDictionary.of("holes", VariantArray.of("a", null)));
    assertThat(
            RecordCodec.of(Maybe.class)
                .decode(
                    VariantCodec.GODOT_4.encode(
                        VariantDictionary.of(
                            "text",
                            null,
                            "place",
                            null,
                            "real",
                            null,
                            "holes",
                            VariantArray.of("a", null)))))
        .isEqualTo(none);
    roundTrip(
        Maybe.class,
        new Maybe(
            Optional.of("t"),
            OptionalInt.of(1),
            OptionalLong.of(2),
            OptionalDouble.of(0.5),
            new Vector2(1, 2),
            List.of()));
  }

  @Test
  void defaults() {
    RecordCodec<Defaults> codec = RecordCodec.of(Defaults.class);
    byte[] empty = VariantCodec.GODOT_4.encode(VariantDictionary.EMPTY);
    Defaults read = codec.decode(empty);
    assertThat(read.id).isEqualTo(7);
    assertThat(read.state).isEqualTo("idle");
    assertThat(read.list).isEmpty();
    assertThat(read.ints).containsExactly(1, 2);
    read.ints[0] = 5;
    assertThat(codec.decode(empty).ints).as("not the same array").containsExactly(1, 2);
    assertThat(roundTrip(Defaults.class, read).size()).isEqualTo(4);
  }

  @Test
  void names() {
    VariantDictionary tree = roundTrip(Named.class, new Named(1, 2));
    assertThat(tree.keyAt(0)).isEqualTo(StringName.of("max_hp"));
    assertThat(tree.keyAt(1)).isEqualTo(StringName.of("x"));
    assertThat(refused(Named.class, tree.with("more", 1)).getMessage())
        .isEqualTo("unknown key \"more\" for Named, at byte 52, ${key 2}");
    assertThat(refused(Named.class, tree.with(1, 1)).getMessage())
        .startsWith("unknown key int for Named, at byte 52, ");
  }

  @ParameterizedTest
  @CsvSource({
    "displayName, display_name",
    "hp, hp",
    "maxHP, max_hp",
    "HTTPPort, http_port",
    "pos2D, pos2_d",
    "a_b, a_b"
  })
  void snakeCase(String name, String key) {
    assertThat(Naming.SNAKE_CASE.key(name)).isEqualTo(key);
  }

  @Test
  void otherKeysAreKept() {
    Kept kept =
        new Kept(1, VariantDictionary.of("extra", 5, 7, "x", StringName.of("sn"), true), "n");
    roundTrip(Kept.class, kept);
    assertThat(
            RecordCodec.of(Kept.class)
                .decode(VariantCodec.GODOT_4.encode(VariantDictionary.of("name", "n", "id", 1)))
                .rest)
        .isEqualTo(VariantDictionary.EMPTY);
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(
            () ->
                RecordCodec.of(Kept.class).encode(new Kept(1, VariantDictionary.of("id", 2), "n")))
        .withMessage("the key \"id\" is there already for Kept, ${key 1}");
  }

  @Test
  void recordsInThemselves() {
    Node tree = new Node("a", List.of(new Node("b", List.of()), new Node("c", List.of())));
    roundTrip(Node.class, tree);
    Node deep = new Node("", List.of());
    for (int i = 0; i < 99; i++) {
      deep = new Node("", List.of(deep));
    }
    RecordCodec<Node> codec = RecordCodec.of(Node.class);
    byte[] bytes = codec.encode(deep);
    assertThat(codec.encode(codec.decode(bytes))).isEqualTo(bytes);
    Node deeper = new Node("", List.of(deep));
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> codec.encode(deeper))
        .withMessageContaining("records are nested deeper than 200 levels");
    byte[] oneMore =
        VariantCodec.GODOT_4.encode(
            VariantDictionary.of(
                "name", "", "children", VariantArray.of(VariantCodec.GODOT_4.decode(bytes))));
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> codec.decode(oneMore))
        .withMessageContaining("records are nested deeper than 200 levels");
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(
            () ->
                codec
                    .with(VariantCodec.GODOT_4.withLimits(ReadLimits.DEFAULT.withDepth(9)))
                    .decode(bytes))
        .withMessageContaining("limit of 9 levels");
  }

  @GodotRecord
  record Made(
      @DefaultValue("[1, 2, 3]") List<Long> list,
      @DefaultValue("[]") List<Long> empty,
      @DefaultValue("7") int number) {}

  @GodotRecord
  record Boxed(@Packed List<Float> boxes) {}

  /** Of 8 bytes of input come two lists. */
  @Test
  void defaultsAreCharged() {
    byte[] bytes =
        VariantCodec.GODOT_4.encode(
            VariantArray.of(
                java.util.Collections.nCopies(1000, VariantDictionary.EMPTY).toArray()));
    // 1000 elements and dictionaries, and the lists: 2 * 48 + 3 * 20 bytes.
    long heap = 48 + 1000 * (20 + 48 + 2 * 48 + 3 * 20);
    RecordCodec<List<Made>> codec = RecordCodec.of(Made.class).list();
    ReadLimits enough = ReadLimits.DEFAULT.withHeapBytes(heap).withElements(4000);
    assertThat(codec.with(VariantCodec.GODOT_4.withLimits(enough)).decode(bytes)).hasSize(1000);
    for (ReadLimits less : List.of(enough.withHeapBytes(heap - 1), enough.withElements(3999))) {
      assertThatExceptionOfType(VariantLimitException.class)
          .isThrownBy(() -> codec.with(VariantCodec.GODOT_4.withLimits(less)).decode(bytes));
    }
  }

  /** What is 4 bytes in a packed array is more in a list. */
  @Test
  void boxesAreCharged() {
    byte[] bytes =
        VariantCodec.GODOT_4.encode(
            VariantDictionary.of("boxes", PackedFloat32Array.of(new float[1000])));
    RecordCodec<Boxed> codec = RecordCodec.of(Boxed.class);
    assertThat(codec.decode(bytes).boxes()).hasSize(1000);
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(
            () ->
                codec
                    .with(VariantCodec.GODOT_4.withLimits(ReadLimits.DEFAULT.withHeapBytes(30_000)))
                    .decode(bytes))
        .withMessageContaining("memory");
  }

  /** A key whose hash code is always the same. */
  record Weak(int x, int y) implements Comparable<Weak> {
    @Override
    public int hashCode() {
      return 1;
    }

    /** An order that does not tell keys apart. */
    @Override
    public int compareTo(Weak other) {
      return Integer.compare(y, other.y);
    }
  }

  @GodotRecord
  record Hashed(Set<Weak> set, Map<Weak, Long> map, @Packed Set<Vector2> packed) {}

  @Test
  void equalHashCodes() {
    RecordCodec<Hashed> codec = RecordCodec.of(Hashed.class);
    List<Variant> keys = new ArrayList<>();
    VariantDictionary.Builder pairs = VariantDictionary.builder();
    for (int i = 0; i < 512; i++) {
      keys.add(new Vector2i(i, 0));
      pairs.put(keys.get(i), i);
    }
    VariantDictionary some = VariantDictionary.of(new Vector2i(1, 2), 1);
    Variant few = VariantArray.of(keys.subList(0, 64).toArray());
    VariantArray many = VariantArray.of(keys.toArray());
    PackedVector2Array none = PackedVector2Array.of();
    assertThat(codec.decode(hashed(few, some, none)).set()).hasSize(64);
    // Equal keys are not counted again.
    VariantArray.Builder again = VariantArray.builder();
    for (int i = 0; i < 1000; i++) {
      again.add(keys.get(i % 64));
    }
    assertThat(codec.decode(hashed(again.build(), some, none)).set()).hasSize(64);
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> codec.decode(hashed(many, some, none)))
        .withMessageContaining(KeyCollisions.PROBLEM + " for Hashed.set");
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> codec.decode(hashed(few, pairs.build(), none)))
        .withMessageContaining(KeyCollisions.PROBLEM + " for Hashed.map");
  }

  private static byte[] hashed(Variant set, Variant map, Variant packed) {
    return VariantCodec.GODOT_4.encode(
        VariantDictionary.of("set", set, "map", map, "packed", packed));
  }

  /** As deep as it goes, on a stack of half the usual size. */
  @Test
  void littleStack() throws InterruptedException {
    List<Throwable> thrown = new ArrayList<>();
    Thread thread = new Thread(null, this::recordsInThemselves, "little", 512 << 10);
    thread.setUncaughtExceptionHandler((where, what) -> thrown.add(what));
    thread.start();
    thread.join();
    assertThat(thrown).isEmpty();
  }

  @Test
  void deeperThanEngines() {
    // A reader with limits of one's own goes as deep as it is told; records do not.
    Variant value = VariantDictionary.of("name", "", "children", VariantArray.EMPTY);
    byte[] head = VariantCodec.GODOT_4.encode(value);
    java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
    byte[] open = java.util.Arrays.copyOf(head, head.length - 4);
    for (int i = 0; i < 100_000; i++) {
      bytes.writeBytes(open);
      bytes.writeBytes(new byte[] {1, 0, 0, 0});
    }
    bytes.writeBytes(head);
    RecordCodec<Node> codec =
        RecordCodec.of(Node.class)
            .with(VariantCodec.GODOT_4.withLimits(ReadLimits.DEFAULT.withDepth(1 << 30)));
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> codec.decode(bytes.toByteArray()))
        .withMessageContaining("200 levels");
  }

  @Test
  void generics() {
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
  void sealedHierarchies() {
    Drawing drawing = new Drawing(List.of(new Circle(1), new Rectangle(2, 3)));
    VariantDictionary tree = roundTrip(Drawing.class, drawing);
    assertThat(tree.getArray("figures"))
        .isEqualTo(
            VariantArray.of(
                VariantDictionary.of("kind", "Circle", "radius", 1.0),
                VariantDictionary.of("kind", "rectangle", "width", 2.0, "height", 3.0)));
    assertThat(roundTrip(Circle.class, new Circle(2)))
        .as("alone as well")
        .isEqualTo(VariantDictionary.of("kind", "Circle", "radius", 2.0));
    RecordCodec<Figure> codec = RecordCodec.of(Figure.class);
    assertThat(
            codec.decode(
                VariantCodec.GODOT_4.encode(
                    VariantDictionary.of("width", 1, "height", 2, "kind", "rectangle"))))
        .isEqualTo(new Rectangle(1, 2));
    assertThat(refused(Figure.class, VariantDictionary.of("kind", "?")).getMessage())
        .isEqualTo(
            "wanted one of [Circle, rectangle] but found \"?\" for Figure, at byte 20, $.kind");
    assertThat(refused(Figure.class, VariantDictionary.of("radius", 1)).getMessage())
        .isEqualTo("no key \"kind\" for Figure, at byte 0, $");
    assertThat(refused(Figure.class, VariantDictionary.of("kind", 1)).getMessage())
        .isEqualTo("wanted String but found int for Figure, at byte 20, $.kind");
  }

  @Test
  void whatIsWrongIsSaidWithItsPlaceAndTheComponentsName() {
    assertThat(refused(Numbers.class, VariantDictionary.of("tiny", 128)).getMessage())
        .isEqualTo(
            "wanted an int from -128 to 127 but found 128 for Numbers.tiny, at byte 20, $.tiny");
    assertThat(refused(Numbers.class, VariantDictionary.of("yes", "no")).getMessage())
        .isEqualTo("wanted bool but found String for Numbers.yes, at byte 20, $.yes");
    assertThat(refused(Numbers.class, VariantDictionary.of("letter", "ab")).getMessage())
        .isEqualTo("wanted one character but found 2 for Numbers.letter, at byte 24, $.letter");
    assertThat(refused(Texts.class, VariantDictionary.of("mood", "x")).getMessage())
        .isEqualTo("wanted one of [fine, BAD] but found \"x\" for Texts.mood, at byte 20, $.mood");
    assertThat(refused(Texts.class, VariantDictionary.of("number", 2)).getMessage())
        .isEqualTo("wanted an int from 0 to 1 but found 2 for Texts.number, at byte 24, $.number");
    assertThat(
            refused(
                    Drawing.class,
                    VariantDictionary.of(
                        "figures",
                        VariantArray.of(
                            VariantDictionary.of("kind", "Circle", "radius", 1),
                            VariantDictionary.of("kind", "Circle"))))
                .getMessage())
        .isEqualTo("no key \"radius\" for Circle.radius, at byte 92, $.figures[1]");
    assertThat(refused(Percent.class, VariantDictionary.of("value", 101)).getMessage())
        .isEqualTo("Percent refuses it: 101 is more than all, at byte 0, $");
    assertThat(refused(Percent.class, VariantDictionary.of("value", 101)).getCause())
        .isInstanceOf(IllegalArgumentException.class);
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(
            () -> RecordCodec.of(Percent.class).decode(VariantCodec.GODOT_4.encode(Variant.of(1))))
        .withMessage("wanted Dictionary but found int for Percent, at byte 0, $");
    assertThatNullPointerException()
        .isThrownBy(() -> RecordCodec.of(Node.class).encode(new Node(nothing(), List.of())))
        .withMessage("Node.name is null");
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // what a careless program passes
  private static <T> T nothing() {
    return null;
  }

  @Test
  void theLastOfTwoKeysCounts() {
    byte[] bytes =
        VariantCodec.GODOT_4
            .writer()
            .beginDictionary()
            .value("value")
            .value(1)
            .value("value")
            .value(2)
            .endDictionary()
            .toByteArray();
    assertThat(RecordCodec.of(Percent.class).decode(bytes)).isEqualTo(new Percent(2));
  }

  @Test
  void unknownKeysAreLeftOut() {
    VariantDictionary more =
        VariantDictionary.of("a", VariantArray.of(1), 5, 6, "value", 2, "b", "c");
    assertThat(RecordCodec.of(Percent.class).decode(VariantCodec.GODOT_4.encode(more)))
        .isEqualTo(new Percent(2));
  }

  @Test
  void insideOtherValuesAndInOtherDialects() {
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
    RecordCodec<Percent> old = codec.with(VariantCodec.GODOT_3);
    assertThat(old.variantCodec()).isSameAs(VariantCodec.GODOT_3);
    assertThat(old.encode(new Percent(5)))
        .isEqualTo(VariantCodec.GODOT_3.encode(VariantDictionary.of("value", 5)));
    assertThat(old.decode(old.encode(new Percent(5)))).isEqualTo(new Percent(5));
    assertThat(old).hasToString("RecordCodec[Percent, godot-3]");
    assertThatExceptionOfType(VariantException.class)
        .isThrownBy(() -> old.decode(codec.encode(new Percent(5))));
  }

  @Test
  void theSameCodecEachTime() {
    assertThat(RecordCodec.of(Percent.class)).isSameAs(RecordCodec.of(Percent.class));
  }

  record Plain(int a) {}

  @GodotRecord
  record Twice(int a, @Key("a") int b) {}

  @GodotRecord
  record Strange(Thread thread) {}

  @GodotRecord
  record Raw(@SuppressWarnings("rawtypes") List list) {}

  @GodotRecord
  record NoShape(Plain plain) {}

  @GodotRecord
  record Bad(@DefaultValue("\"x\"") long id) {}

  @GodotRecord
  record Worse(@DefaultValue("(") long id) {}

  @GodotRecord
  record NoPack(@Packed List<Boolean> flags) {}

  @GodotRecord
  record Rest(@OtherKeys Map<String, Variant> rest) {}

  @Test
  void whatCannotWorkIsSaid() {
    assertThat(
            RecordCodec.of(MethodHandles.lookup(), Plain.class)
                .decode(VariantCodec.GODOT_4.encode(VariantDictionary.of("a", 1))))
        .isEqualTo(new Plain(1));
    record Case(Class<?> type, String message) {}
    for (Case each :
        List.of(
            new Case(Plain.class, "Plain has no @GodotRecord"),
            new Case(Twice.class, "Twice.b: there is another key a"),
            new Case(Strange.class, "Strange.thread: java.lang.Thread has no form in Godot"),
            new Case(Raw.class, "Raw.list: java.util.List does not say what is in it"),
            new Case(NoShape.class, "NoShape.plain: the record"),
            new Case(Bad.class, "Bad.id: the default does not fit: wanted int but found String"),
            new Case(Worse.class, "Worse.id: the default is not written as a value, "),
            new Case(NoPack.class, "NoPack.flags: there is no packed array of java.lang.Boolean"),
            new Case(Rest.class, "Rest.rest: one VariantDictionary can take all other keys"))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> RecordCodec.of(each.type))
          .withMessageContaining(each.message);
    }
  }
}
