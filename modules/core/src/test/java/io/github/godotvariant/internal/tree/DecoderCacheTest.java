package io.github.godotvariant.internal.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.internal.type.TypeCodecs;
import io.github.godotvariant.internal.wire.Container;
import io.github.godotvariant.internal.wire.EncodedText;
import io.github.godotvariant.internal.wire.KeyPrediction;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the cache of a codec is bounded and does not change the values that it reads. */
@SuppressWarnings("CheckReturnValue") // the tests check only memory and exceptions
class DecoderCacheTest {
  private static final int KEY_SETS = 100_000;
  private static final int MAX_NODES = 4096;
  private static final int MAX_BYTES = 6 << 20;
  private static final String LONG_KEY = "a key as long as the longest that is remembered";

  /** Counts the prediction nodes and estimates the bytes that a codec references. */
  private static final class ReachableObjects {
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<Object> open = new ArrayDeque<>();
    private int nodes;
    private long bytes;

    static ReachableObjects from(VariantCodec codec) throws IllegalAccessException {
      ReachableObjects reachable = new ReachableObjects();
      reachable.add(codec);
      while (!reachable.open.isEmpty()) {
        reachable.visit(reachable.open.pop());
      }
      return reachable;
    }

    private void add(Object part) {
      boolean counts =
          part instanceof String
              || (part != null
                  && (part.getClass().isArray()
                      || part.getClass().getName().startsWith("io.github.godotvariant."))
                  && !part.getClass().isHidden()
                  && !(part instanceof Enum)
                  && !(part instanceof Dialect)
                  && !(part instanceof TypeCodecs));
      if (counts && seen.add(part)) {
        open.push(part);
      }
    }

