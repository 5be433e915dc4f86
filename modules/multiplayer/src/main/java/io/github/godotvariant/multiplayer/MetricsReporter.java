package io.github.godotvariant.multiplayer;

/** Calls the {@link MultiplayerMetrics} of the program, and logs the exceptions of these calls. */
final class MetricsReporter {
  private static final String PLACE = "the metrics";

  private final MultiplayerMetrics metrics;
  private final EventLog events;

  MetricsReporter(MultiplayerMetrics metrics, EventLog events) {
    this.metrics = metrics;
    this.events = events;
  }

  // Each method has its own try statement, because a lambda would allocate an object for each
  // packet.

  void received(Peer peer, int bytes, TransferMode mode) {
    try {
      metrics.packetReceived(peer, bytes, mode);
    } catch (RuntimeException e) {
      events.failed(PLACE, e);
    }
  }

  void sent(Peer peer, int bytes, TransferMode mode) {
    try {
      metrics.packetSent(peer, bytes, mode);
    } catch (RuntimeException e) {
      events.failed(PLACE, e);
    }
  }

  void dropped(Peer peer, int bytes, TransferMode mode) {
    try {
      metrics.packetDropped(peer, bytes, mode);
    } catch (RuntimeException e) {
      events.failed(PLACE, e);
    }
  }

  void called(RpcCall call) {
    try {
      metrics.callReceived(call);
    } catch (RuntimeException e) {
      events.failed(PLACE, e);
    }
  }

  void protocolError(Peer peer) {
    try {
      metrics.protocolError(peer);
    } catch (RuntimeException e) {
      events.failed(PLACE, e);
    }
  }

  void connected(Peer peer) {
    try {
      metrics.peerConnected(peer);
    } catch (RuntimeException e) {
      events.failed(PLACE, e);
    }
  }

  void disconnected(Peer peer) {
    try {
      metrics.peerDisconnected(peer);
    } catch (RuntimeException e) {
      events.failed(PLACE, e);
    }
  }

  void ticked(MultiplayerServer server, long nanos) {
    try {
      metrics.tickFinished(server, nanos);
    } catch (RuntimeException e) {
      events.failed(PLACE, e);
    }
  }
}
