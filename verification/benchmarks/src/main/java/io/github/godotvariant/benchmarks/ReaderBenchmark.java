package io.github.godotvariant.benchmarks;

import io.github.godotvariant.Quaternion;
import io.github.godotvariant.StringName;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.VariantKey;
import io.github.godotvariant.codec.VariantKeys;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import io.github.godotvariant.records.RecordCodec;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/** One message with code written by hand: on the reader, on the writer, and on a tree. */
public class ReaderBenchmark extends TimedBenchmark {
  private static final VariantKey ID = VariantKey.of("id");
  private static final VariantKey SEQ = VariantKey.of("seq");
  private static final VariantKey T = VariantKey.of("t");
  private static final VariantKey POS = VariantKey.of("pos");
  private static final VariantKey VEL = VariantKey.of("vel");
  private static final VariantKey ROT = VariantKey.of("rot");
  private static final VariantKey STATE = VariantKey.of("state");
  private static final VariantKey ANIM = VariantKey.of("anim");
  private static final VariantKey HP = VariantKey.of("hp");
  private static final VariantKey FLAGS = VariantKey.of("flags");
  private static final VariantKey GROUNDED = VariantKey.of("grounded");
  private static final VariantKey AIM = VariantKey.of("aim");

  private static final VariantKeys KEYS =
      VariantKeys.of(
          "id", "seq", "t", "pos", "vel", "rot", "state", "anim", "hp", "flags", "grounded", "aim");

  private static final Vector2 ORIGIN_2D = new Vector2(0, 0);
  private static final Vector3 ORIGIN = new Vector3(0, 0, 0);
  private static final Quaternion IDENTITY = new Quaternion(0, 0, 0, 1);

  @Param("PLAYER_UPDATE")
  public Workload workload = Workload.PLAYER_UPDATE;

  private final byte[] bytes = Workload.PLAYER_UPDATE.bytes();
  private final PlayerUpdate update = RecordCodec.of(PlayerUpdate.class).decode(bytes);
  private final VariantWriter writer = CODEC.writer();

  /** Expects the keys in the order in which they are written. */
  @Benchmark
  public PlayerUpdate nextKeyIs() {
    try (VariantReader in = CODEC.reader(bytes)) {
      in.beginDictionary();
      int id = in.nextKeyIs(ID) ? in.nextInt() : 0;
      int seq = in.nextKeyIs(SEQ) ? in.nextInt() : 0;
      double t = in.nextKeyIs(T) ? in.nextDouble() : 0;
      Vector3 pos = in.nextKeyIs(POS) ? in.nextValue(Vector3.class) : ORIGIN;
      Vector3 vel = in.nextKeyIs(VEL) ? in.nextValue(Vector3.class) : ORIGIN;
      Quaternion rot = in.nextKeyIs(ROT) ? in.nextValue(Quaternion.class) : IDENTITY;
      String state = in.nextKeyIs(STATE) ? in.nextString() : "";
      String anim = in.nextKeyIs(ANIM) ? in.nextString() : "";
      int hp = in.nextKeyIs(HP) ? in.nextInt() : 0;
      int flags = in.nextKeyIs(FLAGS) ? in.nextInt() : 0;
      boolean grounded = in.nextKeyIs(GROUNDED) && in.nextBoolean();
      Vector2 aim = in.nextKeyIs(AIM) ? in.nextValue(Vector2.class) : ORIGIN_2D;
      in.endDictionary();
      in.expectEnd();
      return new PlayerUpdate(id, seq, t, pos, vel, rot, state, anim, hp, flags, grounded, aim);
    }
  }

