package io.github.godotvariant.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Variant;
import io.github.godotvariant.multiplayer.MultiplayerPacket;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Delta;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Despawn;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Spawn;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.ReplicatedNode;
import io.github.godotvariant.multiplayer.ReplicationConfig;
import io.github.godotvariant.multiplayer.ReplicationMode;
import io.github.godotvariant.multiplayer.RpcCall;
import io.github.godotvariant.multiplayer.RpcMode;
import io.github.godotvariant.multiplayer.RpcNode;
import io.github.godotvariant.multiplayer.Spawner;
import io.github.godotvariant.multiplayer.TransferMode;
import io.github.godotvariant.multiplayer.testing.TestPeer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** A client that connects late and changes scenes receives equal packets over all transports. */
class SceneChangeTest {
  static final Logger LOG = LogLines.off(MultiplayerServer.class);

  private static final ReplicationConfig UNIT =
      ReplicationConfig.builder().spawned("hp", ReplicationMode.ON_CHANGE).build();

  private interface Connector {
    TestPeer connect(TestPeer.Builder client, MultiplayerServer server) throws IOException;
  }

  /** A game with two scenes. A client sees the nodes of the scene that it has entered. */
  private static final class Game {
    private final Spawner town = Spawner.at("Town/Spawner").scene(UNIT).build();
    private final Spawner cave = Spawner.at("Cave/Spawner").scene(UNIT).build();
    private final RpcNode world =
        RpcNode.at("World")
            .method("enter", RpcMode.ANY_PEER, TransferMode.RELIABLE, this::enter)
            .method("entered", RpcMode.AUTHORITY, TransferMode.RELIABLE)
            .build();
    private final Map<Integer, String> scenes = new HashMap<>();
    private final MultiplayerServer server;

    Game() throws IOException {
      InetSocketAddress loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
      server =
          NettyMultiplayer.server()
              .webSocket(loopback, "/game")
              .enet(loopback)
              .withoutRelay()
              .node(world)
              .start();
    }

    private void enter(RpcCall call) {
      scenes.put(call.sender(), call.argumentString(0));
      server.updateVisibility(call.sender());
      server.replicate();
      call.reply("entered", call.argumentString(0));
    }

    private ReplicatedNode spawn(Spawner spawner, String scene, String name) {
      return server.spawn(
          spawner, 0, name, Map.of("hp", 1), peer -> scene.equals(scenes.get(peer)));
    }

    private void enter(TestPeer client, String scene) {
      client.call(world, "enter", scene);
      assertThat(client.awaitCall("entered").arguments()).containsExactly(Variant.of(scene));
    }

    /** Returns the packets with nodes and values that the late client has received. */
    List<MultiplayerPacket> play(Connector connector) throws IOException {
      List<MultiplayerPacket> received = new ArrayList<>();
      ReplicatedNode[] nodes = new ReplicatedNode[3];
      TestPeer.Builder builder = TestPeer.builder().node(world).spawner(town).spawner(cave);
      try (TestPeer early = connector.connect(builder, server).awaitConnected()) {
        enter(early, "town");
        inServer(
            () -> {
              nodes[0] = spawn(town, "town", "Ada");
              nodes[1] = spawn(cave, "cave", "Bat");
              nodes[0].set("hp", 2);
              server.replicate();
            });
        enter(early, "town");
        assertThat(hp(early, town)).containsExactly(Map.entry("Ada", Variant.of(2)));
        try (TestPeer late = connector.connect(builder, server).awaitConnected()) {
          enter(late, "town");
          assertThat(hp(late, town)).containsExactly(Map.entry("Ada", Variant.of(2)));
          enter(late, "cave");
          assertThat(hp(late, town)).isEmpty();
          assertThat(hp(late, cave)).containsExactly(Map.entry("Bat", Variant.of(1)));
          inServer(
              () -> {
                nodes[0].set("hp", 3);
                nodes[1].set("hp", 4);
                nodes[2] = spawn(town, "town", "Bob");
                server.replicate();
                nodes[1].remove();
              });
          enter(late, "town");
          assertThat(hp(late, cave)).isEmpty();
          assertThat(hp(late, town))
              .containsOnly(Map.entry("Ada", Variant.of(3)), Map.entry("Bob", Variant.of(1)));
          assertThat(late.problems()).isEmpty();
          received.addAll(late.takePackets());
        }
        enter(early, "town");
        assertThat(hp(early, town)).containsKeys("Ada", "Bob");
        assertThat(early.problems()).isEmpty();
      } finally {
        server.close();
      }
      received.removeIf(
          packet ->
              !(packet instanceof Spawn || packet instanceof Despawn || packet instanceof Delta));
      return received;
    }

    /** Runs a task in the server's thread. Input of a socket can be read before a waiting task. */
    private void inServer(Runnable task) {
      CompletableFuture.runAsync(task, server::execute).join();
    }

    private static Map<String, Variant> hp(TestPeer client, Spawner spawner) {
      Map<String, Variant> values = new HashMap<>();
      client.nodes(spawner).forEach((name, node) -> values.put(name, node.get("hp")));
      return values;
    }
  }

  private static URI uri(String scheme, MultiplayerServer server, int index) {
    InetSocketAddress address = (InetSocketAddress) server.addresses().get(index);
    return URI.create(scheme + "://127.0.0.1:" + address.getPort() + "/game");
  }

  @Test
  void receivesEqualPacketsOverAllTransports() throws IOException {
    List<MultiplayerPacket> inMemory = new Game().play(TestPeer.Builder::connect);
    assertThat(inMemory)
        .extracting(packet -> packet.getClass().getSimpleName())
        .containsSubsequence("Spawn", "Despawn", "Spawn", "Delta", "Despawn", "Spawn", "Spawn");
    assertThat(new Game().play((client, server) -> client.connect(uri("ws", server, 0))))
        .isEqualTo(inMemory);
    assertThat(new Game().play((client, server) -> client.connect(uri("enet", server, 1))))
        .isEqualTo(inMemory);
  }
}
