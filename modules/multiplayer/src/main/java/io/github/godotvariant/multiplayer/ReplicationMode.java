package io.github.godotvariant.multiplayer;

/** When a property is sent after its node is spawned. The order is that of the engine's numbers. */
@Experimental
public enum ReplicationMode {
  /** Never. */
  NEVER,
  /** With every {@link MultiplayerServer#replicate}. Lost values are not sent again. */
  ALWAYS,
  /** With the next {@link MultiplayerServer#replicate} after a change. No value is lost. */
  ON_CHANGE
}
