package io.github.godotvariant.benchmarks;

import io.github.godotvariant.Quaternion;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.records.AsStringName;
import io.github.godotvariant.records.GodotRecord;

/**
 * {@link Workload#PLAYER_UPDATE} as a program declares it.
 *
 * @param id who
 * @param seq its number
 * @param t when
 * @param pos the place
 * @param vel how fast it changes
 * @param rot the rotation
 * @param state what the player does
 * @param anim what is shown of that
 * @param hp health
 * @param flags bits
 * @param grounded whether the player stands on something
 * @param aim where to
 */
// Public, as records of users are: formats that generate code reach it without reflection.
@GodotRecord
public record Update(
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
