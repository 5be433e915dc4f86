package io.github.godotvariant.multiplayer;

/**
 * The times at which a property is sent after its node is spawned. The constants have the same
 * order as the engine's numbers.
 */
@Experimental
public enum ReplicationMode {
  /** The property is not sent. */
  NEVER,
  /**
   * The property is sent with every {@link MultiplayerServer#replicate}. Lost values are not sent
   * again.
   */
  ALWAYS,
  /**
   * The property is sent with the next {@link MultiplayerServer#replicate} after a change. No value
   * is lost.
   */
  ON_CHANGE
}
