package io.github.godotvariant.benchmarks;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Whole trees, in every format. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Trees {
  /** What is encoded and decoded. */
  @Param public Workload workload = Workload.PLAYER_UPDATE;

  /** By whom. */
  @Param public Row row = Row.VARIANT;

  private Format<Object, Object> format = Row.VARIANT.format();
  private Object tree = "";

  /** What is decoded. */
  Object encoded = "";

  /** Nothing of this is timed. */
  @Setup
  public void prepare() throws IOException {
    format = row.format();
    tree = format.tree(workload.value());
    encoded = format.encode(tree);
  }

  /** A tree as bytes or text. */
  @Benchmark
  public Object encode() throws IOException {
    return format.encode(tree);
  }

  /** Bytes or text as a tree. */
  @Benchmark
  public Object decode() throws IOException {
    return format.decode(encoded);
  }
}
