package io.github.godotvariant.multiplayer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Announce;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Change;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Confirm;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Delta;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Despawn;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Spawn;
import io.github.godotvariant.multiplayer.MultiplayerPacket.State;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Sync;
import io.github.godotvariant.net.CompressedVariantCodec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Nodes that a server spawns and synchronizes, with bytes of Godot 4.6 where a capture exists. */
class ReplicationTest extends ReplicationTestBase {
  /** Returns the packet for the first unit of the spawner. */
  private static Spawn spawnOfU1(Object... values) {
    return new Spawn(0, 1, 1, List.of(2L), "U1", Optional.empty(), values(values));
  }

  @Test
  void sendsSpawnValuesAndDespawn() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          ReplicatedNode u1 = server.spawn(units, 0, "U1", first);
          assertThat(ada.take())
              .containsExactly(
                  new Announce(NO_METHODS, 1, "World/Spawner"),
                  spawnOfU1(new Vector2(10, 20), 100, "first"));
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
                  spawnOfU1(new Vector2(10, 20), 42, "second"));
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
  void sendsOnlyNewestValuesToPeerThatDidNotRead() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          ReplicatedNode u1 = server.spawn(units, 0, "U1", first);
          ada.take();
          ada.isWritable = false;
          for (int hp = 1; hp < 4; hp++) {
            u1.set("hp", hp);
            server.replicate();
          }
          assertThat(ada.take()).isEmpty();
          ada.isWritable = true;
          server.replicate();
          List<MultiplayerPacket> packets = ada.take();
          assertThat(packets).hasSize(2);
          assertThat(packets.get(0)).isInstanceOf(Sync.class);
          assertThat(((Delta) packets.get(1)).changes())
              .singleElement()
              .satisfies(
                  change ->
                      assertThat(
                              CompressedVariantCodec.of(VariantCodec.GODOT_4)
                                  .decodePrefix(ByteBuffer.wrap(change.values().toArray()))
                                  .value())
                          .isEqualTo(Variant.of(3)));
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
          assertThatIllegalArgumentException()
              .isThrownBy(() -> u1.set("mana", 1))
              .withMessage("no property mana; there are [position, hp, label, armour]");
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
