package io.github.godotvariant.engines;

import static io.github.godotvariant.engines.MultiplayerGames.maskIds;
import static io.github.godotvariant.multiplayer.RpcMode.ANY_PEER;
import static io.github.godotvariant.multiplayer.TransferMode.RELIABLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Vector2;
import io.github.godotvariant.engines.LossyNetwork.Conditions;
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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Games of a real engine in a network that loses, duplicates, delays and reorders datagrams. They
 * get the same reliable events from this library as from an engine. By default with one network;
 * {@code enet-matrix} runs all of them with three modes of compression. The seed selects the
 * datagrams, but the timing varies, so a failure does not always occur again.
 */
class EnetLossTest {
  /** The modes of {@code ENetConnection}: none, the range coder and zlib. */
  private static final List<Integer> COMPRESSION = List.of(0, 1, 3);

  private static final int RANGE_CODER = 1;
  private static final int CALLS = 200;
  private static final long SEED = Long.getLong("engine.seed", 1);

  @TempDir Path folder;

  private final Map<String, ReplicatedNode> units = new HashMap<>(); // by name

  static Stream<Arguments> networks() {
    if (!Boolean.getBoolean("enet.matrix")) {
      return Stream.of(Arguments.of(Conditions.LOSS_OF_20_PERCENT_WITH_DUPLICATES, RANGE_CODER));
    }
    return Stream.of(Conditions.values())
        .flatMap(network -> COMPRESSION.stream().map(mode -> Arguments.of(network, mode)));
  }

  @ParameterizedTest
  @MethodSource("networks")
  void deliversReliableCallsInOrder(Conditions network, int compression) throws Exception {
    List<String> lines = linesOfBothServers(network, compression, "sequence");

    assertThat(lines.stream().filter(line -> line.startsWith("World.r2 ")))
        .containsExactlyElementsOf(
            IntStream.range(0, CALLS)
                .mapToObj(i -> "World.r2 of 1 with [%d, %d]".formatted(i, i % 5 * 7))
                .toList());
  }

  @ParameterizedTest
  @MethodSource("networks")
  void replicatesChangedValues(Conditions network, int compression) throws Exception {
    assertThat(linesOfBothServers(network, compression, "life"))
        .containsSubsequence(
            "spawned U1",
            "U1 has hp 100, mood 1",
            "U1 has hp 90, mood 1",
            "U1 has hp 90, mood 2",
            "U1 has hp 80, mood 3",
            "despawned U1");
  }

  /** Returns the lines of a game, which must be equal with an engine as the server. */
  private List<String> linesOfBothServers(Conditions network, int compression, String run)
      throws Exception {
    String mode = "compression=" + compression;
    try (MultiplayerGames games = new MultiplayerGames(folder, true)) {
      List<String> lines = play(games, games.listen(server(games)), network, run, mode);
      int engine = games.startEngine(mode, "stage=units");
      assertThat(lines).isEqualTo(play(games, engine, network, run, mode));
      return lines;
    }
  }

  /** Positions are sent unreliably, so their lines differ between two runs. */
  private static List<String> play(
      MultiplayerGames games, int port, Conditions conditions, String run, String mode)
      throws Exception {
    try (LossyNetwork network = new LossyNetwork(port, conditions, SEED)) {
      return maskIds(games.client(network.port(), run, mode, "stage=units").end()).stream()
          .filter(line -> !line.contains(" is at "))
          .toList();
    }
  }

  private MultiplayerServer server(MultiplayerGames games) throws Exception {
    ProjectScripts scripts = ProjectScripts.of(MultiplayerGames.PROJECT);
    MultiplayerServer server =
        MultiplayerServer.on(games.loop())
            .node(
                RpcNode.at("World")
                    .names(scripts.methods("res://world.gd"))
                    .method("r2", ANY_PEER, RELIABLE, EnetLossTest::callBack)
                    .build())
            .node(
                RpcNode.at("World/Stage")
                    .names(scripts.methods("res://stage.gd"))
                    .method("ask", ANY_PEER, RELIABLE, this::change)
                    .build())
            .onBytes((peer, bytes) -> peer.server().sendBytes(peer.id(), bytes, RELIABLE, 0))
            .build();
    server.tick(20, TimeUnit.MILLISECONDS, server::replicate);
    return server;
  }

  private static void callBack(RpcCall call) {
    call.reply(call.method(), call.arguments().toArray());
  }

  /** Does what {@code stage.gd} does on a server. */
  private void change(RpcCall call) {
    String name = call.argumentString(1);
    switch (call.argumentString(0)) {
      case "spawn" -> units.put(name, spawn(call.peer().server(), name));
      case "move" -> unit(name).set("position", new Vector2(11, 22));
      case "hurt" -> add(name, "hp", -10);
      case "cheer" -> add(name, "mood", 1);
      case "change" -> {
        unit(name).set("position", new Vector2(12, 24));
        add(name, "hp", -10);
        add(name, "mood", 1);
      }
      case "remove" -> unit(name).remove();
      default -> throw new AssertionError(call);
    }
  }

  private static ReplicatedNode spawn(MultiplayerServer server, String name) {
    ReplicationConfig unit =
        ReplicationConfig.builder()
            .spawned("position", ReplicationMode.ALWAYS)
            .spawned("label", ReplicationMode.NEVER)
            .spawned("hp", ReplicationMode.ON_CHANGE)
            .property("mood", ReplicationMode.ON_CHANGE)
            .build();
    return server.spawn(
        Spawner.at("World/Stage/Spawner").scene(unit).build(),
        0,
        name,
        Map.of("position", new Vector2(10, 20), "label", "unit " + name, "hp", 100, "mood", 1));
  }

  private ReplicatedNode unit(String name) {
    return Objects.requireNonNull(units.get(name), name);
  }

  private void add(String name, String property, int change) {
    ReplicatedNode unit = unit(name);
    unit.set(property, unit.get(property).asLong() + change);
  }
}
