package io.github.godotvariant.internal.values;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.IntValue;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The work for keys with equal hash codes. */
class KeyCollisionsTest {
  private static final int KEY_BYTES = 12;

  private record Key(int number, int hash) {
    @Override
    public int hashCode() {
      return hash;
    }
  }

  private record Cell(int x, int y) {}

  /** Reads the keys of one set, by default with {@link #KEY_BYTES} bytes each. */
  private static final class KeyReader {
    private final Set<Object> set = new HashSet<>();
    private final KeyCollisions.Work work = new KeyCollisions.Work();
    private final KeyCollisions collisions = new KeyCollisions();
    private long position;

    KeyReader() {
      collisions.beginKey(work, position);
    }

    boolean read(Object key) {
      return read(key, KEY_BYTES);
    }

    boolean read(Object key, int length) {
      position += length;
      if (!collisions.check(work, key, position, position)) {
        return false;
      }
      if (set.add(key)) {
        collisions.added();
      }
      return true;
    }
  }

  /** Returns the number of accepted keys of 0, 1, 2, …, at most 100,000. */
  private static int accepted(IntUnaryOperator hash) {
    KeyReader reader = new KeyReader();
    return (int)
        IntStream.range(0, 100_000)
            .takeWhile(i -> reader.read(new Key(i, hash.applyAsInt(i))))
            .count();
  }

  @Test
  void acceptsTwiceTheWorkForEachByteOfEqualHashCodes() {
    for (int hash : new int[] {0, 1, -1, Integer.MIN_VALUE, 0x10000}) {
      assertThat(accepted(i -> hash)).isEqualTo(2 * KeyCollisions.MAX_WORK - 1);
    }
  }

  @Test
  void countsEachHashCodeSeparately() {
    assertThat(accepted(i -> i)).isEqualTo(100_000);
    assertThat(accepted(i -> i % 1_000 * 0x10001)).isEqualTo(100_000);
    SplittableRandom random = new SplittableRandom(31);
    assertThat(accepted(i -> random.nextInt(3_000))).isEqualTo(100_000);
  }

  /** More keys with different hash codes permit more keys with equal hash codes. */
  @Test
  void boundsComparisonsForEachByte() {
    for (int share = 1; share <= 64; share *= 2) {
      int period = share;
      int accepted = accepted(i -> i % period == 0 ? -1 : i);
      long equal = accepted / period;
      assertThat(equal * equal / 2).isLessThanOrEqualTo((long) KeyCollisions.MAX_WORK * accepted);
    }
  }

  @Test
  void countsLongKeysByTheirLength() {
    KeyReader reader = new KeyReader();
    for (int i = 0; i < 10_000; i++) {
      assertThat(reader.read(new Key(i, i), 8)).isTrue();
    }
    int longKeys = 0;
    while (reader.read(new Key(-longKeys, -1), 10_000)) {
      longKeys++;
    }
    assertThat(longKeys).isBetween(64, 200);
  }

  /** The comparison of a short key with a long one costs the same in both directions. */
  @Test
  void countsHeavyKeysAmongLightOnes() {
    KeyReader reader = new KeyReader();
    assertThat(reader.read(new Key(-1, 0), 1_000_000)).isTrue();
    int light = 0;
    while (reader.read(new Key(light, 0), 8)) {
      light++;
    }
    assertThat(light).isLessThan(KeyCollisions.MAX_WORK);
  }

  /** Each comparison of a key repeats the work of the set inside the key. */
  @Test
  void countsWorkInsideKeys() {
    KeyCollisions.Work work = new KeyCollisions.Work();
    KeyCollisions outer = new KeyCollisions();
    outer.beginKey(work, 0);
    long position = 0;
    int keys = 0;
    boolean isAccepted = true;
    while (isAccepted) {
      KeyCollisions inner = new KeyCollisions();
      inner.beginKey(work, position);
      for (int i = 0; i < 20; i++) {
        position += KEY_BYTES;
        assertThat(inner.check(work, new Key(i, 1), position, 1L << 40)).isTrue();
        inner.added();
      }
      isAccepted = outer.check(work, new Key(keys, 1), position, position);
      outer.added();
      keys++;
    }
    // Each inner set takes the work of 210 keys in addition to the 20 keys.
    assertThat(keys).isBetween(10, 20);
  }

  @Test
  void acceptsEqualKeysAnyNumberOfTimes() {
    KeyReader reader = new KeyReader();
    for (int i = 0; i < 100_000; i++) {
      assertThat(reader.read(new Key(i % 64, 1))).isTrue();
    }
  }

  @Test
  void acceptsTallMaps() {
    for (int height : new int[] {100, 2_100, 4_000}) {
      KeyReader reader = new KeyReader();
      for (int x = 0; x < 200; x++) {
        for (int y = 0; y < height; y++) {
          assertThat(reader.read(new Cell(x, y))).isTrue();
        }
      }
    }
  }

  /** Sets of numbers have the sum of their elements as hash code. */
  @Test
  void acceptsSetsOfSmallSets() {
    KeyReader reader = new KeyReader();
    for (int a = 0; a < 30; a++) {
      for (int b = 0; b < a; b++) {
        for (int c = 0; c < b; c++) {
          assertThat(reader.read(Set.of(a, b, c), 32)).isTrue();
        }
      }
    }
  }

  @Test
  void namesLimitAndRemedyInMessage() {
    assertThat(KeyCollisions.PROBLEM)
        .contains("more than 80 compared bytes", "records.md", "Vector2i")
        .doesNotContain("\n");
  }

  @Test
  void returnsWhetherKeysAreOrdered() {
    assertThat(List.of("", 1L, 1, 1.0, 'a', TimeUnit.DAYS))
        .allMatch(key -> KeyCollisions.isOrdered(key.getClass()));
    assertThat(List.of(List.of(), Map.of(), new Key(1, 1), IntValue.of(1)))
        .noneMatch(key -> KeyCollisions.isOrdered(key.getClass()));
  }
}
