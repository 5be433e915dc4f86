package io.github.godotvariant.netty;

import io.github.godotvariant.multiplayer.testing.TestPeer;

/** A client of a {@link Simulation}, in memory. */
class SimulatedPlayer {
  final TestPeer peer;

  SimulatedPlayer(TestPeer peer) {
    this.peer = peer;
  }

  /** Returns whether something was received. */
  boolean poll() {
    return false;
  }

  void passTime() {}

  /** Returns whether the connection has ended because datagrams were lost. */
  boolean hasTimedOut() {
    return false;
  }

  void release() {}
}
