package io.github.godotvariant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantWriter;
import io.github.godotvariant.text.VariantText;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys with chosen collisions, and the limit of probes for one key. */
class CollidingKeysTest {
  private static final int BITS = 14;

  /** More keys than one lookup can probe. */
  private static final int TOO_MANY_KEYS = DictionaryKeys.MAX_PROBES + 88;

  private static final String LIMIT = "more than 512 keys of a Dictionary with similar hashes";

  private static int keyHash(Variant key) {
    return KeyEquality.hash(key, KeyRule.GODOT_4);
  }

  private static <T> int distinct(List<T> values, ToIntFunction<T> hash) {
    return (int) values.stream().mapToInt(hash).distinct().count();
  }

  /** Among 2^14 random 32-bit hash codes, usually none or one pair is equal. */
  @ParameterizedTest
  @EnumSource
  void spreadsChosenKeys(CollidingKeys family) {
    List<Variant> keys = family.make(BITS);
    assertThat(distinct(keys, CollidingKeysTest::keyHash)).isGreaterThan(keys.size() - 8);
    assertThat(distinct(keys, Variant::hashCode)).isGreaterThan(keys.size() - 8);
  }

  /** Loads the library again, with new secrets. */
  private static final class FreshLoader extends ClassLoader {
    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("io.github.godotvariant.")) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        return known == null ? define(name) : known;
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      String file = "/" + name.replace('.', '/') + ".class";
      try (InputStream in = CollidingKeysTest.class.getResourceAsStream(file)) {
        byte[] bytes = Objects.requireNonNull(in, name).readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  /** Counts the different hash codes of the family with a name. */
  static final class DistinctHashes implements ToIntFunction<String> {
    @Override
    public int applyAsInt(String family) {
      List<Variant> keys = CollidingKeys.valueOf(family).make(BITS);
      return Math.min(
          distinct(keys, CollidingKeysTest::keyHash), distinct(keys, Variant::hashCode));
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.MATCH_ALL, names = "PACKED_INT64.*")
  @SuppressWarnings("unchecked") // the class is loaded again
  void spreadsChosenKeysWithEverySecret(CollidingKeys family) throws ReflectiveOperationException {
    for (int secret = 0; secret < 20; secret++) {
      Class<?> counter = new FreshLoader().loadClass(DistinctHashes.class.getName());
      Constructor<?> constructor = counter.getDeclaredConstructor();
      constructor.setAccessible(true);
      ToIntFunction<String> distinct = (ToIntFunction<String>) constructor.newInstance();
      assertThat(distinct.applyAsInt(family.name())).isGreaterThan(16_000);
    }
  }

  @ParameterizedTest
  @EnumSource
  void keepsAllChosenKeys(CollidingKeys family) {
    List<Variant> keys = family.make(10);
    VariantDictionary.Builder builder = VariantDictionary.builder();
    keys.forEach(key -> builder.put(key, key));
    VariantDictionary dictionary = builder.build();
    assertThat(dictionary.size()).isEqualTo(keys.size());
    for (Variant key : keys) {
      assertThat(dictionary.get(key)).isEqualTo(key);
    }
  }

  /** Different values that are equal as keys have different hash codes. */
  @Test
  void spreadsHashCodesOfEqualKeys() {
    List<Variant> zeros = new ArrayList<>();
    List<Variant> nans = new ArrayList<>();
    List<Variant> types = new ArrayList<>();
    for (int number = 0; number < 1 << BITS; number++) {
      float[] singles = new float[BITS];
      double[] doubles = new double[BITS];
      for (int bit = 0; bit < BITS; bit++) {
        boolean isSet = (number >> bit & 1) == 1;
        singles[bit] = isSet ? -0.0f : 0.0f;
        doubles[bit] = Double.longBitsToDouble(0x7FF8000000000000L | (isSet ? 1 : 0));
      }
      zeros.add(PackedFloat32Array.of(singles));
      nans.add(PackedFloat64Array.of(doubles));
      types.add(VariantArray.EMPTY.withElementType(ElementType.ofClass("C" + number)));
    }
    for (List<Variant> values : List.of(zeros, nans, types)) {
      assertThat(distinct(values, Variant::hashCode)).isGreaterThan(values.size() - 8);
    }
    assertThat(distinct(zeros, CollidingKeysTest::keyHash)).isOne();
    assertThat(distinct(nans, CollidingKeysTest::keyHash)).isOne();
    assertThat(distinct(types, CollidingKeysTest::keyHash)).isOne();
  }

  /**
   * The values, also objects, differ only at the deepest level. Chance makes one pair of hash codes
   * equal in one of 5,000 runs, which the test permits.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 9, 65, 1000})
  void hashesNestedContent(int depth) {
    List<Variant> arrays = new ArrayList<>();
    List<Variant> pairs = new ArrayList<>();
    List<Variant> objects = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      Variant array = IntValue.of(i);
      Variant pair = array;
      Variant object = array;
      for (int level = 0; level < depth; level++) {
        array = VariantArray.of(array);
        pair = VariantDictionary.of(pair, null);
        object = new ObjectValue("A", List.of(new ObjectValue.Property("p", object)));
      }
      arrays.add(array);
      pairs.add(pair);
      objects.add(object);
    }
    // Chance makes two of 200 32-bit hash codes equal in one of 200,000 runs.
    for (List<Variant> values : List.of(arrays, pairs, objects)) {
      assertThat(distinct(values, Variant::hashCode)).isGreaterThan(values.size() - 2);
    }
    assertThat(distinct(arrays, CollidingKeysTest::keyHash)).isGreaterThan(arrays.size() - 2);
    assertThat(distinct(pairs, CollidingKeysTest::keyHash)).isGreaterThan(pairs.size() - 2);
  }

  @Test
  void hashesAllElements() {
    List<Variant> arrays = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      Object[] elements = new Object[100];
      elements[99] = i;
      arrays.add(VariantArray.of(elements));
    }
    assertThat(distinct(arrays, Variant::hashCode)).isEqualTo(arrays.size());
  }

  /** Each level contains the level below twice, so hashing each path would never end. */
  @Test
  void hashesSharedContentOnce() {
    Variant shared = IntValue.of(1);
    for (int level = 0; level < 1000; level++) {
      shared = VariantArray.of(shared, shared);
    }
    Variant again = ((VariantArray) shared).with(1, ((VariantArray) shared).get(0));
    assertThat(again.hashCode()).isEqualTo(shared.hashCode());
    assertThat(keyHash(again)).isEqualTo(keyHash(shared));
    assertThat(VariantDictionary.of(again, 1, shared, 2).size()).isOne();
  }

  /** Objects of two classes can share a list of properties, which caches its hash code. */
  @Test
  void hashesClassNames() {
    ObjectValue one = new ObjectValue("A", List.of(new ObjectValue.Property("p", IntValue.of(1))));
    ObjectValue other = new ObjectValue("B", one.properties());
    ObjectValue empty = new ObjectValue("A", List.of());
    assertThat(Set.of(one.hashCode(), other.hashCode(), empty.hashCode())).hasSize(3);
    assertThat(new ObjectValue("B", List.of())).doesNotHaveSameHashCodeAs(empty);
    assertThat(new ObjectValue("A", List.copyOf(other.properties()))).hasSameHashCodeAs(one);
  }

  /** Returns {@link #TOO_MANY_KEYS} ints with the same first slot in an index of all of them. */
  private static List<Variant> collidingKeys() {
    int mask = 4 * Integer.highestOneBit(TOO_MANY_KEYS) - 1;
    List<Variant> keys = new ArrayList<>();
    for (int i = 0; keys.size() < TOO_MANY_KEYS; i++) {
      Variant key = IntValue.of(i);
      if ((keyHash(key) & mask) == 7) {
        keys.add(key);
      }
    }
    return keys;
  }

  @Test
  void rejectsMoreCollisionsThanChanceMakes() {
    List<Variant> keys = collidingKeys();
    VariantDictionary.Builder builder = VariantDictionary.builder();
    keys.forEach(key -> builder.put(key, null));
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(builder::build)
        .withMessage(LIMIT);
    VariantWriter writer = VariantCodec.GODOT_4.writer().beginArray().beginDictionary();
    keys.forEach(key -> writer.value(key).nil());
    byte[] bytes = writer.endDictionary().endArray().toByteArray();
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> VariantCodec.GODOT_4.decode(bytes))
        .withMessageStartingWith(LIMIT)
        .satisfies(
            e -> {
              assertThat(e.byteOffset()).isEqualTo(8);
              assertThat(e.path()).isEqualTo("$[0]");
            });
    String text =
        keys.stream().map(key -> key + ": null").collect(Collectors.joining(", ", "{", "}"));
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> VariantText.GODOT_4.parse(text))
        .withMessageStartingWith(LIMIT + ", at line 1");
  }

