package io.github.godotvariant.multiplayer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.godotvariant.Variant;
import io.github.godotvariant.multiplayer.Authenticator.Verdict;
import io.github.godotvariant.multiplayer.MultiplayerPacket.AddPeer;
import io.github.godotvariant.multiplayer.MultiplayerPacket.RemovePeer;
import io.github.godotvariant.multiplayer.testing.TestPeer;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Peers that lose their connections and reconnect. Clients authenticate with their names. */
class ReconnectTest extends MultiplayerTestBase {
  private static final ReplicationConfig UNIT =
      ReplicationConfig.builder()
          .spawned("at", ReplicationMode.ALWAYS)
          .spawned("hp", ReplicationMode.ON_CHANGE)
          .build();
  private static final ReplicationConfig INPUT =
      ReplicationConfig.builder().property("direction", ReplicationMode.ALWAYS).build();
  private static final int LONG_MILLIS = 1_000_000;

  private final Spawner units = Spawner.at("World/Spawner").scene(UNIT).build();
  private final RpcNode world =
      RpcNode.at("World")
          .method("say", RpcMode.ANY_PEER, TransferMode.RELIABLE, call -> {})
          .method("said", RpcMode.AUTHORITY, TransferMode.RELIABLE)
          .build();

  /** The latest peer of each player, used in the server's thread. */
  private final Map<String, Peer> players = new HashMap<>();

  private final List<String> lines = new ArrayList<>();
  private final List<Boolean> resumed = new ArrayList<>();

  private final MultiplayerListener listener =
      new MultiplayerListener() {
        @Override
        public void peerConnected(Peer peer) {
          add("connected", peer);
        }

        @Override
        public void connectionLost(Peer peer, String reason) {
          add("lost", peer);
        }

        @Override
        public void peerReconnected(Peer peer, Peer previous) {
          assertThat(previous.isAdmitted()).isFalse();
          assertThat(previous.server().peer(previous.id())).isEmpty();
          assertThat(previous.attachment(String.class)).isEqualTo(peer.attachment(String.class));
          add("reconnected", peer);
        }

        @Override
        public void peerDisconnected(Peer peer, String reason) {
          lines.add(name(peer) + " disconnected: " + reason);
        }
      };

  private static String name(Peer peer) {
    return peer.attachment(String.class).orElse("unknown");
  }

  private void add(String event, Peer peer) {
    lines.add(name(peer) + " " + event);
    players.put(name(peer), peer);
  }

  private CompletableFuture<Verdict> authenticate(Peer peer, byte[] data) {
    String name = new String(data, StandardCharsets.UTF_8);
    Peer earlier = players.get(name.replace("refused ", ""));
    if (earlier != null) {
      resumed.add(peer.resume(earlier));
    } else {
      peer.attach(name);
    }
    return CompletableFuture.completedFuture(
        name.startsWith("refused ") ? Verdict.REFUSE : Verdict.ADMIT);
  }

  private MultiplayerServer.Builder server(MultiplayerLimits.Builder limits) {
    return MultiplayerServer.on(owner)
        .node(world)
        .listener(listener)
        .authenticator(this::authenticate)
        .limits(limits.build());
  }

  private MultiplayerServer server(long millis) {
    return server(MultiplayerLimits.builder().reconnectMillis(millis)).build();
  }

  private TestPeer connecting(MultiplayerServer server, String name) {
    return TestPeer.builder()
        .node(world)
        .spawner(units)
        .auth(name.getBytes(StandardCharsets.UTF_8))
        .connect(server);
  }

  private TestPeer connect(MultiplayerServer server, String name) {
    TestPeer client = connecting(server, name).awaitConnected();
    runIn(server, () -> {}); // The server sends the last packet before it admits the peer.
    return client;
  }

  private static void lose(MultiplayerServer server, TestPeer client) {
    client.close();
    runIn(server, () -> {});
  }

