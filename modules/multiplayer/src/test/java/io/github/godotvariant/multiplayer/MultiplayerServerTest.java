package io.github.godotvariant.multiplayer;

import static io.github.godotvariant.multiplayer.RpcMode.ANY_PEER;
import static io.github.godotvariant.multiplayer.RpcMode.AUTHORITY;
import static io.github.godotvariant.multiplayer.TransferMode.RELIABLE;
import static io.github.godotvariant.multiplayer.TransferMode.UNRELIABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.multiplayer.Authenticator.Verdict;
import io.github.godotvariant.multiplayer.MultiplayerPacket.AddPeer;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Announce;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Auth;
import io.github.godotvariant.multiplayer.MultiplayerPacket.AuthDone;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ByNumber;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ByPath;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Call;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Confirm;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ConfirmPath;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Despawn;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Raw;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Relay;
import io.github.godotvariant.multiplayer.MultiplayerPacket.RemovePeer;
import io.github.godotvariant.multiplayer.RecordedEvent.AuthenticationFailed;
import io.github.godotvariant.multiplayer.RecordedEvent.HandlerFailed;
import io.github.godotvariant.multiplayer.RecordedEvent.MethodsDiffer;
import io.github.godotvariant.multiplayer.RecordedEvent.OldRelease;
import io.github.godotvariant.multiplayer.RecordedEvent.PeerConnected;
import io.github.godotvariant.multiplayer.RecordedEvent.PeerDisconnected;
import io.github.godotvariant.multiplayer.RecordedEvent.ProtocolError;
import io.github.godotvariant.multiplayer.RecordedEvent.UnknownNode;
import io.github.godotvariant.net.CompressedVariantCodec;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.RecordCodec;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MultiplayerServerTest {
  @GodotRecord
  record Shot(Vector2 from, double angle) {}

  private static final CompressedVariantCodec CODEC =
      CompressedVariantCodec.of(VariantCodec.GODOT_4);

  /** Ends a test that would otherwise wait forever. */
  private static final int TIMEOUT_SECONDS = 60;

  private static final long SECOND = 1_000_000_000L;

  /** Starts below zero, as {@link System#nanoTime()} may. */
  private final AtomicLong time = new AtomicLong(-5 * SECOND);

  private final ScheduledExecutorService owner = Executors.newSingleThreadScheduledExecutor();
  private final List<RecordedEvent> events = new ArrayList<>();
  private final List<String> calls = new ArrayList<>();
  private final RpcNode world =
      RpcNode.at("World")
          .method("move", ANY_PEER, UNRELIABLE, call -> onMove(call.argument(0, Vector2.class)))
          .method("say", AUTHORITY, RELIABLE)
          .method("shoot", ANY_PEER, RELIABLE, this::onShoot)
          .method("listen", ANY_PEER, RELIABLE)
          .method("fail", ANY_PEER, RELIABLE, call -> fail())
          .method("ask", ANY_PEER, RELIABLE, call -> onAsk(call))
          .build();

  private void onMove(Vector2 to) {
    calls.add("moved " + to);
  }

  private void onShoot(RpcCall call) {
    calls.add("shot " + call.argument(0, RecordCodec.of(Shot.class)) + " by " + call);
  }

  private void onAsk(RpcCall call) {
    calls.add("reached: " + call.reply("say", "you said", call.argumentInt(0)));
  }

  private static void fail() {
    throw new IllegalStateException("on purpose");
  }

  private MultiplayerServer.Builder builder() {
    return MultiplayerServer.on(owner).node(world).listener(RecordedEvent.listener(events::add));
  }

  private static final Logger LOG = Logger.getLogger(MultiplayerServer.class.getName());

  static {
    // Expected failures do not belong in the log of the build.
    LOG.setLevel(Level.OFF);
  }

  @AfterEach
  void stop() {
    owner.shutdownNow();
  }

  /** Runs a test in the thread of the server and waits for its end. */
  private static void runIn(MultiplayerServer server, Runnable test) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    server.execute(
        () -> {
          try {
            test.run();
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

  private void withServer(Consumer<MultiplayerServer> test) {
    MultiplayerServer server = builder().build();
    runIn(server, () -> test.accept(server));
  }

  private static Call call(MultiplayerPacket.Node node, int method, Object... values) {
    CompressedVariantCodec.Arguments arguments =
        CODEC.encodeArguments(java.util.Arrays.stream(values).map(Variant::of).toList());
    return new Call(node, method, PackedByteArray.wrap(arguments.bytes()), arguments.raw());
  }

  private int methodNumber(String method) {
    return world.methods().number(method).orElseThrow();
  }

  private List<String> protocolErrors() {
    return events.stream()
        .filter(ProtocolError.class::isInstance)
        .map(event -> ((ProtocolError) event).problem())
        .toList();
  }

  @Test
  void announcesPeersToEachOther() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          FakeClient bob = client(server);
          assertThat(ada.id).isGreaterThan(1).isNotEqualTo(bob.id);
          assertThat(ada.take()).containsExactly(new AddPeer(bob.id));
          assertThat(bob.take()).containsExactly(new AddPeer(ada.id));
          assertThat(server.peers()).containsExactly(ada.id, bob.id);
          ada.peer.disconnected("left");
          assertThat(bob.take()).containsExactly(new RemovePeer(ada.id));
          assertThat(server.disconnect(bob.id)).isTrue();
          assertThat(bob.closed).isTrue();
          assertThat(server.disconnect(bob.id)).isFalse();
          assertThat(server.peers()).isEmpty();
          assertThat(events)
              .containsExactly(
                  new PeerConnected(ada.id),
                  new PeerConnected(bob.id),
                  new PeerDisconnected(ada.id, "left"),
                  new PeerDisconnected(bob.id, "disconnected by the server"));
        });
  }

  @Test
  void callsByPathUntilNumberIsConfirmed() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          assertThat(server.call(ada.id, world, "say", "hello", 5)).isTrue();
          assertThat(ada.take())
              .containsExactly(
                  new Announce(world.methods().checksum(), 1, "World"),
                  call(new ByPath("World"), methodNumber("say"), "hello", 5));
          assertThat(server.callAll(world, "say")).isEqualTo(1);
          assertThat(ada.take()).containsExactly(call(new ByPath("World"), methodNumber("say")));
          ada.sends(new Confirm(true, 1));
          assertThat(server.call(ada.id, world, "say", new Vector2(1, 2))).isTrue();
          assertThat(ada.take())
              .containsExactly(call(new ByNumber(1, 1), methodNumber("say"), new Vector2(1, 2)));
          FakeClient bob = client(server);
          ada.take();
          bob.take();
          ada.modes.clear();
          assertThat(server.callAll(world, "move", 1)).isEqualTo(2);
          assertThat(ada.take()).containsExactly(call(new ByNumber(1, 1), methodNumber("move"), 1));
          assertThat(ada.modes).containsExactly(UNRELIABLE);
          assertThat(bob.take())
              .hasSize(2)
              .last()
              .isEqualTo(call(new ByPath("World"), methodNumber("move"), 1));
          assertThat(server.call(7, world, "say")).isFalse();
          ada.peer.disconnected("left");
          assertThat(server.call(ada.id, world, "say")).isFalse();
        });
  }

  @Test
  void rejectsInvalidCallsBeforeSending() {
    RpcNode other = RpcNode.at("Other").method("say", ANY_PEER, RELIABLE).build();
    withServer(
        server -> {
          FakeClient ada = client(server);
          assertThatIllegalArgumentException().isThrownBy(() -> server.call(ada.id, other, "say"));
          assertThatIllegalArgumentException().isThrownBy(() -> server.call(ada.id, world, "no"));
          assertThatIllegalArgumentException()
              .isThrownBy(() -> server.call(ada.id, world, "say", new Object[256]));
          assertThatIllegalArgumentException()
              .isThrownBy(() -> server.sendBytes(ada.id, new byte[0], RELIABLE, 0));
          assertThat(ada.take()).isEmpty();
          assertThat(server.sendBytes(ada.id, new byte[] {5}, RELIABLE, 0)).isTrue();
          assertThat(ada.take()).containsExactly(new Raw(PackedByteArray.of((byte) 5)));
          assertThat(server.sendBytes(7, new byte[] {5}, RELIABLE, 0)).isFalse();
        });
    MultiplayerServer old =
        builder().codec(VariantCodec.of(io.github.godotvariant.dialect.Dialect.GODOT_4_0)).build();
    runIn(
        old,
        () -> {
          FakeClient ada = client(old);
          org.assertj.core.api.Assertions.assertThatExceptionOfType(
                  InexpressibleVariantException.class)
              .isThrownBy(
                  () ->
                      old.call(
                          ada.id,
                          world,
                          "say",
                          io.github.godotvariant.PackedVector4Array.of(
                              new io.github.godotvariant.Vector4(1, 2, 3, 4))));
          assertThat(ada.take()).isEmpty();
        });
  }

  @Test
  void rejectsUseFromOtherThreads() {
    MultiplayerServer server = builder().build();
    assertThatIllegalStateException().isThrownBy(server::peers);
    assertThatIllegalStateException().isThrownBy(() -> server.callAll(world, "say"));
    CompletableFuture<List<Integer>> ticked = new CompletableFuture<>();
    server.tick(1, TimeUnit.MILLISECONDS, () -> ticked.complete(server.peers()));
    assertThat(ticked.orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS).join()).isEmpty();
  }

  @Test
  void dispatchesCallsOfClients() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          ada.sends(call(new ByPath("World"), methodNumber("move"), new Vector2(1, 2)));
          ada.sends(call(new ByPath("/root/World"), methodNumber("move"), new Vector2(3, 4)));
          ada.sends(new Announce(world.methods().checksum(), 9, "World"));
          assertThat(ada.take()).containsExactly(new Confirm(true, 9));
          ada.sends(
              call(
                  new ByNumber(9, 4),
                  methodNumber("shoot"),
                  VariantDictionary.of("from", new Vector2(0, 1), "angle", 0.5)));
          String shown =
              "World.shoot("
                  + VariantDictionary.of("from", new Vector2(0, 1), "angle", 0.5).toShortString()
                  + ") of "
                  + ada.id;
          assertThat(shown).doesNotContain("\n");
          assertThat(calls)
              .containsExactly(
                  "moved Vector2(1, 2)",
                  "moved Vector2(3, 4)",
                  "shot Shot[from=Vector2(0, 1), angle=0.5] by " + shown);
          assertThat(protocolErrors()).isEmpty();
        });
  }

  @Test
  void repliesToCallerOnly() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          FakeClient bob = client(server);
          ada.take();
          bob.take();
          ada.sends(call(new ByPath("World"), methodNumber("ask"), 7));
          assertThat(ada.take())
              .containsExactly(
                  new Announce(world.methods().checksum(), 1, "World"),
                  call(new ByPath("World"), methodNumber("say"), "you said", 7));
          assertThat(bob.take()).isEmpty();
          assertThat(calls).containsExactly("reached: true");
        });
  }

  @Test
  void reportsInvalidPackets() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          ByPath at = new ByPath("World");
          ada.sends(call(at, methodNumber("say"), "I am the server"));
          ada.sends(call(at, 77));
          ada.sends(call(new ByPath("Elsewhere"), 0));
          ada.sends(call(new ByNumber(3, 1), 0));
          ada.sends(call(at, methodNumber("move")));
          ada.sends(call(at, methodNumber("move"), "x"));
          ada.sends(
              new Call(at, methodNumber("move"), PackedByteArray.of((byte) 2, (byte) 1), false));
          ada.sends(
              new Call(at, methodNumber("move"), PackedByteArray.of((byte) 0, (byte) 1), false));
          ada.sends(new Despawn(5));
          ada.sends(new AddPeer(5));
          ada.sends(new byte[0]);
          ada.sends(new byte[70_000]);
          assertThat(protocolErrors())
              .containsExactly(
                  "call of World.say, which clients may not call",
                  "call of method 77 of World, which does not exist",
                  "call of the unknown node \"Elsewhere\"",
                  "call of node 3, which was not announced",
                  "call of World.move: wanted argument 0 but there are 0",
                  "call of World.move: wanted Vector2 but found String \"x\", [0]",
                  "call of World.move: a value needs 1 byte but the input ends, at byte 0, $",
                  "call of World.move: 1 bytes follow the arguments",
                  "a packet that only servers send",
                  "a packet that only servers send",
                  protocolErrors().get(10),
                  "a packet of 70000 bytes");
          assertThat(calls).isEmpty();
          assertThat(ada.closed).isFalse();
        });
  }

  /** In Godot, {@code rpc()} calls the server and all other clients. */
  @Test
  void ignoresCallsMeantForOtherClients() {
    RpcNode lobby =
        RpcNode.at("Lobby")
            .names(RpcMethods.annotated(List.of("chat", "ready", "start")))
            .method("ready", ANY_PEER, RELIABLE)
            .method("start", AUTHORITY, RELIABLE)
            .build();
    MultiplayerServer server = builder().node(lobby).build();
    runIn(
        server,
        () -> {
          FakeClient ada = client(server);
          ByPath at = new ByPath("Lobby");
          for (int i = 0; i < 100; i++) {
            ada.sends(call(at, 0, "line " + i)); // only in the script
            ada.sends(call(at, 1)); // has no handler
          }
          assertThat(protocolErrors()).isEmpty();
          ada.sends(call(at, 2));
          ada.sends(call(at, 3));
          assertThat(protocolErrors())
              .containsExactly(
                  "call of Lobby.start, which clients may not call",
                  "call of method 3 of Lobby, which does not exist");
        });
  }

  @Test
  void ignoresCallsOfRemovedNode() {
    RpcNode other = RpcNode.at("World").method("other", ANY_PEER, RELIABLE, call -> fail()).build();
    withServer(
        server -> {
          FakeClient ada = client(server);
          Call byPath = call(new ByPath("World"), methodNumber("move"), new Vector2(1, 2));
          Call byNumber = call(new ByNumber(9, 1), methodNumber("move"), new Vector2(1, 2));
          ada.sends(new Announce(world.methods().checksum(), 9, "/root/World"));
          assertThat(ada.take()).containsExactly(new Confirm(true, 9));
          assertThat(server.remove(world)).isTrue();
          for (int i = 0; i < 30; i++) {
            ada.sends(byPath);
            ada.sends(byNumber);
          }
          server.add(other); // has the same path, but other methods
          ada.sends(byNumber);
          ada.sends(byPath);
          assertThat(calls).isEmpty();
          assertThat(events).containsExactly(new PeerConnected(ada.id));
          ada.sends(new Announce(other.methods().checksum(), 10, "World"));
          assertThat(ada.take()).containsExactly(new Confirm(true, 10));
          ada.sends(call(new ByNumber(10, 1), 0));
          assertThat(events).last().isInstanceOf(HandlerFailed.class);
          server.remove(other);
          server.add(world);
          ada.sends(byNumber);
          assertThat(calls).containsExactly("moved Vector2(1, 2)");
          assertThat(protocolErrors()).isEmpty();
        });
  }

  /** The first packets of a client may arrive while the server does not have the node. */
  @Test
  void confirmsAnnouncementWhenNodeIsAdded() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          server.remove(world);
          ada.sends(new Announce(world.methods().checksum(), 3, "World"));
          ada.sends(call(new ByPath("World"), methodNumber("move"), new Vector2(1, 2)));
          assertThat(ada.take()).isEmpty();
          assertThat(events)
              .containsExactly(new PeerConnected(ada.id), new UnknownNode(ada.id, "World"));
          server.add(world);
          assertThat(ada.take()).containsExactly(new Confirm(true, 3));
          ada.sends(call(new ByNumber(3, 1), methodNumber("move"), new Vector2(3, 4)));
          assertThat(calls).containsExactly("moved Vector2(3, 4)");
        });
  }

  @Test
  void usesNewNumberForNodeAddedAgain() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          server.call(ada.id, world, "say");
          ada.sends(new Confirm(true, 1));
          server.remove(world);
          server.add(world);
          ada.take();
          server.call(ada.id, world, "say");
          ada.sends(new Confirm(true, 1)); // is no longer valid
          server.call(ada.id, world, "say");
          assertThat(ada.take())
              .containsExactly(
                  new Announce(world.methods().checksum(), 2, "World"),
                  call(new ByPath("World"), methodNumber("say")),
                  call(new ByPath("World"), methodNumber("say")));
        });
  }

  @Test
  void disconnectsOnlyPeerWithTooManyProtocolErrors() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          FakeClient bob = client(server);
          bob.take();
          for (int i = 0; i <= MultiplayerLimits.DEFAULT.faults(); i++) {
            assertThat(ada.closed).isFalse();
            ada.sends(new byte[] {3});
          }
          assertThat(ada.closed).isTrue();
          ada.sends(call(new ByPath("World"), methodNumber("move"), new Vector2(1, 2)));
          assertThat(calls).isEmpty();
          assertThat(bob.closed).isFalse();
          assertThat(bob.take()).containsExactly(new RemovePeer(ada.id));
          assertThat(server.peers()).containsExactly(bob.id);
        });
  }

  /** A long game with a few errors of latency stays connected. */
  @Test
  void countsProtocolErrorsPerMinute() {
    MultiplayerServer server =
        builder().limits(MultiplayerLimits.builder().faults(2).build()).clock(time::get).build();
    runIn(
        server,
        () -> {
          FakeClient ada = client(server);
          for (int minute = 0; minute < 30; minute++) {
            ada.sends(new byte[] {3});
            ada.sends(new byte[] {3});
            time.addAndGet(60 * SECOND);
          }
          assertThat(protocolErrors()).hasSize(60);
          ada.sends(new byte[] {3});
          time.addAndGet(59 * SECOND);
          ada.sends(new byte[] {3});
          assertThat(ada.closed).isFalse();
          ada.sends(new byte[] {3});
          assertThat(ada.closed).isTrue();
          assertThat(events)
              .last()
              .isEqualTo(
                  new PeerDisconnected(ada.id, "more faults in a minute than the limit of 2"));
        });
  }

  @Test
  void setsLimitsByName() {
    MultiplayerLimits limits =
        MultiplayerLimits.builder()
            .peers(1)
            .pendingPeers(2)
            .announcements(3)
            .pathBytes(4)
            .packetBytes(5)
            .faults(6)
            .calls(7)
            .relayedBytes(8)
            .authenticationMillis(9)
            .build();
    assertThat(
            List.of(
                limits.peers(),
                limits.pendingPeers(),
                limits.announcements(),
                limits.pathBytes(),
                limits.packetBytes(),
                limits.faults(),
                limits.calls()))
        .containsExactly(1, 2, 3, 4, 5, 6, 7);
    assertThat(limits.relayedBytes()).isEqualTo(8);
    assertThat(limits.authenticationMillis()).isEqualTo(9);
    assertThat(MultiplayerLimits.DEFAULT.relayedBytes()).isEqualTo(1_000_000);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MultiplayerLimits.builder().faults(-1))
        .withMessage("the limit -1 is negative");
  }

  @Test
  @SuppressWarnings("NullAway") // Callers may not use a null checker.
  void rejectsInvalidPeerIdsAndNullArrays() {
    withServer(
        server -> {
          assertThatIllegalArgumentException()
              .isThrownBy(() -> server.call(0, world, "say"))
              .withMessageContaining("callAll");
          assertThatIllegalArgumentException()
              .isThrownBy(() -> server.call(-5, world, "say"))
              .withMessageContaining("callAll");
          assertThatIllegalArgumentException()
              .isThrownBy(() -> server.call(1, world, "say"))
              .withMessage("peer id 1 is the server itself");
          assertThatIllegalArgumentException()
              .isThrownBy(() -> server.sendBytes(0, new byte[] {1}, RELIABLE, 0))
              .withMessageContaining("peers()");
          assertThatNullPointerException()
              .isThrownBy(() -> server.callAll(world, "say", (Object[]) null))
              .withMessage("arguments");
        });
    assertThatNullPointerException()
        .isThrownBy(() -> Spawner.at("World").scene((ReplicationConfig[]) null))
        .withMessage("synchronizers");
  }

  @Test
  @SuppressWarnings("FutureReturnValueIgnored") // The test does not wait for the shutdown.
  void rejectsExecutorsWithSeveralThreads() {
    ScheduledExecutorService pool = Executors.newScheduledThreadPool(2);
    EventLoopGroup loops = new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
    EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    try {
      for (ScheduledExecutorService several : List.of(pool, loops)) {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> MultiplayerServer.on(several))
            .withMessageContaining("pass next()");
      }
      MultiplayerServer server = MultiplayerServer.on(loops.next()).build();
      runIn(server, () -> assertThat(server.peers()).isEmpty());
      assertThatIllegalStateException()
          .isThrownBy(server::peers)
          .withMessageContaining("pass next()");
      MultiplayerServer one = MultiplayerServer.on(loop).build();
      runIn(one, () -> assertThat(one.peers()).isEmpty());
    } finally {
      pool.shutdownNow();
      loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
      loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
  }

  @Test
  void checksNumberOfArguments() {
    RpcNode counting =
        RpcNode.at("Counting")
            .method("two", ANY_PEER, RELIABLE, call -> calls.add("" + call.arguments(2)))
            .build();
    MultiplayerServer server = builder().node(counting).build();
    runIn(
        server,
        () -> {
          FakeClient ada = client(server);
          ada.sends(call(new ByPath("Counting"), 0, 1, 2));
          ada.sends(call(new ByPath("Counting"), 0, 1));
          ada.sends(call(new ByPath("Counting"), 0, 1, 2, 3));
          assertThat(calls).containsExactly("[1, 2]");
          assertThat(protocolErrors())
              .containsExactly(
                  "call of Counting.two: wanted 2 arguments but there are 1",
                  "call of Counting.two: wanted 2 arguments but there are 3");
        });
  }

  @Test
  void sendsEventsBeforeDisconnectReturns() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          assertThat(events).hasSize(1);
          server.disconnect(ada.id);
          assertThat(events).hasSize(2);
        });
  }

  @Test
  void reportsFailedHandlerWithoutProtocolError() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          ada.sends(call(new ByPath("World"), methodNumber("fail")));
          assertThat(protocolErrors()).isEmpty();
          assertThat(events.get(1))
              .isInstanceOfSatisfying(
                  HandlerFailed.class,
                  failed -> {
                    assertThat(failed.place()).isEqualTo("World.fail");
                    assertThat(failed.exception()).hasMessage("on purpose");
                  });
          assertThat(ada.closed).isFalse();
        });
  }

  @Test
  void rejectsCallsWhenMethodsDiffer() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          ada.sends(new Announce("0".repeat(32), 1, "World"));
          assertThat(ada.take()).containsExactly(new Confirm(false, 1));
          assertThat(events).last().isEqualTo(new MethodsDiffer(ada.id, "World"));
          ada.sends(call(new ByNumber(1, 1), methodNumber("move"), new Vector2(1, 2)));
          ada.sends(call(new ByPath("World"), methodNumber("move"), new Vector2(1, 2)));
          assertThat(calls).isEmpty();
          assertThat(protocolErrors()).hasSize(2);
          assertThat(server.call(ada.id, world, "say")).isFalse();
          FakeClient bob = client(server);
          assertThat(server.call(bob.id, world, "say")).isTrue();
          bob.sends(new Confirm(false, 1));
          assertThat(server.call(bob.id, world, "say")).isFalse();
        });
  }

  @Test
  void limitsAnnouncements() {
    MultiplayerLimits limits =
        MultiplayerLimits.builder()
            .pendingPeers(9)
            .announcements(2)
            .pathBytes(8)
            .packetBytes(1_000)
            .faults(9)
            .calls(9)
            .relayedBytes(9)
            .authenticationMillis(9)
            .build();
    MultiplayerServer server = builder().limits(limits).build();
    runIn(
        server,
        () -> {
          FakeClient ada = client(server);
          ada.sends(new Announce(world.methods().checksum(), 1, "World"));
          ada.sends(new Announce(world.methods().checksum(), 1, "World"));
          ada.sends(new Announce("0".repeat(32), 2, "Nowhere!!"));
          ada.sends(new Announce("0".repeat(32), 2, "\u001b[2J"));
          assertThat(events).contains(new UnknownNode(ada.id, "\u001b[2J"));
          assertThat(ada.take()).containsExactly(new Confirm(true, 1));
          server.add(RpcNode.at("Second").build());
          server.add(RpcNode.at("Third").build());
          String none = RpcMethods.annotated(List.of()).checksum();
          ada.sends(new Announce(none, 3, "Second")); // replaces the unknown path
          assertThat(ada.take()).containsExactly(new Confirm(true, 3));
          ada.sends(new Announce(none, 4, "Third"));
          assertThat(ada.take()).isEmpty();
          assertThat(protocolErrors())
              .containsExactly(
                  "number 1 is announced again",
                  "a path of 9 bytes",
                  "more announcements than the limit of 2");
        });
  }

  /** A long game creates a node again and again, each time with another number. */
  @Test
  void acceptsFurtherNumbersForAnnouncedPath() {
    MultiplayerServer server =
        builder()
            .limits(MultiplayerLimits.builder().announcements(2).build())
            .clock(time::get)
            .build();
    runIn(
        server,
        () -> {
          FakeClient ada = client(server);
          for (int i = 1; i < 50; i++) {
            ada.sends(new Announce(world.methods().checksum(), i, "World"));
            assertThat(ada.take()).containsExactly(new Confirm(true, i));
            ada.sends(call(new ByNumber(i, 1), methodNumber("move"), new Vector2(i, 0)));
            ada.sends(new Announce(world.methods().checksum(), 100 + i, "Spawned" + i));
            time.addAndGet(60 * SECOND);
          }
          assertThat(calls).hasSize(49).last().isEqualTo("moved Vector2(49, 0)");
          server.remove(world);
          ada.sends(new Announce(world.methods().checksum(), 50, "World"));
          RpcNode other = RpcNode.at("World").method("other", ANY_PEER, RELIABLE).build();
          server.add(other);
          ada.sends(call(new ByPath("World"), methodNumber("move"), new Vector2(1, 2)));
          assertThat(protocolErrors()).isEmpty(); // is a call of the removed node
          ada.sends(new Announce(world.methods().checksum(), 51, "Elsewhere"));
          ada.sends(new Announce(world.methods().checksum(), 52, "Elsewhere"));
          assertThat(protocolErrors())
              .containsExactly("more announcements in a minute than the limit of 2");
        });
  }

  @Test
  void disconnectsClientsOfOldReleases() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          server.call(ada.id, world, "say");
          ada.sends(new ConfirmPath(true, "World"));
          assertThat(events).contains(new OldRelease(ada.id));
          assertThat(ada.closed).isTrue();
        });
    RpcNode three = RpcNode.at("Abc").method("say", ANY_PEER, RELIABLE).build();
    MultiplayerServer server = builder().node(three).build();
    runIn(
        server,
        () -> {
          FakeClient ada = client(server);
          ada.sends(new byte[] {2, 1, 'A', 'b', 'c', 0});
          assertThat(ada.closed).isFalse(); // nothing was announced
          server.call(ada.id, three, "say");
          ada.sends(new byte[] {2, 1, 'A', 'b', 'c', 0});
          assertThat(ada.closed).isTrue();
        });
  }

  @Test
  void relaysPacketsThatFilterAccepts() {
    List<String> bytes = new ArrayList<>();
    MultiplayerServer server =
        builder()
            .onBytes((peer, content) -> bytes.add(peer.id() + ": " + content[0]))
            .relay((from, to, packet) -> !(packet instanceof Call))
            .build();
    runIn(
        server,
        () -> {
          FakeClient ada = client(server);
          FakeClient bob = client(server);
          FakeClient eve = client(server);
          PackedByteArray raw =
              PackedByteArray.wrap(new Raw(PackedByteArray.of((byte) 9)).encode());
          Relay fromAda = new Relay(ada.id, raw);
          for (FakeClient client : List.of(ada, bob, eve)) {
            client.take();
          }
          ada.sends(new Relay(bob.id, raw));
          assertThat(bob.take()).containsExactly(fromAda);
          assertThat(eve.take()).isEmpty();
          assertThat(bytes).isEmpty();
          ada.sends(new Relay(0, raw));
          assertThat(bob.take()).containsExactly(fromAda);
          assertThat(eve.take()).containsExactly(fromAda);
          assertThat(bytes).containsExactly(ada.id + ": 9");
          ada.sends(new Relay(-1, raw));
          assertThat(bob.take()).containsExactly(fromAda);
          assertThat(eve.take()).containsExactly(fromAda);
          assertThat(bytes).hasSize(1);
          ada.sends(new Relay(-bob.id, raw));
          assertThat(bob.take()).isEmpty();
          assertThat(eve.take()).containsExactly(fromAda);
          assertThat(bytes).hasSize(2);
          ada.sends(new Relay(ada.id, raw));
          ada.sends(new Relay(1_000, raw));
          ada.sends(new Relay(Integer.MIN_VALUE, raw));
          bob.take();
          eve.take();
          ada.sends(
              new Relay(bob.id, PackedByteArray.wrap(call(new ByPath("World"), 0, 1).encode())));
          assertThat(bob.take()).isEmpty(); // The filter rejects it.
          assertThat(protocolErrors()).isEmpty();
          ada.sends(new Relay(bob.id, PackedByteArray.of((byte) 3)));
          assertThat(bob.take()).isEmpty();
          assertThat(protocolErrors()).hasSize(1);
        });
  }

  @Test
  void limitsRelayedBytes() {
    MultiplayerLimits limits =
        MultiplayerLimits.builder()
            .pendingPeers(9)
            .announcements(9)
            .pathBytes(9)
            .packetBytes(10_000)
            .faults(9)
            .calls(9)
            .relayedBytes(5_000)
            .authenticationMillis(9)
            .build();
    MultiplayerServer server = builder().limits(limits).clock(time::get).build();
    runIn(
        server,
        () -> {
          FakeClient ada = client(server);
          FakeClient bob = client(server);
          bob.take();
          PackedByteArray raw =
              PackedByteArray.wrap(new Raw(PackedByteArray.wrap(new byte[4_000])).encode());
          ada.sends(new Relay(bob.id, raw));
          ada.sends(new Relay(bob.id, raw));
          assertThat(bob.take()).hasSize(1);
          assertThat(protocolErrors())
              .containsExactly("more bytes relayed in a second than the limit of 5000");
          time.addAndGet(SECOND);
          ada.sends(new Relay(bob.id, raw));
          assertThat(bob.take()).hasSize(1);
        });
  }

  @Test
  void limitsCalls() {
    MultiplayerLimits limits =
        MultiplayerLimits.builder()
            .pendingPeers(9)
            .announcements(9)
            .pathBytes(99)
            .packetBytes(999)
            .faults(4)
            .calls(3)
            .relayedBytes(9)
            .authenticationMillis(9)
            .build();
    MultiplayerServer server = builder().limits(limits).clock(time::get).build();
    runIn(
        server,
        () -> {
          FakeClient ada = client(server);
          FakeClient bob = client(server);
          Call ask = call(new ByPath("World"), methodNumber("ask"), 1);
          ada.take();
          for (int i = 0; i < 5; i++) {
            ada.sends(ask);
          }
          assertThat(calls).hasSize(3);
          assertThat(protocolErrors())
              .containsExactly("more calls in a second than the limit of 3");
          bob.sends(ask); // The limit applies to each peer.
          assertThat(calls).hasSize(4);
          time.addAndGet(SECOND);
          ada.sends(ask);
          assertThat(calls).hasSize(5);
          for (int second = 1; second <= 4; second++) {
            assertThat(ada.closed).isFalse();
            for (int i = 0; i < 5; i++) {
              ada.sends(ask);
            }
            time.addAndGet(SECOND);
          }
          assertThat(ada.closed).isTrue(); // after its fifth protocol error
          assertThat(calls).hasSize(4 + 4 * 3);
          assertThat(server.peers()).containsExactly(bob.id);
        });
  }

  /** A stalled network delivers all delayed packets together. */
  @Test
  void reportsBurstOfCallsOnce() {
    MultiplayerServer server = builder().clock(time::get).build();
    runIn(
        server,
        () -> {
          FakeClient ada = client(server);
          for (int i = 0; i < 18 * 60; i++) {
            ada.sends(call(new ByPath("World"), methodNumber("move"), new Vector2(i, 0)));
          }
          assertThat(calls).hasSize(MultiplayerLimits.DEFAULT.calls());
          assertThat(protocolErrors())
              .containsExactly("more calls in a second than the limit of 1000");
          assertThat(ada.closed).isFalse();
        });
  }

  @Test
  void keepsClientsApartWithoutRelay() {
    MultiplayerServer server = builder().withoutRelay().build();
    runIn(
        server,
        () -> {
          FakeClient ada = client(server);
          FakeClient bob = client(server);
          ada.sends(
              new Relay(
                  bob.id, PackedByteArray.wrap(new Raw(PackedByteArray.of((byte) 9)).encode())));
          assertThat(ada.take()).isEmpty();
          assertThat(bob.take()).isEmpty();
          assertThat(protocolErrors()).containsExactly("a packet for another peer");
        });
  }

  /** Without a log line, the executor would keep the exception in a future that is never read. */
  @Test
  void logsExceptionsOfTasks() {
    List<String> logged = new CopyOnWriteArrayList<>();
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord line) {
            logged.add(line.getMessage() + ": " + line.getThrown());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    LOG.setUseParentHandlers(false);
    LOG.addHandler(handler);
    LOG.setLevel(Level.SEVERE);
    try {
      MultiplayerServer server = builder().build();
      server.execute(MultiplayerServerTest::fail);
      server.execute(
          () -> {
            throw new AssertionError("an assertion");
          });
      server.execute(
          () -> {
            throw new StackOverflowError("no stack");
          });
      runIn(server, () -> {});
      assertThat(logged)
          .containsExactly(
              "multiplayer: a task failed: java.lang.IllegalStateException: on purpose",
              "multiplayer: a task failed: java.lang.AssertionError: an assertion",
              "multiplayer: a task failed: java.lang.StackOverflowError: no stack");
      logged.clear();
      AtomicInteger ticks = new AtomicInteger();
      ScheduledFuture<?> tick =
          server.tick(
              1,
              TimeUnit.MILLISECONDS,
              () -> {
                if (ticks.incrementAndGet() == 2) {
                  throw new StackOverflowError("no stack");
                }
                throw new AssertionError("an assertion");
              });
      assertThatExceptionOfType(ExecutionException.class)
          .isThrownBy(() -> tick.get(TIMEOUT_SECONDS, TimeUnit.SECONDS))
          .withCauseInstanceOf(StackOverflowError.class);
      assertThat(logged)
          .containsExactly(
              "multiplayer: a tick failed: java.lang.AssertionError: an assertion",
              "multiplayer: a tick failed: java.lang.StackOverflowError: no stack");
      logged.clear();
      MultiplayerServer guarded =
          builder()
              .authenticator(
                  (peer, data) -> CompletableFuture.failedFuture(new LinkageError("no class")))
              .build();
      FakeClient[] clients = new FakeClient[1];
      runIn(
          guarded,
          () -> {
            clients[0] = client(guarded);
            clients[0].sends(auth("secret"));
          });
      runIn(guarded, () -> assertThat(clients[0].closed).isTrue());
      assertThat(logged)
          .containsExactly("multiplayer: authenticator failed: java.lang.LinkageError: no class");
    } finally {
      LOG.setLevel(Level.OFF);
      LOG.removeHandler(handler);
      LOG.setUseParentHandlers(true);
    }
  }

  @Test
  void startsCountOfProtocolErrorsEveryMinute() {
    MultiplayerServer server =
        builder().limits(MultiplayerLimits.builder().faults(2).build()).clock(time::get).build();
    runIn(
        server,
        () -> {
          FakeClient ada = client(server);
          time.addAndGet(150 * SECOND);
          ada.sends(new byte[] {3});
          ada.sends(new byte[] {3});
          time.addAndGet(29 * SECOND);
          assertThat(ada.closed).isFalse();
          time.addAndGet(SECOND); // the fourth minute
          ada.sends(new byte[] {3});
          ada.sends(new byte[] {3});
          assertThat(ada.closed).isFalse();
          ada.sends(new byte[] {3});
          assertThat(ada.closed).isTrue();
        });
  }

  @Test
  void reportsConfirmationsOfUnusedNumbers() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          FakeClient bob = client(server);
          server.call(ada.id, world, "say");
          bob.sends(new Confirm(true, 1)); // was announced to another peer
          assertThat(protocolErrors()).isEmpty();
          ada.sends(new Confirm(true, 2));
          ada.sends(new Confirm(true, 0xFFFF_FFFFL));
          assertThat(protocolErrors())
              .containsExactly(
                  "a confirmation of number 2, which no node has had",
                  "a confirmation of number 4294967295, which no node has had");
        });
  }

  @Test
  void skipsAuthenticatorAfterVerdict() {
    List<String> asked = new ArrayList<>();
    MultiplayerServer server =
        builder()
            .authenticator(
                (peer, data) -> {
                  asked.add("asked");
                  return new CompletableFuture<>();
                })
            .build();
    runIn(
        server,
        () -> {
          FakeClient ada = client(server);
          ada.sends(auth("secret"));
          ((ServerPeer) ada.peer).onVerdict(Verdict.ADMIT);
          for (int i = 0; i < 100; i++) {
            ada.sends(auth("secret"));
          }
          assertThat(asked).hasSize(1);
          ada.sends(new AuthDone());
          assertThat(server.peers()).containsExactly(ada.id);
          assertThat(protocolErrors()).isEmpty();
        });
  }

  @Test
  void passesOnePacketAtTimeToAuthenticator() {
    List<String> asked = new ArrayList<>();
    List<CompletableFuture<Verdict>> verdicts = new ArrayList<>();
    MultiplayerServer server =
        builder()
            .limits(MultiplayerLimits.builder().authenticationPackets(3).build())
            .authenticator(
                (peer, data) -> {
                  asked.add(new String(data, java.nio.charset.StandardCharsets.UTF_8));
                  verdicts.add(new CompletableFuture<>());
                  return verdicts.get(verdicts.size() - 1);
                })
            .build();
    FakeClient[] clients = new FakeClient[2];
    runIn(
        server,
        () -> {
          clients[0] = client(server);
          clients[1] = client(server);
          for (String data : List.of("a", "b", "c")) {
            clients[0].sends(auth(data));
          }
          assertThat(asked).containsExactly("a");
          verdicts.get(0).complete(Verdict.MORE);
        });
    runIn(
        server,
        () -> {
          assertThat(asked).containsExactly("a", "b");
          verdicts.get(1).complete(Verdict.ADMIT);
        });
    runIn(
        server,
        () -> {
          assertThat(asked).containsExactly("a", "b"); // the last packet is not needed
          clients[0].sends(new AuthDone());
          assertThat(server.peers()).containsExactly(clients[0].id);
          for (int i = 0; i < 4; i++) {
            assertThat(clients[1].closed).isFalse();
            clients[1].sends(auth("x"));
          }
          assertThat(clients[1].closed).isTrue();
          assertThat(asked).containsExactly("a", "b", "x");
        });
  }

  @Test
  void limitsBytesForAuthenticator() {
    MultiplayerServer server =
        builder()
            .limits(MultiplayerLimits.builder().packetBytes(10).build())
            .authenticator((peer, data) -> new CompletableFuture<>())
            .build();
    runIn(
        server,
        () -> {
          FakeClient ada = client(server);
          ada.sends(auth("12345"));
          ada.sends(auth("67890"));
          assertThat(ada.closed).isFalse();
          ada.sends(auth("1"));
          assertThat(ada.closed).isTrue();
        });
  }

  private MultiplayerServer createGuardedServer(CompletableFuture<Verdict> pending) {
    return builder()
        .authenticator(
            (peer, data) ->
                switch (new String(data, java.nio.charset.StandardCharsets.UTF_8)) {
                  case "secret" -> {
                    peer.sendAuth(new byte[] {1});
                    yield CompletableFuture.completedFuture(Verdict.ADMIT);
                  }
                  case "more" -> CompletableFuture.completedFuture(Verdict.MORE);
                  case "later" -> pending;
                  case "throw" -> throw new IllegalStateException("on purpose");
                  default -> CompletableFuture.completedFuture(Verdict.REFUSE);
                })
        .build();
  }

  private static Auth auth(String data) {
    return new Auth(PackedByteArray.wrap(data.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
  }

  @Test
  void refusesPeerWithoutVerdict() {
    @SuppressWarnings("NullAway") // Users may return null.
    MultiplayerServer server = builder().authenticator((peer, data) -> null).build();
    runIn(
        server,
        () -> {
          FakeClient client = client(server);
          client.sends(auth("any"));
          assertThat(client.closed).isTrue();
          assertThat(events).contains(new AuthenticationFailed(client.id, "refused"));
        });
  }

  @Test
  void admitsPeersByVerdict() {
    CompletableFuture<Verdict> pending = new CompletableFuture<>();
    MultiplayerServer server = createGuardedServer(pending);
    FakeClient[] clients = new FakeClient[5];
    runIn(
        server,
        () -> {
          for (int i = 0; i < clients.length; i++) {
            clients[i] = client(server);
          }
          clients[0].sends(auth("secret"));
          clients[1].sends(auth("wrong"));
          clients[2].sends(auth("more"));
          clients[2].sends(auth("secret"));
          clients[2].sends(new AuthDone());
          clients[3].sends(auth("later"));
          clients[3].sends(new AuthDone());
          clients[4].sends(auth("throw"));
          clients[0].sends(call(new ByPath("World"), methodNumber("move"), new Vector2(1, 2)));
        });
    runIn(server, () -> {}); // The third client needs two verdicts.
    runIn(
        server,
        () -> {
          assertThat(clients[0].take())
              .containsExactly(new Auth(PackedByteArray.of((byte) 1)), new AuthDone());
          assertThat(server.peers()).containsExactly(clients[2].id);
          assertThat(calls).isEmpty();
          assertThat(protocolErrors()).containsExactly("a packet before it is admitted");
          assertThat(clients[1].closed).isTrue();
          assertThat(clients[4].closed).isTrue();
          assertThat(events).contains(new AuthenticationFailed(clients[1].id, "refused"));
          clients[0].sends(new AuthDone());
          assertThat(clients[0].take()).containsExactly(new AddPeer(clients[2].id));
          clients[0].sends(call(new ByPath("World"), methodNumber("move"), new Vector2(1, 2)));
          assertThat(calls).hasSize(1);
          assertThat(clients[0].peer.peer().sendAuth(new byte[] {1})).isFalse();
        });
    pending.complete(Verdict.ADMIT);
    runIn(server, () -> assertThat(server.peers()).hasSize(3));
  }

  @Test
  void disconnectsPeersNotAdmittedInTime() {
    CompletableFuture<String> failed = new CompletableFuture<>();
    MultiplayerServer server =
        builder()
            .authenticator((peer, data) -> new CompletableFuture<>())
            .limits(
                MultiplayerLimits.builder()
                    .pendingPeers(2)
                    .announcements(9)
                    .pathBytes(9)
                    .packetBytes(9)
                    .faults(9)
                    .calls(9)
                    .relayedBytes(9)
                    .authenticationMillis(20)
                    .build())
            .listener(
                RecordedEvent.listener(
                    event -> {
                      if (event instanceof AuthenticationFailed e && e.reason().contains("time")) {
                        failed.complete(e.reason());
                      }
                      events.add(event);
                    }))
            .build();
    FakeClient[] clients = new FakeClient[3];
    runIn(
        server,
        () -> {
          for (int i = 0; i < clients.length; i++) {
            clients[i] = client(server);
          }
          assertThat(clients[2].closed).isTrue();
          assertThat(clients[0].closed).isFalse();
        });
    assertThat(failed.orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS).join())
        .isEqualTo("not admitted in time");
  }

  @Test
  void acceptsAuthenticationPacketsWithoutAuthenticator() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          ada.sends(auth("anything"));
          ada.sends(new AuthDone());
          assertThat(ada.take()).containsExactly(new AuthDone());
          assertThat(protocolErrors()).isEmpty();
        });
  }

  /** Damaged packets of engines cause no exception and do not affect other peers. */
  @Test
  void survivesDamagedPacketsInAnyState() {
    Random random = new Random(42);
    List<byte[]> packets = MultiplayerPacketTest.packets();
    MultiplayerServer server = createGuardedServer(new CompletableFuture<>());
    for (int round = 0; round < 40; round++) {
      runIn(
          server,
          () -> {
            FakeClient good = client(server);
            ((ServerPeer) good.peer).onVerdict(Verdict.ADMIT);
            good.sends(new AuthDone());
            FakeClient bad = client(server);
            if (random.nextBoolean()) {
              ((ServerPeer) bad.peer).onVerdict(Verdict.ADMIT);
              bad.sends(new AuthDone());
            }
            for (int i = 0; i < 100; i++) {
              byte[] packet = packets.get(random.nextInt(packets.size())).clone();
              for (int damage = random.nextInt(3); damage > 0 && packet.length > 0; damage--) {
                packet[random.nextInt(packet.length)] = (byte) random.nextInt();
              }
              bad.sends(packet);
              server.callAll(world, "say", i);
            }
            assertThat(good.closed).isFalse();
            good.sends(call(new ByPath("World"), methodNumber("move"), new Vector2(1, 2)));
            server.disconnect(good.id);
            server.disconnect(bad.id);
          });
    }
    assertThat(calls.stream().filter("moved Vector2(1, 2)"::equals)).hasSize(40);
  }

  @Test
  void rejectsInvalidNodes() {
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                RpcNode.at("World")
                    .names(RpcMethods.annotated(List.of("a")))
                    .method("b", ANY_PEER, RELIABLE)
                    .build());
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                RpcNode.at("World")
                    .method("b", ANY_PEER, RELIABLE)
                    .method("b", ANY_PEER, RELIABLE));
    assertThatIllegalArgumentException().isThrownBy(() -> builder().node(world).node(world));
    RpcNode named =
        RpcNode.at("World")
            .names(RpcMethods.annotated(List.of("a", "b")))
            .method("b", ANY_PEER, RELIABLE)
            .build();
    assertThat(named.methods().number("b")).contains(1);
  }
}
