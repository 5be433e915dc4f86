package io.github.godotvariant.benchmarks;

import java.io.IOException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** The values of {@link TreeBenchmark} with other libraries. */
public class TreeLibraryBenchmark extends TimedBenchmark {
  @Param({"PLAYER_UPDATE", "SAVEGAME", "TELEMETRY"})
  public Workload workload = Workload.PLAYER_UPDATE;

  @Param public TreeLibrary library = TreeLibrary.CBOR;

  private TreeLibrary.Codec codec = library.codec();
  private Object model = "";
  private byte[] bytes = {};

  @Setup
  public void prepare() throws IOException {
    codec = library.codec();
    model = codec.model(PlainValues.of(workload.value()));
    bytes = codec.encode(model);
  }

  @Benchmark
  public Object decode() throws IOException {
    return codec.decode(bytes);
  }

  @Benchmark
  public byte[] encode() throws IOException {
    return codec.encode(model);
  }
}
