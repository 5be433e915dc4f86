package io.github.godotvariant.benchmarks;

import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantKey;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import java.util.ArrayList;
import java.util.List;

/** Small events with the streaming reader and writer, without a tree. */
final class VariantSmallEvents implements RecordFormat<List<SmallEvent>> {
  private static final VariantKey SEQ = VariantKey.of("seq");
  private static final VariantKey ZONE = VariantKey.of("zone");
  private static final VariantKey T = VariantKey.of("t");
  private static final VariantKey PLAYER = VariantKey.of("player");
  private static final VariantKey EVENT = VariantKey.of("event");
  private static final VariantKey X = VariantKey.of("x");
  private static final VariantKey Y = VariantKey.of("y");

  private final VariantWriter writer = VariantCodec.GODOT_4.writer();

  @Override
  public byte[] encode(List<SmallEvent> events) {
    writer.reset().beginArray(events.size());
    for (SmallEvent event : events) {
      writer.beginDictionary();
      writer.key(SEQ).value(event.seq());
      writer.key(ZONE).value(event.zone());
      writer.key(T).value(event.t());
      writer.key(PLAYER).value(event.player());
      writer.key(EVENT).value(event.event());
      writer.key(X).value(event.x());
      writer.key(Y).value(event.y());
      writer.endDictionary();
    }
    return writer.endArray().toByteArray();
  }

  @Override
  public List<SmallEvent> decode(byte[] encoded) {
    try (VariantReader reader = VariantCodec.GODOT_4.reader(encoded)) {
      List<SmallEvent> events = new ArrayList<>(reader.beginArray());
      while (reader.hasNext()) {
        events.add(read(reader));
      }
      reader.endArray();
      reader.expectEnd();
      return events;
    }
  }

  private static SmallEvent read(VariantReader reader) {
    long seq = 0;
    String zone = "";
    double t = 0;
    long player = 0;
    String event = "";
    double x = 0;
    double y = 0;
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
    if (reader.nextKeyIs(X)) {
      x = reader.nextFloat();
    }
    if (reader.nextKeyIs(Y)) {
      y = reader.nextFloat();
    }
    while (reader.hasNext()) {
      switch (reader.nextString()) {
        case "seq" -> seq = reader.nextInt();
        case "zone" -> zone = reader.nextString();
        case "t" -> t = reader.nextFloat();
        case "player" -> player = reader.nextInt();
        case "event" -> event = reader.nextString();
        case "x" -> x = reader.nextFloat();
        case "y" -> y = reader.nextFloat();
        default -> reader.skip();
      }
    }
    reader.endDictionary();
    return new SmallEvent(seq, zone, t, player, event, x, y);
  }
}
