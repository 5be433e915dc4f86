package io.github.godotvariant.internal.values;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.IntValue;
import io.github.godotvariant.ReadLimits;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KeyCollisionsTest {
  private record Key(int number, int hash) {
    @Override
    public int hashCode() {
      return hash;
    }
  }

  @Test
  void rejectsFirstKeyBeyondLimit() {
    for (int hash : new int[] {0, 1, -1, Integer.MIN_VALUE, 0x10000}) {
      KeyCollisions collisions = new KeyCollisions();
      for (int i = 0; i < ReadLimits.COLLIDING_KEYS; i++) {
        assertThat(collisions.add(new Key(i, hash))).isTrue();
        assertThat(collisions.add(new Key(i, hash + 1 + i))).isTrue();
      }
      assertThat(collisions.add(new Key(-1, hash))).isFalse();
    }
  }

  private static Set<Object> setOf(List<?> keys) {
    Set<Object> set = new HashSet<>();
    KeyCollisions collisions = new KeyCollisions();
    for (Object key : keys) {
      if (set.add(key) && !collisions.add(key)) {
        throw new IllegalArgumentException(KeyCollisions.PROBLEM);
      }
    }
    return set;
  }

  @Test
  void limitsKeysOfSet() {
    List<Key> keys = IntStream.range(0, 65).mapToObj(i -> new Key(i, 1)).toList();
    assertThat(setOf(keys.subList(0, 64))).hasSize(64);
    assertThatThrownBy(() -> setOf(keys))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("more than 64 keys with the same hash code");
  }

  @Test
  void countsEachHashCodeSeparately() {
    Random random = new Random(31);
    int[] hashes = IntStream.range(0, 2000).map(i -> random.nextInt(3000)).distinct().toArray();
    KeyCollisions collisions = new KeyCollisions();
    for (int i = 0; i < ReadLimits.COLLIDING_KEYS; i++) {
      for (int hash : hashes) {
        assertThat(collisions.add(new Key(i, hash))).isTrue();
      }
    }
    for (int hash : hashes) {
      assertThat(collisions.add(new Key(-1, hash))).isFalse();
    }
  }

  @Test
  void acceptsAllKeysThatHashTablesOrder() {
    KeyCollisions collisions = new KeyCollisions();
    for (long i = 0; i < 1000; i++) {
      assertThat(collisions.add(i << Integer.SIZE | i)).isTrue();
    }
    assertThat(List.of("", 1L, 1, 1.0, 'a', TimeUnit.DAYS))
        .allMatch(key -> KeyCollisions.isOrdered(key.getClass()));
    assertThat(List.of(List.of(), new Key(1, 1), IntValue.of(1)))
        .noneMatch(key -> KeyCollisions.isOrdered(key.getClass()));
  }
}
