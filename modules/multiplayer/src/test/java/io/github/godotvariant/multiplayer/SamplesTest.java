package io.github.godotvariant.multiplayer;

import static io.github.godotvariant.multiplayer.RpcMode.ANY_PEER;
import static io.github.godotvariant.multiplayer.RpcMode.AUTHORITY;
import static io.github.godotvariant.multiplayer.TransferMode.RELIABLE;
import static io.github.godotvariant.multiplayer.TransferMode.UNRELIABLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.multiplayer.Authenticator.Verdict;
import io.github.godotvariant.net.CompressedVariantCodec;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs the Java samples in the documentation of this module, word for word. */
@SuppressWarnings("FutureReturnValueIgnored") // The results show failures.
class SamplesTest {
  private static final Logger LOG = Logger.getLogger(MultiplayerServer.class.getName());

  static {
    LOG.setLevel(Level.OFF);
  }

  @TempDir Path folder;

  private final List<String> logged = new ArrayList<>();
  private final EmbeddedChannel channel = new EmbeddedChannel();

  private void log(Object line) {
    logged.add(line.toString());
  }

  private void move(int peer, Vector2 to) {
    logged.add(peer + " moves to " + to);
  }

  private static byte[] call(int method, Object value) {
    CompressedVariantCodec.Arguments arguments =
        CompressedVariantCodec.of(VariantCodec.GODOT_4).encodeArguments(List.of(Variant.of(value)));
    return new MultiplayerPacket.Call(
            new MultiplayerPacket.ByPath("World"),
            method,
            PackedByteArray.unsafeWrap(arguments.bytes()),
            arguments.isRaw())
        .encode();
  }

  @Test
  void decodesPackets() {
    byte[] message = call(3, "hi");
    CompressedVariantCodec codec = CompressedVariantCodec.of(VariantCodec.GODOT_4);
    MultiplayerPacket packet = MultiplayerPacket.decode(message);
    if (packet instanceof MultiplayerPacket.Call call) {
      List<Variant> arguments = codec.decodeArguments(call.arguments().asBuffer(), call.isRaw());
      log(call.node() + " method " + call.method() + ": " + arguments);
    }
    assertThat(logged).singleElement().asString().endsWith(" method 3: [\"hi\"]");
  }

  /** The sample in the form without checks for nulls. */
  @SuppressWarnings({"NullAway", "NullAway.Init"})
  private static final class Game implements MultiplayerListener {
    private final ReplicationConfig player =
        ReplicationConfig.builder() // as in the synchronizer of the scene
            .spawned("position", ReplicationMode.ALWAYS)
            .spawned("hp", ReplicationMode.ON_CHANGE)
            .build();
    private final ReplicationConfig input =
        ReplicationConfig.builder().property("direction", ReplicationMode.ALWAYS).build();
    private final ReplicationConfig time =
        ReplicationConfig.builder().property("seconds", ReplicationMode.ON_CHANGE).build();
    private final Spawner spawner = Spawner.at("World/Spawner").scene(player).build();
    final RpcNode world =
        RpcNode.at("World")
            .method("chat", ANY_PEER, RELIABLE, this::chat)
            .method("said", AUTHORITY, RELIABLE)
            .build();
    private final Map<Integer, ReplicatedNode> players = new HashMap<>(); // by peer id
    private final Map<Integer, Vector2> directions = new HashMap<>();
    private MultiplayerServer server;
    private ReplicatedNode clock; // a synchronizer in the scene of each client
    private int ticks;

    @Override
    public void started(MultiplayerServer started) {
      server = started;
      clock = server.synchronize("World/Clock/Sync", time, Map.of("seconds", 0));
      server.tick(50, TimeUnit.MILLISECONDS, this::tick);
    }

    @Override
    public void peerConnected(Peer peer) {
      int id = peer.id();
      Map<String, Object> values = Map.of("position", new Vector2(0, 0), "hp", 100);
      players.put(id, server.spawn(spawner, 0, "P" + id, values));
      server.receive(
          "World/Players/P" + id + "/Input",
          id, // the peer that owns it and may send
          input,
          (owner, sent) -> directions.put(owner, sent.get("direction").as(Vector2.class)));
      server.callAll(world, "said", id + " comes");
    }

    @Override
    public void peerDisconnected(Peer peer, String reason) {
      players.remove(peer.id()).remove(); // receive() has already ended
      directions.remove(peer.id());
      server.callAll(world, "said", peer.id() + " leaves");
    }

