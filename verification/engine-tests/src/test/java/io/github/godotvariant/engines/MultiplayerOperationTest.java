package io.github.godotvariant.engines;

import static io.github.godotvariant.multiplayer.RpcMode.AUTHORITY;
import static io.github.godotvariant.multiplayer.TransferMode.RELIABLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.enet.EnetLimits;
import io.github.godotvariant.multiplayer.MultiplayerListener;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.Peer;
import io.github.godotvariant.multiplayer.RpcNode;
import io.github.godotvariant.netty.NettyMultiplayer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that {@link NettyMultiplayer} starts, with games of a real engine. */
class MultiplayerOperationTest {
  private static final int PING_SECONDS = 2;
  private static final int ENET_MILLIS = 3_000;

  /** The time of a loaded machine in addition to the timeouts. */
  private static final int MARGIN_SECONDS = 5;

  @TempDir Path folder;

  private final CompletableFuture<Peer> connected = new CompletableFuture<>();
  private final CompletableFuture<String> disconnected = new CompletableFuture<>();

  private MultiplayerServer start(boolean usesEnet) throws IOException {
    RpcNode world =
        RpcNode.at("World")
            .names(MultiplayerTest.methods("world.gd"))
            .method("only_the_server", AUTHORITY, RELIABLE)
            .build();
    MultiplayerListener listener =
        new MultiplayerListener() {
          @Override
          public void peerConnected(Peer peer) {
            connected.complete(peer);
          }

          @Override
          public void peerDisconnected(Peer peer, String reason) {
            disconnected.complete(reason);
          }
        };
    NettyMultiplayer.Builder builder = NettyMultiplayer.server().node(world).listener(listener);
    InetSocketAddress loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    if (usesEnet) {
      builder
          .enet(loopback)
          .enetLimits(
              EnetLimits.builder().timeoutMinMillis(1_000).timeoutMaxMillis(ENET_MILLIS).build());
    } else {
      builder.webSocket(loopback, "/game").pingSeconds(PING_SECONDS);
    }
    return builder.start();
  }

  private static int port(MultiplayerServer server) {
    return ((InetSocketAddress) server.addresses().get(0)).getPort();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void disconnectsFrozenGame(boolean usesEnet) throws Exception {
    try (MultiplayerServer server = start(usesEnet);
        MultiplayerGames games = new MultiplayerGames(folder, usesEnet)) {
      Playing game = games.client(port(server), "listening");
      game.awaitLine("connected_to_server");
      assertThat(connected.get(MultiplayerGames.TIMEOUT_SECONDS, TimeUnit.SECONDS)).isNotNull();
      game.freeze();
      int seconds = usesEnet ? ENET_MILLIS / 1_000 + 1 : 2 * PING_SECONDS;
      assertThat(disconnected.get(seconds + MARGIN_SECONDS, TimeUnit.SECONDS)).contains("answer");
    }
  }

  @Test
  void acceptsPathWithQueryAndAnswersHealthChecks() throws Exception {
    try (MultiplayerServer server = start(false);
        MultiplayerGames games = new MultiplayerGames(folder, false)) {
      assertThat(statusOf(server, "/health")).contains(" 200 ");
      Playing game = games.client(port(server), "listening", "path=/game?token=apple");
      Peer peer = connected.get(MultiplayerGames.TIMEOUT_SECONDS, TimeUnit.SECONDS);
      assertThat(peer.handshake().query("token")).contains("apple");
      assertThat(peer.handshake().path()).isEqualTo("/game");
      assertThat(statusOf(server, "/health")).contains(" 200 ");
      assertThat(statusOf(server, "/other")).contains(" 404 ");
      game.close();
      assertThat(disconnected.get(MultiplayerGames.TIMEOUT_SECONDS, TimeUnit.SECONDS)).isNotEmpty();
    }
  }

  private static String statusOf(MultiplayerServer server, String path) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port(server))) {
      String request = "GET " + path + " HTTP/1.1\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return String.valueOf(
          new BufferedReader(
                  new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
              .readLine());
    }
  }
}
