package io.github.godotvariant.benchmarks;

import io.github.godotvariant.Vector2i;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import java.nio.FloatBuffer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A landscape read by a program that has the arrays for it already, or needs none. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Landscape {
  /** The only one with large packed arrays. */
  @Param("TERRAIN")
  public Workload workload = Workload.TERRAIN;

  final float[] heights = new float[1_000_000];
  final float[] normals = new float[3 * 100_000];
  private byte[] bytes = {};

  /** Nothing of this is timed. */
  @Setup
  public void prepare() {
    bytes = workload.bytes();
  }

  /** Everything read, what is packed into arrays that are there. */
  @Benchmark
  public Fields intoArrays() {
    return read(true);
  }

  /** Everything read, what is packed as views of the input. */
  @Benchmark
  public Fields views() {
    return read(false);
  }

  private Fields read(boolean copy) {
    Fields fields = new Fields();
    try (VariantReader reader = VariantCodec.GODOT_4.reader(bytes)) {
      reader.beginDictionary();
      while (reader.hasNext()) {
        switch (reader.nextString()) {
          case "size" -> fields.size = reader.nextValue(Vector2i.class);
          case "scale" -> fields.scale = reader.nextFloat();
          case "heights" -> fields.heights = floats(reader, copy ? heights : null);
          case "normals" -> fields.normals = floats(reader, copy ? normals : null);
          case "name" -> fields.name = reader.nextString();
          default -> reader.skip();
        }
      }
      reader.endDictionary();
      reader.expectEnd();
    }
    return fields;
  }

  private static FloatBuffer floats(VariantReader reader, float @Nullable [] into) {
    FloatBuffer view = reader.nextFloatBuffer();
    if (into == null) {
      return view;
    }
    view.get(into);
    return FloatBuffer.wrap(into);
  }

  /** What a program would keep. */
  static final class Fields {
    Vector2i size = new Vector2i(0, 0);
    double scale;
    FloatBuffer heights = FloatBuffer.allocate(0);
    FloatBuffer normals = heights;
    String name = "";
  }
}
