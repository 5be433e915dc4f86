package io.github.godotvariant.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonMerge;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
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
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectReader;

/**
 * Counts the calls of {@code equals} and {@code hashCode} while the mapper reads sets and maps
 * whose keys have equal hash codes.
 */
class JacksonCollidingKeysTest {
  static final GodotMapper GODOT = new GodotMapper();
  private static final AtomicLong STEPS = new AtomicLong();

  /** An accepted number of keys with equal hash codes. */
  static final int FEW = 64;

  /** A rejected number of keys with equal hash codes. */
  private static final int MANY = 512;

  static final int SMALL = 1 << 10;
  private static final int LARGE = 1 << 14;

  /** A number with the same hash code for every multiple of a million. */
  static class EqualHash {
    final long number;

    @JsonCreator
    EqualHash(long number) {
      this.number = number;
    }

    @JsonCreator
    static EqualHash of(String text) {
      return new EqualHash(Long.parseLong(text));
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
      return other instanceof EqualHash that && number == that.number;
    }

    @Override
    public String toString() {
      return Long.toString(number);
    }
  }

  /** A key with an order that a hash table cannot use, because it is the order of a supertype. */
  @SuppressWarnings("ComparableType") // the test needs this order
  static final class Ordered extends EqualHash implements Comparable<EqualHash> {
    @JsonCreator
    Ordered(long number) {
      super(number);
    }

    @JsonCreator
    static Ordered of(String text) {
      return new Ordered(Long.parseLong(text));
    }

    @Override
    public int compareTo(EqualHash other) {
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

  record Pair(EqualHash first, long second) {}

  static final class Numbers extends HashSet<EqualHash> {
    private static final long serialVersionUID = 1L;
  }

  /** A set with a creator that takes a list. */
  static final class Copied extends HashSet<EqualHash> {
    private static final long serialVersionUID = 1L;

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    Copied(List<EqualHash> elements) {
      super(elements);
    }
  }

  /** A record with a creator that takes a set. */
  record Wrapped(Set<EqualHash> set) {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    Wrapped {
      Objects.requireNonNull(set);
    }
  }

  /** A map with a creator that takes one of its entries. */
  static final class Named extends HashMap<EqualHash, Integer> {
    private static final long serialVersionUID = 1L;

    @JsonCreator
    static Named of(@JsonProperty("name") String name) {
      return new Named();
    }
  }

  record Components(Set<EqualHash> set, Map<EqualHash, Integer> map) {}

  static final class MergedComponents {
    @JsonMerge public Set<EqualHash> set = new HashSet<>();
    @JsonMerge public Map<EqualHash, Integer> map = new HashMap<>();
  }

  static VariantArray array(int count, IntFunction<Object> element) {
    List<Object> elements = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      elements.add(element.apply(i));
    }
    return VariantArray.of(elements.toArray());
  }

  static VariantDictionary dictionary(int count, IntFunction<Object> key) {
    VariantDictionary.Builder pairs = VariantDictionary.builder();
    for (int i = 0; i < count; i++) {
      pairs.put(key.apply(i).toString(), 1);
    }
    return pairs.build();
  }

  private static JavaType type(TypeReference<?> type) {
    return GODOT.constructType(type.getType());
  }

  /** A type to read, with its input for a number of keys. */
  @SuppressWarnings("ImmutableEnumChecker") // the fields never change
  enum Family {
    SET(new TypeReference<Set<EqualHash>>() {}, JacksonCollidingKeysTest::array),
    LINKED_SET(new TypeReference<LinkedHashSet<EqualHash>>() {}, JacksonCollidingKeysTest::array),
    SET_OF_OWN_CLASS(new TypeReference<Numbers>() {}, JacksonCollidingKeysTest::array),
    SET_OF_ORDERED(new TypeReference<Set<Ordered>>() {}, JacksonCollidingKeysTest::array),
    SET_OF_LISTS(
        new TypeReference<Set<List<EqualHash>>>() {},
        (count, key) -> array(count, i -> VariantArray.of(key.apply(i)))),
    SET_OF_ARRAYS_IN_LISTS(
        new TypeReference<Set<List<List<EqualHash>>>>() {},
        (count, key) -> array(count, i -> VariantArray.of(VariantArray.of(key.apply(i))))),
    SET_OF_SETS(
        new TypeReference<Set<Set<EqualHash>>>() {},
        (count, key) -> array(count, i -> VariantArray.of(key.apply(i)))),
    SET_OF_MAPS(
        new TypeReference<Set<Map<String, EqualHash>>>() {},
        (count, key) -> array(count, i -> VariantDictionary.of("a", key.apply(i)))),
    SET_OF_RECORDS(
        new TypeReference<Set<Pair>>() {},
        (count, key) ->
            array(count, i -> VariantDictionary.of("first", key.apply(i), "second", 1))),
    ARRAY_OF_SETS(
        new TypeReference<Set<EqualHash>[]>() {},
        (count, key) -> VariantArray.of(array(count, key), VariantArray.EMPTY)),
    MAP_OF_SETS(
        new TypeReference<Map<String, Set<EqualHash>>>() {},
        (count, key) -> VariantDictionary.of("a", array(count, key))),
    SET_OF_A_LIST(new TypeReference<Copied>() {}, JacksonCollidingKeysTest::array),
    RECORD_OF_A_SET(new TypeReference<Wrapped>() {}, JacksonCollidingKeysTest::array),
    MAP(new TypeReference<Map<EqualHash, Integer>>() {}, JacksonCollidingKeysTest::dictionary),
    MAP_OF_ORDERED(
        new TypeReference<Map<Ordered, Integer>>() {}, JacksonCollidingKeysTest::dictionary),
    MAP_WITH_CREATOR(
        new TypeReference<Named>() {}, (count, key) -> dictionary(count, key).with("name", "a")),
    COMPONENT_SET(
        new TypeReference<Components>() {},
        (count, key) -> VariantDictionary.of("set", array(count, key))),
    COMPONENT_MAP(
        new TypeReference<Components>() {},
        (count, key) -> VariantDictionary.of("map", dictionary(count, key))),
    HASHTABLE(
        new TypeReference<Hashtable<EqualHash, Integer>>() {},
        JacksonCollidingKeysTest::dictionary),
    MERGED_SET(
        new TypeReference<MergedComponents>() {},
        (count, key) -> VariantDictionary.of("set", array(count, key))),
    MERGED_MAP(
        new TypeReference<MergedComponents>() {},
        (count, key) -> VariantDictionary.of("map", dictionary(count, key))),
    UPDATED_SET(new TypeReference<Set<EqualHash>>() {}, JacksonCollidingKeysTest::array) {
      @Override
      ObjectReader reader() {
        return super.reader().withValueToUpdate(new HashSet<>());
      }
    },
    UPDATED_MAP(
        new TypeReference<Map<EqualHash, Integer>>() {}, JacksonCollidingKeysTest::dictionary) {
      @Override
      ObjectReader reader() {
        return super.reader().withValueToUpdate(new HashMap<>());
      }
    };

