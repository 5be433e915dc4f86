package io.github.godotvariant.benchmarks;

import io.github.godotvariant.records.GodotRecord;

/** An element of {@link Workload#SMALL_EVENTS} as a record. Every component is present. */
// Public, so that libraries that generate code need no reflection.
@GodotRecord
public record SmallEvent(
    long seq, String zone, double t, long player, String event, double x, double y) {}
