package io.github.godotvariant.benchmarks;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import io.github.godotvariant.Quaternion;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The player update in protobuf's format, on its streams; see {@link ProtobufEvents}. */
final class ProtobufUpdate implements RecordFormat<Update> {
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int LENGTH = 2;

  /** Of a message of one float. */
  private static final int FLOAT_SIZE = 5;

  @Override
  public byte[] encode(Update update) throws IOException {
    byte[] bytes = new byte[size(update)];
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    out.writeInt32(1, update.id());
    out.writeInt32(2, update.seq());
    out.writeDouble(3, update.t());
    write(4, out, update.pos());
    write(5, out, update.vel());
    out.writeTag(6, LENGTH);
    out.writeUInt32NoTag(4 * FLOAT_SIZE);
    out.writeFloat(1, (float) update.rot().x());
    out.writeFloat(2, (float) update.rot().y());
    out.writeFloat(3, (float) update.rot().z());
    out.writeFloat(4, (float) update.rot().w());
    out.writeString(7, update.state());
    out.writeString(8, update.anim());
    out.writeInt32(9, update.hp());
    out.writeInt32(10, update.flags());
    out.writeBool(11, update.grounded());
    out.writeTag(12, LENGTH);
    out.writeUInt32NoTag(2 * FLOAT_SIZE);
    out.writeFloat(1, (float) update.aim().x());
    out.writeFloat(2, (float) update.aim().y());
    out.checkNoSpaceLeft();
    return bytes;
  }

  private static int size(Update update) {
    return CodedOutputStream.computeInt32Size(1, update.id())
        + CodedOutputStream.computeInt32Size(2, update.seq())
        + CodedOutputStream.computeDoubleSize(3, update.t())
        + 4 * 2 // tags and sizes of the messages in it
        + (3 + 3 + 4 + 2) * FLOAT_SIZE
        + CodedOutputStream.computeStringSize(7, update.state())
        + CodedOutputStream.computeStringSize(8, update.anim())
        + CodedOutputStream.computeInt32Size(9, update.hp())
        + CodedOutputStream.computeInt32Size(10, update.flags())
        + CodedOutputStream.computeBoolSize(11, update.grounded());
  }

  private static void write(int field, CodedOutputStream out, Vector3 vector) throws IOException {
    out.writeTag(field, LENGTH);
    out.writeUInt32NoTag(3 * FLOAT_SIZE);
    out.writeFloat(1, (float) vector.x());
    out.writeFloat(2, (float) vector.y());
    out.writeFloat(3, (float) vector.z());
  }

  @Override
  public Update decode(byte[] encoded) throws IOException {
    CodedInputStream in = CodedInputStream.newInstance(encoded);
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
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      switch (tag) {
        case 1 << 3 | VARINT -> id = in.readInt32();
        case 2 << 3 | VARINT -> seq = in.readInt32();
        case 3 << 3 | FIXED64 -> t = in.readDouble();
        case 4 << 3 | LENGTH -> pos = vector(in);
        case 5 << 3 | LENGTH -> vel = vector(in);
        case 6 << 3 | LENGTH -> rot = quaternion(in);
        case 7 << 3 | LENGTH -> state = in.readStringRequireUtf8();
        case 8 << 3 | LENGTH -> anim = in.readStringRequireUtf8();
        case 9 << 3 | VARINT -> hp = in.readInt32();
        case 10 << 3 | VARINT -> flags = in.readInt32();
        case 11 << 3 | VARINT -> grounded = in.readBool();
        case 12 << 3 | LENGTH -> aim = plane(in);
        default -> in.skipField(tag);
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

  private static Vector2 plane(CodedInputStream in) throws IOException {
    int limit = in.pushLimit(in.readRawVarint32());
    float x = 0;
    float y = 0;
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      switch (tag >>> 3) {
        case 1 -> x = in.readFloat();
        case 2 -> y = in.readFloat();
        default -> in.skipField(tag);
      }
    }
    in.popLimit(limit);
    return new Vector2(x, y);
  }

  private static Vector3 vector(CodedInputStream in) throws IOException {
    int limit = in.pushLimit(in.readRawVarint32());
    float x = 0;
    float y = 0;
    float z = 0;
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      switch (tag >>> 3) {
        case 1 -> x = in.readFloat();
        case 2 -> y = in.readFloat();
        case 3 -> z = in.readFloat();
        default -> in.skipField(tag);
      }
    }
    in.popLimit(limit);
    return new Vector3(x, y, z);
  }

  private static Quaternion quaternion(CodedInputStream in) throws IOException {
    int limit = in.pushLimit(in.readRawVarint32());
    float x = 0;
    float y = 0;
    float z = 0;
    float w = 0;
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      switch (tag >>> 3) {
        case 1 -> x = in.readFloat();
        case 2 -> y = in.readFloat();
        case 3 -> z = in.readFloat();
        case 4 -> w = in.readFloat();
        default -> in.skipField(tag);
      }
    }
    in.popLimit(limit);
    return new Quaternion(x, y, z, w);
  }
}
