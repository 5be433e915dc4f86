package io.github.godotvariant.benchmarks;

import io.github.godotvariant.benchmarks.protobuf.EventMessage;
import io.github.godotvariant.benchmarks.protobuf.EventsMessage;
import io.github.godotvariant.benchmarks.protobuf.Vector2Message;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Events by way of the classes that protobuf's compiler generates. */
final class GeneratedEvents implements RecordFormat<List<Event>> {
  @Override
  public byte[] encode(List<Event> events) {
    EventsMessage.Builder all = EventsMessage.newBuilder();
    for (Event event : events) {
      all.addEvents(message(event));
    }
    return all.build().toByteArray();
  }

  private static EventMessage message(Event event) {
    EventMessage.Builder message =
        EventMessage.newBuilder()
            .setSeq(event.seq())
            .setZone(event.zone())
            .setT(event.t())
            .setPlayer(event.player())
            .setEvent(event.event())
            .setPos(Vector2Message.newBuilder().setX(event.pos().x()).setY(event.pos().y()));
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

  @Override
  public List<Event> decode(byte[] encoded) throws IOException {
    List<EventMessage> messages = EventsMessage.parseFrom(encoded).getEventsList();
    List<Event> events = new ArrayList<>(messages.size());
    for (EventMessage message : messages) {
      events.add(event(message));
    }
    return events;
  }

  private static Event event(EventMessage it) {
    return new Event(
        it.getSeq(),
        it.getZone(),
        it.getT(),
        it.getPlayer(),
        it.getEvent(),
        new Event.Position(it.getPos().getX(), it.getPos().getY()),
        it.hasSpeed() ? it.getSpeed() : null,
        it.hasHeight() ? it.getHeight() : null,
        it.hasTarget() ? it.getTarget() : null,
        it.hasDamage() ? it.getDamage() : null,
        it.hasCrit() ? it.getCrit() : null,
        it.hasItem() ? it.getItem() : null,
        it.hasCount() ? it.getCount() : null,
        it.hasText() ? it.getText() : null);
  }
}
