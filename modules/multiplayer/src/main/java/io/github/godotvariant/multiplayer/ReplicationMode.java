package io.github.godotvariant.multiplayer;

/**
 * The times at which a synchronizer sends a property, in addition to the value that can be sent
 * when the node is spawned. The ordinal of each constant is the engine's number for the mode.
 */
@Experimental
public enum ReplicationMode {
  /** The property is not sent after the spawn. */
  NEVER,
  /**
   * The property is sent with every call of {@link MultiplayerServer#replicate}, in unreliable
   * packets. A value that is lost is not sent again.
   */
  ALWAYS,
  /**
   * The property is sent with the next call of {@link MultiplayerServer#replicate} after a change,
   * in reliable packets. If the property changes several times before this call, only the latest
   * value is sent.
   */
  ON_CHANGE
}
