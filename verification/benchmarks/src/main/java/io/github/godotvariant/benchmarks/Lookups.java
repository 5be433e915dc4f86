package io.github.godotvariant.benchmarks;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** One value of a dictionary, by the text of its key: the mean of all of one message. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Lookups {
  private static final int KEYS = 12;

  /** As in a program: their hash codes are known, and they are not the objects of the keys. */
  final String[] keys = {
    "id", "seq", "t", "pos", "vel", "rot", "state", "anim", "hp", "flags", "grounded", "aim"
  };

  private final VariantDictionary dictionary = Workload.PLAYER_UPDATE.value().asDictionary();
  private final Map<String, Variant> map = map(dictionary);
  private final @Nullable Variant[] found = new Variant[KEYS];

  private static Map<String, Variant> map(VariantDictionary dictionary) {
    Map<String, Variant> map = new HashMap<>();
    dictionary.forEach((key, value) -> map.put(key.asString(), value));
    return map;
  }

  /** In a dictionary. */
  @Benchmark
  @OperationsPerInvocation(KEYS)
  public @Nullable Variant[] get() {
    for (int i = 0; i < KEYS; i++) {
      found[i] = dictionary.get(keys[i]);
    }
    return found;
  }

  /** In Java's own map of the same. */
  @Benchmark
  @OperationsPerInvocation(KEYS)
  public @Nullable Variant[] hashMap() {
    for (int i = 0; i < KEYS; i++) {
      found[i] = map.get(keys[i]);
    }
    return found;
  }
}
