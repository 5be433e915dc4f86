package io.github.godotvariant.multiplayer;

/** When a property is sent, besides when its node is spawned. */
@Experimental
public enum ReplicationMode {
  /** Never. */
  NEVER,
  /** With every {@link MultiplayerServer#replicate}; what is lost is not sent again. */
  ALWAYS,
  /** With the next {@link MultiplayerServer#replicate} after it has changed; nothing is lost. */
  ON_CHANGE
}
