package io.github.godotvariant.netty;

import static io.github.godotvariant.multiplayer.RpcMode.ANY_PEER;
import static io.github.godotvariant.multiplayer.RpcMode.AUTHORITY;
import static io.github.godotvariant.multiplayer.TransferMode.RELIABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.godotvariant.Variant;
import io.github.godotvariant.enet.EnetDelivery;
import io.github.godotvariant.enet.EnetLimits;
import io.github.godotvariant.enet.EnetListener;
import io.github.godotvariant.enet.EnetPeer;
import io.github.godotvariant.multiplayer.Authenticator;
import io.github.godotvariant.multiplayer.Authenticator.Verdict;
import io.github.godotvariant.multiplayer.MultiplayerLimits;
import io.github.godotvariant.multiplayer.MultiplayerListener;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.Peer;
import io.github.godotvariant.multiplayer.RpcNode;
import io.github.godotvariant.multiplayer.testing.TestPeer;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.websocketx.WebSocketFrameAggregator;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolConfig;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import io.netty.handler.timeout.IdleStateHandler;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.logging.Logger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;

/** The Java samples about multiplayer servers in the documentation, compiled and run. */
@SuppressWarnings("FutureReturnValueIgnored") // The samples do not wait for the results.
class MultiplayerSamplesTest {
  static final Logger LOG = LogLines.off(MultiplayerServer.class);

  private final EmbeddedChannel channel = new EmbeddedChannel();

  /** Replaces the class in samples that wait until Enter is pressed. */
  @SuppressWarnings("AvoidCommonTypeNames")
  private static final class System {
    static InputStream in = new ByteArrayInputStream(new byte[1]);
  }

  /** Is only compiled, because it listens on all addresses. NettyMultiplayerTest starts servers. */
  @SuppressWarnings({"try", "unused"}) // The sample does not use the server.
  private static void startsServerInOneCall() throws IOException {
    RpcNode world = RpcNode.at("World").build();
    MultiplayerListener game = new RecordedPeers();
    try (MultiplayerServer server =
        NettyMultiplayer.server().webSocket(4242, "/game").node(world).listener(game).start()) {
      System.in.read(); // until Enter is pressed
    }
  }

  /** Is only compiled, as above. EnetTransportTest starts servers. */
  @SuppressWarnings("unused") // The sample does not use the server.
  private static void startsServerWithEnet() throws IOException {
    RpcNode world = RpcNode.at("World").build();
    MultiplayerListener game = new RecordedPeers();
    MultiplayerServer server =
        NettyMultiplayer.server()
            .enet(4243)
            .webSocket(4242, "/game")
            .node(world)
            .listener(game)
            .start();
    EnetLimits limits =
        EnetLimits.builder().peers(100).channels(64).timeoutMaxMillis(10_000).build();
  }

  /** Is only compiled, as above. */
  @SuppressWarnings("unused")
  private static void startsServerWithDtls(RpcNode world)
      throws IOException, GeneralSecurityException {
    char[] password = "secret".toCharArray();
    KeyStore store = KeyStore.getInstance(new File("server.p12"), password);
    KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(store, password);
    SSLContext context = SSLContext.getInstance("DTLS");
    context.init(keys.getKeyManagers(), null, null);

    MultiplayerServer server =
        NettyMultiplayer.server().enet(4243).enetDtls(context).node(world).start();
  }

  /** Is only compiled, as above. EnetServerTest starts servers. */
  @SuppressWarnings({"try", "unused"}) // The sample does not use the server.
  private static void startsEnetServer() throws IOException {
    EnetListener echo =
        new EnetListener() {
          @Override
          public void onPacket(EnetPeer peer, byte[] packet, int channel, EnetDelivery delivery) {
            peer.send(packet, channel, delivery);
          }
        };
    try (EnetServer server = EnetServer.listener(echo).start(4243)) {
      System.in.read(); // until Enter is pressed
    }
  }

  @Test
  void answersCall() throws IOException {
    RpcNode world =
        RpcNode.at("World") // in the game: /root/World
            .method(
                "ask", ANY_PEER, RELIABLE, call -> call.reply("answer", call.argumentLong(0) + 1))
            .method("answer", AUTHORITY, RELIABLE)
            .build();
    InetSocketAddress local = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (MultiplayerServer server =
        NettyMultiplayer.server().webSocket(local, "/game").node(world).start()) {
      int port = ((InetSocketAddress) server.addresses().get(0)).getPort();
      URI uri = URI.create("ws://127.0.0.1:" + port + "/game");
      try (TestPeer ada = TestPeer.builder().node(world).connect(uri)) {
        ada.awaitConnected();
        ada.call(world, "ask", 41);
        assertThat(ada.awaitCall("answer").arguments()).containsExactly(Variant.of(42));
      }
    }
  }

