package io.github.godotvariant.benchmarks;

import io.github.godotvariant.Vector2;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantKey;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Events with the streaming reader and writer, without a tree. The bytes are the workload's. */
final class VariantEvents implements RecordFormat<List<Event>> {
  private static final VariantKey SEQ = VariantKey.of("seq");
  private static final VariantKey ZONE = VariantKey.of("zone");
  private static final VariantKey T = VariantKey.of("t");
  private static final VariantKey PLAYER = VariantKey.of("player");
  private static final VariantKey EVENT = VariantKey.of("event");
  private static final VariantKey POS = VariantKey.of("pos");
  private static final VariantKey SPEED = VariantKey.of("speed");
  private static final VariantKey HEIGHT = VariantKey.of("height");
  private static final VariantKey TARGET = VariantKey.of("target");
  private static final VariantKey DAMAGE = VariantKey.of("damage");
  private static final VariantKey CRIT = VariantKey.of("crit");
  private static final VariantKey ITEM = VariantKey.of("item");
  private static final VariantKey COUNT = VariantKey.of("count");
  private static final VariantKey TEXT = VariantKey.of("text");

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
    writer.key(SEQ).value(event.seq());
    writer.key(ZONE).value(event.zone());
    writer.key(T).value(event.t());
    writer.key(PLAYER).value(event.player());
    writer.key(EVENT).value(event.event());
    writer.key(POS).value(new Vector2(event.pos().x(), event.pos().y()));
    if (event.speed() != null) {
      writer.key(SPEED).value(event.speed().doubleValue());
    }
    if (event.height() != null) {
      writer.key(HEIGHT).value(event.height().longValue());
    }
    if (event.target() != null) {
      writer.key(TARGET).value(event.target().longValue());
    }
    if (event.damage() != null) {
      writer.key(DAMAGE).value(event.damage().doubleValue());
    }
    if (event.crit() != null) {
      writer.key(CRIT).value(event.crit().booleanValue());
    }
    if (event.item() != null) {
      writer.key(ITEM).value(event.item());
    }
    if (event.count() != null) {
      writer.key(COUNT).value(event.count().longValue());
    }
    if (event.text() != null) {
      writer.key(TEXT).value(event.text());
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
    // In the order in which they are written, if they are.
    if (reader.nextKeyIs(SEQ)) {
      seq = reader.nextInt();
    }
    if (reader.nextKeyIs(ZONE)) {
      zone = reader.nextString();
    }
    if (reader.nextKeyIs(T)) {
      t = reader.nextFloat();
    }
    if (reader.nextKeyIs(PLAYER)) {
      player = reader.nextInt();
    }
    if (reader.nextKeyIs(EVENT)) {
      event = reader.nextString();
    }
    if (reader.nextKeyIs(POS)) {
      pos = position(reader);
    }
    if (reader.nextKeyIs(SPEED)) {
      speed = reader.nextFloat();
    }
    if (reader.nextKeyIs(HEIGHT)) {
      height = reader.nextInt();
    }
    if (reader.nextKeyIs(TARGET)) {
      target = reader.nextInt();
    }
    if (reader.nextKeyIs(DAMAGE)) {
      damage = reader.nextFloat();
    }
    if (reader.nextKeyIs(CRIT)) {
      crit = reader.nextBool();
    }
    if (reader.nextKeyIs(ITEM)) {
      item = reader.nextString();
    }
    if (reader.nextKeyIs(COUNT)) {
      count = reader.nextInt();
    }
    if (reader.nextKeyIs(TEXT)) {
      text = reader.nextString();
    }
    while (reader.hasNext()) {
      switch (reader.nextString()) {
        case "seq" -> seq = reader.nextInt();
        case "zone" -> zone = reader.nextString();
        case "t" -> t = reader.nextFloat();
        case "player" -> player = reader.nextInt();
        case "event" -> event = reader.nextString();
        case "pos" -> pos = position(reader);
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

  private static Event.Position position(VariantReader reader) {
    Vector2 vector = reader.nextValue(Vector2.class);
    return new Event.Position((float) vector.x(), (float) vector.y());
  }
}
