package io.github.godotvariant.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.enet.EnetLimits;
import io.github.godotvariant.enet.EnetListener;
import io.github.godotvariant.multiplayer.Authenticator.Verdict;
import io.github.godotvariant.multiplayer.MultiplayerListener;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Raw;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.Peer;
import io.github.godotvariant.multiplayer.RpcMode;
import io.github.godotvariant.multiplayer.RpcNode;
import io.github.godotvariant.multiplayer.TransferMode;
import io.github.godotvariant.multiplayer.testing.TestPeer;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** Clients of ENet over the loopback interface. */
class EnetTransportTest {
  static final Logger LOG = LogLines.off(MultiplayerServer.class);
  private static final int MAX_SECONDS = 60;

  private final RecordedPeers peers = new RecordedPeers();
  private final RpcNode world =
      RpcNode.at("World")
          .method(
              "echo",
              RpcMode.ANY_PEER,
              TransferMode.UNRELIABLE,
              2,
              call -> call.reply("said", call.argumentString(0)))
          .method("said", RpcMode.AUTHORITY, TransferMode.RELIABLE)
          .build();

  private static InetSocketAddress loopback() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  private NettyMultiplayer.Builder builder() {
    return NettyMultiplayer.server().enet(loopback()).node(world).listener(peers);
  }

  private static InetSocketAddress address(MultiplayerServer server, int index) {
    return (InetSocketAddress) server.addresses().get(index);
  }

  private static URI uri(MultiplayerServer server) {
    return URI.create("enet://127.0.0.1:" + address(server, 0).getPort());
  }

  private TestPeer.Builder client() {
    return TestPeer.builder().node(world);
  }

  /** Waits until the server has connected a client, which the client cannot notice itself. */
  private void awaitKnown(TestPeer client) {
    client.call(world, "echo", "connected");
    client.awaitCall("said");
  }

  @Test
  void servesClientsOfBothTransports() throws Exception {
    try (MultiplayerServer server = builder().webSocket(loopback(), "/game").start()) {
      URI webSocket = URI.create("ws://127.0.0.1:" + address(server, 0).getPort() + "/game");
      URI enet = URI.create("enet://127.0.0.1:" + address(server, 1).getPort());
      try (TestPeer ada = client().connect(webSocket).awaitConnected();
          TestPeer bob = client().id(7).connect(enet).awaitConnected()) {
        ada.await("bob", peer -> peer.peers().contains(7));
        bob.call(world, "echo", "hello");
        assertThat(bob.awaitCall("said").arguments()).containsExactly(Variant.of("hello"));
        ada.callPeer(7, world, "said", "by relay");
        assertThat(bob.awaitCall("said").sender()).isEqualTo(ada.id());
        server.execute(() -> server.callAll(world, "said", "all"));
        assertThat(ada.awaitCall("said").arguments()).containsExactly(Variant.of("all"));
        assertThat(bob.awaitCall("said").arguments()).containsExactly(Variant.of("all"));
        assertThat(bob.problems()).isEmpty();
      }
    }
  }

  @Test
  void transfersLargePacketsInBothDirections() throws Exception {
    byte[] large = new byte[60_000];
    new Random(1).nextBytes(large);
    CompletableFuture<byte[]> received = new CompletableFuture<>();
    try (MultiplayerServer server =
            builder().onBytes((peer, bytes) -> received.complete(bytes)).start();
        TestPeer ada = client().id(7).connect(uri(server)).awaitConnected()) {
      ada.sendBytes(large);
      assertThat(received.get(MAX_SECONDS, TimeUnit.SECONDS)).isEqualTo(large);
      server.execute(() -> server.sendBytes(7, large, TransferMode.RELIABLE, 3));
      ada.await(
          "the bytes", peer -> peer.takePackets().contains(new Raw(PackedByteArray.of(large))));
    }
  }

