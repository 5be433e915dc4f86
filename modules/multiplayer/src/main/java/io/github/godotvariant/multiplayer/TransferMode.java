package io.github.godotvariant.multiplayer;

/**
 * How a packet travels, where the transport has a choice. A WebSocket has none: all is reliable.
 */
@Experimental
public enum TransferMode {
  /** May be lost, and may be overtaken. */
  UNRELIABLE,
  /** May be lost; what is older than what came is dropped. */
  UNRELIABLE_ORDERED,
  /** Comes, and in order. */
  RELIABLE
}
