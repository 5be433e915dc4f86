package io.github.godotvariant.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The limit for one message whose fields are known: a codec written for it alone. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class HandWritten {
  private final byte[] bytes = Workload.PLAYER_UPDATE.bytes();
  private final byte[] target = new byte[bytes.length];
  private final PlayerUpdate update = PlayerUpdate.read(bytes);

  /** Into an array that is there. */
  @Benchmark
  public byte[] encode() {
    update.write(target);
    return target;
  }

  /** A record. */
  @Benchmark
  public Object decode() {
    return PlayerUpdate.read(bytes);
  }
}
