package io.github.godotvariant.benchmarks;

import io.github.godotvariant.Quaternion;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessageUnpacker;

/** The player update as a map, with the packer and unpacker of msgpack-java. */
final class MsgpackUpdate implements RecordFormat<Update> {
  private final MessageBufferPacker packer = MessagePack.newDefaultBufferPacker();

  @Override
  public byte[] encode(Update update) throws IOException {
    packer.clear();
    packer.packMapHeader(12);
    packer.packString("id").packInt(update.id());
    packer.packString("seq").packInt(update.seq());
    packer.packString("t").packDouble(update.t());
    packer.packString("pos");
    pack(update.pos());
    packer.packString("vel");
    pack(update.vel());
    packer.packString("rot").packArrayHeader(4);
    packer.packFloat((float) update.rot().x()).packFloat((float) update.rot().y());
    packer.packFloat((float) update.rot().z()).packFloat((float) update.rot().w());
    packer.packString("state").packString(update.state());
    packer.packString("anim").packString(update.anim());
    packer.packString("hp").packInt(update.hp());
    packer.packString("flags").packInt(update.flags());
    packer.packString("grounded").packBoolean(update.grounded());
    packer.packString("aim").packArrayHeader(2);
    packer.packFloat((float) update.aim().x()).packFloat((float) update.aim().y());
    return packer.toByteArray();
  }

  private void pack(Vector3 vector) throws IOException {
    packer.packArrayHeader(3);
    packer.packFloat((float) vector.x()).packFloat((float) vector.y());
    packer.packFloat((float) vector.z());
  }

  @Override
  public Update decode(byte[] encoded) throws IOException {
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
    try (MessageUnpacker in = MessagePack.newDefaultUnpacker(encoded)) {
      int size = in.unpackMapHeader();
      for (int i = 0; i < size; i++) {
        switch (in.unpackString()) {
          case "id" -> id = in.unpackInt();
          case "seq" -> seq = in.unpackInt();
          case "t" -> t = in.unpackDouble();
          case "pos" -> pos = vector(in);
          case "vel" -> vel = vector(in);
          case "rot" -> {
            in.unpackArrayHeader();
            rot =
                new Quaternion(
                    in.unpackFloat(), in.unpackFloat(), in.unpackFloat(), in.unpackFloat());
          }
          case "state" -> state = in.unpackString();
          case "anim" -> anim = in.unpackString();
          case "hp" -> hp = in.unpackInt();
          case "flags" -> flags = in.unpackInt();
          case "grounded" -> grounded = in.unpackBoolean();
          case "aim" -> {
            in.unpackArrayHeader();
            aim = new Vector2(in.unpackFloat(), in.unpackFloat());
          }
          default -> in.skipValue();
        }
      }
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

  private static Vector3 vector(MessageUnpacker in) throws IOException {
    in.unpackArrayHeader();
    return new Vector3(in.unpackFloat(), in.unpackFloat(), in.unpackFloat());
  }
}