    /** Creates a value with a number of keys. */
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

    /** Reads an input and returns the number of steps. */
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
    Object few = reader.readValue(family.input(FEW, JacksonCollidingKeysTest::equalHash));
    assertThat(few).isNotNull();
    byte[] largeInput = family.input(MANY, JacksonCollidingKeysTest::equalHash);
    assertThatExceptionOfType(StreamConstraintsException.class)
        .isThrownBy(() -> reader.readValue(largeInput))
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
  void acceptsSameNumberOfKeysAsRecordCodec() {
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
  void reportsDeclaredSetInPath() {
    assertThatThrownBy(() -> GODOT.readValue(cells(MANY), Cells.class))
        .hasMessageContaining("CollidingKeysTest$Cells[\"cells\"]->java.util.HashSet[")
        .hasMessageNotContaining("Deserializer");
  }

  @Test
  void returnsDeclaredClassOfSet() {
    TypeReference<LinkedHashSet<Vector2i>> set = new TypeReference<>() {};
    byte[] bytes = VariantCodec.GODOT_4.encode(VariantArray.of(new Vector2i(1, 2)));
    assertThat(GODOT.readValue(bytes, set)).containsExactly(new Vector2i(1, 2));
    assertThat(GODOT.readValue(VariantCodec.GODOT_4.encode(Variant.NIL), set)).isNull();
  }

  /** The keys that were in a set before it is updated are not counted. */
  @Test
  void doesNotCountKeysBeforeUpdate() {
    Set<EqualHash> set = new HashSet<>(Set.of(new EqualHash(-1_000_000)));
    GODOT
        .readerFor(new TypeReference<Set<EqualHash>>() {})
        .withValueToUpdate(set)
        .readValue(Family.SET.input(FEW, JacksonCollidingKeysTest::equalHash));
    assertThat(set).hasSize(FEW + 1);
  }

  /** If a name is repeated, its values are merged into one set or map. */
  @Test
  void countsKeysOfAllMergedValues() {
    assertThat(mergedTwice(FEW, FEW).set).hasSize(FEW);
    assertThat(mergedTwice(FEW, FEW).map).hasSize(FEW);
    assertThatExceptionOfType(StreamConstraintsException.class)
        .isThrownBy(() -> mergedTwice(MANY, FEW))
        .withCauseInstanceOf(VariantLimitException.class);
    assertThatExceptionOfType(StreamConstraintsException.class)
        .isThrownBy(() -> mergedTwice(FEW, MANY))
        .withCauseInstanceOf(VariantLimitException.class);
  }

  /** Reads 40 keys of each, and then the other keys. */
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
  void acceptsRepeatedEqualKeys(Family family) {
    if (family.input(1, i -> 1L).length < family.input(2, i -> 1L).length) {
      Object again = family.reader().readValue(family.input(1000, i -> equalHash(i % 32)));
      assertThat(again).isNotNull();
    }
  }

  @ParameterizedTest
  @EnumSource
  void takesStepsInProportionToInput(Family family) {
    for (IntFunction<Object> key :
        List.<IntFunction<Object>>of(
            JacksonCollidingKeysTest::equalHash,
            JacksonCollidingKeysTest::distinctHash,
            i -> i % 2 == 0 ? 2_000_000L * (i % 128) : (long) i)) {
      long small = family.steps(SMALL, key);
      long large = family.steps(LARGE, key);
      assertThat(small).isPositive().isLessThan(200L * SMALL);
      assertThat((double) large / small).isLessThanOrEqualTo(1.3 * LARGE / SMALL);
    }
  }
}
