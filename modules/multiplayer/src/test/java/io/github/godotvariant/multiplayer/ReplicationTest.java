package io.github.godotvariant.multiplayer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Announce;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ByNumber;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ByPath;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Call;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Change;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Confirm;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Delta;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Despawn;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Spawn;
import io.github.godotvariant.multiplayer.MultiplayerPacket.State;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Sync;
import io.github.godotvariant.multiplayer.RecordedEvent.PeerConnected;
import io.github.godotvariant.multiplayer.RecordedEvent.PeerDisconnected;
import io.github.godotvariant.multiplayer.RecordedEvent.ProtocolError;
import io.github.godotvariant.multiplayer.RecordedEvent.UnknownNode;
import io.github.godotvariant.net.CompressedVariantCodec;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Compares packets with bytes of Godot 4.6 where a capture exists. */
class ReplicationTest {
  private static final CompressedVariantCodec CODEC =
      CompressedVariantCodec.of(VariantCodec.GODOT_4);
  private static final String NO_METHODS = "d41d8cd98f00b204e9800998ecf8427e";

  /** Ends a test that would otherwise wait forever. */
  private static final int TIMEOUT_SECONDS = 60;

  private final ScheduledExecutorService owner = Executors.newSingleThreadScheduledExecutor();
  private final List<RecordedEvent> events = new ArrayList<>();
  private final ReplicationConfig unit =
      ReplicationConfig.builder()
          .spawned("position", ReplicationMode.ALWAYS)
          .spawned("hp", ReplicationMode.ON_CHANGE)
          .spawned("label", ReplicationMode.NEVER)
          .property("armour", ReplicationMode.ON_CHANGE)
          .build();
  private final Spawner units = Spawner.at("World/Spawner").scene(unit).build();
  private final Map<String, ?> first =
      Map.of("position", new Vector2(10, 20), "hp", 100, "label", "first", "armour", 5);

  @AfterEach
  void stop() {
    owner.shutdownNow();
  }

