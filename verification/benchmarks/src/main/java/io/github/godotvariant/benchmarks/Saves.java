package io.github.godotvariant.benchmarks;

import io.github.godotvariant.Variant;
import io.github.godotvariant.save.SaveFile;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Save files with the saved game in them, in memory: what is wrapped around a value costs this. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Saves {
  /** In what form. */
  @Param public Carrier carrier = Carrier.PLAIN;

  private final List<Variant> values = List.of(Workload.SAVEGAME.value());
  private byte[] file = {};

  /** Nothing of this is timed. */
  @Setup
  public void prepare() {
    file = encode();
  }

  /** A value as a file. */
  @Benchmark
  public byte[] encode() {
    return carrier.format().toByteArray(values);
  }

  /** A file as values; what it is, is found out each time. */
  @Benchmark
  public List<Variant> decode() throws IOException {
    try (SaveFile save = SaveFile.open(file, carrier.options())) {
      return save.values();
    }
  }
}
