package io.github.godotvariant.multiplayer;

import java.net.SocketAddress;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Sends the packets of a server to one client. A transport implements this interface and passes
 * each connection to {@link MultiplayerServer#accept(MultiplayerConnection, OptionalInt)}. The
 * server calls all methods in its own thread.
 */
@Experimental
public interface MultiplayerConnection {
  /**
   * Handles the peer id of the client. The server calls this method before it sends packets. The
   * server does not call this method if it rejects the connection. A transport over a WebSocket
   * sends the id to the client. A transport whose clients propose their ids, such as ENet, sends
   * nothing.
   *
   * @param id the peer id, at least 2
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
   * Returns the number of bytes that wait until the server can send them to this client. Over ENet,
   * bytes that were sent, but not acknowledged by the client, also count.
   *
   * @return 0 or more
   */
  long pendingBytes();

  /**
   * Returns the maximum length in bytes of a packet with properties whose mode is {@link
   * ReplicationMode#ALWAYS}. The default is 65,000, because clients accept packets of this length
   * over a stream. A transport over datagrams returns 1,350, as engines do. Then each packet fits
   * into one datagram, and the loss of a datagram loses only one packet.
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

  /**
   * {@return the object that the server attaches to the new peer, see {@link Peer#attachment};
   * empty by default}
   */
  default Optional<Object> attachment() {
    return Optional.empty();
  }

  /**
   * {@return the HTTP request with which the client connected; {@link HandshakeRequest#NONE} by
   * default}
   */
  default HandshakeRequest handshake() {
    return HandshakeRequest.NONE;
  }
}
