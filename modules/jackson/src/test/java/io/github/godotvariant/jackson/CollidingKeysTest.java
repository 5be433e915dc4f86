package io.github.godotvariant.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonMerge;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import io.github.godotvariant.NilValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantWriter;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.RecordCodec;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectReader;

/**
 * Counts the calls of {@code equals} and {@code hashCode} while sets and maps are read whose keys
 * have equal hash codes.
 */
class CollidingKeysTest {
  private static final GodotMapper GODOT = new GodotMapper();
  private static final AtomicLong STEPS = new AtomicLong();

  /** Keys with equal hash codes that are accepted, and that are rejected. */
  private static final int FEW = 64;

  private static final int MANY = 512;
  private static final int SMALL = 1 << 10;
  private static final int LARGE = 1 << 14;

  /** A number of which every multiple of a million has the same hash code. */
  static class Weak {
    final long number;

    @JsonCreator
    Weak(long number) {
      this.number = number;
    }

    @JsonCreator
    static Weak of(String text) {
      return new Weak(Long.parseLong(text));
    }

    @JsonValue
    long number() {
      return number;
    }

    @Override
    public int hashCode() {
      STEPS.incrementAndGet();
      return (int) (number % 1_000_000);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      STEPS.incrementAndGet();
      return other instanceof Weak that && number == that.number;
    }

    @Override
    public String toString() {
      return Long.toString(number);
    }
  }

  /** A key with an order that a hash table cannot use, because it is the order of a supertype. */
  @SuppressWarnings("ComparableType") // what is tested
  static final class Ordered extends Weak implements Comparable<Weak> {
    @JsonCreator
    Ordered(long number) {
      super(number);
    }

    @JsonCreator
    static Ordered of(String text) {
      return new Ordered(Long.parseLong(text));
    }

    @Override
    public int compareTo(Weak other) {
      STEPS.incrementAndGet();
      return Long.compare(number, other.number);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return super.equals(other);
    }

    @Override
    public int hashCode() {
      return super.hashCode();
    }
  }

  record Pair(Weak first, long second) {}

  static final class Numbers extends HashSet<Weak> {
    private static final long serialVersionUID = 1L;
  }

  /** A set that is made of a list. */
  static final class Copied extends HashSet<Weak> {
    private static final long serialVersionUID = 1L;

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    Copied(List<Weak> elements) {
      super(elements);
    }
  }

  /** A class that is made of a set. */
  record Wrapped(Set<Weak> set) {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    Wrapped {
      Objects.requireNonNull(set);
    }
  }

  /** A map with a creator that takes one of its pairs. */
  static final class Named extends HashMap<Weak, Integer> {
    private static final long serialVersionUID = 1L;

    @JsonCreator
    static Named of(@JsonProperty("name") String name) {
      return new Named();
    }
  }

  record Components(Set<Weak> set, Map<Weak, Integer> map) {}

  static final class MergedComponents {
    @JsonMerge public Set<Weak> set = new HashSet<>();
    @JsonMerge public Map<Weak, Integer> map = new HashMap<>();
  }

