package io.github.godotvariant.multiplayer;

/**
 * Counts the traffic of a server, for example for Micrometer. Pass an implementation to {@link
 * MultiplayerServer.Builder#metrics}. The methods do nothing by default.
 *
 * <p>All methods are called in the server's thread, some of them for each packet: they must not
 * block. If a method throws an exception, the server logs the exception and continues. If several
 * servers share an object, the object must be safe for use by the threads of these servers.
 * Arguments are never null.
 *
 * <p>The methods count the packets of Godot's high-level multiplayer, see {@link
 * MultiplayerPacket}. They do not count frames, datagrams and pings of the transport, and the
 * message that gives a client its peer id. Over a WebSocket all received packets have the mode
 * {@link TransferMode#RELIABLE}.
 *
 * <p>For gauges, see {@link MultiplayerServer#peerCount} and {@link Peer#pendingBytes}.
 */
@Experimental
public interface MultiplayerMetrics {
  /** Metrics that count nothing. */
  MultiplayerMetrics NONE = new MultiplayerMetrics() {};

  /**
   * Counts a received packet. Also counts invalid packets, and packets of peers that are not
   * admitted yet.
   *
   * @param peer the sender
   * @param bytes the length of the packet in bytes, 0 or more
   * @param mode the transfer mode
   */
  default void packetReceived(Peer peer, int bytes, TransferMode mode) {}

  /**
   * Counts a packet that was passed to the transport of a peer. If the server sends a packet to
   * several peers, the packet counts once for each peer.
   *
   * @param peer the receiver
   * @param bytes the length of the packet in bytes, at least 1
   * @param mode the transfer mode
   */
  default void packetSent(Peer peer, int bytes, TransferMode mode) {}

  /**
   * Counts a packet that was dropped because earlier packets wait for the peer: an unreliable
   * packet, or a relayed packet above {@link MultiplayerLimits#relayPendingBytes}. Does not count
   * values that {@link MultiplayerServer#replicate} sends later, because the peer reads too slowly.
   *
   * @param peer the receiver
   * @param bytes the length of the packet in bytes, at least 1
   * @param mode the transfer mode
   */
  default void packetDropped(Peer peer, int bytes, TransferMode mode) {}

  /**
   * Counts a call of a peer, before the handler of the method runs. Does not count rejected calls,
   * and calls of methods without a handler.
   *
   * @param call the call
   */
  default void callReceived(RpcCall call) {}

  /**
   * Counts a violation of the protocol, as in {@link MultiplayerListener#protocolError}.
   *
   * @param peer the peer
   */
  default void protocolError(Peer peer) {}

  /**
   * Counts a peer that the server has admitted. Called before {@link
   * MultiplayerListener#peerConnected} and {@link MultiplayerListener#peerReconnected}.
   *
   * @param peer the peer
   */
  default void peerConnected(Peer peer) {}

  /**
   * Counts the end of an admitted peer: the peer has disconnected, or a new peer of the same player
   * has taken the place of this peer. Called once for each peer that {@link #peerConnected} has
   * counted, before the server calls the {@link MultiplayerListener}. Not called when a connection
   * is lost and the player can connect again: until the player connects or the time is over, the
   * peer still counts as connected.
   *
   * @param peer the peer
   */
  default void peerDisconnected(Peer peer) {}

  /**
   * Records the duration of a task of {@link MultiplayerServer#tick}, even if the task threw an
   * exception.
   *
   * @param server the server
   * @param nanos the duration of the task in nanoseconds, 0 or more
   */
  default void tickFinished(MultiplayerServer server, long nanos) {}
}
