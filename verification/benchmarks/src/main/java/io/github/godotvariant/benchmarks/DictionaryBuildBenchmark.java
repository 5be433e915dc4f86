package io.github.godotvariant.benchmarks;

import io.github.godotvariant.KeyRule;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.codec.VariantCodec;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Making a dictionary whose keys are not known yet, by the type of its keys. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DictionaryBuildBenchmark {
  /** What the keys are. */
  public enum KeyKind {
    STRING {
      @Override
      Variant key(int number) {
        return Variant.of("item_" + number * 7919);
      }
    },
    INT {
      @Override
      Variant key(int number) {
        return Variant.of(number * 7919);
      }
    },
    VECTOR2I {
      @Override
      Variant key(int number) {
        return new Vector2i(number % 37, number / 37);
      }
    },
    ARRAY {
      @Override
      Variant key(int number) {
        return VariantArray.of(number % 37, number / 37, "cell");
      }
    },
    PACKED_FLOAT32_ARRAY {
      @Override
      Variant key(int number) {
        return PackedFloat32Array.of(number, number / 2f, 1, 2, 3, 4, 5, 6);
      }
    };

    abstract Variant key(int number);
  }

  @Param public KeyKind keys = KeyKind.STRING;

  @Param({"40", "1000"})
  public int size = 40;

  private Variant[] all = {};
  private byte[] bytes = {};

  /** Nothing of this is timed. */
  @Setup
  public void prepare() {
    all = new Variant[size];
    VariantDictionary.Builder builder = VariantDictionary.builder();
    for (int i = 0; i < size; i++) {
      all[i] = keys.key(i);
      builder.put(all[i], i);
    }
    bytes = VariantCodec.GODOT_4.encode(builder.build());
  }

  /** A dictionary of existing keys. Containers among them already keep their hashes. */
  @Benchmark
  public VariantDictionary build() {
    VariantDictionary.Builder builder = VariantDictionary.builder().keyRule(KeyRule.GODOT_4);
    for (Variant key : all) {
      builder.put(key, key);
    }
    return builder.build();
  }

  /** A dictionary from bytes, with new keys. */
  @Benchmark
  public Variant decode() {
    return VariantCodec.GODOT_4.decode(bytes);
  }
}
