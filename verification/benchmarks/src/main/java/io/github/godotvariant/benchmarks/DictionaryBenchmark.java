package io.github.godotvariant.benchmarks;

import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2i;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.Blackhole;

/** Dictionaries of 1,000 entries with keys of one type. */
public class DictionaryBenchmark extends TimedBenchmark {
  private static final int SIZE = 1000;

  /** The type of the keys. */
  public enum KeyType {
    STRING,
    INT,
    VECTOR2I,
    ARRAY,
    PACKED_FLOAT32_ARRAY
  }

  @Param public KeyType keyType = KeyType.STRING;

  private final Variant[] keys = new Variant[SIZE];
  private VariantDictionary dictionary = VariantDictionary.EMPTY;
  private byte[] bytes = {};

  @Setup
  public void prepare() {
    for (int i = 0; i < SIZE; i++) {
      keys[i] = key(i);
    }
    dictionary = build();
    bytes = CODEC.encode(dictionary);
  }

  private Variant key(int i) {
    return switch (keyType) {
      case STRING -> Variant.of("key_" + i);
      case INT -> Variant.of(i);
      case VECTOR2I -> new Vector2i(i % 32, i / 32);
      case ARRAY -> VariantArray.of(i % 32, i / 32);
      case PACKED_FLOAT32_ARRAY -> PackedFloat32Array.of(i, 0.5f * i);
    };
  }

  @Benchmark
  public VariantDictionary build() {
    VariantDictionary.Builder builder = VariantDictionary.builder();
    for (Variant key : keys) {
      builder.put(key, key);
    }
    return builder.build();
  }

  @Benchmark
  public Variant decode() {
    return CODEC.decode(bytes);
  }

  /** Looks up each key once. */
  @Benchmark
  public void get(Blackhole found) {
    for (Variant key : keys) {
      found.consume(dictionary.get(key));
    }
  }
}