  @Test
  void rejectsLookupAmongMoreCollisionsThanChanceMakes() {
    List<Variant> keys = collidingKeys();
    VariantDictionary dictionary =
        new VariantDictionary(
            new DictionaryKeys(keys.toArray(new Variant[0])),
            keys.toArray(),
            ElementType.UNTYPED,
            ElementType.UNTYPED);
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> dictionary.containsKey(1))
        .withMessage(LIMIT);
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> dictionary.with(-1, 1))
        .withMessage(LIMIT);
  }

  /** The table has the maximum load factor. */
  @Test
  void needsFewProbesForManyKeys() {
    int size = (1 << 20) - 1;
    int mask = 4 * Integer.highestOneBit(size) - 1;
    boolean[] taken = new boolean[mask + 1];
    int max = 0;
    for (int i = 0; i < size; i++) {
      int slot = keyHash(new Vector2i(i, 31 * i)) & mask;
      int probes = 0;
      for (; taken[slot]; probes++) {
        slot = (slot + 1) & mask;
      }
      taken[slot] = true;
      max = Math.max(max, probes);
    }
    assertThat(max).isLessThan(DictionaryKeys.MAX_PROBES / 4);
  }

  /** Keys that engines write: names, counters, cells of a grid, ids, and small arrays of them. */
  @Test
  void acceptsMillionDictionaries() {
    Random random = new Random(1);
    int count = 1_000_000 * Integer.getInteger("laws", 1);
    for (int i = 0; i < count; i++) {
      int size = 9 + random.nextInt(8);
      int first = random.nextInt();
      Variant[] keys = new Variant[size];
      for (int j = 0; j < size; j++) {
        keys[j] = usualKey(i % 6, first + j);
      }
      VariantDictionary dictionary =
          VariantDictionary.ofPairs(
              keys.clone(),
              keys.clone(),
              ElementType.UNTYPED,
              ElementType.UNTYPED,
              KeyRule.GODOT_4);
      if (dictionary.size() != size || dictionary.positionOf(keys[size - 1]) != size - 1) {
        throw new AssertionError(dictionary.toString());
      }
    }
  }

  private static Variant usualKey(int kind, int number) {
    return switch (kind) {
      case 0 -> StringValue.of("item_" + number);
      case 1 -> IntValue.of(number);
      case 2 -> new Vector2i(number & 15, number >> 4);
      case 3 -> FloatValue.of(number / 8.0);
      case 4 -> VariantArray.of(number, "a");
      default -> PackedInt32Array.of(number, 1);
    };
  }

  /** An object equals only itself, also among many keys and inside an array. */
  @Test
  void findsObjectsAndNansAmongManyKeys() {
    List<Variant> keys = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      ObjectValue object = new ObjectValue("A", List.of());
      keys.add(object);
      keys.add(VariantArray.of(object));
      keys.add(VariantArray.of(Double.NaN));
    }
    VariantDictionary.Builder builder = VariantDictionary.builder();
    keys.forEach(key -> builder.put(key, null));
    keys.forEach(key -> builder.put(key, 1));
    VariantDictionary dictionary = builder.build();
    assertThat(dictionary.size()).isEqualTo(keys.size());
    for (int i = 0; i < keys.size(); i++) {
      assertThat(dictionary.positionOf(keys.get(i))).isEqualTo(i);
    }
    assertThat(dictionary.positionOf(VariantArray.of(keys.get(0)))).isOne();
    assertThat(dictionary.positionOf(VariantArray.of(Double.NaN))).isNegative();
    assertThat(new HashSet<>(keys)).hasSize(3);
  }
}
