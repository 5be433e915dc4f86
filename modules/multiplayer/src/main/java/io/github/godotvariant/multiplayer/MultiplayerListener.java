package io.github.godotvariant.multiplayer;

/**
 * Receives the events of a server. The server calls all methods in the server's thread, so the
 * methods must not block. The methods do nothing by default. If a method throws an exception, the
 * server logs the exception and continues.
 *
 * <p>Each event is also logged, with the name of the server, the peer and the address of the peer.
 * The log is limited, see {@link MultiplayerServer}; a listener receives all events.
 */
@Experimental
public interface MultiplayerListener {
  /**
   * Runs once, in the first task of the server, before all other methods.
   *
   * @param server the server
   */
  default void started(MultiplayerServer server) {}

  /**
   * Runs after the server has admitted a peer. From now on, the server and the peer can call each
   * other. The server evaluates the predicates of {@link ReplicatedNode#visibleTo} after this
   * method. Therefore the predicates find data that this method stores.
   *
   * @param peer the peer
   */
  default void peerConnected(Peer peer) {}

  /**
   * Runs after an admitted peer has disconnected, or if the player has not connected again in time.
   * Called before {@link Peer#disconnect} returns.
   *
   * @param peer the peer
   * @param reason one line without control characters
   */
  default void peerDisconnected(Peer peer, String reason) {}

  /**
   * Runs if an admitted peer loses its connection and the player can connect again; see {@link
   * MultiplayerLimits#reconnectMillis}. While the server waits for the player, the peer does not
   * receive calls or values, and sees no nodes. Other clients are not informed. Later, the server
   * calls either {@link #peerReconnected} or {@link #peerDisconnected}. This method is not called
   * if the program has disconnected the peer, or if the peer has violated the protocol.
   *
   * @param peer the peer
   * @param reason one line without control characters
   */
  default void connectionLost(Peer peer, String reason) {}

  /**
   * Runs after a player has connected again and the new peer has taken the place of the previous
   * peer, see {@link Peer#resume}. The server calls this method instead of {@link #peerConnected}
   * for the new peer and {@link #peerDisconnected} for the previous peer. The new peer has a
   * different id, and the attachment of the previous peer. The server has not spawned any node at
   * the new peer yet. Other clients first receive {@code peer_disconnected} with the previous id,
   * then {@code peer_connected} with the new id. The server drops the values of synchronizers that
   * the previous peer owned, until you call {@link MultiplayerServer#receive} with the new id.
   *
   * @param peer the new peer
   * @param previous the previous peer, which has ended. If the connection of this peer was still
   *     open, {@link #connectionLost} was not called
   */
  default void peerReconnected(Peer peer, Peer previous) {}

  /**
   * Runs if a peer disconnects before the server has admitted the peer. There are these causes: the
   * authenticator refused the peer, the peer was not admitted in time, the client disconnected, or
   * the peer exceeded a limit of {@link MultiplayerLimits}.
   *
   * @param peer the peer
   * @param reason one line without control characters
   */
  default void authenticationFailed(Peer peer, String reason) {}

  /**
   * Runs if a peer violates the protocol, or calls a method with wrong arguments. The server drops
   * the packet. If the peer sends more such packets in a minute than {@link
   * MultiplayerLimits#faults}, the server disconnects the peer. This method is not called for
   * packets that are invalid only because the server has removed a node after the peer sent the
   * packet.
   *
   * @param peer the peer
   * @param problem one line without control characters. For a call, contains the node and the
   *     method if the server could decode them; for values of a synchronizer, contains its path
   */
  default void protocolError(Peer peer, String problem) {}

  /**
   * Runs if a peer and the server have different methods for the same node. Calls contain numbers
   * of methods, so neither side can call the node from now on; see {@link MultiplayerServer#call}.
   *
   * @param peer the peer
   * @param node the path of the node
   */
  default void methodsDiffer(Peer peer, String node) {}

  /**
   * Runs if a peer announces a node that the server does not have. A client announces a node before
   * it first calls the node. Also runs if a peer sends values of a synchronizer, but {@link
   * MultiplayerServer#receive} was not called with this peer as the owner. Until the program adds
   * the node or synchronizer, the server drops the peer's calls and values for this path. Called
   * once for each announcement. Not called if the server removes the node after the announcement.
   *
   * @param peer the peer
   * @param path the path, which is text of the peer. Escape the path before you print it
   */
  default void unknownNode(Peer peer, String path) {}

  /**
   * Runs if a peer uses Godot 4.0 to 4.2, which has another protocol. The server disconnects the
   * peer.
   *
   * @param peer the peer
   */
  default void oldRelease(Peer peer) {}

  /**
   * Runs if a handler, filter or predicate of the program throws an exception. The peer stays
   * connected, except if the authenticator has failed.
   *
   * @param peer the peer whose packet was handled, or whose visibility was evaluated
   * @param place the handler, for example {@code World.move}
   * @param exception the exception. Its message may contain text of the peer
   */
  default void handlerFailed(Peer peer, String place, Exception exception) {}
}
