package io.github.godotvariant.multiplayer;

/** The delivery mode of a packet. Over a WebSocket all packets are reliable. */
@Experimental
public enum TransferMode {
  /** Packets may be lost, and may arrive in another order. */
  UNRELIABLE,
  /**
   * Packets may be lost. A packet is dropped if a packet that was sent later has already arrived.
   */
  UNRELIABLE_ORDERED,
  /** All packets arrive, in order. */
  RELIABLE
}
