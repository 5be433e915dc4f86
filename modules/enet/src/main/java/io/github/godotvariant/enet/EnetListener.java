package io.github.godotvariant.enet;

/**
 * Receives events of a host, in the thread that calls the host. Methods may send packets and
 * disconnect peers, but must not call {@link EnetHost#receive}. An exception of a listener reaches
 * the caller of the host; the rest of the datagram is dropped.
 */
public interface EnetListener {
  /**
   * Reports a connected client whose address is verified.
   *
   * @param peer the client
   */
  default void onConnect(EnetPeer peer) {}

  /**
   * Reports a packet.
   *
   * @param peer the sender
   * @param packet the packet. The listener owns the array.
   * @param channel the channel, from 0
   * @param delivery the mode in which the packet was sent
   */
  default void onPacket(EnetPeer peer, byte[] packet, int channel, EnetDelivery delivery) {}

  /**
   * Reports the end of a connection, once for each peer that was reported as connected.
   *
   * @param peer the client
   * @param reason the reason
   * @param data the number that the disconnecting side sent; 0 for other reasons
   */
  default void onDisconnect(EnetPeer peer, EnetDisconnectReason reason, int data) {}
}
