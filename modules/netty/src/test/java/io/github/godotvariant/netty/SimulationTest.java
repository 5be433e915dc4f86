package io.github.godotvariant.netty;

import io.github.godotvariant.multiplayer.MultiplayerServer;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** Runs simulated sessions; {@code -Dlaws=400} runs 10,000 of them. */
class SimulationTest {
  private static final int SESSIONS = 25 * Integer.getInteger("laws", 1);

  static final Logger LOG = LogLines.off(MultiplayerServer.class);

  @Test
  void showsEachPeerExactlyWhatItMaySee() {
    for (int seed = 0; seed < SESSIONS; seed++) {
      Simulation.run(seed);
    }
  }
}
