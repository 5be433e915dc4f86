package io.github.godotvariant.multiplayer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.multiplayer.MultiplayerEvent.PeerFault;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Announce;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Change;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Confirm;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Delta;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Despawn;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Spawn;
import io.github.godotvariant.multiplayer.MultiplayerPacket.State;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Sync;
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

/** With the bytes that an engine of 4.6 sent for the same, where there are some. */
class ReplicationTest {
  private static final CompressedVariantCodec CODEC =
      CompressedVariantCodec.of(VariantCodec.GODOT_4);
  private static final String NO_METHODS = "d41d8cd98f00b204e9800998ecf8427e";

  /** In seconds. This only ends what would never end. */
  private static final int PATIENCE = 60;

  private final ScheduledExecutorService owner = Executors.newSingleThreadScheduledExecutor();
  private final List<MultiplayerEvent> events = new ArrayList<>();
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
        MultiplayerServer.on(owner).withoutRelay().onEvent(events::add).build();
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
    done.orTimeout(PATIENCE, TimeUnit.SECONDS).join();
  }

  private static FakeClient client(MultiplayerServer server) {
    FakeClient client = new FakeClient();
    client.peer = server.connect(client);
    return client;
  }

  private static PackedByteArray values(Object... values) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (Object value : values) {
      bytes.writeBytes(CODEC.encode(Variant.of(value)));
    }
    return PackedByteArray.wrap(bytes.toByteArray());
  }

  private List<String> faults() {
    return events.stream()
        .filter(PeerFault.class::isInstance)
        .map(event -> ((PeerFault) event).problem())
        .toList();
  }

  @Test
  void aSpawnedNodeLives() {
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
          FakeClient bob = client(server); // comes late
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

  /** The spawn and the changes that stand in the captures, to the byte. */
  @Test
  void bytesOfAnEngine() {
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
  void spawnFunctions() {
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
  void nodesThatEveryClientHas() {
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
          assertThat(ada.take()).isEmpty(); // is not confirmed
          ada.sends(new Confirm(false, 1)); // whatever methods it has there
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
  void visibility() {
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
  void everybodyIsSentWhatItSees() {
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
  void packetsAreAsLongAsEnginesMakeThem() {
    withServer(
        server -> {
          FakeClient ada = client(server);
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
          assertThat(states).containsExactly(67, 67, 66); // of 20 bytes each, behind 3
          assertThat(packets).hasSize(states.size() + 1);
        });
  }

  @Test
  void mistakesOfTheProgram() {
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
  void valuesOfClients() {
    List<String> taken = new ArrayList<>();
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
          server.receive(path, ada.id, input, (peer, values) -> taken.add(values.toString()));
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
          assertThat(taken)
              .containsExactly(
                  "{direction=100}",
                  "{direction=101}",
                  "{direction=32867}",
                  "{direction=65535}",
                  "{direction=0}",
                  "{direction=1}",
                  "{jump=true}",
                  "{weapon=\"axe\", jump=false}");
          assertThat(faults()).isEmpty();
          bob.sends(new Sync(1, List.of(new State(id, values(1)))));
          ada.sends(new Sync(9, List.of(new State(id, values(1, 2)))));
          ada.sends(new Sync(10, List.of(new State(id, values()))));
          ada.sends(new Sync(11, List.of(new State(7, values(1)))));
          ada.sends(new Delta(List.of(new Change(id, 4, values(1)))));
          ada.sends(new Delta(List.of(new Change(id, 0, values()))));
          assertThat(faults()).hasSize(6);
          assertThat(taken).hasSize(8);
          assertThat(server.stopReceiving(path)).isTrue();
          ada.sends(new Sync(12, List.of(new State(id, values(1)))));
          assertThat(faults()).hasSize(7);
        });
  }
}