  @Test
  void admitsSuccessorWithAttachmentAndNodes() {
    MultiplayerServer server = server(LONG_MILLIS);
    TestPeer ada = connect(server, "ada");
    TestPeer bob = connect(server, "bob");
    List<ReplicatedNode> nodes = new ArrayList<>();
    runIn(
        server,
        () -> nodes.add(server.spawn(units, 0, "U1", Map.of("at", 1, "hp", 2), peer -> true)));
    bob.await("the node", peer -> !peer.nodes(units).isEmpty());
    assertThat(bob.takePackets()).isNotEmpty();
    lose(server, ada);
    runIn(
        server,
        () -> {
          assertThat(server.peers()).containsExactly(bob.id());
          assertThat(server.peerCount()).isEqualTo(1);
          Peer lost = server.peer(ada.id()).orElseThrow();
          assertThat(lost.isAdmitted()).isFalse();
          assertThat(lost.sendAuth(new byte[] {1})).isFalse();
          assertThat(server.call(ada.id(), world, "said", "hello")).isFalse();
          assertThat(server.sendBytes(ada.id(), new byte[] {1}, TransferMode.RELIABLE, 0))
              .isFalse();
          nodes.get(0).set("hp", 3);
          server.updateVisibility();
          server.updateVisibility(ada.id());
          server.replicate();
          assertThat(bob.peers()).containsExactly(ada.id());
          assertThat(bob.takePackets())
              .noneMatch(AddPeer.class::isInstance)
              .noneMatch(RemovePeer.class::isInstance);
        });
    TestPeer back = connect(server, "ada");
    bob.await("the successor", peer -> peer.peers().contains(back.id()));
    assertThat(bob.takePackets()).containsExactly(new RemovePeer(ada.id()), new AddPeer(back.id()));
    assertThat(back.id()).isNotEqualTo(ada.id());
    assertThat(back.peers()).containsExactly(bob.id());
    runIn(server, server::replicate);
    assertThat(back.nodes(units))
        .isEqualTo(Map.of("U1", Map.of("at", Variant.of(1), "hp", Variant.of(3))));
    assertThat(back.problems()).isEmpty();
    assertThat(bob.problems()).isEmpty();
    runIn(
        server,
        () -> {
          assertThat(server.peers()).containsExactly(bob.id(), back.id());
          assertThat(server.call(back.id(), world, "said", "hello")).isTrue();
        });
    back.awaitCall("said");
    assertThat(lines)
        .containsExactly("ada connected", "bob connected", "ada lost", "ada reconnected");
    assertThat(resumed).containsExactly(true);
  }

  @Test
  void replacesOpenConnection() {
    MultiplayerServer server = server(LONG_MILLIS);
    TestPeer ada = connect(server, "ada");
    TestPeer bob = connect(server, "bob");
    runIn(server, () -> server.receive("Input", ada.id(), INPUT, (peer, values) -> {}));
    TestPeer back = connect(server, "ada");
    ada.await("the end", TestPeer::isClosed);
    assertThat(ada.toString()).contains("a newer connection has replaced it");
    bob.await("the successor", peer -> peer.peers().contains(back.id()));
    assertThat(bob.peers()).containsExactly(back.id());
    runIn(
        server,
        () -> {
          assertThat(server.peers()).containsExactly(bob.id(), back.id());
          // The path is free again.
          assertThat(server.receive("Input", back.id(), INPUT, (peer, values) -> {})).isTrue();
        });
    ada.close(); // The transport reports the end later.
    runIn(server, () -> assertThat(server.peers()).hasSize(2));
    assertThat(lines).containsExactly("ada connected", "bob connected", "ada reconnected");
  }