  @Test
  @SuppressWarnings("try") // closes the client early
  void refusesIdInUse() throws Exception {
    try (MultiplayerServer server = builder().start();
        TestPeer ada = client().id(7).connect(uri(server)).awaitConnected()) {
      awaitKnown(ada);
      assertThatIOException().isThrownBy(() -> client().id(7).connect(uri(server)));
      assertThatIOException().isThrownBy(() -> client().id(1).connect(uri(server)));
      assertThat(ada.isConnected()).isTrue();
      ada.close();
      TestPeer again = null;
      for (int i = 0; again == null; i++) {
        try {
          again = client().id(7).connect(uri(server)).awaitConnected();
        } catch (IOException e) { // The server has not received the end of the first client.
          assertThat(i).isLessThan(100);
        }
      }
      again.close();
    }
  }

  @Test
  void limitsConnectionsOfAddress() throws Exception {
    try (MultiplayerServer server = builder().maxConnectionsPerAddress(1).start();
        TestPeer ada = client().connect(uri(server)).awaitConnected()) {
      awaitKnown(ada);
      assertThatIOException().isThrownBy(() -> client().connect(uri(server)));
      assertThat(ada.isConnected()).isTrue();
    }
  }

  @Test
  void authenticatesClients() throws Exception {
    try (MultiplayerServer server =
        builder()
            .authenticator(
                (peer, data) ->
                    CompletableFuture.completedFuture(
                        data[0] == 1 ? Verdict.ADMIT : Verdict.REFUSE))
            .start()) {
      try (TestPeer ada = client().auth(new byte[] {1}).connect(uri(server))) {
        ada.awaitConnected();
        TestPeer bob = client().auth(new byte[] {2}).connect(uri(server));
        bob.await("the end", TestPeer::isClosed);
      }
    }
  }

  @Test
  void sendsEarlierCallsBeforeItStops() throws Exception {
    MultiplayerServer server = builder().start();
    TestPeer ada = client().connect(uri(server)).awaitConnected();
    awaitKnown(ada);
    server.execute(
        () -> {
          for (int i = 0; i < 500; i++) {
            server.callAll(world, "said", i);
          }
        });
    server.close();
    ada.await("the end", TestPeer::isClosed);
    assertThat(ada.calls()).hasSize(501);
    assertThat(peers.lines()).containsExactly("connected", "disconnected: the server stops");
    server.close();
  }

  @Test
  void reportsClientThatLeaves() throws Exception {
    CompletableFuture<Void> left = new CompletableFuture<>();
    try (MultiplayerServer server =
        builder()
            .listener(
                new MultiplayerListener() {
                  @Override
                  public void peerDisconnected(Peer peer, String reason) {
                    assertThat(reason).isEqualTo("the client disconnected");
                    left.complete(null);
                  }
                })
            .start()) {
      client().connect(uri(server)).awaitConnected().close();
      left.get(MAX_SECONDS, TimeUnit.SECONDS);
    }
  }

  @Test
  void rejectsPortInUse() throws Exception {
    try (DatagramSocket used = new DatagramSocket(loopback())) {
      InetSocketAddress address = (InetSocketAddress) used.getLocalSocketAddress();
      assertThatIOException()
          .isThrownBy(() -> builder().enet(address).start())
          .withMessage("cannot listen on " + address);
      assertThatIOException()
          .isThrownBy(() -> EnetServer.listener(new EnetListener() {}).start(address));
    }
  }

  @Test
  void closesPortIfThreadIsInterrupted() throws Exception {
    EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    try {
      EventLoop loop = group.next();
      MultiplayerServer server =
          MultiplayerServer.on(loop)
              .transport(NettyMultiplayer.enet(loop, loopback(), EnetLimits.DEFAULT))
              .start();
      Thread.currentThread().interrupt();
      server.close();
      assertThat(Thread.interrupted()).isTrue();
      awaitFree(address(server, 0));
    } finally {
      group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
  }

  /** Waits until a port is free, because the selector releases it after the channel is closed. */
  private static void awaitFree(InetSocketAddress address) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MAX_SECONDS);
    while (true) {
      try (DatagramSocket opened = new DatagramSocket(address)) {
        assertThat(opened.isBound()).isTrue();
        return;
      } catch (BindException e) {
        assertThat(System.nanoTime()).as("time, because of: %s", e).isLessThan(end);
        Thread.sleep(10);
      }
    }
  }
}
