package io.github.godotvariant.benchmarks;

import io.github.godotvariant.Quaternion;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.records.RecordCodec;
import java.util.List;

/** What is sent as records of known classes: a table each. */
public enum Message {
  /** One record of 12 components. */
  PLAYER_UPDATE(
      "player-update as a record",
      Update.class,
      List.of(Vector2.class, Vector3.class, Quaternion.class)),
  /** A list of 10,000 records of seven components, each of them there. */
  SMALL_EVENTS("small events as records", SmallEvent.class, List.of()),
  /** A list of 10,000 records of 14 components, eight of which may be missing. */
  TELEMETRY("telemetry as records", Event.class, List.of(Event.Position.class));

  private final String title;
  private final Class<?> type;

  @SuppressWarnings("ImmutableEnumChecker") // A list that cannot be changed.
  private final List<Class<?>> parts;

  Message(String title, Class<?> type, List<Class<?>> parts) {
    this.title = title;
    this.type = type;
    this.parts = parts;
  }

  /** What it is called in tables. */
  String title() {
    return title;
  }

  /** The record. */
  Class<?> type() {
    return type;
  }

  /** Classes that the record has components of, but for those of Java. */
  List<Class<?>> parts() {
    return parts;
  }

  /** Whether it is a list of records, instead of one. */
  boolean list() {
    return this != PLAYER_UPDATE;
  }

  /** The record, or the list: always of the same content, in objects of its own. */
  Object value() {
    return switch (this) {
      case PLAYER_UPDATE -> RecordCodec.of(Update.class).decode(Workload.PLAYER_UPDATE.bytes());
      case SMALL_EVENTS -> SmallEvent.all();
      case TELEMETRY -> Event.all();
    };
  }

  /** The engine's bytes, or what they would be. */
  byte[] bytes() {
    return switch (this) {
      case PLAYER_UPDATE -> Workload.PLAYER_UPDATE.bytes();
      case SMALL_EVENTS -> RecordCodec.of(SmallEvent.class).list().encode(SmallEvent.all());
      case TELEMETRY -> Workload.TELEMETRY.bytes();
    };
  }
}
