package io.github.godotvariant.benchmarks;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What else the library does with the same bytes. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Pieces {
  /** What is read and written. */
  @Param public Workload workload = Workload.PLAYER_UPDATE;

  private byte[] bytes = {};
  private Variant tree = Variant.of(0);
  private Variant built = tree;
  private ByteBuffer buffer = ByteBuffer.allocate(0);
  private VariantPath path = VariantPath.ROOT;

  /** Nothing of this is timed. */
  @Setup
  public void prepare() {
    bytes = workload.bytes();
    tree = workload.value();
    built = copy(tree);
    buffer = ByteBuffer.allocate(bytes.length + 1024);
    path = workload.latePath();
  }

  /** The same value, made the way a program makes one instead of read from the wire. */
  private static Variant copy(Variant value) {
    if (value instanceof VariantDictionary dictionary) {
      VariantDictionary.Builder builder = VariantDictionary.builder();
      builder.types(dictionary.keyType(), dictionary.valueType());
      dictionary.forEach((key, element) -> builder.put(key, copy(element)));
      return builder.build();
    }
    if (value instanceof VariantArray array) {
      return VariantArray.copyOf(array.stream().map(Pieces::copy).toList())
          .withElementType(array.elementType());
    }
    return value;
  }

  /** Written into a buffer that is there already. */
  @Benchmark
  public ByteBuffer encodeToBuffer() {
    VariantCodec.GODOT_4.encodeTo(tree, buffer.clear());
    return buffer;
  }

  /** A tree that was not read but built. */
  @Benchmark
  public byte[] encodeBuilt() {
    return VariantCodec.GODOT_4.encode(built);
  }

  /** Every value looked at, no tree made. */
  @Benchmark
  public long stream() {
    try (VariantReader reader = VariantCodec.GODOT_4.reader(bytes)) {
      return walk(reader);
    }
  }

  private static long walk(VariantReader reader) {
    switch (reader.peek()) {
      case DICTIONARY -> {
        long sum = reader.beginDictionary();
        while (reader.hasNext()) {
          sum += reader.nextString().length() + walk(reader);
        }
        reader.endDictionary();
        return sum;
      }
      case ARRAY -> {
        long sum = reader.beginArray();
        while (reader.hasNext()) {
          sum += walk(reader);
        }
        reader.endArray();
        return sum;
      }
      case INT -> {
        return reader.nextInt();
      }
      case FLOAT -> {
        return (long) reader.nextFloat();
      }
      case BOOL -> {
        return reader.nextBool() ? 1 : 0;
      }
      case STRING, STRING_NAME -> {
        return reader.nextString().length();
      }
      default -> {
        return reader.nextValue().type().ordinal();
      }
    }
  }

  /** One value that comes late, everything before it stepped over. */
  @Benchmark
  public Variant seek() {
    try (VariantReader reader = VariantCodec.GODOT_4.reader(bytes)) {
      if (!reader.seek(path)) {
        throw new IllegalStateException("nothing at " + path);
      }
      return reader.nextValue();
    }
  }

  /** The whole value stepped over, its structure checked, nothing made of it. */
  @Benchmark
  public long skip() {
    try (VariantReader reader = VariantCodec.GODOT_4.reader(bytes)) {
      reader.skip();
      return reader.byteOffset();
    }
  }
}
