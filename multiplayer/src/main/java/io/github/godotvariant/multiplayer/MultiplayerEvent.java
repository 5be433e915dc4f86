package io.github.godotvariant.multiplayer;

/** What happens at a server. All are told in the server's own thread. */
@Experimental
public sealed interface MultiplayerEvent {
  /**
   * Whom it is about.
   *
   * @return the id of a peer
   */
  int peer();

  /**
   * A peer was admitted: it can call and be called.
   *
   * @param peer its id
   */
  record PeerConnected(int peer) implements MultiplayerEvent {}

  /**
   * An admitted peer is gone.
   *
   * @param peer its id
   * @param reason in words, for the log
   */
  record PeerDisconnected(int peer, String reason) implements MultiplayerEvent {}

  /**
   * A peer was not admitted, and is gone.
   *
   * @param peer its id
   * @param reason in words, for the log
   */
  record AuthenticationFailed(int peer, String reason) implements MultiplayerEvent {}

  /**
   * A peer sent what it may not. The packet was dropped; after as many as {@link
   * MultiplayerLimits#faults} allows, the peer is closed.
   *
   * @param peer its id
   * @param problem in words, one line, without what a terminal would obey
   */
  record PeerFault(int peer, String problem) implements MultiplayerEvent {}

  /**
   * A peer's methods of a node are not those that are known here. It calls them by number, so that
   * they are refused.
   *
   * @param peer its id
   * @param node the path of the node
   */
  record MethodsDiffer(int peer, String node) implements MultiplayerEvent {}

  /**
   * A peer announced a node that is not known here. Its calls are faults.
   *
   * @param peer its id
   * @param path what it announced, not made harmless
   */
  record UnknownNode(int peer, String path) implements MultiplayerEvent {}

  /**
   * A peer is a Godot of 4.0 to 4.2, which speaks another protocol. It is closed.
   *
   * @param peer its id
   */
  record OldRelease(int peer) implements MultiplayerEvent {}

  /**
   * A handler of the program has thrown. The peer is not to blame, and is kept.
   *
   * @param peer whose call or bytes it was about
   * @param place which handler, for example {@code World.move}
   * @param exception what it has thrown
   */
  record HandlerFailed(int peer, String place, Exception exception) implements MultiplayerEvent {}
}
