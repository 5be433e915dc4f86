package io.github.godotvariant.multiplayer;

/** Decides which packets of clients the server relays to other clients. */
@Experimental
@FunctionalInterface
public interface RelayFilter {
  /**
   * Decides about a packet. Called in the server's thread, once for each receiver. {@link
   * MultiplayerLimits#relayedBytes} limits the number of calls.
   *
   * @param from the peer id of the sender
   * @param to the peer id of the receiver
   * @param packet the content: a call, an announcement, its confirmation, bytes, or replication
   * @return whether it is relayed
   */
  boolean isAllowed(int from, int to, MultiplayerPacket packet);
}
