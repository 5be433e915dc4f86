package io.github.godotvariant.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessageUnpacker;

/** Events as maps, with the packer and unpacker of msgpack-java. */
final class MsgpackEvents implements RecordFormat<List<Event>> {
  private static final int COMMON = 6;

  private final MessageBufferPacker packer = MessagePack.newDefaultBufferPacker();

  @Override
  public byte[] encode(List<Event> events) throws IOException {
    packer.clear();
    packer.packArrayHeader(events.size());
    for (Event event : events) {
      pack(event);
    }
    return packer.toByteArray();
  }

  private void pack(Event event) throws IOException {
    packer.packMapHeader(COMMON + optional(event));
    packer.packString("seq").packLong(event.seq());
    packer.packString("zone").packString(event.zone());
    packer.packString("t").packDouble(event.t());
    packer.packString("player").packLong(event.player());
    packer.packString("event").packString(event.event());
    packer.packString("pos").packArrayHeader(2);
    packer.packFloat(event.pos().x()).packFloat(event.pos().y());
    if (event.speed() != null) {
      packer.packString("speed").packDouble(event.speed());
    }
    if (event.height() != null) {
      packer.packString("height").packLong(event.height());
    }
    if (event.target() != null) {
      packer.packString("target").packLong(event.target());
    }
    if (event.damage() != null) {
      packer.packString("damage").packDouble(event.damage());
    }
    if (event.crit() != null) {
      packer.packString("crit").packBoolean(event.crit());
    }
    if (event.item() != null) {
      packer.packString("item").packString(event.item());
    }
    if (event.count() != null) {
      packer.packString("count").packLong(event.count());
    }
    if (event.text() != null) {
      packer.packString("text").packString(event.text());
    }
  }

  /** How many of the fields that may be null are there. */
  private static int optional(Event event) {
    return one(event.speed())
        + one(event.height())
        + one(event.target())
        + one(event.damage())
        + one(event.crit())
        + one(event.item())
        + one(event.count())
        + one(event.text());
  }

  private static int one(@Nullable Object field) {
    return field == null ? 0 : 1;
  }

  @Override
  public List<Event> decode(byte[] encoded) throws IOException {
    try (MessageUnpacker unpacker = MessagePack.newDefaultUnpacker(encoded)) {
      int size = unpacker.unpackArrayHeader();
      List<Event> events = new ArrayList<>(size);
      for (int i = 0; i < size; i++) {
        events.add(unpack(unpacker));
      }
      return events;
    }
  }

  private static Event unpack(MessageUnpacker unpacker) throws IOException {
    long seq = 0;
    String zone = "";
    double t = 0;
    long player = 0;
    String event = "";
    Event.@Nullable Position pos = null;
    @Nullable Double speed = null;
    @Nullable Long height = null;
    @Nullable Long target = null;
    @Nullable Double damage = null;
    @Nullable Boolean crit = null;
    @Nullable String item = null;
    @Nullable Long count = null;
    @Nullable String text = null;
    int size = unpacker.unpackMapHeader();
    for (int i = 0; i < size; i++) {
      switch (unpacker.unpackString()) {
        case "seq" -> seq = unpacker.unpackLong();
        case "zone" -> zone = unpacker.unpackString();
        case "t" -> t = unpacker.unpackDouble();
        case "player" -> player = unpacker.unpackLong();
        case "event" -> event = unpacker.unpackString();
        case "pos" -> {
          unpacker.unpackArrayHeader();
          pos = new Event.Position(unpacker.unpackFloat(), unpacker.unpackFloat());
        }
        case "speed" -> speed = unpacker.unpackDouble();
        case "height" -> height = unpacker.unpackLong();
        case "target" -> target = unpacker.unpackLong();
        case "damage" -> damage = unpacker.unpackDouble();
        case "crit" -> crit = unpacker.unpackBoolean();
        case "item" -> item = unpacker.unpackString();
        case "count" -> count = unpacker.unpackLong();
        case "text" -> text = unpacker.unpackString();
        default -> unpacker.skipValue();
      }
    }
    return new Event(
        seq,
        zone,
        t,
        player,
        event,
        Objects.requireNonNull(pos),
        speed,
        height,
        target,
        damage,
        crit,
        item,
        count,
        text);
  }
}
