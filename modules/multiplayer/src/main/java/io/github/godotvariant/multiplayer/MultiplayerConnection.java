package io.github.godotvariant.multiplayer;

import java.net.SocketAddress;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A connection to one client, implemented by a transport and passed to {@link
 * MultiplayerServer#accept(MultiplayerConnection, OptionalInt)}. The server calls all methods in
 * its own thread.
 */
@Experimental
public interface MultiplayerConnection {
  /**
   * Handles the peer id that the client gets. The server calls this method before it sends packets.
   * If the server rejects the connection, it does not call this method. A transport over a
   * WebSocket sends the id to the client. If clients propose their ids, the transport sends
   * nothing.
   *
   * @param id at least 2
   */
  void accepted(int id);

  /**
   * Sends a packet. Never blocks and never throws; the transport reports a broken connection with
   * {@link ConnectionInput#disconnected}.
   *
   * @param packet the packet. Neither the server nor the transport may change the array afterwards,
   *     because the server passes the same array to several connections
   * @param mode the transfer mode; a transport over streams sends all packets reliably
   * @param channel the channel; 0 is the default channel
   */
  void send(byte[] packet, TransferMode mode, int channel);

  /**
   * Returns whether the network accepts more packets now. While this method returns false, the
   * server drops unreliable packets to this client instead of sending them.
   *
   * @return whether unreliable packets are sent
   */
  boolean isWritable();

  /**
   * {@return the number of bytes that still wait on the server to go out to this client; over ENet,
   * also the bytes that the client has not acknowledged}
   */
  long pendingBytes();

  /**
   * Returns the maximum length in bytes of a packet with properties whose mode is {@link
   * ReplicationMode#ALWAYS}. By default 65,000, which clients accept over a stream. A transport
   * over datagrams returns 1,350, as engines do: then each packet fits into one datagram, and the
   * loss of a datagram loses only one packet.
   *
   * @return the length in bytes
   */
  default int maxSyncBytes() {
    return 65_000;
  }

  /**
   * Ends the connection after the client has received the earlier packets. Never blocks. The
   * transport need not call {@link ConnectionInput#disconnected} afterwards.
   *
   * @param reason the reason, if the transport can send one
   */
  void close(String reason);

  /** {@return the address of the client} */
  SocketAddress remoteAddress();

  /**
   * Runs after the server has admitted the peer, before the server calls the listener. Must not
   * throw an exception. Does nothing by default.
   */
  default void onAdmitted() {}

  /** {@return the initial attachment of the peer, see {@link Peer#attachment}} */
  default Optional<Object> attachment() {
    return Optional.empty();
  }

  /** {@return the request with which the client connected} */
  default HandshakeRequest handshake() {
    return HandshakeRequest.NONE;
  }
}