  private void withServer(Consumer<MultiplayerServer> test) {
    MultiplayerServer server =
        MultiplayerServer.on(owner)
            .withoutRelay()
            .listener(RecordedEvent.listener(events::add))
            .build();
    CompletableFuture<Void> done = new CompletableFuture<>();
    server.execute(
        () -> {
          try {
            test.accept(server);
            done.complete(null);
          } catch (Throwable e) {
            done.completeExceptionally(e);
          }
        });
    done.orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS).join();
  }

  private static FakeClient client(MultiplayerServer server) {
    FakeClient client = new FakeClient();
    client.peer = server.accept(client);
    return client;
  }

  private static PackedByteArray values(Object... values) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (Object value : values) {
      bytes.writeBytes(CODEC.encode(Variant.of(value)));
    }
    return PackedByteArray.wrap(bytes.toByteArray());
  }

  private List<String> protocolErrors() {
    return events.stream()
        .filter(ProtocolError.class::isInstance)
        .map(event -> ((ProtocolError) event).problem())
        .toList();
  }

  @Test
  void sendsSpawnValuesAndDespawn() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          ReplicatedNode u1 = server.spawn(units, 0, "U1", first);
          Spawn spawn =
              new Spawn(
                  0,
                  1,
                  1,
                  List.of(2L),
                  "U1",
                  Optional.empty(),
                  values(new Vector2(10, 20), 100, "first"));
          assertThat(ada.take())
              .containsExactly(new Announce(NO_METHODS, 1, "World/Spawner"), spawn);
          server.replicate();
          assertThat(ada.take())
              .containsExactly(
                  new Sync(1, List.of(new State(2, values(new Vector2(10, 20))))),
                  new Delta(List.of(new Change(2, 3, values(100, 5)))));
          u1.set("hp", 42).set("label", "second").set("armour", 5);
          server.replicate();
          assertThat(ada.take())
              .containsExactly(
                  new Sync(2, List.of(new State(2, values(new Vector2(10, 20))))),
                  new Delta(List.of(new Change(2, 1, values(42)))));
          server.replicate();
          assertThat(ada.take()).hasSize(1);
          FakeClient bob = client(server); // connects after the spawn
          assertThat(bob.take())
              .containsExactly(
                  new Announce(NO_METHODS, 1, "World/Spawner"),
                  new Spawn(
                      0,
                      1,
                      1,
                      List.of(2L),
                      "U1",
                      Optional.empty(),
                      values(new Vector2(10, 20), 42, "second")));
          u1.remove();
          u1.remove();
          assertThat(ada.take()).containsExactly(new Despawn(1));
          assertThat(bob.take()).containsExactly(new Despawn(1));
          assertThatIllegalStateException().isThrownBy(() -> u1.set("hp", 1));
          server.replicate();
          assertThat(ada.take()).isEmpty();
          assertThat(server.spawn(units, 0, "U1", first).get("hp")).isEqualTo(Variant.of(100));
          assertThat(((Spawn) ada.take().get(0)).netId()).isEqualTo(3);
        });
  }

  /** The expected bytes are from the captures in {@code packets.tsv}. */
  @Test
  void writesBytesOfEngine() {
    ReplicationConfig three =
        ReplicationConfig.builder()
            .spawned("position", ReplicationMode.ALWAYS)
            .spawned("hp", ReplicationMode.ON_CHANGE)
            .spawned("label", ReplicationMode.NEVER)
            .build();
    Spawner spawner = Spawner.at("World/Spawner").scene(three).build();
    withServer(
        server -> {
          ReplicatedNode unused =
              server.synchronize("First", ReplicationConfig.builder().build(), Map.of());
          FakeClient ada = client(server);
          ada.take();
          ReplicatedNode u1 =
              server.spawn(
                  spawner,
                  0,
                  "U1",
                  Map.of("position", new Vector2(10, 20), "hp", 100, "label", "first"));
          assertThat(HexFormat.of().formatHex(ada.take().get(1).encode()))
              .isEqualTo(
                  "04000200000001000000010000000300000002000000553100"
                      + "05000000000020410000a0410264"
                      + "04000000050000006669727374000000");
          server.replicate();
          ada.take();
          u1.set("hp", 42);
          server.replicate();
          assertThat(HexFormat.of().formatHex(ada.take().get(1).encode()))
              .isEqualTo("1602000000010000000000000002000000022a");
        });
  }

  @Test
  void spawnsWithCustomData() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          ReplicatedNode unused =
              server.spawn(
                  units,
                  VariantDictionary.of("kind", "tank"),
                  "T1",
                  List.of(
                      unit,
                      ReplicationConfig.builder().spawned("more", ReplicationMode.NEVER).build()),
                  Map.of(
                      "position",
                      new Vector2(1, 2),
                      "hp",
                      1,
                      "label",
                      "",
                      "armour",
                      0,
                      "more",
                      true));
          assertThat(ada.take())
              .last()
              .isEqualTo(
                  new Spawn(
                      255,
                      1,
                      1,
                      List.of(2L, 3L),
                      "T1",
                      Optional.of(values(VariantDictionary.of("kind", "tank"))),
                      values(new Vector2(1, 2), 1, "", true)));
        });
  }

  @Test
  void synchronizesNodesOfScene() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          ReplicatedNode clock =
              server.synchronize(
                  "World/Clock/Sync",
                  ReplicationConfig.builder()
                      .property("time", ReplicationMode.ALWAYS)
                      .property("round", ReplicationMode.ON_CHANGE)
                      .build(),
                  Map.of("time", 0.5, "round", 1));
          assertThat(ada.take()).containsExactly(new Announce(NO_METHODS, 1, "World/Clock/Sync"));
          server.replicate();
          assertThat(ada.take()).isEmpty(); // The path is not confirmed yet.
          ada.sends(new Confirm(false, 1)); // The methods do not matter.
          clock.set("round", 2);
          server.replicate();
          assertThat(ada.take())
              .containsExactly(
                  new Sync(2, List.of(new State(0x8000_0001L, values(0.5)))),
                  new Delta(List.of(new Change(0x8000_0001L, 1, values(2)))));
          clock.remove();
          assertThat(ada.take()).isEmpty();
          server.replicate();
          assertThat(ada.take()).isEmpty();
        });
  }

  @Test
  void followsVisibility() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          FakeClient bob = client(server);
          ReplicatedNode u1 = server.spawn(units, 0, "U1", first);
          ada.take();
          bob.take();
          u1.visibleTo(peer -> peer == bob.id);
          assertThat(ada.take()).containsExactly(new Despawn(1));
          server.replicate();
          assertThat(ada.take()).isEmpty();
          assertThat(bob.take()).hasSize(2);
          FakeClient eve = client(server);
          assertThat(eve.take()).isEmpty();
          u1.set("hp", 7).visibleTo(peer -> true);
          assertThat(ada.take()).hasSize(1).first().isInstanceOf(Spawn.class);
          assertThat(eve.take()).hasSize(2);
          assertThat(bob.take()).isEmpty();
          server.replicate();
          assertThat(bob.take()).last().isEqualTo(new Delta(List.of(new Change(2, 1, values(7)))));
        });
  }

  @Test
  void sendsValuesOfVisibleNodesOnly() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          FakeClient bob = client(server);
          FakeClient eve = client(server);
          ReplicatedNode u1 = server.spawn(units, 0, "U1", first);
          ReplicatedNode u2 = server.spawn(units, 0, "U2", first);
          u1.visibleTo(peer -> peer != bob.id);
          u2.visibleTo(peer -> peer != eve.id);
          Stream.of(ada, bob, eve).forEach(FakeClient::take);
          server.replicate();
          State one = new State(2, values(new Vector2(10, 20)));
          State two = new State(4, values(new Vector2(10, 20)));
          assertThat(ada.take()).first().isEqualTo(new Sync(1, List.of(one, two)));
          assertThat(bob.take()).first().isEqualTo(new Sync(1, List.of(two)));
          assertThat(eve.take()).first().isEqualTo(new Sync(1, List.of(one)));
        });
  }

  @Test
  void fillsPacketsUpToLengthOfTransport() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          FakeClient bob = client(server);
          ada.maxSyncBytes = 1_350; // over datagrams
          for (int i = 0; i < 200; i++) {
            ReplicatedNode unused = server.spawn(units, 0, "U" + i, first);
          }
          ada.take();
          server.replicate();
          List<MultiplayerPacket> packets = ada.take();
          List<Integer> states = new ArrayList<>();
          for (MultiplayerPacket packet : packets) {
            if (packet instanceof Sync sync) {
              assertThat(packet.encode().length).isLessThanOrEqualTo(1_350);
              states.add(sync.states().size());
            }
          }
          assertThat(states).containsExactly(67, 67, 66); // 20 bytes each, after 3 bytes
          assertThat(packets).hasSize(states.size() + 1);
          assertThat(bob.take().stream().filter(Sync.class::isInstance))
              .singleElement()
              .satisfies(sync -> assertThat(((Sync) sync).states()).hasSize(200));
        });
  }

  @Test
  void sendsSameArrayToPeersWithSameValues() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          FakeClient bob = client(server);
          ReplicatedNode u1 = server.spawn(units, 0, "U1", first);
          u1.set("hp", 1);
          server.replicate();
          assertThat(ada.arrays.get(ada.arrays.size() - 1))
              .isSameAs(bob.arrays.get(bob.arrays.size() - 1));
          assertThat(ada.arrays.get(ada.arrays.size() - 2))
              .isSameAs(bob.arrays.get(bob.arrays.size() - 2));
        });
  }

  @Test
  void dropsUnreliableValuesForPeerThatDoesNotRead() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          ReplicatedNode u1 = server.spawn(units, 0, "U1", first);
          ada.take();
          ada.isWritable = false;
          u1.set("hp", 1);
          server.replicate();
          assertThat(ada.take()).singleElement().isInstanceOf(Delta.class);
          ada.isWritable = true;
          server.replicate();
          assertThat(ada.take()).singleElement().isInstanceOf(Sync.class);
        });
  }

  @Test
  void spawnsInConstantTime() {
    withServer(
        server -> {
          long start = System.nanoTime();
          for (int i = 0; i < 20_000; i++) {
            ReplicatedNode unused = server.spawn(units, 0, "U" + i, first);
          }
          assertThat(System.nanoTime() - start).isLessThan(5_000_000_000L);
        });
  }

  @Test
  void rejectsInvalidArguments() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          assertThatIllegalArgumentException()
              .isThrownBy(() -> server.spawn(units, 1, "U1", first));
          assertThatIllegalArgumentException()
              .isThrownBy(() -> server.spawn(units, 0, "U1", Map.of("hp", 1)));
          assertThatIllegalArgumentException()
              .isThrownBy(
                  () -> server.spawn(units, Variant.of(1), "U1", List.of(), Map.of("hp", 1)));
          ReplicatedNode u1 = server.spawn(units, 0, "U1", first);
          assertThatIllegalArgumentException()
              .isThrownBy(() -> server.spawn(units, 0, "U1", first));
          ada.take();
          assertThatIllegalArgumentException().isThrownBy(() -> u1.set("mana", 1));
          assertThatIllegalArgumentException()
              .isThrownBy(() -> u1.set("label", "x".repeat(60_000)));
          assertThat(u1.get("label")).isEqualTo(Variant.of("first"));
          ReplicatedNode unused =
              server.synchronize("A", ReplicationConfig.builder().build(), Map.of());
          assertThatIllegalArgumentException()
              .isThrownBy(
                  () -> server.synchronize("A", ReplicationConfig.builder().build(), Map.of()));
        });
    ReplicationConfig.Builder many = ReplicationConfig.builder();
    for (int i = 0; i < 64; i++) {
      many.property("p" + i, ReplicationMode.ON_CHANGE);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> many.property("p64", ReplicationMode.ON_CHANGE));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                ReplicationConfig.builder()
                    .property("a", ReplicationMode.NEVER)
                    .spawned("a", ReplicationMode.NEVER));
  }

  @Test
  void receivesValuesOfOwnerOnly() {
    List<String> received = new ArrayList<>();
    ReplicationConfig input =
        ReplicationConfig.builder()
            .property("direction", ReplicationMode.ALWAYS)
            .property("weapon", ReplicationMode.ON_CHANGE)
            .property("jump", ReplicationMode.ON_CHANGE)
            .build();
    withServer(
        server -> {
          FakeClient ada = client(server);
          FakeClient bob = client(server);
          String path = "World/Players/Ada/Input";
          server.receive(path, ada.id, input, (peer, values) -> received.add(values.toString()));
          for (FakeClient client : List.of(ada, bob)) {
            client.sends(new Announce(NO_METHODS, 5, path));
            assertThat(client.take()).containsExactly(new Confirm(true, 5));
          }
          long id = 0x8000_0005L;
          for (int time : new int[] {100, 99, 100, 101, 32_867, 65_535, 0, 1}) {
            ada.sends(new Sync(time, List.of(new State(id, values(time)))));
          }
          ada.sends(new Delta(List.of(new Change(id, 2, values(true)))));
          ada.sends(new Delta(List.of(new Change(id, 3, values("axe", false)))));
          assertThat(received)
              .containsExactly(
                  "{direction=100}",
                  "{direction=101}",
                  "{direction=32867}",
                  "{direction=65535}",
                  "{direction=0}",
                  "{direction=1}",
                  "{jump=true}",
                  "{weapon=\"axe\", jump=false}");
          assertThat(protocolErrors()).isEmpty();
          bob.sends(new Sync(1, List.of(new State(id, values(1)))));
          ada.sends(new Sync(9, List.of(new State(id, values(1, 2)))));
          ada.sends(new Sync(10, List.of(new State(id, values()))));
          ada.sends(new Sync(11, List.of(new State(7, values(1)))));
          ada.sends(new Delta(List.of(new Change(id, 4, values(1)))));
          ada.sends(new Delta(List.of(new Change(id, 0, values()))));
          assertThat(protocolErrors())
              .containsExactly(
                  "values of " + path + ": 2 bytes follow the values",
                  "values of " + path + ": a value needs 1 byte but the input ends, at byte 0, $",
                  "values of net id 7, which is not the peer's",
                  "changes of properties that " + path + " does not have",
                  "changes of properties that " + path + " does not have");
          assertThat(received).hasSize(8);
          assertThat(server.stopReceiving(path)).isTrue();
          bob.sends(new Sync(12, List.of(new State(id, values(1)))));
          assertThat(events.stream().filter(UnknownNode.class::isInstance))
              .containsExactly(new UnknownNode(bob.id, path)); // once
          FakeClient eve = client(server);
          eve.sends(new Announce(NO_METHODS, 5, path));
          eve.sends(new Sync(1, List.of(new State(id, values(1)))));
          assertThat(eve.take()).isEmpty(); // A missing confirmation stops the values.
          assertThat(protocolErrors()).hasSize(6).last().asString().contains(path);
        });
  }

  /** The client may be ready before the server calls {@code receive}. */
  @Test
  void ignoresValuesBeforeReceiveIsCalled() {
    List<String> received = new ArrayList<>();
    String path = "World/Players/Ada/Input";
    ReplicationConfig input =
        ReplicationConfig.builder().property("direction", ReplicationMode.ALWAYS).build();
    withServer(
        server -> {
          server.add(RpcNode.at(path).build());
          FakeClient ada = client(server);
          FakeClient bob = client(server);
          for (FakeClient client : List.of(ada, bob)) {
            client.sends(new Announce(NO_METHODS, 5, path));
            assertThat(client.take()).containsExactly(new Confirm(true, 5));
          }
          events.clear();
          for (int i = 0; i < 60; i++) {
            ada.sends(new Sync(i, List.of(new State(0x8000_0005L, values(i)))));
          }
          assertThat(events).containsExactly(new UnknownNode(ada.id, path)); // once
          server.receive(path, ada.id, input, (peer, values) -> received.add("ada" + values));
          ada.sends(new Sync(60, List.of(new State(0x8000_0005L, values(60)))));
          events.clear();
          for (int i = 0; i < 60; i++) { // owns the node, but the server still expects Ada
            bob.sends(new Sync(i, List.of(new State(0x8000_0005L, values(i)))));
          }
          assertThat(events).containsExactly(new UnknownNode(bob.id, path));
          server.stopReceiving(path);
          server.receive(path, bob.id, input, (peer, values) -> received.add("bob" + values));
          bob.sends(new Sync(60, List.of(new State(0x8000_0005L, values(60)))));
          assertThat(received).containsExactly("ada{direction=60}", "bob{direction=60}");
          assertThat(protocolErrors()).isEmpty();
        });
  }

  /** A handler may disconnect the peer whose values it receives. */
  @Test
  void ignoresRestOfPacketAfterDisconnect() {
    ReplicationConfig input =
        ReplicationConfig.builder()
            .property("direction", ReplicationMode.ALWAYS)
            .property("jump", ReplicationMode.ON_CHANGE)
            .build();
    withServer(
        server -> {
          for (boolean always : List.of(true, false)) {
            events.clear();
            FakeClient ada = client(server);
            server.receive("A", ada.id, input, (peer, values) -> server.disconnect(peer));
            ada.sends(new Announce(NO_METHODS, 5, "A"));
            State state = new State(0x8000_0005L, values(7));
            Change change = new Change(0x8000_0005L, 1, values(true));
            ada.sends(
                always ? new Sync(1, List.of(state, state)) : new Delta(List.of(change, change)));
            assertThat(events)
                .containsExactly(
                    new PeerConnected(ada.id),
                    new PeerDisconnected(ada.id, "disconnected by the server"));
          }
        });
  }

  /** The values may be under way while the server changes the owner. */
  @Test
  void ignoresValuesOfPreviousOwner() {
    List<String> received = new ArrayList<>();
    ReplicationConfig input =
        ReplicationConfig.builder()
            .property("direction", ReplicationMode.ALWAYS)
            .property("jump", ReplicationMode.ON_CHANGE)
            .build();
    String path = "World/Ball/Owner";
    withServer(
        server -> {
          FakeClient ada = client(server);
          FakeClient bob = client(server);
          for (FakeClient client : List.of(ada, bob)) {
            client.sends(new Announce(NO_METHODS, 5, path)); // before the server calls receive
            assertThat(client.take()).isEmpty();
          }
          server.receive(path, ada.id, input, (peer, values) -> received.add("ada" + values));
          assertThat(ada.take()).containsExactly(new Confirm(true, 5));
          assertThat(bob.take()).containsExactly(new Confirm(true, 5));
          State state = new State(0x8000_0005L, values(7));
          Change change = new Change(0x8000_0005L, 1, values(true));
          ada.sends(new Sync(1, List.of(state)));
          server.stopReceiving(path);
          server.receive(path, bob.id, input, (peer, values) -> received.add("bob" + values));
          for (int i = 2; i < 50; i++) {
            ada.sends(new Sync(i, List.of(state, state)));
            ada.sends(new Delta(List.of(change, change)));
          }
          bob.sends(new Sync(1, List.of(state)));
          server.stopReceiving(path);
          bob.sends(new Sync(2, List.of(state)));
          assertThat(received).containsExactly("ada{direction=7}", "bob{direction=7}");
          assertThat(protocolErrors()).isEmpty();
        });
  }

  /** A path of a disconnected peer would never become free. */
  @Test
  void releasesPathsOfDisconnectedPeers() {
    ReplicationConfig input = ReplicationConfig.builder().build();
    withServer(
        server -> {
          FakeClient ada = client(server);
          FakeClient bob = client(server);
          assertThat(server.receive("A", ada.id, input, (peer, values) -> {})).isTrue();
          server.disconnect(ada.id);
          assertThat(server.receive("A", ada.id, input, (peer, values) -> {})).isFalse();
          assertThat(server.receive("A", bob.id, input, (peer, values) -> {})).isTrue();
        });
  }

  /** A synchronizer whose script has RPC methods, in each order of the set-up. */
  @Test
  void receivesValuesAndCallsOfOneNode() {
    for (boolean methodsFirst : List.of(true, false)) {
      for (boolean announcedFirst : List.of(true, false)) {
        checkValuesAndCallsOfOneNode(methodsFirst, announcedFirst);
      }
    }
  }

  private void checkValuesAndCallsOfOneNode(boolean methodsFirst, boolean announcedFirst) {
    List<String> received = new ArrayList<>();
    String path = "World/Players/Ada/Input";
    RpcNode jumping =
        RpcNode.at(path)
            .method("jump", RpcMode.ANY_PEER, TransferMode.RELIABLE, call -> received.add("jump"))
            .build();
    ReplicationConfig input =
        ReplicationConfig.builder().property("direction", ReplicationMode.ALWAYS).build();
    withServer(
        server -> {
          FakeClient ada = client(server);
          Announce announce = new Announce(jumping.methods().checksum(), 5, path);
          if (announcedFirst) {
            ada.sends(announce);
          }
          if (methodsFirst) {
            server.add(jumping);
          }
          server.receive(path, ada.id, input, (peer, values) -> received.add(values.toString()));
          if (!methodsFirst) {
            server.add(jumping);
          }
          if (!announcedFirst) {
            ada.sends(announce);
          }
          assertThat(ada.take()).containsExactly(new Confirm(true, 5));
          ada.sends(new Sync(1, List.of(new State(0x8000_0005L, values(1)))));
          ada.sends(new Call(new ByNumber(5, 1), 0, PackedByteArray.of((byte) 0), false));
          ada.sends(new Call(new ByPath(path), 0, PackedByteArray.of((byte) 0), false));
          assertThat(received).containsExactly("{direction=1}", "jump", "jump");
          assertThat(server.call(ada.id, jumping, "jump")).isTrue();
          server.remove(jumping);
          ada.sends(new Call(new ByNumber(5, 1), 0, PackedByteArray.of((byte) 0), false));
          ada.sends(new Sync(2, List.of(new State(0x8000_0005L, values(2)))));
          assertThat(received).hasSize(4).last().isEqualTo("{direction=2}");
          assertThat(protocolErrors()).isEmpty();
          FakeClient bob = client(server);
          bob.sends(announce);
          bob.sends(new Call(new ByNumber(5, 1), 0, PackedByteArray.of((byte) 0), false));
          assertThat(protocolErrors())
              .containsExactly("call of \"" + path + "\", which has no methods on the server");
          events.clear();
        });
  }

  @Test
  void announcesServerNodeWithMethodsOnce() {
    RpcNode clock =
        RpcNode.at("World/Clock").method("ask", RpcMode.ANY_PEER, TransferMode.RELIABLE).build();
    withServer(
        server -> {
          server.add(clock);
          ReplicatedNode replicated =
              server.synchronize("World/Clock", ReplicationConfig.builder().build(), Map.of());
          FakeClient ada = client(server);
          assertThat(ada.take())
              .containsExactly(new Announce(clock.methods().checksum(), 1, "World/Clock"));
          server.call(ada.id, clock, "ask");
          assertThat(ada.take()).hasSize(1); // The node already has a number.
          server.remove(clock);
          replicated.remove();
          ada.sends(new Confirm(false, 1));
          assertThat(events).hasSize(1);
        });
  }

  /** The spawner of another game version may have other methods. */
  @Test
  void announcesSpawnerWhenMethodsDiffer() {
    RpcNode spawner =
        RpcNode.at("World/Spawner").method("ask", RpcMode.ANY_PEER, TransferMode.RELIABLE).build();
    withServer(
        server -> {
          server.add(spawner);
          FakeClient ada = client(server);
          ada.sends(new Announce(NO_METHODS, 5, "World/Spawner"));
          assertThat(ada.take()).containsExactly(new Confirm(false, 5));
          ReplicatedNode unused = server.spawn(units, 0, "U1", first);
          assertThat(ada.take())
              .hasSize(2)
              .first()
              .isEqualTo(new Announce(spawner.methods().checksum(), 1, "World/Spawner"));
          assertThat(server.call(ada.id, spawner, "ask")).isFalse();
        });
  }

  @Test
  void treatsSpawnersOfOnePathAsOne() {
    Spawner same = Spawner.at("World/Spawner").scene(unit).build();
    withServer(
        server -> {
          FakeClient ada = client(server);
          ReplicatedNode unused = server.spawn(units, 0, "U1", first);
          assertThatIllegalArgumentException().isThrownBy(() -> server.spawn(same, 0, "U1", first));
          ReplicatedNode other = server.spawn(same, 0, "U2", first);
          assertThat(other).hasToString("World/Spawner: U2");
          assertThat(ada.take()).hasSize(3); // one announcement
        });
  }

  @Test
  void rejectsInvalidNodeNames() {
    withServer(
        server -> {
          for (String name : List.of("", "Al:ice", "a/b", "a.b", "@a", "100%", "\"a\"")) {
            assertThatIllegalArgumentException()
                .isThrownBy(() -> server.spawn(units, 0, name, first))
                .withMessageContaining("do not contain any of .:@/\"%");
          }
          ReplicatedNode unused = server.spawn(units, 0, "Ada Löwe-2_b!", first);
        });
  }

  @Test
  void rejectsInvalidPaths() {
    withServer(
        server -> {
          ReplicationConfig config = ReplicationConfig.builder().build();
          for (String path :
              List.of(
                  "",
                  "/root/World",
                  "/root",
                  "/World",
                  "../World",
                  "World/",
                  "a//b",
                  "a:b",
                  "%World",
                  "./World")) {
            String expected =
                path.equals("/root/World")
                    ? "is absolute; use \"World\""
                    : path.equals("/root") ? "is absolute; use \".\"" : "\"World/Players\"";
            assertThatIllegalArgumentException()
                .isThrownBy(() -> RpcNode.at(path))
                .withMessageContaining(expected);
            assertThatIllegalArgumentException()
                .isThrownBy(() -> Spawner.at(path))
                .withMessageContaining(expected);
            assertThatIllegalArgumentException()
                .isThrownBy(() -> server.receive(path, 2, config, (peer, values) -> {}))
                .withMessageContaining(expected);
            assertThatIllegalArgumentException()
                .isThrownBy(() -> server.synchronize(path, config, Map.of()))
                .withMessageContaining(expected);
          }
          for (String path : List.of(".", "World", "World/Ada Löwe/@Node@2")) {
            assertThat(RpcNode.at(path).build().path()).isEqualTo(path);
          }
        });
  }
}
