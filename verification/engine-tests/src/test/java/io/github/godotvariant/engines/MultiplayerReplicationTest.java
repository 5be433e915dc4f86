package io.github.godotvariant.engines;

import static io.github.godotvariant.engines.MultiplayerGames.maskIds;
import static io.github.godotvariant.multiplayer.RpcMode.ANY_PEER;
import static io.github.godotvariant.multiplayer.RpcMode.AUTHORITY;
import static io.github.godotvariant.multiplayer.TransferMode.RELIABLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.ProjectScripts;
import io.github.godotvariant.multiplayer.ReplicatedNode;
import io.github.godotvariant.multiplayer.ReplicationConfig;
import io.github.godotvariant.multiplayer.ReplicationMode;
import io.github.godotvariant.multiplayer.RpcCall;
import io.github.godotvariant.multiplayer.RpcNode;
import io.github.godotvariant.multiplayer.Spawner;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
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

  /** The configuration of {@code unit.tscn}. */
  static final ReplicationConfig UNIT =
      ReplicationConfig.builder()
          .spawned("position", ReplicationMode.ALWAYS)
          .spawned("label", ReplicationMode.NEVER)
          .spawned("hp", ReplicationMode.ON_CHANGE)
          .property("mood", ReplicationMode.ON_CHANGE)
          .build();

  @TempDir Path folder;

  private final List<PeerEvent> events = new CopyOnWriteArrayList<>();
  private final Spawner spawner = Spawner.at("World/Stage/Spawner").scene(UNIT).build();
  private final Spawner maker = Spawner.at("World/Stage/Maker").build();
  private final Map<String, ReplicatedNode> units = new HashMap<>();

  /** The peers that updateVisibility a unit, by the name of the unit. */
  private final Map<String, Set<Integer>> viewers = new HashMap<>();

  @SuppressWarnings("NullAway.Init") // is set before each test
  private MultiplayerGames games;

  @SuppressWarnings("NullAway.Init") // is set by each test
  private MultiplayerServer server;

  @SuppressWarnings("NullAway.Init") // is set with the server
  private RpcNode world;

  @SuppressWarnings("NullAway.Init") // is set with a flag
  private RpcNode flagSync;

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

  // The Java server. It does the same as stage.gd.

  private int start(String stageOption) throws Exception {
    ProjectScripts scripts = ProjectScripts.of(MultiplayerGames.PROJECT);
    world =
        RpcNode.at("World")
            .names(scripts.methods("res://world.gd"))
            .method("r1", AUTHORITY, RELIABLE)
            .method("kick_me", ANY_PEER, RELIABLE, call -> server.disconnect(call.sender()))
            .build();
    RpcNode stage =
        RpcNode.at("World/Stage")
            .names(scripts.methods("res://stage.gd"))
            .method("ask", ANY_PEER, RELIABLE, this::onAsk)
            .build();
    server =
        MultiplayerServer.on(games.loop())
            .node(world)
            .node(stage)
            .listener(PeerEvent.listener(events::add))
            .onBytes((peer, bytes) -> server.sendBytes(peer.id(), bytes, RELIABLE, 0))
            .build();
    if (stageOption.equals(FLAG)) {
      flagSync =
          RpcNode.at("World/Stage/Flag/Sync")
              .names(scripts.methods("res://sync.gd"))
              .method("jump", ANY_PEER, RELIABLE, call -> onJump(call.sender()))
              .build();
      MultiplayerGames.runIn(
          server,
          () -> {
            server.add(flagSync);
            units.put("Flag", server.synchronize(flagSync.path(), UNIT, values("none", 0, 0, 100)));
          });
    }
    server.tick(20, TimeUnit.MILLISECONDS, server::replicate);
    return games.listen(server);
  }

  private void onJump(int peer) {
    server.call(peer, world, "r1", "jumped");
  }

  private static Map<String, Object> values(String label, double x, double y, int hp) {
    return Map.of("position", new Vector2(x, y), "label", label, "hp", hp, "mood", 1);
  }

  private void onAsk(RpcCall call) {
    String name = call.argumentString(1);
    switch (call.argumentString(0)) {
      case "spawn" -> units.put(name, server.spawn(spawner, 0, name, first(name, 100)));
      case "spawn for me" -> {
        units.put(name, server.spawn(spawner, 0, name, first(name, 100)));
        viewers.put(name, new HashSet<>(Set.of(call.sender())));
        updateVisibility(name);
      }
      case "make" -> {
        VariantArray argument = VariantArray.of(Variant.of(name), Variant.of(55));
        units.put(name, server.spawn(maker, argument, name, List.of(UNIT), first(name, 55)));
      }
      case "show" -> {
        viewers(name).add(call.sender());
        updateVisibility(name);
      }
      case "hide" -> {
        viewers(name).remove(call.sender());
        updateVisibility(name);
      }
      case "move" -> move(unit(name));
      case "hurt" -> add(unit(name), "hp", -10);
      case "cheer" -> add(unit(name), "mood", 1);
      case "change" -> {
        move(unit(name));
        add(unit(name), "hp", -10);
        add(unit(name), "mood", 1);
      }
      case "remove" -> {
        unit(name).remove();
        units.remove(name);
      }
      case "give" -> give(call.sender(), unit(name));
      case "take" -> {
        server.stopReceiving(flagSync.path());
        server.remove(flagSync);
        server.call(call.sender(), world, "r1", "taken");
      }
      default -> throw new AssertionError(call);
    }
  }

  private static Map<String, Object> first(String name, int hp) {
    return values("unit " + name, 10, 20, hp);
  }

  private ReplicatedNode unit(String name) {
    return Objects.requireNonNull(units.get(name), name);
  }

  private Set<Integer> viewers(String name) {
    return Objects.requireNonNull(viewers.get(name), name);
  }

  private void updateVisibility(String name) {
    unit(name).visibleTo(viewers(name)::contains);
  }

  private static void move(ReplicatedNode unit) {
    Vector2 at = (Vector2) unit.get("position");
    unit.set("position", new Vector2(at.x() + 1, at.y() + 2));
  }

  private static void add(ReplicatedNode unit, String property, int amount) {
    unit.set(property, unit.get(property).asLong() + amount);
  }

  private void give(int peer, ReplicatedNode flag) {
    flag.remove();
    Map<String, Variant> known = new HashMap<>();
    server.receive(
        flagSync.path(),
        peer,
        UNIT,
        (from, values) -> {
          known.putAll(values);
          if (values.containsKey("hp") || values.containsKey("mood")) {
            String state = "Flag has hp %s, mood %s".formatted(known.get("hp"), known.get("mood"));
            server.call(from, world, "r1", state);
          }
        });
    server.call(peer, world, "r1", "given");
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
