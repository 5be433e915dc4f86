package io.github.godotvariant.benchmarks;

import io.github.godotvariant.benchmarks.protobuf.SmallEventMessage;
import io.github.godotvariant.benchmarks.protobuf.SmallEventsMessage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Small events by way of the classes that protobuf's compiler generates. */
final class GeneratedSmallEvents implements RecordFormat<List<SmallEvent>> {
  @Override
  public byte[] encode(List<SmallEvent> events) {
    SmallEventsMessage.Builder all = SmallEventsMessage.newBuilder();
    for (SmallEvent event : events) {
      all.addEvents(
          SmallEventMessage.newBuilder()
              .setSeq(event.seq())
              .setZone(event.zone())
              .setT(event.t())
              .setPlayer(event.player())
              .setEvent(event.event())
              .setX(event.x())
              .setY(event.y())
              .build());
    }
    return all.build().toByteArray();
  }

  @Override
  public List<SmallEvent> decode(byte[] encoded) throws IOException {
    List<SmallEventMessage> messages = SmallEventsMessage.parseFrom(encoded).getEventsList();
    List<SmallEvent> events = new ArrayList<>(messages.size());
    for (SmallEventMessage it : messages) {
      events.add(
          new SmallEvent(
              it.getSeq(),
              it.getZone(),
              it.getT(),
              it.getPlayer(),
              it.getEvent(),
              it.getX(),
              it.getY()));
    }
    return events;
  }
}
