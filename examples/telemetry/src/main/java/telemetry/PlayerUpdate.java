package telemetry;

import io.github.godotvariant.Vector3;
import io.github.godotvariant.records.GodotRecord;

/** An update that the game sends for each player: a Dictionary of Godot's var_to_bytes. */
@GodotRecord
record PlayerUpdate(String player, int hp, Vector3 pos, String state) {}
