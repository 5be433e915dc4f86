package io.github.godotvariant.benchmarks;

import io.github.godotvariant.Vector2;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Events with the streaming reader and writer, without a tree. The bytes are the workload's. */
final class VariantEvents implements EventFormat {
  private final VariantWriter writer = VariantCodec.GODOT_4.writer();

  @Override
  public byte[] encode(List<Event> events) {
    writer.reset().beginArray(events.size());
    for (Event event : events) {
      write(event);
    }
    return writer.endArray().toByteArray();
  }

  private void write(Event event) {
    writer.beginDictionary();
    writer.value("seq").value(event.seq());
    writer.value("zone").value(event.zone());
    writer.value("t").value(event.t());
    writer.value("player").value(event.player());
    writer.value("event").value(event.event());
    writer.value("pos").value(new Vector2(event.pos().x(), event.pos().y()));
    if (event.speed() != null) {
      writer.value("speed").value(event.speed().doubleValue());
    }
    if (event.height() != null) {
      writer.value("height").value(event.height().longValue());
    }
    if (event.target() != null) {
      writer.value("target").value(event.target().longValue());
    }
    if (event.damage() != null) {
      writer.value("damage").value(event.damage().doubleValue());
    }
    if (event.crit() != null) {
      writer.value("crit").value(event.crit().booleanValue());
    }
    if (event.item() != null) {
      writer.value("item").value(event.item());
    }
    if (event.count() != null) {
      writer.value("count").value(event.count().longValue());
    }
    if (event.text() != null) {
      writer.value("text").value(event.text());
    }
    writer.endDictionary();
  }

  @Override
  public List<Event> decode(byte[] encoded) {
    try (VariantReader reader = VariantCodec.GODOT_4.reader(encoded)) {
      List<Event> events = new ArrayList<>(reader.beginArray());
      while (reader.hasNext()) {
        events.add(read(reader));
      }
      reader.endArray();
      reader.expectEnd();
      return events;
    }
  }

  private static Event read(VariantReader reader) {
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
    reader.beginDictionary();
    while (reader.hasNext()) {
      switch (reader.nextString()) {
        case "seq" -> seq = reader.nextInt();
        case "zone" -> zone = reader.nextString();
        case "t" -> t = reader.nextFloat();
        case "player" -> player = reader.nextInt();
        case "event" -> event = reader.nextString();
        case "pos" -> {
          Vector2 vector = reader.nextValue(Vector2.class);
          pos = new Event.Position((float) vector.x(), (float) vector.y());
        }
        case "speed" -> speed = reader.nextFloat();
        case "height" -> height = reader.nextInt();
        case "target" -> target = reader.nextInt();
        case "damage" -> damage = reader.nextFloat();
        case "crit" -> crit = reader.nextBool();
        case "item" -> item = reader.nextString();
        case "count" -> count = reader.nextInt();
        case "text" -> text = reader.nextString();
        default -> reader.skip();
      }
    }
    reader.endDictionary();
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
