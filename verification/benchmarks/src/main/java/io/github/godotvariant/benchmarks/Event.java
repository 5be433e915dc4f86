package io.github.godotvariant.benchmarks;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.records.GodotRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An entry of {@link Workload#TELEMETRY} as a program declares it. What an event of its kind does
 * not have is null.
 *
 * @param seq its number
 * @param zone where
 * @param t when
 * @param player who
 * @param event the kind
 * @param pos the place
 * @param speed of "move"
 * @param height of "jump"
 * @param target of "attack"
 * @param damage of "attack"
 * @param crit of "attack"
 * @param item of "pickup"
 * @param count of "pickup"
 * @param text of "chat"
 */
// Public, as records of users are: formats that generate code reach it without reflection.
@GodotRecord
public record Event(
    long seq,
    String zone,
    double t,
    long player,
    String event,
    Position pos,
    @Nullable Double speed,
    @Nullable Long height,
    @Nullable Long target,
    @Nullable Double damage,
    @Nullable Boolean crit,
    @Nullable String item,
    @Nullable Long count,
    @Nullable String text) {

  /**
   * A place on the plane.
   *
   * @param x to the right
   * @param y downwards
   */
  public record Position(float x, float y) {}

  /** The events of the workload, in order. */
  static List<Event> all() {
    return Workload.TELEMETRY.value().asArray().stream()
        .map(Variant::asDictionary)
        .map(Event::of)
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static Event of(VariantDictionary entry) {
    Vector2 pos = entry.get("pos", Vector2.class);
    return new Event(
        entry.getInt("seq"),
        entry.getString("zone"),
        entry.getFloat("t"),
        entry.getInt("player"),
        entry.getString("event"),
        new Position((float) pos.x(), (float) pos.y()),
        entry.find("speed").map(Variant::asFloat).orElse(null),
        entry.find("height").map(Variant::asInt).orElse(null),
        entry.find("target").map(Variant::asInt).orElse(null),
        entry.find("damage").map(Variant::asFloat).orElse(null),
        entry.find("crit").map(Variant::asBool).orElse(null),
        entry.find("item").map(Variant::asString).orElse(null),
        entry.find("count").map(Variant::asInt).orElse(null),
        entry.find("text").map(Variant::asString).orElse(null));
  }
}
