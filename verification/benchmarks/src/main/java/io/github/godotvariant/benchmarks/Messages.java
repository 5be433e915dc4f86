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

/** Records of known classes, in every format. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Messages {
  /** What is encoded and decoded. */
  @Param public Message message = Message.PLAYER_UPDATE;

  /** By whom. */
  @Param public RecordRow row = RecordRow.RECORDS;

  private RecordFormat<Object> format = row.format(message);
  private Object records = "";

  /** What is decoded. */
  byte[] encoded = {};

  /** Nothing of this is timed. */
  @Setup
  public void prepare() throws IOException {
    format = row.format(message);
    records = message.value();
    encoded = format.encode(records);
  }

  /** Records as bytes. */
  @Benchmark
  public byte[] encode() throws IOException {
    return format.encode(records);
  }

  /** Bytes as records. */
  @Benchmark
  public Object decode() throws IOException {
    return format.decode(encoded);
  }
}
