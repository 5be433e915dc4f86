package io.github.godotvariant.multiplayer;

/** Decides what clients may send each other by way of the server. */
@Experimental
@FunctionalInterface
public interface RelayFilter {
  /**
   * Decides about a packet. Called in the server's own thread, once for each receiver. Calls are
   * bounded by {@link MultiplayerLimits#relayedBytes}.
   *
   * @param from the peer that sends it
   * @param to the peer that would get it
   * @param packet what is inside: a call, an announcement, its confirmation, bytes, or replication
   * @return whether it is relayed
   */
  boolean mayPass(int from, int to, MultiplayerPacket packet);
}
