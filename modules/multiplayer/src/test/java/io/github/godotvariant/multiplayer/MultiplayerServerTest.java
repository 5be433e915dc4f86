package io.github.godotvariant.multiplayer;

import static io.github.godotvariant.multiplayer.RpcMode.ANY_PEER;
import static io.github.godotvariant.multiplayer.TransferMode.RELIABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.github.godotvariant.Vector2;
import io.github.godotvariant.multiplayer.Authenticator.Verdict;
import io.github.godotvariant.multiplayer.MultiplayerPacket.AddPeer;
import io.github.godotvariant.multiplayer.MultiplayerPacket.AuthDone;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ByPath;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ConfirmPath;
import io.github.godotvariant.multiplayer.MultiplayerPacket.RemovePeer;
import io.github.godotvariant.multiplayer.RecordedEvent.OldRelease;
import io.github.godotvariant.multiplayer.RecordedEvent.PeerConnected;
import io.github.godotvariant.multiplayer.RecordedEvent.PeerDisconnected;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Connections, events, threads and robustness of a server. */
class MultiplayerServerTest extends RpcTestBase {
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
          assertThat(bob.isClosed).isTrue();
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
  void rejectsConnectionsAfterItHasStoppedAccepting() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          server.stopAccepting(); // A transport can complete a handshake after that.
          FakeClient bob = client(server);
          assertThat(bob.isClosed).isTrue();
          assertThat(server.peers()).containsExactly(ada.id);
        });
  }

  @Test
  void drainsWithoutErrorIfAnotherThreadCloses() throws Exception {
    ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    MultiplayerTransport transport =
        new MultiplayerTransport() {
          private @Nullable MultiplayerServer started;

          @Override
          public SocketAddress start(MultiplayerServer server) {
            started = server;
            return InetSocketAddress.createUnresolved("local", 1);
          }

          @Override
          public String protocol() {
            return "TCP";
          }

          @Override
          public void stopAccepting() {
            Objects.requireNonNull(started).close(); // as another thread does while drain() starts
          }

          @Override
          public void close() {
            thread.shutdownNow();
          }
        };
    try (RecordedLog log = new RecordedLog()) {
      MultiplayerServer server = MultiplayerServer.on(thread).transport(transport).start();
      server.drain(1, TimeUnit.DAYS, "maintenance");
      assertThat(log.takeSevere()).isEmpty();
    }
  }

  @Test
  void rejectsUseFromOtherThreads() {
    MultiplayerServer server = builder().build();
    assertThatIllegalStateException()
        .isThrownBy(server::peers)
        .withMessage("called before the first task of the server; call execute()");
    assertThatIllegalStateException().isThrownBy(() -> server.callAll(world, "say"));
    CompletableFuture<List<Integer>> ticked = new CompletableFuture<>();
    server.tick(1, TimeUnit.MILLISECONDS, () -> ticked.complete(server.peers()));
    assertThat(ticked.orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS).join()).isEmpty();
    assertThatIllegalStateException()
        .isThrownBy(server::peers)
        .withMessageStartingWith("called outside of the server's thread; call execute(). ");
  }

  @Test
  void logsAddressBeforeItsFirstConnection() throws Exception {
    SocketAddress address = InetSocketAddress.createUnresolved("local", 1);
    MultiplayerTransport transport =
        new MultiplayerTransport() {
          @Override
          public SocketAddress start(MultiplayerServer server) {
            return address;
          }

          @Override
          public String protocol() {
            return "TCP";
          }

          @Override
          public void stopAccepting() {}

          @Override
          public void close() {}
        };
    try (RecordedLog log = new RecordedLog()) {
      Runnable task =
          () -> {
            try {
              MultiplayerServer server = builder().transport(transport).start();
              server.execute(owner, () -> client(server)); // immediately
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          };
      owner.submit(task).get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      assertThat(log.lines())
          .first(STRING)
          .isEqualTo("multiplayer: listening on " + address + ", TCP");
      assertThat(log.lines().get(1)).endsWith(" connected");
    }
  }

  @Test
  void rejectsTicksWithoutPeriod() {
    MultiplayerServer server = builder().build();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> server.tick(0, TimeUnit.MILLISECONDS, () -> {}))
        .withMessage("period 0 is not positive");
  }

  @Test
  void endsTicksWhenServerCloses() throws Exception {
    AtomicInteger ticks = new AtomicInteger();
    List<ScheduledFuture<?>> added = new CopyOnWriteArrayList<>();
    MultiplayerServer server =
        MultiplayerServer.on(owner)
            .listener(
                new MultiplayerListener() {
                  @Override
                  public void peerDisconnected(Peer peer, String reason) {
                    added.add(peer.server().tick(1, TimeUnit.MILLISECONDS, ticks::incrementAndGet));
                  }
                })
            .build();
    CompletableFuture<Void> ticked = new CompletableFuture<>();
    added.add(
        server.tick(
            1,
            TimeUnit.MILLISECONDS,
            () -> {
              ticks.incrementAndGet();
              ticked.complete(null);
            }));
    ticked.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    runIn(server, () -> assertThat(client(server).isClosed).isFalse());
    server.close();
    added.add(server.tick(1, TimeUnit.MILLISECONDS, ticks::incrementAndGet));
    assertThat(added).hasSize(3).allMatch(ScheduledFuture::isCancelled);
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
  void disconnectsClientsOfOldReleases() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          server.call(ada.id, world, "say");
          ada.sends(new ConfirmPath(true, "World"));
          assertThat(events).contains(new OldRelease(ada.id));
          assertThat(ada.isClosed).isTrue();
        });
    RpcNode three = RpcNode.at("Abc").method("say", ANY_PEER, RELIABLE).build();
    withServer(
        builder().node(three),
        server -> {
          FakeClient ada = client(server);
          ada.sends(new byte[] {2, 1, 'A', 'b', 'c', 0});
          assertThat(ada.isClosed).isFalse(); // nothing was announced
          server.call(ada.id, three, "say");
          ada.sends(new byte[] {2, 1, 'A', 'b', 'c', 0});
          assertThat(ada.isClosed).isTrue();
        });
  }

  /** Without a log line, the executor would keep the exception in a future that is never read. */
  @Test
  void logsExceptionsOfTasks() {
    try (RecordedLog log = new RecordedLog()) {
      MultiplayerServer server = builder().build();
      server.execute(RpcTestBase::fail);
      server.execute(
          () -> {
            throw new AssertionError("an assertion");
          });
      server.execute(
          () -> {
            throw new StackOverflowError("no stack");
          });
      runIn(server, () -> {});
      assertThat(log.takeSevere())
          .containsExactly(
              "multiplayer: a task failed: java.lang.IllegalStateException: on purpose",
              "multiplayer: a task failed: java.lang.AssertionError: an assertion",
              "multiplayer: a task failed: java.lang.StackOverflowError: no stack");
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
      assertThat(log.takeSevere())
          .containsExactly(
              "multiplayer: a tick failed: java.lang.AssertionError: an assertion",
              "multiplayer: a tick failed: java.lang.StackOverflowError: no stack");
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
      runIn(guarded, () -> assertThat(clients[0].isClosed).isTrue());
      assertThat(log.takeSevere())
          .containsExactly("multiplayer: authenticator failed: java.lang.LinkageError: no class");
    }
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
            ((ServerPeer) good.peer).admission().onVerdict(Verdict.ADMIT);
            good.sends(new AuthDone());
            FakeClient bad = client(server);
            if (random.nextBoolean()) {
              ((ServerPeer) bad.peer).admission().onVerdict(Verdict.ADMIT);
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
            assertThat(good.isClosed).isFalse();
            good.sends(call(new ByPath("World"), methodNumber("move"), new Vector2(1, 2)));
            server.disconnect(good.id);
            server.disconnect(bad.id);
          });
    }
    assertThat(calls.stream().filter("moved Vector2(1, 2)"::equals)).hasSize(40);
  }
}