    private void visit(Object part) throws IllegalAccessException {
      nodes += part instanceof KeyPrediction ? 1 : 0;
      if (part instanceof String text) {
        bytes += 40 + text.length();
      } else if (part.getClass().isArray()) {
        int length = Array.getLength(part);
        Class<?> of = part.getClass().getComponentType();
        bytes += 16 + (long) length * (of == byte.class ? 1 : of == long.class ? 8 : 4);
        for (int i = 0; i < length && !of.isPrimitive(); i++) {
          add(Array.get(part, i));
        }
      } else {
        bytes += 16;
        for (Class<?> of = part.getClass();
            of.getName().startsWith("io.github.godotvariant.");
            of = of.getSuperclass()) {
          for (Field field : of.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
              bytes += 8;
              field.setAccessible(true);
              add(field.get(part));
            }
          }
        }
      }
    }
  }

  /** Returns 1 to 32 long keys: those of the previous set and a new one, or one new key. */
  private static VariantDictionary keySet(int which) {
    VariantDictionary.Builder keys = VariantDictionary.builder();
    for (int i = 0; i <= which % KeyPrediction.MAX_KEYS; i++) {
      String start = which / KeyPrediction.MAX_KEYS + "." + i + ".";
      keys.put(start + LONG_KEY.substring(start.length()), i);
    }
    return keys.build();
  }

  @Test
  void boundsMemoryOfManyKeySets() throws IllegalAccessException {
    VariantCodec codec = VariantCodec.of(Dialect.GODOT_4);
    long before = ReachableObjects.from(codec).bytes;
    int maxObjects = 0;
    for (int i = 0; i < KEY_SETS; i++) {
      VariantDictionary keys = keySet(i);
      VariantDictionary decoded = codec.decode(codec.encode(keys)).asDictionary();
      assertThat(decoded.positionOf(keys.keyAt(0))).isZero();
      if (i % 5_000 == 4_000) {
        ReachableObjects reachable = ReachableObjects.from(codec);
        maxObjects = Math.max(maxObjects, reachable.nodes);
        assertThat(reachable.bytes - before).isLessThan(MAX_BYTES);
        assertThat(reachable.nodes).isLessThanOrEqualTo(MAX_NODES + 1);
      }
    }
    assertThat(maxObjects).as("nodes that were counted").isGreaterThan(MAX_NODES / 2);
  }

  @Test
  void boundsMemoryOfManyStrings() throws IllegalAccessException {
    VariantCodec codec = VariantCodec.of(Dialect.GODOT_4);
    for (int i = 0; i < KEY_SETS; i++) {
      String text = "text " + i;
      VariantDictionary value = VariantDictionary.of(text, text, StringName.of(text), i);
      assertThat(codec.decode(codec.encode(value))).isEqualTo(value);
    }
    assertThat(ReachableObjects.from(codec).bytes).isLessThan(MAX_BYTES);
  }

  /** Returns the number of nodes, with the root, after a codec has read a value at a depth. */
  private static int nodesAfter(Variant value, int depth) throws IllegalAccessException {
    Variant nested = value;
    for (int i = 0; i < depth; i++) {
      nested = VariantArray.of(nested);
    }
    VariantCodec codec = VariantCodec.of(Dialect.GODOT_4);
    assertThat(codec.decode(codec.encode(nested))).isEqualTo(nested);
    return ReachableObjects.from(codec).nodes;
  }

  private static VariantDictionary keys(int count, int length) {
    VariantDictionary.Builder keys = VariantDictionary.builder();
    for (int i = 0; i < count; i++) {
      keys.put((i + "x".repeat(length)).substring(0, length), i);
    }
    return keys.build();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, Container.RECURSIVE_LEVELS - 1})
  void keepsNoLargeDictionariesAndLongKeys(int depth) throws IllegalAccessException {
    int maxKeys = KeyPrediction.MAX_KEYS;
    int longest = EncodedText.MAX_LENGTH;
    assertThat(nodesAfter(keys(maxKeys, longest), depth)).isEqualTo(1 + maxKeys);
    assertThat(nodesAfter(keys(maxKeys + 1, longest), depth)).isEqualTo(1);
    assertThat(nodesAfter(keys(maxKeys, longest + 1), depth)).isEqualTo(1);
  }

  private static List<Variant> sampleValues() {
    List<Variant> values = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      values.add(
          VariantDictionary.of(
              "id", i, "name", "Ada " + i, "position", new Vector3(i, 2, 3), "state", "idle"));
      values.add(VariantDictionary.of("id", i, "tags", VariantArray.of("a", "b" + i, "a")));
      values.add(VariantDictionary.of(StringName.of("id"), i, "inner", values.get(i)));
      values.add(keySet(i));
    }
    values.add(VariantArray.copyOf(values));
    return values;
  }

  /** The other inputs differ in a few bits. */
  @Test
  void readsSameValuesAfterOtherInputs() {
    VariantCodec codec = VariantCodec.of(Dialect.GODOT_4);
    List<Variant> values = sampleValues();
    List<byte[]> encoded = values.stream().map(VariantCodec.of(Dialect.GODOT_4)::encode).toList();
    Random random = new Random(11);
    int rejected = 0;
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = encoded.get(random.nextInt(encoded.size())).clone();
      for (int i = random.nextInt(4); i >= 0; i--) {
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      }
      rejected += isRejected(codec, bytes) ? 1 : 0;
      int which = random.nextInt(values.size());
      Variant decoded = codec.decode(encoded.get(which));
      assertThat(decoded).isEqualTo(values.get(which));
      assertThat(codec.encode(decoded)).isEqualTo(encoded.get(which));
    }
    assertThat(rejected).isBetween(1_000, 19_000);
  }

  private static boolean isRejected(VariantCodec codec, byte[] bytes) {
    try (VariantReader reader = codec.reader(bytes)) {
      reader.seek("name");
      reader.nextValue();
    } catch (VariantException e) {
      // The decoder below reports the same input.
    }
    try {
      codec.decode(bytes);
      return false;
    } catch (VariantException e) {
      return true;
    }
  }
}
