package io.github.godotvariant.benchmarks;

import io.github.godotvariant.Quaternion;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantKey;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The player update with the streaming reader and writer, without a tree. The bytes are the
 * workload's.
 */
final class VariantUpdate implements RecordFormat<Update> {
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

  private final VariantWriter writer = VariantCodec.GODOT_4.writer();

  @Override
  public byte[] encode(Update update) {
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

  @Override
  public Update decode(byte[] encoded) {
    int id = 0;
    int seq = 0;
    double t = 0;
    @Nullable Vector3 pos = null;
    @Nullable Vector3 vel = null;
    @Nullable Quaternion rot = null;
    String state = "";
    String anim = "";
    int hp = 0;
    int flags = 0;
    boolean grounded = false;
    @Nullable Vector2 aim = null;
    try (VariantReader reader = VariantCodec.GODOT_4.reader(encoded)) {
      reader.beginDictionary();
      while (reader.hasNext()) {
        switch (reader.nextString()) {
          case "id" -> id = (int) reader.nextInt();
          case "seq" -> seq = (int) reader.nextInt();
          case "t" -> t = reader.nextFloat();
          case "pos" -> pos = reader.nextValue(Vector3.class);
          case "vel" -> vel = reader.nextValue(Vector3.class);
          case "rot" -> rot = reader.nextValue(Quaternion.class);
          case "state" -> state = reader.nextString();
          case "anim" -> anim = reader.nextString();
          case "hp" -> hp = (int) reader.nextInt();
          case "flags" -> flags = (int) reader.nextInt();
          case "grounded" -> grounded = reader.nextBool();
          case "aim" -> aim = reader.nextValue(Vector2.class);
          default -> reader.skip();
        }
      }
      reader.endDictionary();
      reader.expectEnd();
    }
    return new Update(
        id,
        seq,
        t,
        Objects.requireNonNull(pos),
        Objects.requireNonNull(vel),
        Objects.requireNonNull(rot),
        state,
        anim,
        hp,
        flags,
        grounded,
        Objects.requireNonNull(aim));
  }
}
