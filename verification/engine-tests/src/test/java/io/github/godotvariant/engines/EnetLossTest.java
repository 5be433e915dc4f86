package io.github.godotvariant.engines;

import static io.github.godotvariant.engines.MultiplayerGames.maskIds;
import static io.github.godotvariant.multiplayer.RpcMode.ANY_PEER;
import static io.github.godotvariant.multiplayer.TransferMode.RELIABLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.engines.LossyNetwork.Conditions;
import io.github.godotvariant.multiplayer.MultiplayerListener;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.RpcCall;
import io.github.godotvariant.multiplayer.RpcNode;
import java.nio.file.Path;
import java.util.List;
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

  private static MultiplayerServer server(MultiplayerGames games) throws Exception {
    RpcNode.Builder world =
        MultiplayerStage.node("World", "world.gd")
            .method("r2", ANY_PEER, RELIABLE, EnetLossTest::callBack);
    return new MultiplayerStage(games.loop(), world.build(), new MultiplayerListener() {}).server();
  }

  private static void callBack(RpcCall call) {
    call.reply(call.method(), call.arguments().toArray());
  }
}
