package io.github.godotvariant.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import com.sun.management.UnixOperatingSystemMXBean;
import io.github.godotvariant.Variant;
import io.github.godotvariant.multiplayer.Authenticator.Verdict;
import io.github.godotvariant.multiplayer.MultiplayerLimits;
import io.github.godotvariant.multiplayer.MultiplayerListener;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.Peer;
import io.github.godotvariant.multiplayer.RpcMode;
import io.github.godotvariant.multiplayer.RpcNode;
import io.github.godotvariant.multiplayer.TransferMode;
import io.github.godotvariant.multiplayer.testing.TestPeer;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NettyMultiplayerTest {
  static final Logger LOG = LogLines.off(MultiplayerServer.class);
  private static final int MAX_SECONDS = 60;

  private final RecordedPeers peers = new RecordedPeers();
  private final RpcNode world =
      RpcNode.at("World").method("said", RpcMode.AUTHORITY, TransferMode.RELIABLE).build();

  private NettyMultiplayer.Builder builder() {
    return NettyMultiplayer.server()
        .webSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), "/game")
        .node(world)
        .listener(peers);
  }

  private static int port(MultiplayerServer server) {
    return ((InetSocketAddress) server.addresses().get(0)).getPort();
  }

  private static URI uri(MultiplayerServer server, String pathAndQuery) {
    return URI.create("ws://127.0.0.1:" + port(server) + pathAndQuery);
  }

  private static boolean isAccepting(MultiplayerServer server) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port(server))) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns the status line of the response to a handshake with headers. */
  private static String handshake(MultiplayerServer server, String path, String headers)
      throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port(server))) {
      return handshake(socket, path, headers);
    }
  }

  private static String handshake(Socket socket, String path, String headers) throws IOException {
    String request =
        "GET "
            + path
            + " HTTP/1.1\r\nHost: localhost:1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
            + headers
            + "\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    return String.valueOf(
        new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
            .readLine());
  }

  @Test
  void sendsEarlierCallsBeforeItStops() throws Exception {
    MultiplayerServer server = builder().name("arena").start();
    assertThat(server.name()).isEqualTo("arena");
    TestPeer ada = TestPeer.builder().node(world).connect(uri(server, "/game"));
    ada.awaitConnected();
    server.execute(() -> server.callAll(world, "said", "goodbye"));
    server.close();
    assertThat(ada.awaitCall("said").arguments()).containsExactly(Variant.of("goodbye"));
    ada.await("the end", TestPeer::isClosed);
    assertThat(peers.lines()).containsExactly("connected", "disconnected: the server stops");
    assertThatIOException().isThrownBy(() -> TestPeer.builder().connect(uri(server, "/game")));
    server.close();
  }

  @Test
  void logsPortsWithProtocols() throws Exception {
    InetSocketAddress local = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (LogLines log = new LogLines(MultiplayerServer.class, Level.INFO);
        MultiplayerServer server = builder().enet(local).start();
        MultiplayerRooms rooms =
            NettyMultiplayer.rooms()
                .webSocket(local, "/rooms/")
                .roomFactory((name, request) -> Optional.empty())
                .start()) {
      CompletableFuture.runAsync(() -> {}, task -> server.execute(task)).join();
      List<SocketAddress> addresses = server.addresses();
      assertThat(log.lines)
          .containsExactlyInAnyOrder(
              "multiplayer: listening on " + addresses.get(0) + ", TCP (WebSocket)",
              "multiplayer: listening on " + addresses.get(1) + ", UDP (ENet)",
              "rooms: listening on " + rooms.address() + ", TCP (WebSocket), path /rooms/");
    }
  }

  @Test
  void logsRejectedHandshakes() throws Exception {
    try (LogLines log = new LogLines(WebSocketConnectionHandler.class, Level.FINE);
        MultiplayerServer server = builder().start()) {
      handshake(server, "/gam%20e", "");
      handshake(server, "/game", "Origin: https://example.com\r\n");
      handshake(server, "/health", "");
      assertThat(log.lines)
          .hasSize(2)
          .first(STRING)
          .matches("rejecting /127.0.0.1:\\d+ with 404 Not Found: path \"/gam%20e\"");
      assertThat(log.lines.get(1))
          .endsWith(" with 403 Forbidden: path \"/game\", origin \"https://example.com\"");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1000, the connection has ended",
    "1002, the client closed the connection with status 1002",
    "1009, 'the client closed the connection with status 1009: a message was longer than its"
        + " inbound_buffer_size, by default 65535 bytes'"
  })
  void reportsStatusOfClientsCloseFrame(int status, String reason) throws Exception {
    CompletableFuture<String> reported = new CompletableFuture<>();
    MultiplayerListener listener =
        new MultiplayerListener() {
          @Override
          public void peerDisconnected(Peer peer, String text) {
            reported.complete(text);
          }
        };
    try (MultiplayerServer server = builder().listener(listener).start();
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port(server))) {
      assertThat(handshake(socket, "/game", "")).contains(" 101 ");
      byte[] frame = {(byte) 0x88, (byte) 0x82, 0, 0, 0, 0, (byte) (status >> 8), (byte) status};
      socket.getOutputStream().write(frame);
      assertThat(reported.get(MAX_SECONDS, TimeUnit.SECONDS)).isEqualTo(reason);
    }
  }

  @Test
  void namesStatusOfRejectedHandshake() throws Exception {
    try (MultiplayerServer server = builder().start()) {
      URI uri = uri(server, "/other");
      assertThatIOException()
          .isThrownBy(() -> TestPeer.builder().connect(uri))
          .withMessage("cannot connect to " + uri + ": HTTP status 404");
    }
  }

  @Test
  void waitsForPeersBeforeItCloses() throws Exception {
    MultiplayerServer server = builder().start();
    TestPeer ada = TestPeer.builder().node(world).connect(uri(server, "/game")).awaitConnected();
    TestPeer bob = TestPeer.builder().node(world).connect(uri(server, "/game")).awaitConnected();
    server.execute(() -> server.callAll(world, "said", "please leave"));
    CompletableFuture<Void> drained =
        CompletableFuture.runAsync(
            () -> server.drain(Long.MAX_VALUE, TimeUnit.DAYS, "maintenance"));
    ada.awaitCall("said");
    ada.close();
    bob.await("the end of ada", peer -> peer.peers().isEmpty());
    RoomsFixture.await(() -> !isAccepting(server)); // drain() may not have started before
    assertThatIOException().isThrownBy(() -> TestPeer.builder().connect(uri(server, "/game")));
    assertThat(drained).isNotDone();
    assertThat(bob.isConnected()).isTrue();
    bob.close();
    drained.get(MAX_SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void disconnectsPeersThatDoNotLeave() throws Exception {
    MultiplayerServer server = builder().start();
    TestPeer ada = TestPeer.builder().node(world).connect(uri(server, "/game")).awaitConnected();
    server.drain(50, TimeUnit.MILLISECONDS, "maintenance");
    ada.await("the end", TestPeer::isClosed);
    assertThat(peers.lines()).containsExactly("connected", "disconnected: maintenance");
  }

  @Test
  void rejectsCloseInThreadOfServer() throws Exception {
    try (MultiplayerServer server = builder().start()) {
      CompletableFuture<Void> done = new CompletableFuture<>();
      server.execute(
          () -> {
            assertThatIllegalStateException().isThrownBy(server::close);
            assertThatIllegalStateException()
                .isThrownBy(() -> server.drain(1, TimeUnit.SECONDS, "any"));
            done.complete(null);
          });
      done.get(MAX_SECONDS, TimeUnit.SECONDS);
    }
  }

  @Test
  void answersOtherRequests() throws Exception {
    try (MultiplayerServer server = builder().origins("https://example.org").start()) {
      assertThat(handshake(server, "/other", "")).contains(" 404 ");
      assertThat(handshake(server, "/health", "")).contains(" 200 ");
      assertThat(handshake(server, "/game?token=x", "")).contains(" 101 ");
      assertThat(handshake(server, "/game", "Origin: https://example.com\r\n")).contains(" 403 ");
      assertThat(handshake(server, "/game", "Origin: null\r\n")).contains(" 403 ");
      assertThat(handshake(server, "/game", "Origin: https://example.org\r\n")).contains(" 101 ");
      assertThat(handshake(server, "/game", "Origin: http://LOCALHOST:1\r\n")).contains(" 101 ");
    }
  }

  @Test
  void acceptsOriginsWithDefaultPort() throws Exception {
    try (MultiplayerServer server =
        builder()
            .origins("https://a.org:443", "https://a.org", "http://b.org:80", "https://c.org:80")
            .start()) {
      for (String origin : List.of("https://a.org", "http://b.org", "https://c.org:80")) {
        assertThat(handshake(server, "/game", "Origin: " + origin + "\r\n")).contains(" 101 ");
      }
      for (String origin : List.of("http://a.org", "https://b.org", "https://c.org")) {
        assertThat(handshake(server, "/game", "Origin: " + origin + "\r\n")).contains(" 403 ");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "https://*.example.org, 'contains a wildcard; pass each origin, or * to accept all'",
    "https://b\u00fccher.example, is not ASCII; pass the name that starts with xn--"
  })
  void namesReplacementOfOrigin(String origin, String problem) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder().origins(origin))
        .withMessage("origin " + origin + " " + problem);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "example.org",
        "https://example.org/",
        "https://Example.org",
        "ws://a.org",
        "wss://a.org",
        ""
      })
  void rejectsOriginsThatNoBrowserSends(String origin) {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> builder().origins("https://example.org:8080", "null", "file://", "*", origin))
        .withMessage("origin " + origin + " does not have the form https://example.org");
    assertThatIllegalArgumentException().isThrownBy(() -> NettyMultiplayer.rooms().origins(origin));
  }

  @Test
  void rejectsEncryptionWithoutItsPort() throws Exception {
    InetSocketAddress local = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    SslContext tls = SslContextBuilder.forServer(DtlsKeys.keyManagers()).build();
    assertThatIllegalStateException()
        .isThrownBy(() -> NettyMultiplayer.server().enet(local).tls(tls).start())
        .withMessage("tls() needs webSocket(); enetDtls() encrypts ENet");
    assertThatIllegalStateException()
        .isThrownBy(() -> builder().enetDtls(DtlsKeys.server()).start())
        .withMessage("enetDtls() needs enet(); tls() encrypts WebSockets");
  }

  @Test
  void rejectsTlsContextOfClient() throws Exception {
    SslContext client = SslContextBuilder.forClient().build();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder().tls(client))
        .withMessage("the context is for clients, must be of SslContextBuilder.forServer");
    assertThatIllegalArgumentException().isThrownBy(() -> NettyMultiplayer.rooms().tls(client));
  }

  @Test
  void limitsConnectionsOfAddress() throws Exception {
    try (MultiplayerServer server = builder().maxConnectionsPerAddress(2).start()) {
      TestPeer ada = TestPeer.builder().connect(uri(server, "/game")).awaitConnected();
      try (TestPeer bob = TestPeer.builder().connect(uri(server, "/game")).awaitConnected()) {
        assertThat(bob.isConnected()).isTrue();
        assertThatIOException().isThrownBy(() -> TestPeer.builder().connect(uri(server, "/game")));
        ada.close();
        bob.await("the end of ada", peer -> peer.peers().isEmpty());
      }
    }
  }

  @Test
  void passesHandshakeToAuthenticator() throws Exception {
    CompletableFuture<String> token = new CompletableFuture<>();
    CompletableFuture<Peer> connected = new CompletableFuture<>();
    try (MultiplayerServer server =
            builder()
                .listener(
                    new MultiplayerListener() {
                      @Override
                      public void peerConnected(Peer peer) {
                        connected.complete(peer);
                      }
                    })
                .authenticator(
                    (peer, data) -> {
                      peer.attach("ada");
                      token.complete(
                          peer.handshake().query("token").orElse("none")
                              + peer.handshake().path()
                              + peer.handshake().header("UPGRADE").orElse("none")
                              + peer.attachment(String.class).orElse("none"));
                      return CompletableFuture.completedFuture(Verdict.ADMIT);
                    })
                .start();
        TestPeer ada =
            TestPeer.builder().auth(new byte[] {1}).connect(uri(server, "/game?a=b&token=x%20y"))) {
      ada.awaitConnected();
      assertThat(token.get(MAX_SECONDS, TimeUnit.SECONDS)).isEqualTo("x y/gamewebsocketada");
      Peer peer = connected.get(MAX_SECONDS, TimeUnit.SECONDS);
      assertThat(peer.remoteAddress()).isInstanceOf(InetSocketAddress.class);
      assertThat(peer).hasToString("peer " + ada.id() + " (" + peer.remoteAddress() + ")");
      assertThat(peer.server()).isSameAs(server);
    }
  }

  @Test
  void usesLimitOfPackets() throws Exception {
    CompletableFuture<Integer> length = new CompletableFuture<>();
    MultiplayerLimits limits = MultiplayerLimits.builder().packetBytes(100_000).build();
    try (MultiplayerServer server =
            builder()
                .limits(limits)
                .onBytes((peer, bytes) -> length.complete(bytes.length))
                .start();
        TestPeer ada = TestPeer.builder().connect(uri(server, "/game"))) {
      ada.awaitConnected();
      ada.sendBytes(new byte[99_999]); // and one byte for the command
      assertThat(length.get(MAX_SECONDS, TimeUnit.SECONDS)).isEqualTo(99_999);
      ada.sendBytes(new byte[100_000]);
      ada.await("the end", TestPeer::isClosed);
      assertThatIllegalStateException()
          .isThrownBy(() -> ada.sendBytes(new byte[1]))
          .withMessageStartingWith("the client is not connected: ");
    }
  }

  @Test
  void opensNoFilesBeforeStart() {
    int builders = 200;
    long before = openFiles();
    for (int i = 0; i < builders; i++) {
      assertThat(builder()).isNotNull();
    }
    assertThat(openFiles() - before).isLessThan(builders / 2);
    assertThatIllegalArgumentException().isThrownBy(() -> builder().node(world).start());
  }

  /** Returns 0 on Windows. */
  private static long openFiles() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? unix.getOpenFileDescriptorCount()
        : 0;
  }

  @Test
  void rejectsInvalidSettings() throws Exception {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NettyMultiplayer.server().webSocket(0, "game"));
    assertThatIllegalArgumentException().isThrownBy(() -> builder().maxConnections(0));
    assertThatIllegalStateException().isThrownBy(() -> NettyMultiplayer.server().start());
    try (MultiplayerServer server = builder().start()) {
      InetSocketAddress used = (InetSocketAddress) server.addresses().get(0);
      assertThatIOException()
          .isThrownBy(() -> builder().webSocket(used, "/game").start())
          .withMessage("cannot listen on " + used);
    }
    NettyMultiplayer.Builder once = builder();
    once.start().close();
    assertThatIllegalStateException().isThrownBy(once::start);
  }
}
