package io.github.godotvariant.multiplayer;

import java.nio.ByteBuffer;

/**
 * Receives the input of one connection: the transport passes received packets and the end of the
 * connection to this object. All methods must be called in the server's thread; see {@link
 * MultiplayerServer#execute(java.util.concurrent.Executor, Runnable)}.
 */
@Experimental
public interface ConnectionInput {
  /** {@return the peer of the connection} */
  Peer peer();

  /**
   * Handles a packet. Reports an invalid packet to the listener, and does not throw an exception.
   *
   * @param packet a buffer whose remaining bytes are one packet. The caller can use the buffer
   *     again after the call
   * @param mode the transfer mode of the packet
   * @param channel the channel of the packet
   */
  void received(ByteBuffer packet, TransferMode mode, int channel);

  /**
   * Handles the end of the connection. Does nothing if the peer has already disconnected. The
   * server may keep the peer, so that the player can connect again; see {@link
   * MultiplayerLimits#reconnectMillis}. If the client has left on purpose or has violated the
   * protocol of the transport, call {@link Peer#disconnect} of {@link #peer} instead.
   *
   * @param reason the reason that the listener and the log get, in plain words
   */
  void disconnected(String reason);
}
