package io.github.godotvariant.engines;

import io.github.godotvariant.multiplayer.MultiplayerListener;
import io.github.godotvariant.multiplayer.Peer;
import java.util.function.Consumer;

/** An event of a Java server: its kind, the id of the peer, and a description. */
record PeerEvent(String kind, int peer, String text) {
  static final String CONNECTED = "connected";
  static final String DISCONNECTED = "disconnected";
  static final String NOT_ADMITTED = "not admitted";
  static final String PROTOCOL_ERROR = "protocol error";
  static final String METHODS_DIFFER = "methods differ";

  boolean is(String expected) {
    return kind.equals(expected);
  }

  /** Returns a listener that passes on all events. */
  static MultiplayerListener listener(Consumer<PeerEvent> events) {
    return new MultiplayerListener() {
      private void add(String kind, Peer peer, String text) {
        events.accept(new PeerEvent(kind, peer.id(), text));
      }

      @Override
      public void peerConnected(Peer peer) {
        add(CONNECTED, peer, "");
      }

      @Override
      public void peerDisconnected(Peer peer, String reason) {
        add(DISCONNECTED, peer, reason);
      }

      @Override
      public void authenticationFailed(Peer peer, String reason) {
        add(NOT_ADMITTED, peer, reason);
      }

      @Override
      public void protocolError(Peer peer, String problem) {
        add(PROTOCOL_ERROR, peer, problem);
      }

      @Override
      public void methodsDiffer(Peer peer, String node) {
        add(METHODS_DIFFER, peer, node);
      }

      @Override
      public void unknownNode(Peer peer, String path) {
        add("unknown node", peer, path);
      }

      @Override
      public void oldRelease(Peer peer) {
        add("old release", peer, "");
      }

      @Override
      public void handlerFailed(Peer peer, String place, Exception exception) {
        add("failed handler", peer, place + ": " + exception);
      }
    };
  }
}
