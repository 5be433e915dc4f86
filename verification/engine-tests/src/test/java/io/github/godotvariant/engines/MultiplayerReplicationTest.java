package io.github.godotvariant.engines;

import static io.github.godotvariant.engines.MultiplayerGames.maskIds;
import static io.github.godotvariant.multiplayer.RpcMode.ANY_PEER;
import static io.github.godotvariant.multiplayer.RpcMode.AUTHORITY;
import static io.github.godotvariant.multiplayer.TransferMode.RELIABLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.RpcNode;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares replication by a Java server with replication by a server of a real engine. The clients
 * are games of a real engine. They ask for each step, and must report the same events.
 */
class MultiplayerReplicationTest {
  private static final String UNITS = "stage=units";
  private static final String FLAG = "stage=flag";

  @TempDir Path folder;

  private final List<PeerEvent> events = new CopyOnWriteArrayList<>();

  @SuppressWarnings("NullAway.Init") // is set before each test
  private MultiplayerGames games;

  @SuppressWarnings("NullAway.Init") // is set by each test
  private MultiplayerServer server;

  /** Returns whether games connect over ENet instead of a WebSocket. */
  boolean usesEnet() {
    return false;
  }

  @BeforeEach
  void open() {
    games = new MultiplayerGames(folder, usesEnet());
  }

  @AfterEach
  void stop() {
    games.close();
  }

  private int start(String stageOption) throws Exception {
    RpcNode world =
        MultiplayerStage.node("World", "world.gd")
            .method("r1", AUTHORITY, RELIABLE)
            .method("kick_me", ANY_PEER, RELIABLE, call -> server.disconnect(call.sender()))
            .build();
    MultiplayerStage stage =
        new MultiplayerStage(games.loop(), world, PeerEvent.listener(events::add));
    server = stage.server();
    if (stageOption.equals(FLAG)) {
      stage.addFlag();
    }
    return games.listen(server);
  }

  private void assertNoProblems() {
    MultiplayerGames.runIn(server, () -> {});
    assertThat(events)
        .isNotEmpty()
        .allMatch(event -> event.is(PeerEvent.CONNECTED) || event.is(PeerEvent.DISCONNECTED));
  }

  /** Runs a game with each server and compares the events. Returns the events. */
  private List<String> runWithBothServers(String run, String stage) throws Exception {
    List<String> lines = maskIds(games.client(start(stage), run, stage).end());
    List<String> engine = maskIds(games.client(games.startEngine(stage), run, stage).end());
    assertThat(lines).isEqualTo(engine);
    assertNoProblems();
    return lines;
  }

  @Test
  void spawnsUnitOfScene() throws Exception {
    assertThat(runWithBothServers("life", UNITS))
        .containsSubsequence(
            "U1 is ready: unit U1, at (10.0, 20.0), hp 100, mood 1",
            "spawned U1",
            "U1 has hp 100, mood 1",
            "U1 is at (11.0, 22.0)",
            "U1 has hp 90, mood 1",
            "U1 has hp 90, mood 2",
            "U1 is at (12.0, 24.0)",
            "U1 has hp 80, mood 3",
            "despawned U1",
            "U1 is ready: unit U1, at (10.0, 20.0), hp 100, mood 1");
  }

  @Test
  void spawnsUnitOfFunction() throws Exception {
    assertThat(runWithBothServers("made", UNITS))
        .containsSubsequence(
            "to be made: [\"M1\", 55]",
            "M1 is ready: unit M1, at (10.0, 20.0), hp 55, mood 1",
            "spawned M1",
            "M1 has hp 45, mood 2",
            "despawned M1");
  }

  @Test
  void synchronizesNodeOfScene() throws Exception {
    assertThat(runWithBothServers("always_there", FLAG))
        .containsSubsequence(
            "Flag has hp 100, mood 1",
            "Flag is at (1.0, 2.0)",
            "Flag has hp 90, mood 1",
            "Flag has hp 90, mood 2");
  }

  @Test
  void receivesValuesOfOwner() throws Exception {
    assertThat(runWithBothServers("owner_of_the_flag", FLAG))
        .containsSubsequence(
            "World.r1 of 1 with [\"given\"]",
            "World.r1 of 1 with [\"Flag has hp 11, mood 1\"]",
            "World.r1 of 1 with [\"Flag has hp 11, mood 7\"]",
            "World.r1 of 1 with [\"jumped\"]",
            "World.r1 of 1 with [\"taken\"]");
  }

  private List<List<String>> runPairWithBothServers(String first, String second) throws Exception {
    String line = "the other may come";
    List<List<String>> lines = games.clients(start(UNITS), first, line, second, UNITS);
    assertThat(lines)
        .isEqualTo(games.clients(games.startEngine(UNITS), first, line, second, UNITS));
    assertNoProblems();
    return lines;
  }

  @Test
  void spawnsExistingUnitsForLaterClient() throws Exception {
    List<List<String>> lines = runPairWithBothServers("early", "late");
    assertThat(lines.get(1))
        .containsSubsequence(
            "A is ready: unit A, at (11.0, 22.0), hp 90, mood 1",
            "B is ready: unit B, at (10.0, 20.0), hp 55, mood 1",
            "A has hp 90, mood 2",
            "A has hp 80, mood 2",
            "despawned B");
    assertThat(lines.get(0)).containsSubsequence("A has hp 80, mood 2", "despawned B");
  }

  @Test
  void hidesUnitsFromOtherClients() throws Exception {
    List<List<String>> lines = runPairWithBothServers("seeing", "not_seeing");
    assertThat(lines.get(0)).containsSubsequence("T has hp 100, mood 1", "S has hp 90, mood 1");
    assertThat(lines.get(0)).doesNotContain("despawned S");
    assertThat(lines.get(1))
        .containsSubsequence(
            "T has hp 100, mood 1", "S has hp 100, mood 1", "despawned S", "despawned T")
        .doesNotContain("S has hp 90, mood 1");
  }

  @Test
  void spawnsHiddenUnitAfterLateClientChangesScene() throws Exception {
    List<List<String>> lines = runPairWithBothServers("staying", "changing_scene");
    assertThat(lines.get(1))
        .containsSubsequence(
            "A has hp 100, mood 1",
            "despawned S",
            "S is ready: unit S, at (10.0, 20.0), hp 90, mood 1",
            "C has hp 90, mood 2")
        .doesNotContain("despawned A");
    assertThat(lines.get(0)).containsSubsequence("S has hp 90, mood 1", "despawned A");
  }

  /** The client disconnects while it has units. Afterwards, there are none. */
  @ParameterizedTest
  @ValueSource(strings = {"is_disconnected_by_server", "returning"})
  void removesUnitsOfDisconnectedClient(String run) throws Exception {
    assertThat(runWithBothServers(run, UNITS))
        .containsSubsequence("U1 has hp 100, mood 1", "no units");
  }
}
