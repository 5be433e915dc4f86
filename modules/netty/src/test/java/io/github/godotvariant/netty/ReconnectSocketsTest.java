package io.github.godotvariant.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.multiplayer.Authenticator.Verdict;
import io.github.godotvariant.multiplayer.MultiplayerLimits;
import io.github.godotvariant.multiplayer.MultiplayerListener;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.Peer;
import io.github.godotvariant.multiplayer.testing.TestPeer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** One player, whose connections break, over real sockets. */
class ReconnectSocketsTest {
  static final Logger LOG = LogLines.off(MultiplayerServer.class);
  private static final int MAX_SECONDS = 60;
  private static final InetSocketAddress LOCAL =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  private static final MultiplayerLimits LIMITS =
      MultiplayerLimits.builder().reconnectMillis(1_000_000).packetBytes(1_000).build();

  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

  /** The latest peer of the player, used in the server's thread. */
  private @Nullable Peer player;

  private final MultiplayerListener listener =
      new MultiplayerListener() {
        @Override
        public void peerConnected(Peer peer) {
          player = peer;
          lines.add("connected");
        }

        @Override
        public void connectionLost(Peer peer, String reason) {
          lines.add("lost");
        }

        @Override
        public void peerReconnected(Peer peer, Peer previous) {
          player = peer;
          lines.add("reconnected");
        }

        @Override
        public void peerDisconnected(Peer peer, String reason) {
          lines.add("disconnected: " + reason);
        }
      };

  private CompletionStage<Verdict> authenticate(Peer peer, byte[] data) {
    if (player != null) {
      peer.resume(player);
    }
    return CompletableFuture.completedFuture(Verdict.ADMIT);
  }

  private NettyMultiplayer.Builder builder() {
    return NettyMultiplayer.server()
        .listener(listener)
        .limits(LIMITS)
        .authenticator(this::authenticate);
  }

  private static URI uri(String scheme, SocketAddress address, String path) {
    return URI.create(
        "%s://127.0.0.1:%d%s".formatted(scheme, ((InetSocketAddress) address).getPort(), path));
  }

  private static TestPeer connect(URI uri) throws IOException {
    return TestPeer.builder().auth(new byte[] {1}).connect(uri).awaitConnected();
  }

  private String next() throws InterruptedException {
    return String.valueOf(lines.poll(MAX_SECONDS, TimeUnit.SECONDS));
  }

  @Test
  void reconnectsOverWebSocketUntilClientViolatesProtocol() throws Exception {
    try (MultiplayerServer server = builder().webSocket(LOCAL, "/game").start()) {
      URI uri = uri("ws", server.addresses().get(0), "/game");
      TestPeer first = connect(uri);
      assertThat(next()).isEqualTo("connected");
      first.close();
      assertThat(next()).isEqualTo("lost");
      TestPeer second = connect(uri);
      assertThat(next()).isEqualTo("reconnected");
      second.sendBytes(new byte[2_000]);
      assertThat(next()).startsWith("disconnected: ").contains("1000");
      assertThat(server.peerCount()).isZero();
    }
    assertThat(lines).isEmpty();
  }

  @Test
  void endsEnetPeerThatLeaves() throws Exception {
    try (MultiplayerServer server = builder().enet(LOCAL).start()) {
      URI uri = uri("enet", server.addresses().get(0), "");
      TestPeer first = connect(uri);
      assertThat(next()).isEqualTo("connected");
      try (TestPeer second = connect(uri)) {
        assertThat(next()).isEqualTo("reconnected");
        first.await("the end", TestPeer::isClosed);
        assertThat(second.isConnected()).isTrue();
      }
      assertThat(next()).isEqualTo("disconnected: the client disconnected");
    }
    assertThat(lines).isEmpty();
  }

  @Test
  void keepsRoomOfPeerThatCanReconnect() throws Exception {
    try (MultiplayerRooms rooms =
        NettyMultiplayer.rooms()
            .webSocket(LOCAL, "/rooms/")
            .emptySeconds(0)
            .roomFactory(
                (name, request) ->
                    Optional.of(
                        server ->
                            server
                                .listener(listener)
                                .limits(LIMITS)
                                .authenticator(this::authenticate)))
            .start()) {
      URI uri = uri("ws", rooms.address(), "/rooms/red");
      TestPeer first = connect(uri);
      assertThat(next()).isEqualTo("connected");
      MultiplayerServer room = rooms.room("red").orElseThrow();
      first.close();
      assertThat(next()).isEqualTo("lost");
      TestPeer second = connect(uri);
      assertThat(next()).isEqualTo("reconnected");
      assertThat(rooms.room("red")).containsSame(room);
      second.close();
      assertThat(next()).isEqualTo("lost");
      rooms.close("update");
      assertThat(next()).isEqualTo("disconnected: update");
    }
  }
}
