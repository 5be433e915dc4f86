package io.github.godotvariant.multiplayer;

/**
 * What happens at a server. All are told in the server's own thread, when they happen: that a peer
 * is gone, for example, before {@link MultiplayerServer#disconnect} returns.
 *
 * <p>{@code toString} returns one line of bounded length without control or format characters,
 * whatever the components contain.
 */
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
  record PeerDisconnected(int peer, String reason) implements MultiplayerEvent {
    @Override
    public String toString() {
      return EventText.line("PeerDisconnected[peer=" + peer + ", reason=" + reason + "]");
    }
  }

  /**
   * A peer was not admitted, and is gone.
   *
   * @param peer its id
   * @param reason in words, for the log
   */
  record AuthenticationFailed(int peer, String reason) implements MultiplayerEvent {
    @Override
    public String toString() {
      return EventText.line("AuthenticationFailed[peer=" + peer + ", reason=" + reason + "]");
    }
  }

  /**
   * A peer sent what it may not. The packet was dropped; when there are more in a minute than
   * {@link MultiplayerLimits#faults} allows, the peer is closed. What was right when it was sent,
   * and is no more since the server has taken a node away, is dropped without this.
   *
   * @param peer its id
   * @param problem one line without control characters. It names the node and the method of a call,
   *     or the path of a synchronizer, if the packet could be read that far
   */
  record PeerFault(int peer, String problem) implements MultiplayerEvent {
    @Override
    public String toString() {
      return EventText.line("PeerFault[peer=" + peer + ", problem=" + problem + "]");
    }
  }

  /**
   * A peer's methods of a node are not those that are known here. Calls go by number, so that they
   * are refused from now on, and the server calls none: see the note at {@link
   * MultiplayerServer#call}.
   *
   * @param peer its id
   * @param node the path of the node
   */
  record MethodsDiffer(int peer, String node) implements MultiplayerEvent {
    @Override
    public String toString() {
      return EventText.line("MethodsDiffer[peer=" + peer + ", node=" + node + "]");
    }
  }

  /**
   * A peer announced a node that is not known here, or not any more, or sends values of one that is
   * known and that are not received from it. Its calls or values are dropped until that changes;
   * each is told once for an announcement. Nothing is told when a node is taken away that the peer
   * has announced before.
   *
   * @param peer its id
   * @param path the path as the peer announced it; only {@code toString} escapes it
   */
  record UnknownNode(int peer, String path) implements MultiplayerEvent {
    @Override
    public String toString() {
      return EventText.line("UnknownNode[peer=" + peer + ", path=" + EventText.quoted(path) + "]");
    }
  }

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
  record HandlerFailed(int peer, String place, Exception exception) implements MultiplayerEvent {
    @Override
    public String toString() {
      return EventText.line(
          "HandlerFailed[peer=" + peer + ", place=" + place + ", exception=" + exception + "]");
    }
  }
}