  /** Accepts the keys in any order, and compares each first with the expected one. */
  @Benchmark
  public PlayerUpdate selectKey() {
    int id = 0;
    int seq = 0;
    double t = 0;
    Vector3 pos = ORIGIN;
    Vector3 vel = ORIGIN;
    Quaternion rot = IDENTITY;
    String state = "";
    String anim = "";
    int hp = 0;
    int flags = 0;
    boolean grounded = false;
    Vector2 aim = ORIGIN_2D;
    try (VariantReader in = CODEC.reader(bytes)) {
      in.beginDictionary();
      while (in.hasNext()) {
        switch (in.selectKey(KEYS)) {
          case 0 -> id = in.nextInt();
          case 1 -> seq = in.nextInt();
          case 2 -> t = in.nextDouble();
          case 3 -> pos = in.nextValue(Vector3.class);
          case 4 -> vel = in.nextValue(Vector3.class);
          case 5 -> rot = in.nextValue(Quaternion.class);
          case 6 -> state = in.nextString();
          case 7 -> anim = in.nextString();
          case 8 -> hp = in.nextInt();
          case 9 -> flags = in.nextInt();
          case 10 -> grounded = in.nextBoolean();
          case 11 -> aim = in.nextValue(Vector2.class);
          default -> {
            in.skipValue();
            in.skipValue();
          }
        }
      }
      in.endDictionary();
      in.expectEnd();
    }
    return new PlayerUpdate(id, seq, t, pos, vel, rot, state, anim, hp, flags, grounded, aim);
  }

  /** Accepts the keys in any order. */
  @Benchmark
  public PlayerUpdate nextString() {
    int id = 0;
    int seq = 0;
    double t = 0;
    Vector3 pos = ORIGIN;
    Vector3 vel = ORIGIN;
    Quaternion rot = IDENTITY;
    String state = "";
    String anim = "";
    int hp = 0;
    int flags = 0;
    boolean grounded = false;
    Vector2 aim = ORIGIN_2D;
    try (VariantReader in = CODEC.reader(bytes)) {
      in.beginDictionary();
      while (in.hasNext()) {
        switch (in.nextString()) {
          case "id" -> id = in.nextInt();
          case "seq" -> seq = in.nextInt();
          case "t" -> t = in.nextDouble();
          case "pos" -> pos = in.nextValue(Vector3.class);
          case "vel" -> vel = in.nextValue(Vector3.class);
          case "rot" -> rot = in.nextValue(Quaternion.class);
          case "state" -> state = in.nextString();
          case "anim" -> anim = in.nextString();
          case "hp" -> hp = in.nextInt();
          case "flags" -> flags = in.nextInt();
          case "grounded" -> grounded = in.nextBoolean();
          case "aim" -> aim = in.nextValue(Vector2.class);
          default -> in.skipValue();
        }
      }
      in.endDictionary();
      in.expectEnd();
    }
    return new PlayerUpdate(id, seq, t, pos, vel, rot, state, anim, hp, flags, grounded, aim);
  }

  /** Decodes a tree and reads each entry. */
  @Benchmark
  public PlayerUpdate treeAndGetters() {
    VariantDictionary all = CODEC.decode(bytes).asDictionary();
    return new PlayerUpdate(
        all.getInt("id"),
        all.getInt("seq"),
        all.getDouble("t"),
        all.get("pos", Vector3.class),
        all.get("vel", Vector3.class),
        all.get("rot", Quaternion.class),
        all.getString("state"),
        all.getString("anim"),
        all.getInt("hp"),
        all.getInt("flags"),
        all.getBoolean("grounded"),
        all.get("aim", Vector2.class));
  }

  @Benchmark
  public byte[] writeKeys() {
    writer.reset().beginDictionary();
    writer.key(ID).value(update.id());
    writer.key(SEQ).value(update.seq());
    writer.key(T).value(update.t());
    writer.key(POS).value(update.pos());
    writer.key(VEL).value(update.vel());
    writer.key(ROT).value(update.rot());
    writer.key(STATE).value(StringName.of(update.state()));
    writer.key(ANIM).value(StringName.of(update.anim()));
    writer.key(HP).value(update.hp());
    writer.key(FLAGS).value(update.flags());
    writer.key(GROUNDED).value(update.grounded());
    writer.key(AIM).value(update.aim());
    return writer.endDictionary().toByteArray();
  }

  /** Builds a tree from the components and encodes it. */
  @Benchmark
  public byte[] writeBuiltTree() {
    return CODEC.encode(
        VariantDictionary.builder()
            .put("id", update.id())
            .put("seq", update.seq())
            .put("t", update.t())
            .put("pos", update.pos())
            .put("vel", update.vel())
            .put("rot", update.rot())
            .put("state", StringName.of(update.state()))
            .put("anim", StringName.of(update.anim()))
            .put("hp", update.hp())
            .put("flags", update.flags())
            .put("grounded", update.grounded())
            .put("aim", update.aim())
            .build());
  }
}
