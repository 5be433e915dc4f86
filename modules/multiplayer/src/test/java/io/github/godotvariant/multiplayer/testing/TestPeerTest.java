package io.github.godotvariant.multiplayer.testing;

import static io.github.godotvariant.multiplayer.RpcMode.ANY_PEER;
import static io.github.godotvariant.multiplayer.RpcMode.AUTHORITY;
import static io.github.godotvariant.multiplayer.TransferMode.RELIABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.godotvariant.Variant;
import io.github.godotvariant.multiplayer.Authenticator.Verdict;
import io.github.godotvariant.multiplayer.MultiplayerPacket;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.ReplicatedNode;
import io.github.godotvariant.multiplayer.ReplicationConfig;
import io.github.godotvariant.multiplayer.ReplicationMode;
import io.github.godotvariant.multiplayer.RpcNode;
import io.github.godotvariant.multiplayer.Spawner;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TestPeerTest {
  private static final Logger LOG = Logger.getLogger(MultiplayerServer.class.getName());

  static {
    LOG.setLevel(Level.OFF);
  }

  private static final ReplicationConfig UNIT =
      ReplicationConfig.builder()
          .spawned("at", ReplicationMode.ALWAYS)
          .spawned("hp", ReplicationMode.ON_CHANGE)
          .build();
  private static final ReplicationConfig INPUT =
      ReplicationConfig.builder().property("direction", ReplicationMode.ALWAYS).build();

  private final ScheduledExecutorService owner = Executors.newSingleThreadScheduledExecutor();
  private final Spawner units = Spawner.at("World/Spawner").scene(UNIT).build();
  private final RpcNode world =
      RpcNode.at("World")
          .method("chat", ANY_PEER, RELIABLE, call -> chat(call.argumentString(0)))
          .method("said", AUTHORITY, RELIABLE)
          .build();
  private final MultiplayerServer server = MultiplayerServer.on(owner).node(world).build();

  private void chat(String text) {
    server.callAll(world, "said", text);
  }

  @AfterEach
  void stop() {
    owner.shutdownNow();
  }

  private <T> T in(Supplier<T> task) {
    return CompletableFuture.supplyAsync(task, command -> server.execute(command)).join();
  }

  @Test
  void receivesCalls() {
    try (TestPeer ada = TestPeer.builder().node(world).spawner(units).connect(server)) {
      ada.awaitConnected();
      ada.call(world, "chat", "hello");
      assertEquals(List.of(Variant.of("hello")), ada.awaitCall("said").arguments());
    }
    assertThat(in(server::peers)).isEmpty();
  }

  @Test
  void skipsCallsThatWereAwaited() {
    try (TestPeer ada = TestPeer.builder().node(world).connect(server)) {
      ada.awaitConnected();
      ada.call(world, "chat", "hello");
      ada.awaitCall("said");
      ada.call(world, "chat", "again");
      assertThat(ada.awaitCall("said").arguments()).containsExactly(Variant.of("again"));
      assertThat(ada.problems()).isEmpty();
    }
  }

  @Test
  void callsOtherClients() {
    try (TestPeer ada = TestPeer.builder().node(world).connect(server);
        TestPeer bob = TestPeer.builder().node(world).connect(server)) {
      ada.await("bob", peer -> !peer.peers().isEmpty());
      assertThat(ada.peers()).containsExactly(bob.id());
      ada.callPeer(bob.id(), world, "chat", "hello");
      assertThat(bob.awaitCall("chat").sender()).isEqualTo(ada.id());
    }
  }

  @Test
  void followsSpawnedNodesAndValues() {
    assertThat(in(() -> server.synchronize("Clock", INPUT, Map.of("direction", 1)))).isNotNull();
    try (TestPeer ada =
        TestPeer.builder().spawner(units, UNIT).synchronizer("Clock", INPUT).connect(server)) {
      ada.awaitConnected();
      ReplicatedNode u1 = in(() -> server.spawn(units, 0, "U1", Map.of("at", 1, "hp", 2)));
      ReplicatedNode u2 =
          in(() -> server.spawn(units, "made", "U2", List.of(UNIT), Map.of("at", 3, "hp", 4)));
      in(
          () -> {
            server.replicate();
            return u1.set("at", 5).set("hp", 6);
          });
      server.execute(server::replicate);
      ada.await("the value", peer -> peer.nodes(units).toString().contains("hp=6"));
      assertThat(ada.nodes(units))
          .isEqualTo(
              Map.of(
                  "U1", Map.of("at", Variant.of(5), "hp", Variant.of(6)),
                  "U2", Map.of("at", Variant.of(3), "hp", Variant.of(4))));
      assertThat(ada.values("Clock")).isEqualTo(Map.of("direction", Variant.of(1)));
      server.execute(u2::remove);
      ada.await("the end of U2", peer -> peer.nodes(units).size() == 1);
      assertThat(ada.problems()).isEmpty();
    }
  }

  @Test
  void sendsValuesOfItsSynchronizer() {
    CompletableFuture<Variant> received = new CompletableFuture<>();
    try (TestPeer ada = TestPeer.builder().synchronizer("Input", INPUT).connect(server)) {
      ada.awaitConnected();
      in(
          () ->
              server.receive(
                  "Input",
                  ada.id(),
                  INPUT,
                  (peer, sent) -> received.complete(sent.get("direction"))));
      ada.send("Input", Map.of("direction", 7));
      assertThat(received.join()).isEqualTo(Variant.of(7));
      assertThatIllegalArgumentException().isThrownBy(() -> ada.send("Input", Map.of()));
      assertThatIllegalArgumentException().isThrownBy(() -> ada.send("Output", Map.of()));
    }
  }

  @Test
  void completesAuthentication() {
    MultiplayerServer authenticated =
        MultiplayerServer.on(owner)
            .authenticator(
                (peer, data) ->
                    CompletableFuture.completedFuture(
                        data[0] == 1 ? Verdict.ADMIT : Verdict.REFUSE))
            .build();
    try (TestPeer ada = TestPeer.builder().auth(new byte[] {1}).connect(authenticated);
        TestPeer bob = TestPeer.builder().auth(new byte[] {2}).connect(authenticated)) {
      ada.awaitConnected();
      bob.await("the end", TestPeer::isClosed);
      assertThat(bob.isConnected()).isFalse();
      assertThatIllegalStateException().isThrownBy(() -> bob.sendBytes(new byte[] {1}));
    }
  }

  @Test
  void keepsPacketsWhileItDoesNotRead() {
    try (TestPeer ada = TestPeer.builder().node(world).connect(server)) {
      ada.awaitConnected().pause();
      ada.call(world, "chat", "hello");
      in(server::peers);
      assertThat(ada.calls()).isEmpty();
      ada.resume();
      assertThat(ada.calls()).hasSize(1);
      assertThat(ada.takePackets()).hasSize(3);
      assertThat(ada.takePackets()).isEmpty();
    }
  }

  @Test
  void recordsNodesWithOtherMethods() {
    RpcNode older = RpcNode.at("World").method("chat", ANY_PEER, RELIABLE).build();
    try (TestPeer ada = TestPeer.builder().node(older).connect(server)) {
      ada.awaitConnected();
      ada.call(older, "chat", "hello");
      ada.await("the confirmation", peer -> !peer.problems().isEmpty());
      assertThat(ada.problems())
          .containsExactly(
              "peer 1 has other methods of the node World than this client, which has [chat]");
    }
    try (TestPeer ada = TestPeer.builder().node(older).connect(server)) {
      ada.awaitConnected();
      in(() -> server.call(ada.id(), world, "said", "hello"));
      ada.await("the number of the node", peer -> !peer.problems().isEmpty());
      assertThat(ada.problems())
          .contains(
              "peer 1 has other methods of the node World than this client, which has [chat]");
    }
  }

  @Test
  void rejectsUnknownScheme() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TestPeer.builder().connect(URI.create("http://127.0.0.1:4242/game")))
        .withMessage("the scheme of http://127.0.0.1:4242/game is http, must be ws, wss or enet");
  }

  @Test
  void recordsProblems() {
    TestPeer ada =
        TestPeer.builder()
            .connect(
                new TestPeer.Link() {
                  @Override
                  public void send(byte[] packet) {}

                  @Override
                  public void close() {}
                });
    ada.received(new byte[] {7, 0, 0, 0});
    assertThat(ada.id()).isEqualTo(7);
    ada.received(new MultiplayerPacket.Announce("0".repeat(32), 1, "World").encode());
    ada.received(new MultiplayerPacket.Despawn(5).encode());
    ada.received(new MultiplayerPacket.RemovePeer(5).encode());
    ada.received(new byte[] {3});
    assertThat(ada.problems())
        .containsExactly(
            "a number for the node World, which is unknown",
            "net id 5 was despawned, which was not spawned",
            "peer 5 was removed, which was not added",
            "an invalid packet: bytes needs 1 bytes but 0 remain, at byte 1");
  }
}
