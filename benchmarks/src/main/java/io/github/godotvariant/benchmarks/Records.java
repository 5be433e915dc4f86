package io.github.godotvariant.benchmarks;

import io.github.godotvariant.Quaternion;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.records.AsStringName;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.RecordCodec;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** One message as a record of the program's, beside the tree it would be otherwise. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Records {
  /** {@link Workload#PLAYER_UPDATE} as a program declares it. */
  @GodotRecord
  public record Update(
      int id,
      int seq,
      double t,
      Vector3 pos,
      Vector3 vel,
      Quaternion rot,
      @AsStringName String state,
      @AsStringName String anim,
      int hp,
      int flags,
      boolean grounded,
      Vector2 aim) {}

  private static final RecordCodec<Update> GENERATED = RecordCodec.of(Update.class);
  private static final RecordCodec<Update> HANDLES =
      RecordCodec.of(MethodHandles.lookup(), Update.class);

  /** What is decoded. */
  final byte[] bytes = Workload.PLAYER_UPDATE.bytes();

  private final Variant tree = Workload.PLAYER_UPDATE.value();
  private final Update update = GENERATED.decode(bytes);
  private final ByteBuffer buffer = ByteBuffer.allocate(2 * bytes.length);

  /** Bytes as a tree. */
  @Benchmark
  public Variant decodeTree() {
    return VariantCodec.GODOT_4.decode(bytes);
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

  /** Bytes as a record, by generated code. */
  @Benchmark
  public Update decodeGenerated() {
    return GENERATED.decode(bytes);
  }

  /** Bytes as a record, by method handles. */
  @Benchmark
  public Update decodeHandles() {
    return HANDLES.decode(bytes);
  }

  /** A tree as bytes. */
  @Benchmark
  public byte[] encodeTree() {
    return VariantCodec.GODOT_4.encode(tree);
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

  /** A record as bytes, by generated code. */
  @Benchmark
  public byte[] encodeGenerated() {
    return GENERATED.encode(update);
  }

  /** The same into a buffer that is there. */
  @Benchmark
  public ByteBuffer encodeGeneratedToBuffer() {
    GENERATED.encodeTo(update, buffer.clear());
    return buffer;
  }

  /** A record as bytes, by method handles. */
  @Benchmark
  public byte[] encodeHandles() {
    return HANDLES.encode(update);
  }
}
