package io.github.godotvariant.netty;

import io.github.godotvariant.multiplayer.MultiplayerListener;
import io.github.godotvariant.multiplayer.Peer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A listener that records the peers and their events as lines of text. */
final class RecordedPeers implements MultiplayerListener {
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final List<Peer> peers = new CopyOnWriteArrayList<>();

  List<String> lines() {
    return lines;
  }

  /** Returns the peer that connected first. */
  Peer first() {
    return peers.get(0);
  }

  /** Returns the id of the peer that connected first. */
  int id() {
    return first().id();
  }

  @Override
  public void peerConnected(Peer peer) {
    peers.add(peer);
    lines.add("connected");
  }

  @Override
  public void peerDisconnected(Peer peer, String reason) {
    lines.add("disconnected: " + reason);
  }

  @Override
  public void connectionLost(Peer peer, String reason) {
    lines.add("lost: " + reason);
  }

  @Override
  public void authenticationFailed(Peer peer, String reason) {
    lines.add("not admitted: " + reason);
  }

  @Override
  public void protocolError(Peer peer, String problem) {
    lines.add("protocol error: " + problem);
  }
}
