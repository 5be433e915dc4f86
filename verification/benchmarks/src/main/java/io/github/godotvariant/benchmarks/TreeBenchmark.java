package io.github.godotvariant.benchmarks;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.codec.VariantReader;
import java.nio.ByteBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** Whole values with {@code VariantCodec}, and the two ways to pass over them without a tree. */
public class TreeBenchmark extends TimedBenchmark {
  @Param public Workload workload = Workload.PLAYER_UPDATE;

  private byte[] bytes = {};
  private Variant tree = Variant.of(0);
  private ByteBuffer buffer = ByteBuffer.allocate(0);
  private VariantPath lastPath = VariantPath.ROOT;

  @Setup
  public void prepare() {
    bytes = workload.bytes();
    tree = workload.value();
    buffer = ByteBuffer.allocate(bytes.length + 1024);
    lastPath = workload.lastPath();
  }

  @Benchmark
  public Variant decode() {
    return CODEC.decode(bytes);
  }

  @Benchmark
  public byte[] encode() {
    return CODEC.encode(tree);
  }

  /** Encodes into an existing buffer, which saves the new array. */
  @Benchmark
  public ByteBuffer encodeToBuffer() {
    CODEC.encodeTo(tree, buffer.clear());
    return buffer;
  }

  /** Checks the structure of the whole value and creates no objects for it. */
  @Benchmark
  public long skip() {
    try (VariantReader reader = CODEC.reader(bytes)) {
      reader.skipValue();
      return reader.byteOffset();
    }
  }

  /** Reads one value near the end and skips all others. */
  @Benchmark
  public Variant seek() {
    try (VariantReader reader = CODEC.reader(bytes)) {
      if (!reader.seek(lastPath)) {
        throw new IllegalStateException("no value at " + lastPath);
      }
      return reader.nextValue();
    }
  }
}