    private void chat(RpcCall call) {
      String text = call.arguments(1).get(0).asString();
      if (text.length() > 200) {
        call.peer().disconnect("the text is too long"); // calls peerDisconnected()
        return;
      }
      server.callAll(world, "said", call.sender() + ": " + text);
    }

    private void tick() {
      clock.set("seconds", ++ticks / 20);
      directions.forEach(
          (id, direction) -> {
            Vector2 at = players.get(id).get("position").as(Vector2.class);
            Vector2 to = new Vector2(at.x() + 5 * direction.x(), at.y() + 5 * direction.y());
            players.get(id).set("position", to);
          });
      server.replicate();
    }
  }

  @Test
  void runsGame() {
    Game game = new Game();
    MultiplayerServer server =
        MultiplayerServer.on(channel.eventLoop()).node(game.world).listener(game).build();
    FakeClient ada = new FakeClient();
    FakeClient bob = new FakeClient();
    server.run(
        () -> {
          ada.peer = server.accept(ada);
          bob.peer = server.accept(bob);
          ada.take();
          String path = "World/Players/P" + bob.id + "/Input";
          bob.sends(new MultiplayerPacket.Announce("d41d8cd98f00b204e9800998ecf8427e", 7, path));
          PackedByteArray values =
              PackedByteArray.of(
                  CompressedVariantCodec.of(VariantCodec.GODOT_4).encode(new Vector2(1, 2)));
          bob.sends(
              new MultiplayerPacket.Sync(
                  1, List.of(new MultiplayerPacket.State(Replication.BY_PATH + 7, values))));
          game.tick();
          assertThat(game.players.get(bob.id))
              .satisfies(node -> assertThat(node.get("position")).isEqualTo(new Vector2(5, 10)));
          assertThat(ada.take()).last().isInstanceOf(MultiplayerPacket.Delta.class);
          bob.sends(call(0, "hello"));
          assertThat(ada.take()).last().isInstanceOf(MultiplayerPacket.Call.class);
          bob.sends(call(0, "x".repeat(201)));
          assertThat(bob.isClosed).isTrue();
          assertThat(ada.take().stream().map(Object::getClass).map(Class::getSimpleName))
              .containsExactly("RemovePeer", "Despawn", "Call");
          game.tick();
          assertThat(game.players).containsOnlyKeys(ada.id);
        });
  }

  @Test
  void setsLimits() {
    MultiplayerLimits limits = MultiplayerLimits.builder().calls(200).faults(5).build();
    assertThat(limits.calls()).isEqualTo(200);
    assertThat(limits.faults()).isEqualTo(5);
  }

  @Test
  void buildsServer() {
    EmbeddedChannel eventLoopOf = new EmbeddedChannel();
    io.netty.channel.EventLoop eventLoop = eventLoopOf.eventLoop();
    RpcNode world =
        RpcNode.at("World")
            .method(
                "move",
                ANY_PEER,
                UNRELIABLE,
                call -> move(call.sender(), call.argument(0, Vector2.class)))
            .method("say", AUTHORITY, RELIABLE) // only the server calls it
            .build();
    MultiplayerListener game = RecordedEvent.listener(this::log);
    MultiplayerServer server = MultiplayerServer.on(eventLoop).node(world).listener(game).build();
    server.execute(() -> server.callAll(world, "say", "welcome"));
    FakeClient client = new FakeClient();
    server.run(
        () -> {
          client.peer = server.accept(client);
          client.sends(call(0, new Vector2(1, 2)));
        });
    eventLoopOf.runPendingTasks();
    assertThat(client.received).last().isInstanceOf(MultiplayerPacket.Call.class);
    assertThat(logged)
        .containsExactly(
            "PeerConnected[peer=" + client.id + "]", client.id + " moves to Vector2(1, 2)");
  }

  @Test
  void readsScripts() throws IOException {
    Path project = folder;
    Files.writeString(project.resolve("project.godot"), "config_version=5\n");
    Files.writeString(
        project.resolve("world.gd"),
        "extends Node\n@rpc func say(a): pass\n@rpc func go(): pass\n");
    ProjectScripts scripts = ProjectScripts.of(project); // the folder of project.godot
    RpcMethods world = scripts.methods("res://world.gd");
    assertThat(world.number("say")).contains(1);
    RpcNode node =
        RpcNode.at("World")
            .names(scripts.methods("res://world.gd").withConfigured(List.of("hidden")))
            .method("say", ANY_PEER, RELIABLE, call -> log(call.argumentString(0)))
            .build();
    assertThat(node.methods().number("hidden")).contains(RpcMethods.CONFIGURED);
  }

