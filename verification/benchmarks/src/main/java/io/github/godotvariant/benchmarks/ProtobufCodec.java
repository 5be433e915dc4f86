package io.github.godotvariant.benchmarks;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import io.github.godotvariant.Quaternion;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.benchmarks.protobuf.EventMessage;
import io.github.godotvariant.benchmarks.protobuf.EventsMessage;
import io.github.godotvariant.benchmarks.protobuf.QuaternionMessage;
import io.github.godotvariant.benchmarks.protobuf.SmallEventMessage;
import io.github.godotvariant.benchmarks.protobuf.SmallEventsMessage;
import io.github.godotvariant.benchmarks.protobuf.UpdateMessage;
import io.github.godotvariant.benchmarks.protobuf.Vector2Message;
import io.github.godotvariant.benchmarks.protobuf.Vector3Message;
import java.util.List;

/**
 * The messages that protoc generates. Encoding builds the message, because a message that is
 * encoded again has its size cached; decoding returns the message.
 */
record ProtobufCodec(Workload workload) implements TreeLibrary.Codec {
  @Override
  public byte[] encode(Object records) {
    MessageLite message =
        switch (workload) {
          case PLAYER_UPDATE -> message((PlayerUpdate) records);
          case SMALL_EVENTS -> {
            SmallEventsMessage.Builder events = SmallEventsMessage.newBuilder();
            ((List<?>) records).forEach(event -> events.addEvents(message((SmallEvent) event)));
            yield events.build();
          }
          case TELEMETRY -> {
            EventsMessage.Builder events = EventsMessage.newBuilder();
            ((List<?>) records).forEach(event -> events.addEvents(message((TelemetryEvent) event)));
            yield events.build();
          }
          case SAVEGAME, TERRAIN -> throw new IllegalArgumentException("no message: " + workload);
        };
    return message.toByteArray();
  }

  @Override
  public Object decode(byte[] bytes) throws InvalidProtocolBufferException {
    Parser<? extends MessageLite> parser =
        switch (workload) {
          case PLAYER_UPDATE -> UpdateMessage.parser();
          case SMALL_EVENTS -> SmallEventsMessage.parser();
          case TELEMETRY -> EventsMessage.parser();
          case SAVEGAME, TERRAIN -> throw new IllegalArgumentException("no message: " + workload);
        };
    return parser.parseFrom(bytes);
  }

  private static UpdateMessage message(PlayerUpdate update) {
    return UpdateMessage.newBuilder()
        .setId(update.id())
        .setSeq(update.seq())
        .setT(update.t())
        .setPos(message(update.pos()))
        .setVel(message(update.vel()))
        .setRot(message(update.rot()))
        .setState(update.state())
        .setAnim(update.anim())
        .setHp(update.hp())
        .setFlags(update.flags())
        .setGrounded(update.grounded())
        .setAim(message(update.aim()))
        .build();
  }

  private static SmallEventMessage message(SmallEvent event) {
    return SmallEventMessage.newBuilder()
        .setSeq(event.seq())
        .setZone(event.zone())
        .setT(event.t())
        .setPlayer(event.player())
        .setEvent(event.event())
        .setX(event.x())
        .setY(event.y())
        .build();
  }

  private static EventMessage message(TelemetryEvent event) {
    EventMessage.Builder message =
        EventMessage.newBuilder()
            .setSeq(event.seq())
            .setZone(event.zone())
            .setT(event.t())
            .setPlayer(event.player())
            .setEvent(event.event())
            .setPos(message(new Vector2(event.pos().x(), event.pos().y())));
    if (event.speed() != null) {
      message.setSpeed(event.speed());
    }
    if (event.height() != null) {
      message.setHeight(event.height());
    }
    if (event.target() != null) {
      message.setTarget(event.target());
    }
    if (event.damage() != null) {
      message.setDamage(event.damage());
    }
    if (event.crit() != null) {
      message.setCrit(event.crit());
    }
    if (event.item() != null) {
      message.setItem(event.item());
    }
    if (event.count() != null) {
      message.setCount(event.count());
    }
    if (event.text() != null) {
      message.setText(event.text());
    }
    return message.build();
  }

  private static Vector2Message message(Vector2 vector) {
    return Vector2Message.newBuilder().setX((float) vector.x()).setY((float) vector.y()).build();
  }

  private static Vector3Message message(Vector3 vector) {
    return Vector3Message.newBuilder()
        .setX((float) vector.x())
        .setY((float) vector.y())
        .setZ((float) vector.z())
        .build();
  }

  private static QuaternionMessage message(Quaternion rotation) {
    return QuaternionMessage.newBuilder()
        .setX((float) rotation.x())
        .setY((float) rotation.y())
        .setZ((float) rotation.z())
        .setW((float) rotation.w())
        .build();
  }
}
