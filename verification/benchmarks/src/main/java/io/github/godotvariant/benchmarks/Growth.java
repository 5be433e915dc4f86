package io.github.godotvariant.benchmarks;

import io.github.godotvariant.Variant;
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

/** What happens when values grow: longer, deeper, with more keys, with the worst keys. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Growth {
  /** What is encoded and decoded. */
  @Param public Growing data = Growing.TELEMETRY_100;

  private byte[] bytes = {};
  private Variant tree = Variant.of(0);

  /** Nothing of this is timed. */
  @Setup
  public void prepare() {
    bytes = data.bytes();
    tree = VariantCodec.GODOT_4.decode(bytes);
  }

  /** A tree as bytes. */
  @Benchmark
  public byte[] encode() {
    return VariantCodec.GODOT_4.encode(tree);
  }

  /** Bytes as a tree. */
  @Benchmark
  public Variant decode() {
    return VariantCodec.GODOT_4.decode(bytes);
  }
}
