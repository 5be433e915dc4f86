package io.github.godotvariant.engines;

import static io.github.godotvariant.multiplayer.RpcMode.AUTHORITY;
import static io.github.godotvariant.multiplayer.TransferMode.RELIABLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Vector2;
import io.github.godotvariant.enet.EnetLimits;
import io.github.godotvariant.multiplayer.MultiplayerListener;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.Peer;
import io.github.godotvariant.multiplayer.ReplicatedNode;
import io.github.godotvariant.multiplayer.RpcNode;
import io.github.godotvariant.multiplayer.Spawner;
import io.github.godotvariant.netty.NettyMultiplayer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

  private static final Pattern POSITION = Pattern.compile("U\\d+ is at \\((\\d+)\\.0, .*");

  @TempDir Path folder;

  private final CompletableFuture<Peer> connected = new CompletableFuture<>();
  private final CompletableFuture<String> disconnected = new CompletableFuture<>();

  private MultiplayerServer start(boolean usesEnet, int pingSeconds) throws IOException {
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
      builder.webSocket(loopback, "/game").pingSeconds(pingSeconds);
    }
    return builder.start();
  }

  private static int port(MultiplayerServer server) {
    return ((InetSocketAddress) server.addresses().get(0)).getPort();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void disconnectsFrozenGame(boolean usesEnet) throws Exception {
    try (MultiplayerServer server = start(usesEnet, PING_SECONDS);
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
    try (MultiplayerServer server = start(false, PING_SECONDS);
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

  /** The values need about 180 KB in a second, and the connection of the game carries 40 KB. */
  @Test
  void sendsCurrentValuesOverSlowConnection() throws Exception {
    int tickMillis = 20;
    AtomicInteger ticks = new AtomicInteger();
    try (MultiplayerServer server = start(false, 15);
        SlowProxy proxy = new SlowProxy(port(server), 40_000);
        MultiplayerGames games = new MultiplayerGames(folder, false)) {
      Spawner spawner = Spawner.at("World/Stage/Spawner").scene(MultiplayerStage.UNIT).build();
      List<ReplicatedNode> units = new ArrayList<>();
      MultiplayerGames.runIn(
          server,
          () -> {
            for (int i = 0; i < 300; i++) {
              Map<String, Object> values =
                  Map.of("position", new Vector2(0, 0), "label", "", "hp", 0, "mood", 1);
              units.add(server.spawn(spawner, 0, "U" + i, values));
            }
          });
      server.tick(
          tickMillis,
          TimeUnit.MILLISECONDS,
          () -> {
            Vector2 position = new Vector2(ticks.incrementAndGet(), 0);
            units.forEach(unit -> unit.set("position", position));
            server.replicate();
          });
      Playing game = games.client(proxy.port(), "listening", "stage=units");
      game.awaitLine("connected_to_server");
      int first = ticks.get();
      int count = 0;
      int maxAge = 0;
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
      while (System.nanoTime() < end) {
        Matcher matcher = POSITION.matcher(game.next());
        if (matcher.matches()) {
          count++;
          maxAge = Math.max(maxAge, ticks.get() - Integer.parseInt(matcher.group(1)));
        }
      }
      assertThat(count)
          .as("values")
          .isBetween(units.size(), units.size() * (ticks.get() - first) / 2);
      assertThat(maxAge * tickMillis).as("age of a value in ms").isLessThan(5_000);
      assertThat(disconnected).isNotDone();
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
