package io.github.godotvariant.engines;

/** The scenarios of {@link MultiplayerReplicationTest} with games that connect over ENet. */
class MultiplayerReplicationEnetTest extends MultiplayerReplicationTest {
  @Override
  boolean usesEnet() {
    return true;
  }
}
