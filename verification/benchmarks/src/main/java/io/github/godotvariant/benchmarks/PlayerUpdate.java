package io.github.godotvariant.benchmarks;

import io.github.godotvariant.Quaternion;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.records.AsStringName;
import io.github.godotvariant.records.GodotRecord;

/** {@link Workload#PLAYER_UPDATE} as a record. */
// Public, so that libraries that generate code need no reflection.
@GodotRecord
public record PlayerUpdate(
    int id,
    int seq,
    double t,
    Vector3 pos,
    Vector3 vel,
    Quaternion rot,
    @AsStringName String state,
    @AsStringName String anim,
    int hp,
    int flags,
    boolean grounded,
    Vector2 aim) {}
