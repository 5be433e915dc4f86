package io.github.godotvariant.benchmarks;

import io.github.godotvariant.Quaternion;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.benchmarks.protobuf.QuaternionMessage;
import io.github.godotvariant.benchmarks.protobuf.UpdateMessage;
import io.github.godotvariant.benchmarks.protobuf.Vector2Message;
import io.github.godotvariant.benchmarks.protobuf.Vector3Message;
import java.io.IOException;

/** The player update by way of the classes that protobuf's compiler generates. */
final class GeneratedUpdate implements RecordFormat<Update> {
  @Override
  public byte[] encode(Update update) {
    return UpdateMessage.newBuilder()
        .setId(update.id())
        .setSeq(update.seq())
        .setT(update.t())
        .setPos(message(update.pos()))
        .setVel(message(update.vel()))
        .setRot(
            QuaternionMessage.newBuilder()
                .setX((float) update.rot().x())
                .setY((float) update.rot().y())
                .setZ((float) update.rot().z())
                .setW((float) update.rot().w()))
        .setState(update.state())
        .setAnim(update.anim())
        .setHp(update.hp())
        .setFlags(update.flags())
        .setGrounded(update.grounded())
        .setAim(
            Vector2Message.newBuilder()
                .setX((float) update.aim().x())
                .setY((float) update.aim().y()))
        .build()
        .toByteArray();
  }

  private static Vector3Message.Builder message(Vector3 vector) {
    return Vector3Message.newBuilder()
        .setX((float) vector.x())
        .setY((float) vector.y())
        .setZ((float) vector.z());
  }

  @Override
  public Update decode(byte[] encoded) throws IOException {
    UpdateMessage it = UpdateMessage.parseFrom(encoded);
    QuaternionMessage rot = it.getRot();
    return new Update(
        it.getId(),
        it.getSeq(),
        it.getT(),
        vector(it.getPos()),
        vector(it.getVel()),
        new Quaternion(rot.getX(), rot.getY(), rot.getZ(), rot.getW()),
        it.getState(),
        it.getAnim(),
        it.getHp(),
        it.getFlags(),
        it.getGrounded(),
        new Vector2(it.getAim().getX(), it.getAim().getY()));
  }

  private static Vector3 vector(Vector3Message message) {
    return new Vector3(message.getX(), message.getY(), message.getZ());
  }
}
