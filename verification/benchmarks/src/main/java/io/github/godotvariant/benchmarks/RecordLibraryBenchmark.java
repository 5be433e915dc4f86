package io.github.godotvariant.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** The records of {@link RecordBenchmark} with Jackson and with other libraries. */
public class RecordLibraryBenchmark extends TimedBenchmark {
  @Param({"PLAYER_UPDATE", "SMALL_EVENTS", "TELEMETRY"})
  public Workload workload = Workload.PLAYER_UPDATE;

  @Param public RecordLibrary library = RecordLibrary.GODOT_MAPPER;

  private TreeLibrary.Codec codec = library.codec(workload);
  private Object records = "";
  private byte[] bytes = {};

  @Setup
  public void prepare() throws IOException {
    codec = library.codec(workload);
    records =
        RecordBenchmark.codec(workload, RecordBenchmark.Implementation.GENERATED)
            .decode(workload.bytes());
    if (records instanceof List<?> list) {
      records = new ArrayList<>(list); // Kryo and Fory know this class.
    }
    bytes = codec.encode(records);
  }

  @Benchmark
  public Object decode() throws IOException {
    return codec.decode(bytes);
  }

  @Benchmark
  public byte[] encode() throws IOException {
    return codec.encode(records);
  }
}
