package telemetry;

import io.github.godotvariant.Vector3;
import io.github.godotvariant.records.GodotRecord;

/** What the game sends of each player, as Godot's var_to_bytes writes a Dictionary. */
@GodotRecord
record PlayerUpdate(String player, int hp, Vector3 pos, String state) {}
