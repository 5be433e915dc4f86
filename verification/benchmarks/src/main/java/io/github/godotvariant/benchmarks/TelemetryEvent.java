package io.github.godotvariant.benchmarks;

import io.github.godotvariant.records.GodotRecord;
import org.jspecify.annotations.Nullable;

/** An element of {@link Workload#TELEMETRY} as a record. Absent keys are null components. */
// Public, so that libraries that generate code need no reflection.
@GodotRecord
public record TelemetryEvent(
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

  /** A position in the plane, a Vector2 on the wire. */
  public record Position(float x, float y) {}
}
