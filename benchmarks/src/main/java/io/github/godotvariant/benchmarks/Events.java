package io.github.godotvariant.benchmarks;

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

/** Telemetry as records of a known class, in every format. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Events {
  /** By whom. */
  @Param public EventRow row = EventRow.VARIANT;

  private EventFormat format = row.format();
  private List<Event> events = List.of();

  /** What is decoded. */
  byte[] encoded = {};

  /** Nothing of this is timed. */
  @Setup
  public void prepare() throws IOException {
    format = row.format();
    events = Event.all();
    encoded = format.encode(events);
  }

  /** Records as bytes. */
  @Benchmark
  public byte[] encode() throws IOException {
    return format.encode(events);
  }

  /** Bytes as records. */
  @Benchmark
  public List<Event> decode() throws IOException {
    return format.decode(encoded);
  }
}
