package io.github.godotvariant.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.multiplayer.MultiplayerListener;
import io.github.godotvariant.multiplayer.Peer;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Knows the peers of a {@link Simulation}, and throws an exception at each seventh event. */
final class SimulationListener implements MultiplayerListener {
  private final List<String> history;

  /** The peers that are connected. */
  final Set<Integer> connected = new HashSet<>();

  /** The peers that have lost their connections and can reconnect. */
  final Set<Integer> away = new LinkedHashSet<>();

  private int events;

  SimulationListener(List<String> history) {
    this.history = history;
  }

  @Override
  public void peerConnected(Peer peer) {
    assertThat(connected.add(peer.id())).isTrue();
    throwSometimes();
  }

  @Override
  public void connectionLost(Peer peer, String reason) {
    history.add(peer + " lost its connection: " + reason);
    assertThat(connected.remove(peer.id())).isTrue();
    assertThat(away.add(peer.id())).isTrue();
    throwSometimes();
  }

  @Override
  public void peerReconnected(Peer peer, Peer previous) {
    history.add(peer + " was " + previous);
    assertThat(connected.remove(previous.id()) || away.remove(previous.id())).isTrue();
    assertThat(connected.add(peer.id())).isTrue();
    throwSometimes();
  }

  @Override
  public void authenticationFailed(Peer peer, String reason) {
    history.add(peer + " was not admitted: " + reason);
  }

  @Override
  public void peerDisconnected(Peer peer, String reason) {
    history.add(peer + " disconnected: " + reason);
    assertThat(connected.remove(peer.id()) || away.remove(peer.id())).isTrue();
    throwSometimes();
  }

  private void throwSometimes() {
    if (++events % 7 == 0) {
      throw new IllegalStateException("on purpose");
    }
  }
}