  @Test
  void connectsInMemory() {
    RpcNode world =
        RpcNode.at("World")
            .method(
                "ask", ANY_PEER, RELIABLE, call -> call.reply("answer", call.argumentLong(0) + 1))
            .method("answer", AUTHORITY, RELIABLE)
            .build();
    // tour
    ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
    try (MultiplayerServer server = MultiplayerServer.on(executor).node(world).build();
        TestPeer ada = TestPeer.builder().node(world).connect(server)) {
      ada.awaitConnected();
      ada.call(world, "ask", 41);
      assertEquals(List.of(Variant.of(42)), ada.awaitCall("answer").arguments());
      assertEquals(List.of(), ada.problems());
    }
    executor.shutdown();
    // tour
  }

  @Test
  void buildsPipeline() {
    MultiplayerServer server = MultiplayerServer.on(channel.eventLoop()).build();
    channel
        .pipeline()
        .addLast(
            new IdleStateHandler(15, 0, 0), // seconds
            new HttpServerCodec(),
            new HttpObjectAggregator(8192),
            new WebSocketServerProtocolHandler(
                WebSocketServerProtocolConfig.newBuilder()
                    .websocketPath("/game")
                    .checkStartsWith(true) // a query may follow
                    .dropPongFrames(false)
                    .build()),
            new WebSocketConnectionHandler(),
            new WebSocketFrameAggregator(65_536),
            new MultiplayerWebSocketHandler(server));
    FakeWebSocketClient client =
        new FakeWebSocketClient(channel, new UnpooledByteBufAllocator(false));
    assertThat(client.handshake()).startsWith("HTTP/1.1 101 ");
    assertThat(client.take()).hasSize(1);
    client.end();
  }

  /** The game of the samples. */
  private static final class Game implements MultiplayerListener {
    final RpcNode world = RpcNode.at("World").method("enter", AUTHORITY, RELIABLE).build();
  }

  /** Is only compiled, as above. MultiplayerRoomsTest starts rooms. */
  @SuppressWarnings("unused") // The sample does not use the rooms.
  private static void startsRooms(Set<String> names) throws IOException {
    // tour
    MultiplayerRooms rooms =
        NettyMultiplayer.rooms()
            .webSocket(4242, "/rooms/")
            .roomFactory(
                (name, request) -> {
                  if (!names.contains(name)) {
                    return Optional.empty(); // 404
                  }
                  Game game = new Game(); // one for each room
                  return Optional.of(server -> server.node(game.world).listener(game));
                })
            .start();
    // tour
  }

  /** Is only compiled, as above. */
  @SuppressWarnings("unused")
  private static void movesPlayer(
      MultiplayerRooms rooms, MultiplayerServer server, Peer peer, RpcNode world, String player) {
    // tour
    server.call(peer.id(), world, "enter", "red", rooms.invite("red", player));
    // tour
  }

  private static final class Players implements MultiplayerListener, Authenticator {
    private final Map<String, String> names = Map.of("apple", "ada"); // by token
    private final Map<String, Peer> online = new HashMap<>(); // by name

    @Override
    public CompletionStage<Verdict> authenticate(Peer peer, byte[] token) {
      String name = names.get(new String(token, StandardCharsets.UTF_8));
      if (name == null) {
        return CompletableFuture.completedFuture(Verdict.REFUSE);
      }
      peer.attach(name);
      Optional.ofNullable(online.get(name)).ifPresent(peer::resume); // the same player
      return CompletableFuture.completedFuture(Verdict.ADMIT);
    }

    @Override
    public void peerConnected(Peer peer) {
      Peer earlier = online.put(name(peer), peer);
      if (earlier != null) {
        earlier.disconnect("connected again"); // both have logged in at the same time
      }
    }

    @Override
    public void connectionLost(Peer peer, String reason) {} // the unit of the player waits

    @Override
    public void peerReconnected(Peer peer, Peer previous) {
      online.put(name(peer), peer); // call receive() for the new id
    }

    @Override
    public void peerDisconnected(Peer peer, String reason) {
      online.remove(name(peer), peer); // remove the nodes of the player
    }

    private static String name(Peer peer) {
      return peer.attachment(String.class).orElseThrow();
    }
  }

  @Test
  void reconnectsPlayer() throws IOException {
    Players players = new Players();
    InetSocketAddress local = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (MultiplayerServer server =
        NettyMultiplayer.server()
            .webSocket(local, "/game")
            .listener(players)
            .authenticator(players)
            .limits(MultiplayerLimits.builder().reconnectMillis(30_000).build())
            .start()) {
      int port = ((InetSocketAddress) server.addresses().get(0)).getPort();
      URI uri = URI.create("ws://127.0.0.1:" + port + "/game");
      TestPeer.Builder client = TestPeer.builder().auth("apple".getBytes(StandardCharsets.UTF_8));
      TestPeer broken = client.connect(uri).awaitConnected();
      broken.close();
      TestPeer halfOpen = client.connect(uri).awaitConnected();
      try (TestPeer last = client.connect(uri).awaitConnected()) {
        halfOpen.await("the end", TestPeer::isClosed);
        assertThat(last.isConnected()).isTrue();
        assertThat(last.peers()).isEmpty();
      }
    }
  }
}
