package io.github.godotvariant.enet;

/**
 * Receives events of a host, in the thread that calls the host. Methods may send packets and
 * disconnect peers, but must not call {@link EnetHost#receive}. If a method throws an exception,
 * the host drops the rest of the datagram, and the called method of the host throws the exception.
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
   * @param data the number that was sent with the disconnect; 0 if the reason is neither {@link
   *     EnetDisconnectReason#REMOTE} nor {@link EnetDisconnectReason#LOCAL}
   */
  default void onDisconnect(EnetPeer peer, EnetDisconnectReason reason, int data) {}
}