  private static VariantArray array(int count, IntFunction<Object> element) {
    List<Object> elements = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      elements.add(element.apply(i));
    }
    return VariantArray.of(elements.toArray());
  }

  private static VariantDictionary dictionary(int count, IntFunction<Object> key) {
    VariantDictionary.Builder pairs = VariantDictionary.builder();
    for (int i = 0; i < count; i++) {
      pairs.put(key.apply(i).toString(), 1);
    }
    return pairs.build();
  }

  private static JavaType type(TypeReference<?> type) {
    return GODOT.constructType(type.getType());
  }

  /** What is read, and what it is read from, of a key for each number. */
  @SuppressWarnings("ImmutableEnumChecker") // its fields are not changed
  enum Family {
    SET(new TypeReference<Set<Weak>>() {}, CollidingKeysTest::array),
    LINKED_SET(new TypeReference<LinkedHashSet<Weak>>() {}, CollidingKeysTest::array),
    SET_OF_OWN_CLASS(new TypeReference<Numbers>() {}, CollidingKeysTest::array),
    SET_OF_ORDERED(new TypeReference<Set<Ordered>>() {}, CollidingKeysTest::array),
    SET_OF_LISTS(
        new TypeReference<Set<List<Weak>>>() {},
        (count, key) -> array(count, i -> VariantArray.of(key.apply(i)))),
    SET_OF_ARRAYS_IN_LISTS(
        new TypeReference<Set<List<List<Weak>>>>() {},
        (count, key) -> array(count, i -> VariantArray.of(VariantArray.of(key.apply(i))))),
    SET_OF_SETS(
        new TypeReference<Set<Set<Weak>>>() {},
        (count, key) -> array(count, i -> VariantArray.of(key.apply(i)))),
    SET_OF_MAPS(
        new TypeReference<Set<Map<String, Weak>>>() {},
        (count, key) -> array(count, i -> VariantDictionary.of("a", key.apply(i)))),
    SET_OF_RECORDS(
        new TypeReference<Set<Pair>>() {},
        (count, key) ->
            array(count, i -> VariantDictionary.of("first", key.apply(i), "second", 1))),
    ARRAY_OF_SETS(
        new TypeReference<Set<Weak>[]>() {},
        (count, key) -> VariantArray.of(array(count, key), VariantArray.EMPTY)),
    MAP_OF_SETS(
        new TypeReference<Map<String, Set<Weak>>>() {},
        (count, key) -> VariantDictionary.of("a", array(count, key))),
    SET_OF_A_LIST(new TypeReference<Copied>() {}, CollidingKeysTest::array),
    RECORD_OF_A_SET(new TypeReference<Wrapped>() {}, CollidingKeysTest::array),
    MAP(new TypeReference<Map<Weak, Integer>>() {}, CollidingKeysTest::dictionary),
    MAP_OF_ORDERED(new TypeReference<Map<Ordered, Integer>>() {}, CollidingKeysTest::dictionary),
    MAP_WITH_CREATOR(
        new TypeReference<Named>() {}, (count, key) -> dictionary(count, key).with("name", "a")),
    COMPONENT_SET(
        new TypeReference<Components>() {},
        (count, key) -> VariantDictionary.of("set", array(count, key))),
    COMPONENT_MAP(
        new TypeReference<Components>() {},
        (count, key) -> VariantDictionary.of("map", dictionary(count, key))),
    HASHTABLE(new TypeReference<Hashtable<Weak, Integer>>() {}, CollidingKeysTest::dictionary),
    MERGED_SET(
        new TypeReference<MergedComponents>() {},
        (count, key) -> VariantDictionary.of("set", array(count, key))),
    MERGED_MAP(
        new TypeReference<MergedComponents>() {},
        (count, key) -> VariantDictionary.of("map", dictionary(count, key))),
    UPDATED_SET(new TypeReference<Set<Weak>>() {}, CollidingKeysTest::array) {
      @Override
      ObjectReader reader() {
        return super.reader().withValueToUpdate(new HashSet<>());
      }
    },
    UPDATED_MAP(new TypeReference<Map<Weak, Integer>>() {}, CollidingKeysTest::dictionary) {
      @Override
      ObjectReader reader() {
        return super.reader().withValueToUpdate(new HashMap<>());
      }
    };

    /** Makes a value of a number of keys. */
    private interface Form {
      Variant of(int count, IntFunction<Object> key);
    }

    private final TypeReference<?> type;
    private final Form form;

    Family(TypeReference<?> type, Form form) {
      this.type = type;
      this.form = form;
    }

    ObjectReader reader() {
      return GODOT.readerFor(type(type));
    }

    byte[] input(int count, IntFunction<Object> key) {
      return VariantCodec.GODOT_4.encode(form.of(count, key));
    }

    /** Reads an input; returns the number of steps, and 0 for less than one for each key. */
    long steps(int count, IntFunction<Object> key) {
      byte[] input = input(count, key);
      STEPS.set(0);
      try {
        reader().readValue(input);
      } catch (StreamConstraintsException e) {
        assertThat(e).hasCauseInstanceOf(VariantLimitException.class);
      }
      return STEPS.get();
    }
  }

  private static Object equalHash(int i) {
    return 1_000_000L * i;
  }

  private static Object distinctHash(int i) {
    return (long) i;
  }

  @ParameterizedTest
  @EnumSource
  void rejectsKeysWithEqualHashCodes(Family family) {
    ObjectReader reader = family.reader();
    Object few = reader.readValue(family.input(FEW, CollidingKeysTest::equalHash));
    assertThat(few).isNotNull();
    byte[] more = family.input(MANY, CollidingKeysTest::equalHash);
    assertThatExceptionOfType(StreamConstraintsException.class)
        .isThrownBy(() -> reader.readValue(more))
        .withMessageContaining("more than 80 compared bytes for each byte of input")
        .withCauseInstanceOf(VariantLimitException.class);
  }

  @GodotRecord
  record Cells(Set<Cell> cells) {}

  /** A vector with a hash code that is always the same. */
  record Cell(int x, int y) {
    @Override
    public int hashCode() {
      return 1;
    }
  }

  private static byte[] cells(int count) {
    return VariantCodec.GODOT_4.encode(
        VariantDictionary.of("cells", array(count, i -> new Vector2i(i, 1))));
  }

  @Test
  void takesAsManyKeysAsRecordCodec() {
    RecordCodec<Cells> codec = RecordCodec.of(MethodHandles.lookup(), Cells.class);
    assertThat(GODOT.readValue(cells(FEW), Cells.class)).isEqualTo(codec.decode(cells(FEW)));
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> codec.decode(cells(MANY)))
        .withMessageContaining("for Cells.cells, at byte");
    assertThatExceptionOfType(StreamConstraintsException.class)
        .isThrownBy(() -> GODOT.readValue(cells(MANY), Cells.class))
        .withCauseInstanceOf(VariantLimitException.class);
  }

  @Test
  void namesTheSetOfTheProgramInThePath() {
    assertThatThrownBy(() -> GODOT.readValue(cells(MANY), Cells.class))
        .hasMessageContaining("CollidingKeysTest$Cells[\"cells\"]->java.util.HashSet[")
        .hasMessageNotContaining("Deserializer");
  }

  @Test
  void returnsTheDeclaredClassOfSet() {
    TypeReference<LinkedHashSet<Vector2i>> set = new TypeReference<>() {};
    byte[] bytes = VariantCodec.GODOT_4.encode(VariantArray.of(new Vector2i(1, 2)));
    assertThat(GODOT.readValue(bytes, set)).containsExactly(new Vector2i(1, 2));
    assertThat(GODOT.readValue(VariantCodec.GODOT_4.encode(NilValue.NIL), set)).isNull();
  }

  /** The keys that were in a set before it is updated are not counted. */
  @Test
  void takesTheLimitOnTopOfTheKeysThatAreThere() {
    Set<Weak> set = new HashSet<>(Set.of(new Weak(-1_000_000)));
    GODOT
        .readerFor(new TypeReference<Set<Weak>>() {})
        .withValueToUpdate(set)
        .readValue(Family.SET.input(FEW, CollidingKeysTest::equalHash));
    assertThat(set).hasSize(FEW + 1);
  }

  /** One name may come several times, and its values are merged into one set or map. */
  @Test
  void countsTheKeysOfAllValuesThatAreMerged() {
    assertThat(mergedTwice(FEW, FEW).set).hasSize(FEW);
    assertThat(mergedTwice(FEW, FEW).map).hasSize(FEW);
    assertThatExceptionOfType(StreamConstraintsException.class)
        .isThrownBy(() -> mergedTwice(MANY, FEW))
        .withCauseInstanceOf(VariantLimitException.class);
    assertThatExceptionOfType(StreamConstraintsException.class)
        .isThrownBy(() -> mergedTwice(FEW, MANY))
        .withCauseInstanceOf(VariantLimitException.class);
  }

  /** Reads 40 keys of each, and then the keys that are missing. */
  private static MergedComponents mergedTwice(int elements, int keys) {
    VariantWriter writer = VariantCodec.GODOT_4.writer().beginDictionary();
    for (int start : new int[] {0, 40}) {
      writer.value("set");
      writer.value(array((start == 0 ? 40 : elements) - start, i -> equalHash(start + i)));
      writer.value("map");
      writer.value(dictionary((start == 0 ? 40 : keys) - start, i -> equalHash(start + i)));
    }
    return GODOT.readValue(writer.endDictionary().toByteArray(), MergedComponents.class);
  }

  @ParameterizedTest
  @EnumSource
  void takesEqualKeysAnyNumberOfTimes(Family family) {
    if (family.input(1, i -> 1L).length < family.input(2, i -> 1L).length) {
      Object again = family.reader().readValue(family.input(1000, i -> equalHash(i % 32)));
      assertThat(again).isNotNull();
    }
  }

  @ParameterizedTest
  @EnumSource
  void takesStepsInProportionToTheInput(Family family) {
    for (IntFunction<Object> key :
        List.<IntFunction<Object>>of(
            CollidingKeysTest::equalHash,
            CollidingKeysTest::distinctHash,
            i -> i % 2 == 0 ? 2_000_000L * (i % 128) : (long) i)) {
      long small = family.steps(SMALL, key);
      long large = family.steps(LARGE, key);
      assertThat(small).isPositive().isLessThan(200L * SMALL);
      assertThat((double) large / small).isLessThanOrEqualTo(1.3 * LARGE / SMALL);
    }
  }

  /** A record whose hash code is the same for many contents, with a set of its kind. */
  record Node(Set<Node> kids, List<Integer> leaf) {
    @Override
    public int hashCode() {
      STEPS.incrementAndGet();
      return 31 * kids.hashCode() + leaf.hashCode();
    }

    @Override
    public boolean equals(@Nullable Object other) {
      STEPS.incrementAndGet();
      return other instanceof Node that && kids.equals(that.kids) && leaf.equals(that.leaf);
    }
  }

  /** The same with a type key, which can come last. */
  @GodotRecord
  sealed interface Tree {
    @GodotRecord
    record Branch(Set<Tree> kids, List<Integer> leaf) implements Tree {
      @Override
      public int hashCode() {
        STEPS.incrementAndGet();
        return 31 * kids.hashCode() + leaf.hashCode();
      }

      @Override
      public boolean equals(@Nullable Object other) {
        STEPS.incrementAndGet();
        return other instanceof Branch that && kids.equals(that.kids) && leaf.equals(that.leaf);
      }
    }
  }

  @GodotRecord
  record Trees(Set<Tree> set) {}

  /** Nodes with two nodes each; the hash codes of all nodes of a level are equal. */
  private static VariantDictionary tree(int depth, int number) {
    VariantArray kids =
        depth == 0
            ? VariantArray.EMPTY
            : VariantArray.of(tree(depth - 1, 0), tree(depth - 1, number + 1));
    VariantArray leaf = depth == 0 ? VariantArray.of(number, -31 * number) : VariantArray.EMPTY;
    return VariantDictionary.of("kids", kids, "leaf", leaf, "type", "Branch");
  }

  private static byte[] trees(int depth) {
    return VariantCodec.GODOT_4.encode(
        VariantDictionary.of(
            "set", VariantArray.of(tree(depth, 0), tree(depth, 0), tree(depth, 1))));
  }

  record Nodes(Set<Node> set) {}

  /** The type key comes last, so that Jackson buffers each {@link Tree}. */
  @Test
  void takesStepsInProportionToSetsWithinSets() {
    RecordCodec<Trees> codec = RecordCodec.of(MethodHandles.lookup(), Trees.class);
    GodotMapper ignoring =
        GodotMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();
    for (Consumer<byte[]> reading :
        List.<Consumer<byte[]>>of(
            bytes -> assertThat(codec.decode(bytes)).isNotNull(),
            bytes -> GODOT.readValue(bytes, Trees.class),
            bytes -> ignoring.readValue(bytes, Nodes.class))) {
      reading.accept(trees(4));
      for (int depth = 5; depth <= 14; depth++) {
        byte[] bytes = trees(depth);
        STEPS.set(0);
        try {
          reading.accept(bytes);
        } catch (VariantLimitException | StreamConstraintsException e) {
          assertThat(depth).isGreaterThan(6);
        }
        assertThat(STEPS.get()).isPositive().isLessThan(2L * bytes.length);
      }
    }
  }

  /** The cost of hash codes grows with the depth of sets within sets. */
  @Test
  void boundsDepthOfSetsWithinSets() {
    assertThatExceptionOfType(StreamConstraintsException.class)
        .isThrownBy(() -> GODOT.readValue(chain(200), Nodes.class));
    assertThat(GODOT.readValue(chain(60), Nodes.class).set).hasSize(1);
  }

  private static byte[] chain(int depth) {
    VariantArray leaf = array(1000, i -> i);
    Variant node = VariantDictionary.of("kids", VariantArray.EMPTY, "leaf", leaf);
    for (int i = 0; i < depth; i++) {
      node = VariantDictionary.of("kids", VariantArray.of(node), "leaf", VariantArray.EMPTY);
    }
    return VariantCodec.GODOT_4.encode(VariantDictionary.of("set", VariantArray.of(node)));
  }

  /** A text of which the bits of a number choose between two halves with equal hash codes. */
  private static String equalHashText(int number, int bits) {
    StringBuilder text = new StringBuilder();
    for (int bit = 0; bit < bits; bit++) {
      text.append((number >> bit & 1) == 0 ? "Aa" : "BB");
    }
    return text.toString();
  }

  /** These maps do not order keys with equal hash codes, of whatever class they are. */
  @Test
  void rejectsStringsWithEqualHashCodesInSlowMaps() {
    byte[] few = VariantCodec.GODOT_4.encode(dictionary(FEW, number -> equalHashText(number, 12)));
    byte[] many =
        VariantCodec.GODOT_4.encode(dictionary(SMALL, number -> equalHashText(number, 12)));
    for (TypeReference<? extends Map<String, Integer>> type :
        List.of(
            new TypeReference<Hashtable<String, Integer>>() {},
            new TypeReference<WeakHashMap<String, Integer>>() {})) {
      assertThat(GODOT.readValue(few, type)).hasSize(FEW);
      assertThatExceptionOfType(StreamConstraintsException.class)
          .isThrownBy(() -> GODOT.readValue(many, type));
    }
    assertThat(GODOT.readValue(many, new TypeReference<HashMap<String, Integer>>() {}))
        .hasSize(SMALL);
  }

  /** A hash table cannot order keys of two classes, although it can order those of each class. */
  @Test
  void rejectsKeysOfTwoClassesWithEqualHashCodes() {
    int hash = equalHashText(0, 12).hashCode();
    VariantArray numbers = array(SMALL, i -> (long) (i + 1) << 32 | (i + 1 ^ hash) & 0xFFFF_FFFFL);
    VariantArray texts = array(SMALL, i -> equalHashText(i, 12));
    byte[] bytes =
        VariantCodec.GODOT_4.encode(VariantArray.builder().addAll(numbers).addAll(texts).build());
    assertThatExceptionOfType(StreamConstraintsException.class)
        .isThrownBy(() -> GODOT.readValue(bytes, new TypeReference<Set<Object>>() {}));
  }

  record Place(int x, int y) {}

  @GodotRecord
  record Places(Set<Place> set) {}

  @Test
  void acceptsTallMapsOfCells() {
    VariantArray places = array(100 * 2_100, i -> new Vector2i(i / 2_100, i % 2_100));
    byte[] bytes = VariantCodec.GODOT_4.encode(VariantDictionary.of("set", places));
    RecordCodec<Places> codec = RecordCodec.of(MethodHandles.lookup(), Places.class);
    assertThat(codec.decode(bytes).set).hasSize(places.size());
    assertThat(GODOT.readValue(bytes, Places.class).set).hasSize(places.size());
  }
}
