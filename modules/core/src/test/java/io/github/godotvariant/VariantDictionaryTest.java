package io.github.godotvariant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VariantDictionaryTest {
  private static final VariantDictionary PLAYER =
      VariantDictionary.of("name", "Ada", "hp", 100, "at", new Vector3(0, 1, 0), "speed", 2.5);

  private static void assertRejected(ThrowingCallable call, String message) {
    assertThatExceptionOfType(VariantTypeException.class).isThrownBy(call).withMessage(message);
  }

  @Test
  void getsValuesByName() {
    assertThat(PLAYER.getString("name")).isEqualTo("Ada");
    assertThat(PLAYER.getLong("hp")).isEqualTo(100);
    assertThat(PLAYER.getDouble("speed")).isEqualTo(2.5);
    assertThat(PLAYER.getDouble("hp")).isEqualTo(100.0);
    assertThat(PLAYER.get("at", Vector3.class)).isEqualTo(new Vector3(0, 1, 0));
    assertThat(PLAYER.getString("title", "none")).isEqualTo("none");
    assertThat(PLAYER.getLong("mp", 7)).isEqualTo(7);
    assertThat(PLAYER.getBoolean("dead", false)).isFalse();
    assertThat(PLAYER.find("nothing")).isEmpty();
  }

  @Test
  void rejectsIntEntriesOutOfRange() {
    VariantDictionary d =
        VariantDictionary.of(
            "min",
            Integer.MIN_VALUE,
            "max",
            Integer.MAX_VALUE,
            "less",
            Integer.MIN_VALUE - 1L,
            "a b",
            Integer.MAX_VALUE + 1L,
            "nil",
            null);
    assertThat(d.getInt("min")).isEqualTo(Integer.MIN_VALUE);
    assertThat(d.getInt("max", 7)).isEqualTo(Integer.MAX_VALUE);
    assertThat(d.getInt("nil", 7)).isEqualTo(7);
    assertThat(d.getInt("missing", 7)).isEqualTo(7);
    assertRejected(
        () -> d.getInt("less"),
        "wanted an int from -2147483648 to 2147483647 but found -2147483649, .less");
    assertRejected(
        () -> d.getInt("a b", 7),
        "wanted an int from -2147483648 to 2147483647 but found 2147483648, [\"a b\"]");
    assertRejected(() -> d.getInt("missing"), "no key \"missing\", .missing");
    assertRejected(() -> PLAYER.getInt("name", 7), "wanted int but found String \"Ada\", .name");
  }

  @Test
  void distinguishesMissingKeyAndWrongType() {
    assertRejected(() -> PLAYER.getLong("mp"), "no key \"mp\", .mp");
    assertRejected(() -> PLAYER.getLong("name"), "wanted int but found String \"Ada\", .name");
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(() -> PLAYER.getLong("name", 7));
  }

  @Test
  void reportsPathsRelativeToDictionary() {
    VariantDictionary d =
        VariantDictionary.of("a b", 1, 3, "x", new Vector2(1, 2), "y", List.of(1), "z", "t", "s");
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(() -> d.getString("a b"))
        .withMessage("wanted String but found int 1, [\"a b\"]")
        .satisfies(
            e ->
                assertThat(VariantPath.parse(e.path()).steps())
                    .isEqualTo(List.of(StringValue.of("a b"))));
    assertRejected(() -> d.get(3, Vector3.class), "wanted Vector3 but found String \"x\", [3]");
    assertRejected(
        () -> d.get(new Vector2(1, 2), PackedByteArray.class),
        "wanted PackedByteArray but found String \"y\", [Vector2(1, 2)]");
    assertRejected(
        () -> d.get(List.of(1), ObjectIdValue.class),
        "wanted ObjectIdValue but found String \"z\", [Array]");
    assertRejected(() -> d.get(null), "no key null, [null]");
    assertRejected(() -> d.getDouble("t"), "wanted float but found String \"s\", .t");
    assertRejected(() -> d.getDictionary("t"), "wanted Dictionary but found String \"s\", .t");
  }

  @Test
  void returnsDefaultOnlyForMissingKeyAndNil() {
    VariantDictionary d =
        VariantDictionary.of(
            "nil", null, "bool", true, "int", 1, "float", 1.5, "text", "x", "array", List.of(1));
    VariantDictionary none = VariantDictionary.of("none", 1);
    for (String key : List.of("nil", "missing")) {
      assertThat(d.getBoolean(key, true)).isTrue();
      assertThat(d.getLong(key, 7)).isEqualTo(7);
      assertThat(d.getDouble(key, 7.5)).isEqualTo(7.5);
      assertThat(d.getString(key, "none")).isEqualTo("none");
      assertThat(d.getArray(key, VariantArray.EMPTY)).isSameAs(VariantArray.EMPTY);
      assertThat(d.getDictionary(key, none)).isSameAs(none);
      assertThat(d.get(key, Vector2.class, new Vector2(1, 2))).isEqualTo(new Vector2(1, 2));
    }
    assertThat(d.getBoolean("bool", false)).isTrue();
    assertThat(d.getLong("int", 7)).isEqualTo(1);
    assertThat(d.getDouble("int", 7)).isEqualTo(1.0);
    assertThat(d.getDouble("float", 7)).isEqualTo(1.5);
    assertThat(d.getString("text", "none")).isEqualTo("x");
    assertThat(d.getArray("array", VariantArray.EMPTY)).isEqualTo(VariantArray.of(1));
    assertThat(VariantDictionary.of("d", d).getDictionary("d", none)).isEqualTo(d);
    assertThat(d.get("int", IntValue.class, IntValue.of(7))).isEqualTo(IntValue.of(1));
    assertRejected(
        () -> d.getArray("text", VariantArray.EMPTY), "wanted Array but found String \"x\", .text");
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(() -> d.get("text", IntValue.class, IntValue.of(7)));
    assertThat(d.find("nil")).contains(Variant.NIL);
    assertRejected(() -> d.getLong("nil"), "wanted int but found Nil, .nil");
  }

  /** 8 entries are searched; 100 entries have an index, which the first lookup creates. */
  @ParameterizedTest
  @ValueSource(ints = {8, 100})
  void looksUpStringsWithoutAllocation(int size) {
    VariantDictionary.Builder builder = VariantDictionary.builder();
    for (int i = 0; i < size; i++) {
      builder.put("key" + i, i);
    }
    VariantDictionary d = builder.build();
    assertThat(sumOfLookups(d)).isEqualTo(8000); // the first call allocates objects of the JVM
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    long sum = sumOfLookups(d);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(1000);
    assertThat(sum).isEqualTo(8000);
  }

  private static long sumOfLookups(VariantDictionary d) {
    long sum = 0;
    for (int i = 0; i < 1000; i++) {
      sum += d.getLong("key7") + d.getLong("hp", 1) + (d.containsKey("mp") ? 1 : 0);
    }
    return sum;
  }

  /** Small dictionaries are searched; large ones have an index. */
  @Test
  void findsStringsBySearchAndIndex() {
    for (int size : new int[] {1, 8, 9, 1000}) {
      VariantDictionary.Builder builder = VariantDictionary.builder();
      for (int i = 0; i < size; i++) {
        builder.put(i % 2 == 0 ? StringValue.of("key" + i) : StringName.of("key" + i), i);
      }
      builder.put(1, "int").put(StringName.of("1"), "name");
      VariantDictionary d = builder.build();
      for (int i = 0; i < size; i++) {
        assertThat(d.positionOf("key" + i)).isEqualTo(i);
      }
      assertThat(d.positionOf("1")).isEqualTo(size + 1);
      assertThat(d.positionOf("key" + size)).isEqualTo(-1);
    }
  }

  /** Returns one of 2^15 strings with the same hash code. */
  private static String collidingKey(int which) {
    StringBuilder text = new StringBuilder();
    for (int bit = 0; bit < 15; bit++) {
      text.append((which >> bit & 1) == 0 ? "Aa" : "BB");
    }
    return text.toString();
  }

  /** The second and third round use the cached keys, unless a key differs. */
  @Test
  void createsSameDictionaryWithCachedKeys() {
    for (int round = 0; round < 3; round++) {
      VariantDictionary d = VariantDictionary.of("id", round, "pos", null, "name", "n");
      assertThat(d.entries())
          .containsExactly(
              Map.entry(StringValue.of("id"), IntValue.of(round)),
              Map.entry(StringValue.of("pos"), Variant.NIL),
              Map.entry(StringValue.of("name"), StringValue.of("n")));
      // Other instances, other keys and another order do not use the cached keys.
      assertThat(VariantDictionary.of(new String("id"), round, "pos", null, "name", "n"))
          .isEqualTo(d);
      assertThat(VariantDictionary.of("id", 1, "x", 2, "name", 3).keys().get(1))
          .isEqualTo(StringValue.of("x"));
      assertThat(VariantDictionary.of("name", 1, "pos", 2, "id", 3).getLong("id")).isEqualTo(3);
      assertThat(VariantDictionary.of("id", 1, StringName.of("pos"), 2, "name", 3).keys().get(1))
          .isEqualTo(StringName.of("pos"));
      assertThat(VariantDictionary.of("id", 1, 2, 3, "name", 4).keys().get(1))
          .isEqualTo(IntValue.of(2));
      // A repeated key keeps its position and gets the last value.
      assertThat(VariantDictionary.of("id", 1, "id", 2, "name", 3))
          .isEqualTo(VariantDictionary.of("id", 2, "name", 3));
      assertThat(VariantDictionary.of()).isEqualTo(VariantDictionary.EMPTY);
      assertThat(VariantDictionary.of(null, 1, null, 2).get(null)).isEqualTo(IntValue.of(2));
    }
  }

  @Test
  void cachesKeysOfManyThreads() throws Exception {
    int shapes = 2000; // more than the cache holds
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<Boolean>> results = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        results.add(
            threads.submit(
                () -> {
                  boolean result = true;
                  for (int i = 0; i < 10 * shapes; i++) {
                    String key = "key" + i % shapes;
                    VariantDictionary d = VariantDictionary.of(key, i, "same", key);
                    result &= d.getLong(key) == i && d.getString("same").equals(key);
                  }
                  return result;
                }));
      }
      for (Future<Boolean> result : results) {
        assertThat(result.get()).isTrue();
      }
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void copiesEntriesAndTypesToBuilder() {
    VariantDictionary typed =
        VariantDictionary.of("a", 1, "b", 2)
            .withTypes(ElementType.of(VariantType.STRING), ElementType.of(VariantType.INT));
    VariantDictionary.Builder builder = typed.toBuilder();
    assertThat(builder.build()).isEqualTo(typed);
    VariantDictionary more = builder.put("a", 3).put("c", 4).build();
    assertThat(more).hasToString("Dictionary[String, int]({\n\"a\": 3,\n\"b\": 2,\n\"c\": 4\n})");
    assertThat(typed.getLong("a")).isEqualTo(1);
  }

  @Test
  void returnsEntriesAndCollectsStreams() {
    VariantDictionary d = VariantDictionary.of("a", 1, "b", 2);
    assertThat(d.entries())
        .containsExactly(
            Map.entry(StringValue.of("a"), IntValue.of(1)),
            Map.entry(StringValue.of("b"), IntValue.of(2)));
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> d.entries().remove(0));
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> d.entries().get(2));
    VariantDictionary turned =
        d.stream()
            .collect(VariantDictionary.toVariantDictionary(Map.Entry::getValue, Map.Entry::getKey));
    assertThat(turned).isEqualTo(VariantDictionary.of(1, "a", 2, "b"));
    VariantDictionary parities =
        IntStream.range(0, 1000)
            .boxed()
            .parallel()
            .collect(VariantDictionary.toVariantDictionary(i -> i % 2, i -> i));
    assertThat(parities).isEqualTo(VariantDictionary.of(0, 998, 1, 999));
  }

  @Test
  void comparesKeysLikeEngine() {
    VariantDictionary d =
        VariantDictionary.builder()
            .put(1, "int")
            .put(1.0, "float")
            .put("a", "text")
            .put(0.0, "zero")
            .put(Double.NaN, "nan")
            .put(VariantArray.of(1, 2), "array")
            .put(VariantDictionary.of("x", 1, "y", 2), "dictionary")
            .put(new Vector2(0.0, Double.NaN), "vector")
            .put(null, "nil")
            .build();
    assertThat(d.size()).isEqualTo(9);
    assertThat(d.get(StringName.of("a"))).isEqualTo(StringValue.of("text"));
    assertThat(d.get(-0.0)).isEqualTo(StringValue.of("zero"));
    assertThat(d.get(Double.longBitsToDouble(0xFFF8000000000001L)))
        .isEqualTo(StringValue.of("nan"));
    assertThat(d.get(VariantArray.of(1, 2))).isEqualTo(StringValue.of("array"));
    assertThat(d.containsKey(VariantArray.of(1, 2.0))).isFalse();
    assertThat(d.get(VariantDictionary.of("x", 1, "y", 2))).isEqualTo(StringValue.of("dictionary"));
    assertThat(d.containsKey(VariantDictionary.of("y", 2, "x", 1))).isFalse();
    assertThat(d.get(new Vector2(-0.0, Double.NaN))).isEqualTo(StringValue.of("vector"));
    assertThat(d.get(null)).isEqualTo(StringValue.of("nil"));
    assertThat(d.containsKey(2)).isFalse();
  }

  @Test
  void distinguishesStringNamesInsideArrays() {
    VariantDictionary d =
        VariantDictionary.of(VariantArray.of("a"), 1, VariantArray.of(StringName.of("a")), 2);
    assertThat(d.size()).isEqualTo(2);
  }

  @Test
  void comparesObjectKeysByIdentity() {
    ObjectValue one = new ObjectValue("A", List.of());
    ObjectValue other = new ObjectValue("A", List.of());
    VariantDictionary d = VariantDictionary.of(one, 1, other, 2);
    assertThat(d.size()).isEqualTo(2);
    assertThat(d.get(other)).isEqualTo(IntValue.of(2));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 8, 9, 100, 5000})
  void keepsPositionOfRepeatedKey(int size) {
    VariantDictionary.Builder builder = VariantDictionary.builder();
    Map<Long, String> expected = new LinkedHashMap<>();
    for (int i = 0; i < 3 * size; i++) {
      long key = (i * 7919L) % size;
      builder.put(key, "v" + i);
      expected.put(key, "v" + i);
    }
    VariantDictionary d = builder.build();
    assertThat(d.toJava()).isEqualTo(expected);
    assertThat(new ArrayList<>(d.keys()))
        .isEqualTo(expected.keySet().stream().map(Variant::of).toList());
    expected.forEach((key, value) -> assertThat(d.get(key).asString()).isEqualTo(value));
  }

  /** All strings have the same hash code. */
  @Test
  void findsStringsWithEqualHashCodes() {
    Variant[] keys = new Variant[1 << 15];
    Variant[] values = new Variant[keys.length];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = StringValue.of(collidingKey(i));
      values[i] = IntValue.of(i);
    }
    assertThat(keys[5].asString()).hasSameHashCodeAs(keys[6].asString());
    VariantDictionary d =
        VariantDictionary.ofPairs(
            keys.clone(), values, ElementType.UNTYPED, ElementType.UNTYPED, KeyRule.GODOT_4);
    assertThat(d.size()).isEqualTo(keys.length);
    for (int i = 0; i < keys.length; i++) {
      assertThat(d.positionOf(keys[i])).isEqualTo(i);
      assertThat(d.getLong(collidingKey(i))).isEqualTo(i);
    }
    assertThat(d.containsKey("other")).isFalse();
  }

  @Test
  void copiesOnChange() {
    VariantDictionary hurt = PLAYER.with("hp", 90);
    assertThat(hurt.getLong("hp")).isEqualTo(90);
    assertThat(PLAYER.getLong("hp")).isEqualTo(100);
    assertThat(hurt.keys()).isEqualTo(PLAYER.keys());
    assertThat(PLAYER.with("mp", 3).keyAt(4)).isEqualTo(StringValue.of("mp"));
    assertThat(PLAYER.without("hp").keys())
        .extracting(Variant::asString)
        .containsExactly("name", "at", "speed");
    assertThat(PLAYER.without("mp")).isSameAs(PLAYER);
  }

  @Test
  void comparesOrderTypesAndBits() {
    assertThat(VariantDictionary.of("a", 1, "b", 2))
        .isEqualTo(VariantDictionary.of("a", 1, "b", 2))
        .hasSameHashCodeAs(VariantDictionary.of("a", 1, "b", 2))
        .isNotEqualTo(VariantDictionary.of("b", 2, "a", 1))
        .isNotEqualTo(VariantDictionary.of("a", 1, "b", 2.0))
        .isNotEqualTo(
            VariantDictionary.of("a", 1, "b", 2)
                .withTypes(ElementType.of(VariantType.STRING), ElementType.UNTYPED));
    assertThat(VariantDictionary.of("a", 0.0)).isNotEqualTo(VariantDictionary.of("a", -0.0));
    assertThat(VariantDictionary.of("a", Double.NaN))
        .isEqualTo(VariantDictionary.of("a", Double.NaN));
  }

  @Test
  void rejectsInvalidArguments() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> VariantDictionary.of("a"))
        .withMessageContaining("1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> VariantDictionary.of("a", new Object()))
        .withMessageContaining("java.lang.Object");
  }
}
