package io.github.godotvariant.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessageUnpacker;

/** Small events as maps, with the packer and unpacker of msgpack-java. */
final class MsgpackSmallEvents implements RecordFormat<List<SmallEvent>> {
  private final MessageBufferPacker packer = MessagePack.newDefaultBufferPacker();

  @Override
  public byte[] encode(List<SmallEvent> events) throws IOException {
    packer.clear();
    packer.packArrayHeader(events.size());
    for (SmallEvent event : events) {
      packer.packMapHeader(7);
      packer.packString("seq").packLong(event.seq());
      packer.packString("zone").packString(event.zone());
      packer.packString("t").packDouble(event.t());
      packer.packString("player").packLong(event.player());
      packer.packString("event").packString(event.event());
      packer.packString("x").packDouble(event.x());
      packer.packString("y").packDouble(event.y());
    }
    return packer.toByteArray();
  }

  @Override
  public List<SmallEvent> decode(byte[] encoded) throws IOException {
    try (MessageUnpacker unpacker = MessagePack.newDefaultUnpacker(encoded)) {
      int size = unpacker.unpackArrayHeader();
      List<SmallEvent> events = new ArrayList<>(size);
      for (int i = 0; i < size; i++) {
        events.add(unpack(unpacker));
      }
      return events;
    }
  }

  private static SmallEvent unpack(MessageUnpacker unpacker) throws IOException {
    long seq = 0;
    String zone = "";
    double t = 0;
    long player = 0;
    String event = "";
    double x = 0;
    double y = 0;
    int size = unpacker.unpackMapHeader();
    for (int i = 0; i < size; i++) {
      switch (unpacker.unpackString()) {
        case "seq" -> seq = unpacker.unpackLong();
        case "zone" -> zone = unpacker.unpackString();
        case "t" -> t = unpacker.unpackDouble();
        case "player" -> player = unpacker.unpackLong();
        case "event" -> event = unpacker.unpackString();
        case "x" -> x = unpacker.unpackDouble();
        case "y" -> y = unpacker.unpackDouble();
        default -> unpacker.skipValue();
      }
    }
    return new SmallEvent(seq, zone, t, player, event, x, y);
  }
}
