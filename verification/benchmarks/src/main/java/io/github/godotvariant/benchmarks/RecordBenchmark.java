package io.github.godotvariant.benchmarks;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.records.RecordCodec;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** Records with {@code RecordCodec}: one message, or a list of 10,000 events. */
public class RecordBenchmark extends TimedBenchmark {
  /** The two implementations of a record codec. */
  public enum Implementation {
    GENERATED,
    REFLECTIVE
  }

  @Param({"PLAYER_UPDATE", "SMALL_EVENTS", "TELEMETRY"})
  public Workload workload = Workload.PLAYER_UPDATE;

  @Param public Implementation implementation = Implementation.GENERATED;

  private RecordCodec<Object> codec = codec(workload, implementation);
  private byte[] bytes = {};
  private byte[] reversed = {};
  private byte[] unknown = {};
  private Object records = "";
  private ByteBuffer buffer = ByteBuffer.allocate(0);

  /** {@return the class of a record of this workload} */
  static Class<?> type(Workload workload) {
    return switch (workload) {
      case PLAYER_UPDATE -> PlayerUpdate.class;
      case SMALL_EVENTS -> SmallEvent.class;
      case TELEMETRY -> TelemetryEvent.class;
      case SAVEGAME, TERRAIN -> throw new IllegalArgumentException("no record of " + workload);
    };
  }

  /** {@return a codec of one record, or of a list for the workloads that are lists} */
  @SuppressWarnings("unchecked") // The caller passes only what this codec decodes.
  static RecordCodec<Object> codec(Workload workload, Implementation implementation) {
    Class<?> type = type(workload);
    RecordCodec<?> codec =
        implementation == Implementation.GENERATED
            ? RecordCodec.of(type)
            : RecordCodec.of(MethodHandles.lookup(), type);
    return (RecordCodec<Object>) (workload == Workload.PLAYER_UPDATE ? codec : codec.list());
  }

  @Setup
  public void prepare() {
    codec = codec(workload, implementation);
    bytes = workload.bytes();
    records = codec.decode(bytes);
    buffer = ByteBuffer.allocate(bytes.length + 1024);
    reversed = withKeys(Collections::reverse);
    unknown = withKeys(keys -> keys.add(keys.size() / 2, Variant.of("unknown")));
  }

  /** {@return the bytes of this workload with other keys in each dictionary} */
  private byte[] withKeys(java.util.function.Consumer<List<Variant>> change) {
    Variant value = workload.value();
    UnaryOperator<Variant> changed = dictionary -> withKeys(dictionary.asDictionary(), change);
    return CODEC.encode(
        value instanceof VariantArray array
            ? array.stream().map(changed).collect(VariantArray.toVariantArray())
            : changed.apply(value));
  }

  private static Variant withKeys(
      VariantDictionary dictionary, java.util.function.Consumer<List<Variant>> change) {
    List<Variant> keys = new ArrayList<>(dictionary.keys());
    change.accept(keys);
    VariantDictionary.Builder builder = VariantDictionary.builder();
    keys.forEach(key -> builder.put(key, dictionary.find(key).orElse(Variant.of(12))));
    return builder.build();
  }

  @Benchmark
  public Object decode() {
    return codec.decode(bytes);
  }

  @Benchmark
  public Object decodeReversedKeys() {
    return codec.decode(reversed);
  }

  /** Decodes dictionaries that have one key more than the record, in the middle. */
  @Benchmark
  public Object decodeUnknownKey() {
    return codec.decode(unknown);
  }

  @Benchmark
  public byte[] encode() {
    return codec.encode(records);
  }

  @Benchmark
  public ByteBuffer encodeToBuffer() {
    codec.encodeTo(records, buffer.clear());
    return buffer;
  }
}
