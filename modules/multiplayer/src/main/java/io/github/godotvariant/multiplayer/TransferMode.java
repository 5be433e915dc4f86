package io.github.godotvariant.multiplayer;

/** The guarantees with which a packet is delivered. Over a WebSocket all packets are reliable. */
@Experimental
public enum TransferMode {
  /** Packets may be lost, and may arrive in a different order than they were sent. */
  UNRELIABLE,
  /**
   * Packets may be lost. The receiver drops a packet if a packet that was sent later has already
   * arrived.
   */
  UNRELIABLE_ORDERED,
  /** All packets arrive, in the order in which they were sent. */
  RELIABLE
}
