package io.github.godotvariant.multiplayer;

import java.util.function.Consumer;

/** An event of a server as a value, for assertions. */
sealed interface RecordedEvent {
  int peer();

  record PeerConnected(int peer) implements RecordedEvent {}

  record PeerDisconnected(int peer, String reason) implements RecordedEvent {}

  record AuthenticationFailed(int peer, String reason) implements RecordedEvent {}

  record ProtocolError(int peer, String problem) implements RecordedEvent {}

  record MethodsDiffer(int peer, String node) implements RecordedEvent {}

  record UnknownNode(int peer, String path) implements RecordedEvent {}

  record OldRelease(int peer) implements RecordedEvent {}

  record HandlerFailed(int peer, String place, Exception exception) implements RecordedEvent {}

  /** Returns a listener that passes on all events. */
  static MultiplayerListener listener(Consumer<RecordedEvent> events) {
    return new MultiplayerListener() {
      @Override
      public void peerConnected(Peer peer) {
        events.accept(new PeerConnected(peer.id()));
      }

      @Override
      public void peerDisconnected(Peer peer, String reason) {
        events.accept(new PeerDisconnected(peer.id(), reason));
      }

      @Override
      public void authenticationFailed(Peer peer, String reason) {
        events.accept(new AuthenticationFailed(peer.id(), reason));
      }

      @Override
      public void protocolError(Peer peer, String problem) {
        events.accept(new ProtocolError(peer.id(), problem));
      }

      @Override
      public void methodsDiffer(Peer peer, String node) {
        events.accept(new MethodsDiffer(peer.id(), node));
      }

      @Override
      public void unknownNode(Peer peer, String path) {
        events.accept(new UnknownNode(peer.id(), path));
      }

      @Override
      public void oldRelease(Peer peer) {
        events.accept(new OldRelease(peer.id()));
      }

      @Override
      public void handlerFailed(Peer peer, String place, Exception exception) {
        events.accept(new HandlerFailed(peer.id(), place, exception));
      }
    };
  }
}
