package io.github.godotvariant.multiplayer;

/** Decides which packets of clients the server relays to other clients. */
@Experimental
@FunctionalInterface
public interface RelayFilter {
  /**
   * Decides about a packet. Called in the server's thread, once for each receiver. Each call also
   * counts as 16 bytes of the sender's {@link MultiplayerLimits#relayedBytes}. Therefore this limit
   * also limits how often the server calls this method.
   *
   * @param from the peer id of the sender
   * @param to the peer id of the receiver
   * @param packet the relayed packet: a call, an announcement of a node, the confirmation of an
   *     announcement, bytes, or a packet of spawners or synchronizers
   * @return whether the server sends the packet to the receiver
   */
  boolean isAllowed(int from, int to, MultiplayerPacket packet);
}
