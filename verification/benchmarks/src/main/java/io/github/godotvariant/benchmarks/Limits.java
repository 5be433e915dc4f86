package io.github.godotvariant.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What no decoder and encoder can be faster than. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Limits {
  /** Whose bytes. */
  @Param public Workload workload = Workload.PLAYER_UPDATE;

  private byte[] bytes = {};
  private byte[] target = {};

  /** Nothing of this is timed. */
  @Setup
  public void prepare() {
    bytes = workload.bytes();
    target = new byte[bytes.length];
  }

  /** Bytes copied and not understood, into an array that is there. */
  @Benchmark
  public byte[] copyReused() {
    System.arraycopy(bytes, 0, target, 0, bytes.length);
    return target;
  }

  /** Bytes copied and not understood, into a new array. */
  @Benchmark
  public byte[] copyNew() {
    return bytes.clone();
  }

  /** Every value found, no string and no object made. */
  @Benchmark
  public long tokens() {
    return new TokenWalk(bytes).sum();
  }
}
