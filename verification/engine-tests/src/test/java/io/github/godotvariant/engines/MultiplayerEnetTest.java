package io.github.godotvariant.engines;

import static org.assertj.core.api.Assertions.assertThat;

/** The scenarios of {@link MultiplayerTest} with games that connect over ENet. */
class MultiplayerEnetTest extends MultiplayerTest {
  @Override
  boolean usesEnet() {
    return true;
  }

  /** Changes the lines that the multiplayer guide names for games that use ENet. */
  @Override
  String sample(String script) {
    String changed =
        script
            .replace("WebSocketMultiplayerPeer", "ENetMultiplayerPeer")
            .replace("\"ws://127.0.0.1:4242/game\"", "\"127.0.0.1\", 4242");
    assertThat(changed).contains("ENet").contains("\"127.0.0.1\", 4242");
    return changed;
  }
}