  @Test
  void readsScenes() throws IOException {
    Path project = folder;
    Files.writeString(project.resolve("project.godot"), "config_version=5\n");
    String synchronizers =
        """
        [gd_scene format=3]
        [sub_resource type="SceneReplicationConfig" id="1"]
        properties/0/path = NodePath(".:position")
        [node name="Unit" type="Node2D"]
        [node name="Sync" type="MultiplayerSynchronizer" parent="."]
        replication_config = SubResource("1")
        [node name="Input" type="MultiplayerSynchronizer" parent="."]
        replication_config = SubResource("1")
        """;
    Files.writeString(project.resolve("unit.tscn"), synchronizers);
    Files.writeString(
        project.resolve("world.tscn"),
        """
        [gd_scene format=3]
        [node name="World" type="Node2D"]
        [node name="Spawner" type="MultiplayerSpawner" parent="."]
        _spawnable_scenes = PackedStringArray("res://unit.tscn")
        """);
    ProjectScenes scenes = ProjectScenes.of(project); // the folder of project.godot
    Spawner units = scenes.spawner("res://world.tscn", "Spawner", "Input");
    ReplicationConfig input = scenes.synchronizer("res://unit.tscn", "Input");
    assertThat(units.scenes()).hasSize(1);
    assertThat(units.scenes().get(0)).hasSize(1);
    assertThat(input.properties()).hasSize(1);
  }

  @Test
  void replicatesNodes() {
    ReplicationConfig unit =
        ReplicationConfig.builder()
            .spawned("position", ReplicationMode.ALWAYS)
            .spawned("hp", ReplicationMode.ON_CHANGE)
            .build();
    MultiplayerServer server = MultiplayerServer.on(channel.eventLoop()).build();
    FakeClient client = new FakeClient();
    server.run(
        () -> {
          client.peer = server.accept(client);
          Spawner units = Spawner.at("World/Spawner").scene(unit).build();
          ReplicatedNode u1 =
              server.spawn(units, 0, "U1", Map.of("position", new Vector2(10, 20), "hp", 100));
          u1.set("hp", 90);
          server.replicate();
          assertThat(client.take().stream().map(Object::getClass).map(Class::getSimpleName))
              .contains("Announce", "Spawn", "Delta");
          int peer = client.id;
          Set<Integer> red = new HashSet<>(); // the peers of a team
          ReplicatedNode mine =
              server.spawn(
                  units, 0, "Mine", Map.of("position", new Vector2(5, 5), "hp", 1), red::contains);
          red.add(peer);
          server.updateVisibility(peer); // spawns the mine at this peer now
          assertThat(mine.isSeenBy(peer)).isTrue();
        });
    assertThat(client.received.stream().map(Object::getClass).map(Class::getSimpleName))
        .containsExactly("Spawn");
  }

  /** A returning player is recognized by the token, not by the id. */
  @Test
  void spawnsPlayers() {
    Map<String, String> names = Map.of("t-1", "ada");
    Map<Integer, String> players = new HashMap<>();
    Authenticator byToken =
        (peer, data) -> {
          String name = names.get(new String(data, StandardCharsets.UTF_8));
          if (name == null) {
            return CompletableFuture.completedFuture(Verdict.REFUSE);
          }
          players.put(peer.id(), name);
          return CompletableFuture.completedFuture(Verdict.ADMIT);
        };
    MultiplayerServer server =
        MultiplayerServer.on(channel.eventLoop()).authenticator(byToken).build();
    for (String token : List.of("t-1", "t-1", "t-2")) {
      server.run(
          () -> {
            FakeClient client = new FakeClient();
            client.peer = server.accept(client);
            client.sends(
                new MultiplayerPacket.Auth(
                    PackedByteArray.of(token.getBytes(StandardCharsets.UTF_8))));
            client.sends(new MultiplayerPacket.AuthDone());
          });
      channel.runPendingTasks();
    }
    assertThat(players.values()).containsExactly("ada", "ada");
    server.run(() -> assertThat(server.peers()).hasSize(2));
  }
}
