package io.github.godotvariant.benchmarks;

import io.github.godotvariant.records.GodotRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What all events of {@link Workload#TELEMETRY} have in common: seven components, each of them
 * there. Nothing has to be asked for, so it is as fast as records can be.
 *
 * @param seq its number
 * @param zone where
 * @param t when
 * @param player who
 * @param event the kind
 * @param x to the right
 * @param y downwards
 */
// Public, as records of users are: formats that generate code reach it without reflection.
@GodotRecord
public record SmallEvent(
    long seq, String zone, double t, long player, String event, double x, double y) {

  /** The events of the workload, in order. */
  static List<SmallEvent> all() {
    return Event.all().stream()
        .map(
            event ->
                new SmallEvent(
                    event.seq(),
                    event.zone(),
                    event.t(),
                    event.player(),
                    event.event(),
                    event.pos().x(),
                    event.pos().y()))
        .collect(Collectors.toCollection(ArrayList::new));
  }
}