  @Test
  void endsPeerThatDoesNotReturnInTime() throws Exception {
    CompletableFuture<String> ended = new CompletableFuture<>();
    MultiplayerServer server =
        server(MultiplayerLimits.builder().reconnectMillis(50))
            .listener(
                new MultiplayerListener() {
                  @Override
                  public void peerDisconnected(Peer peer, String reason) {
                    ended.complete(reason);
                  }
                })
            .build();
    TestPeer ada = connect(server, "ada");
    TestPeer bob = connect(server, "bob");
    lose(server, ada);
    assertThat(ended.get(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isEqualTo("it has not reconnected");
    bob.await("the end of ada", peer -> peer.peers().isEmpty());
    runIn(server, () -> assertThat(server.peer(ada.id())).isEmpty());
  }

  @Test
  void announcesLostPeerToNewPeer() {
    MultiplayerServer server = server(LONG_MILLIS);
    TestPeer ada = connect(server, "ada");
    lose(server, ada);
    TestPeer bob = connect(server, "bob");
    assertThat(bob.peers()).containsExactly(ada.id());
    runIn(server, () -> assertThat(server.disconnect(ada.id())).isTrue());
    bob.await("the end of ada", peer -> peer.peers().isEmpty());
    assertThat(bob.problems()).isEmpty();
    TestPeer cid = connect(server, "cid");
    bob.await("cid", peer -> peer.peers().contains(cid.id()));
    bob.callPeer(cid.id(), world, "said", "hello");
    cid.awaitCall("said");
    assertThat(lines)
        .containsExactly(
            "ada connected",
            "ada lost",
            "bob connected",
            "ada disconnected: disconnected by the server",
            "cid connected");
  }

  @Test
  void replacesSuccessorByLaterSuccessor() {
    MultiplayerServer server = server(LONG_MILLIS);
    FakeClient ada = new FakeClient();
    FakeClient first = new FakeClient();
    FakeClient second = new FakeClient();
    runIn(
        server,
        () -> {
          ada.peer = server.accept(ada);
          ada.peer.peer().attach("ada");
          admit(ada);
          first.peer = server.accept(first);
          second.peer = server.accept(second);
          Peer previous = ada.peer.peer();
          assertThat(first.peer.peer().resume(first.peer.peer())).isFalse();
          assertThat(first.peer.peer().resume(second.peer.peer())).isFalse();
          assertThat(first.peer.peer().resume(previous)).isTrue();
          assertThat(second.peer.peer().resume(previous)).isTrue();
          admit(first);
          assertThat(ada.isClosed).isTrue();
          admit(second);
          assertThat(first.isClosed).isTrue();
          assertThat(server.peers()).containsExactly(second.id);
          assertThat(second.peer.peer().resume(first.peer.peer())).isFalse(); // is admitted
        });
    assertThat(lines).containsExactly("ada connected", "ada reconnected", "ada reconnected");
  }

  @Test
  void releasesReplacedPeersWhileFirstPeerIsKept() throws Exception {
    MultiplayerServer server =
        server(MultiplayerLimits.builder().reconnectMillis(LONG_MILLIS).authenticationMillis(1))
            .build();
    FakeClient ada = new FakeClient();
    List<WeakReference<Peer>> replaced = new ArrayList<>();
    runIn(
        server,
        () -> {
          ada.peer = server.accept(ada);
          admit(ada);
          for (int i = 0; i < 5; i++) {
            Peer next = reconnect(server, ada);
            if (i < 4) {
              replaced.add(new WeakReference<>(next));
            }
          }
        });
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
    while (replaced.stream().anyMatch(peer -> peer.get() != null)) {
      assertThat(System.nanoTime()).isLessThan(end);
      System.gc();
    }
    runIn(
        server,
        () -> {
          int latest = reconnect(server, ada).id();
          assertThat(server.peers()).containsExactly(latest);
        });
  }

  private static Peer reconnect(MultiplayerServer server, FakeClient earlier) {
    FakeClient client = client(server);
    Peer peer = client.peer.peer();
    assertThat(peer.resume(earlier.peer.peer())).isTrue();
    admit(client);
    return peer;
  }

  private static void admit(FakeClient client) {
    client.sends(new MultiplayerPacket.AuthDone());
    ((ServerPeer) client.peer.peer()).admission().onVerdict(Verdict.ADMIT);
  }

  @Test
  void keepsLostPeerIfSuccessorIsRefused() {
    MultiplayerServer server = server(LONG_MILLIS);
    TestPeer ada = connect(server, "ada");
    TestPeer refused = connecting(server, "refused ada");
    refused.await("the end", TestPeer::isClosed);
    assertThat(ada.isConnected()).isTrue();
    lose(server, ada);
    connecting(server, "refused ada").await("the end", TestPeer::isClosed);
    runIn(server, () -> assertThat(server.peer(ada.id())).isPresent());
    connect(server, "ada");
    assertThat(lines).containsExactly("ada connected", "ada lost", "ada reconnected");
    assertThat(resumed).containsExactly(true, true, true);
  }

  @Test
  void endsPeerThatProgramOrProtocolDisconnects() {
    MultiplayerServer server =
        server(MultiplayerLimits.builder().reconnectMillis(LONG_MILLIS).faults(0)).build();
    TestPeer ada = connect(server, "ada");
    TestPeer bob = connect(server, "bob");
    ada.send(new byte[] {7, 9});
    ada.await("the end", TestPeer::isClosed);
    runIn(server, () -> server.disconnect(bob.id()));
    lose(server, connect(server, "cid"));
    runIn(
        server,
        () -> {
          Peer cid = Objects.requireNonNull(players.get("cid"));
          assertThat(cid.disconnect("kicked")).isTrue();
          assertThat(cid.disconnect("kicked again")).isFalse();
          assertThat(server.peers()).isEmpty();
        });
    assertThat(lines)
        .containsExactly(
            "ada connected",
            "bob connected",
            "ada disconnected: more faults in a minute than the limit of 0",
            "bob disconnected: disconnected by the server",
            "cid connected",
            "cid lost",
            "cid disconnected: kicked");
  }

  @Test
  void endsPeersImmediatelyWithoutLimitOrAuthenticator() {
    MultiplayerServer off = server(0);
    lose(off, connect(off, "ada"));
    connect(off, "ada");
    assertThat(resumed).containsExactly(false);
    MultiplayerServer open =
        MultiplayerServer.on(owner)
            .listener(listener)
            .limits(MultiplayerLimits.builder().reconnectMillis(LONG_MILLIS).build())
            .build();
    lose(open, TestPeer.builder().connect(open).awaitConnected());
    assertThat(lines)
        .containsExactly(
            "ada connected",
            "ada disconnected: closed by the client",
            "unknown connected",
            "unknown connected",
            "unknown disconnected: closed by the client");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MultiplayerLimits.builder().reconnectMillis(-1));
  }

  @Test
  void countsLostPeersForLimit() {
    MultiplayerServer server =
        server(MultiplayerLimits.builder().reconnectMillis(LONG_MILLIS).peers(3)).build();
    lose(server, connect(server, "ada"));
    connect(server, "bob");
    connect(server, "cid");
    connecting(server, "dan").await("the end", TestPeer::isClosed);
    Peer bob = Objects.requireNonNull(players.get("bob"));
    runIn(server, () -> assertThat(bob.disconnect("kicked")).isTrue());
    connect(server, "ada");
    assertThat(lines).last().isEqualTo("ada reconnected");
  }

  @Test
  void limitsLostPeers() {
    MultiplayerServer server =
        server(MultiplayerLimits.builder().reconnectMillis(LONG_MILLIS).awayPeers(2)).build();
    lose(server, connect(server, "ada"));
    lose(server, connect(server, "bob"));
    assertThat(lines).last().isEqualTo("bob lost");
    lose(server, connect(server, "cid"));
    assertThat(lines)
        .last()
        .isEqualTo("ada disconnected: more peers have lost their connections than the limit of 2");
    connect(server, "bob");
    assertThat(lines).last().isEqualTo("bob reconnected");
  }

  @Test
  void endsLostPeersWhenServerStopsAccepting() {
    MultiplayerServer server = server(LONG_MILLIS);
    lose(server, connect(server, "ada"));
    server.stopAccepting();
    runIn(server, () -> {});
    assertThat(lines).last().isEqualTo("ada disconnected: it has not reconnected");
  }

  @Test
  void rejectsPeerOfOtherServer() {
    MultiplayerServer one = server(LONG_MILLIS);
    MultiplayerServer two = server(LONG_MILLIS);
    lose(one, connect(one, "ada"));
    connect(two, "ada");
    assertThat(resumed).containsExactly(false);
  }

  @Test
  void endsLostPeersWhenServerDrains() {
    MultiplayerServer server = server(LONG_MILLIS);
    TestPeer bob = connect(server, "bob");
    lose(server, connect(server, "ada"));
    CompletableFuture<Void> drained =
        CompletableFuture.runAsync(() -> server.drain(1, TimeUnit.DAYS, "maintenance"));
    bob.await("the end of ada", peer -> peer.peers().isEmpty());
    bob.close(); // cannot reconnect
    drained.orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS).join();
    assertThat(lines)
        .containsExactly(
            "bob connected",
            "ada connected",
            "ada lost",
            "ada disconnected: it has not reconnected",
            "bob disconnected: closed by the client");
  }

  @Test
  void endsLostPeersWhenServerCloses() {
    MultiplayerServer server = server(LONG_MILLIS);
    lose(server, connect(server, "ada"));
    server.close("update");
    assertThat(lines).last().isEqualTo("ada disconnected: update");
  }
}
