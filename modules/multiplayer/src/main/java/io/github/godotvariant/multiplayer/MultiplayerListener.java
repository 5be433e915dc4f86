package io.github.godotvariant.multiplayer;

/**
 * Receives the events of a server, in the server's thread. The methods do nothing by default. They
 * must not block. An exception is logged, and has no other effect.
 *
 * <p>Each event is also logged, with the name of the server, the peer and its address. The log is
 * limited, see {@link MultiplayerServer}; a listener receives all events.
 */
@Experimental
public interface MultiplayerListener {
  /**
   * Receives the start of the server. Called once, before all other methods.
   *
   * @param server the server
   */
  default void started(MultiplayerServer server) {}

  /**
   * Receives an admitted peer, which can now call and be called. The server evaluates the
   * predicates of {@link ReplicatedNode#visibleTo} after this method. Therefore they find data that
   * this method stores.
   *
   * @param peer the peer
   */
  default void peerConnected(Peer peer) {}

  /**
   * Receives the end of an admitted peer, which has disconnected, or has not reconnected in time.
   * Called before {@link Peer#disconnect} returns.
   *
   * @param peer the peer
   * @param reason one line without control characters
   */
  default void peerDisconnected(Peer peer, String reason) {}

  /**
   * Receives the loss of an admitted peer's connection. The server waits for another connection of
   * the player, see {@link MultiplayerLimits#reconnectMillis}. Until then the peer cannot be called
   * and sees no nodes; other clients are not informed. Either {@link #peerReconnected} or {@link
   * #peerDisconnected} follows. This method is not called if the program has disconnected the peer,
   * or the peer has violated the protocol.
   *
   * @param peer the peer
   * @param reason one line without control characters
   */
  default void connectionLost(Peer peer, String reason) {}

  /**
   * Receives a peer that was admitted as the successor of another peer, see {@link Peer#resume}.
   * Called instead of {@link #peerConnected} of the new peer and {@link #peerDisconnected} of the
   * previous peer. The new peer has another id and the attachment of the previous peer. The server
   * has not spawned any node at the new peer yet. Other clients first receive {@code
   * peer_disconnected} with the previous id, then {@code peer_connected} with the new id. The
   * server no longer receives the synchronizers that the previous peer owned; call {@link
   * MultiplayerServer#receive} for the new id.
   *
   * @param peer the new peer
   * @param previous the previous peer, which has ended. If its connection was still open, {@link
   *     #connectionLost} was not called
   */
  default void peerReconnected(Peer peer, Peer previous) {}

  /**
   * Receives a peer that disconnected before its admission. The possible causes: the authenticator
   * refused the peer, the peer was not admitted in time, the client disconnected, or the peer
   * exceeded a limit of {@link MultiplayerLimits}.
   *
   * @param peer the peer
   * @param reason one line without control characters
   */
  default void authenticationFailed(Peer peer, String reason) {}

  /**
   * Receives a violation of the protocol, or a call with wrong arguments. The packet is dropped. If
   * there are more such packets in a minute than {@link MultiplayerLimits#faults}, the peer is
   * disconnected. This method is not called for packets that are invalid only because the server
   * has removed a node after the peer sent them.
   *
   * @param peer the peer
   * @param problem one line without control characters. Contains the node and the method of a call,
   *     or the path of a synchronizer, if the server could read this part of the packet
   */
  default void protocolError(Peer peer, String problem) {}

  /**
   * Receives a peer whose methods of a node differ from those of the server. Calls contain numbers
   * of methods, so neither side can call the node from now on; see {@link MultiplayerServer#call}.
   *
   * @param peer the peer
   * @param node the path of the node
   */
  default void methodsDiffer(Peer peer, String node) {}

  /**
   * Receives the path of an unknown node: a peer announced a node that the server does not have, or
   * sends values of a synchronizer that the server does not receive from this peer. The calls or
   * values are dropped until the server has the node or receives the synchronizer. Called once for
   * each announcement. Not called if the server removes the node after the announcement.
   *
   * @param peer the peer
   * @param path the path as the peer has sent it. Escape it before you print it
   */
  default void unknownNode(Peer peer, String path) {}

  /**
   * Receives a peer with Godot 4.0 to 4.2, which has another protocol. The peer is disconnected.
   *
   * @param peer the peer
   */
  default void oldRelease(Peer peer) {}

  /**
   * Receives an exception of a handler, filter or predicate of the program. The peer stays
   * connected.
   *
   * @param peer the peer whose packet was handled, or whose visibility was evaluated
   * @param place the handler, for example {@code World.move}
   * @param exception the exception. Its message may contain text of the peer
   */
  default void handlerFailed(Peer peer, String place, Exception exception) {}
}
