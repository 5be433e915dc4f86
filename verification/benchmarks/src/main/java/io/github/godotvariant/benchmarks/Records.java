package io.github.godotvariant.benchmarks;

import io.github.godotvariant.Quaternion;
import io.github.godotvariant.StringName;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.records.RecordCodec;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What else the library does with {@link Message#PLAYER_UPDATE}. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Records {
  private static final RecordCodec<Update> GENERATED = RecordCodec.of(Update.class);
  private static final RecordCodec<Update> HANDLES =
      RecordCodec.of(MethodHandles.lookup(), Update.class);

  /** What is decoded. */
  final byte[] bytes = Workload.PLAYER_UPDATE.bytes();

  /** The same, and no key where it is expected. */
  final byte[] reversed = reversed();

  /** The same, and in the middle a key that the record does not have. */
  final byte[] unknown = unknown();

  private final Update update = GENERATED.decode(bytes);
  private final ByteBuffer buffer = ByteBuffer.allocate(2 * bytes.length);

  private static byte[] reversed() {
    VariantDictionary all = Workload.PLAYER_UPDATE.value().asDictionary();
    List<String> keys = new ArrayList<>();
    all.keys().forEach(key -> keys.add(key.asString()));
    Collections.reverse(keys);
    VariantDictionary.Builder builder = VariantDictionary.builder();
    keys.forEach(key -> builder.put(key, all.get(key)));
    return VariantCodec.GODOT_4.encode(builder.build());
  }

  private static byte[] unknown() {
    VariantDictionary all = Workload.PLAYER_UPDATE.value().asDictionary();
    VariantDictionary.Builder builder = VariantDictionary.builder();
    all.forEach(
        (key, value) -> {
          builder.put(key, value);
          if (key.asString().equals("rot")) {
            builder.put("mana", 12);
          }
        });
    return VariantCodec.GODOT_4.encode(builder.build());
  }

  /** Bytes as a record, by a tree and getters. */
  @Benchmark
  public Update decodeTreeAndGet() {
    VariantDictionary all = VariantCodec.GODOT_4.decode(bytes).asDictionary();
    return new Update(
        (int) all.getInt("id"),
        (int) all.getInt("seq"),
        all.getFloat("t"),
        all.get("pos", Vector3.class),
        all.get("vel", Vector3.class),
        all.get("rot", Quaternion.class),
        all.getString("state"),
        all.getString("anim"),
        (int) all.getInt("hp"),
        (int) all.getInt("flags"),
        all.getBool("grounded"),
        all.get("aim", Vector2.class));
  }

  /** Bytes as a record, by method handles. */
  @Benchmark
  public Update decodeHandles() {
    return HANDLES.decode(bytes);
  }

  /** Bytes as a record, by generated code, which did not expect them in this order. */
  @Benchmark
  public Update decodeReversed() {
    return GENERATED.decode(reversed);
  }

  /** Bytes as a record, by generated code, which steps over what it does not know. */
  @Benchmark
  public Update decodeUnknown() {
    return GENERATED.decode(unknown);
  }

  /** A record as bytes, by a tree. */
  @Benchmark
  public byte[] encodeOfPairs() {
    return VariantCodec.GODOT_4.encode(
        VariantDictionary.of(
            "id",
            update.id(),
            "seq",
            update.seq(),
            "t",
            update.t(),
            "pos",
            update.pos(),
            "vel",
            update.vel(),
            "rot",
            update.rot(),
            "state",
            StringName.of(update.state()),
            "anim",
            StringName.of(update.anim()),
            "hp",
            update.hp(),
            "flags",
            update.flags(),
            "grounded",
            update.grounded(),
            "aim",
            update.aim()));
  }

  /** A record as bytes, by generated code, into a buffer that is there. */
  @Benchmark
  public ByteBuffer encodeToBuffer() {
    GENERATED.encodeTo(update, buffer.clear());
    return buffer;
  }

  /** A record as bytes, by method handles. */
  @Benchmark
  public byte[] encodeHandles() {
    return HANDLES.encode(update);
  }
}
