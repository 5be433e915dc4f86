package io.github.godotvariant.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.multiplayer.MultiplayerListener;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.Peer;
import io.github.godotvariant.multiplayer.RpcCall;
import io.github.godotvariant.multiplayer.RpcMode;
import io.github.godotvariant.multiplayer.RpcNode;
import io.github.godotvariant.multiplayer.TransferMode;
import io.github.godotvariant.multiplayer.testing.TestPeer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.logging.Logger;

/** Rooms on a free port, their clients, and the events of the rooms. */
abstract class RoomsFixture {
  static final Logger LOG = LogLines.off(MultiplayerServer.class);
  static final int MAX_SECONDS = 60;

  /** The headers of a handshake. */
  static final String UPGRADE =
      """
      Upgrade: websocket\r
      Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r
      Sec-WebSocket-Version: 13\r
      """;

  final AtomicInteger created = new AtomicInteger();
  final List<String> events = new CopyOnWriteArrayList<>();
  final Map<String, Object> attachments = new ConcurrentHashMap<>();
  final RpcNode world =
      RpcNode.at("World")
          .method("say", RpcMode.ANY_PEER, TransferMode.RELIABLE, RoomsFixture::say)
          .method("said", RpcMode.AUTHORITY, TransferMode.RELIABLE)
          .build();

  private static void say(RpcCall call) {
    MultiplayerServer server = call.peer().server();
    server.callAll(call.node(), "said", server.name() + ": " + call.argumentString(0));
  }

  final MultiplayerListener listener =
      new MultiplayerListener() {
        @Override
        public void peerConnected(Peer peer) {
          peer.attachment(Object.class)
              .ifPresent(attached -> attachments.put(peer.server().name(), attached));
          events.add("connected to " + peer.server().name());
        }

        @Override
        public void peerDisconnected(Peer peer, String reason) {
          events.add("disconnected from " + peer.server().name() + ": " + reason);
        }
      };

  MultiplayerRooms.Builder builder() {
    return NettyMultiplayer.rooms()
        .webSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), "/rooms/")
        .maxConnectionsPerAddress(4_000)
        .maxRoomsPerMinute(10_000)
        .maxRoomsPerMinuteAndAddress(10_000)
        .roomFactory(
            (name, request) -> {
              if (name.startsWith("unknown")) {
                return Optional.empty();
              }
              created.incrementAndGet();
              return Optional.of(server -> server.node(world).listener(listener));
            });
  }

  static int port(MultiplayerRooms rooms) {
    return ((InetSocketAddress) rooms.address()).getPort();
  }

  static URI uri(MultiplayerRooms rooms, String name) {
    return URI.create("ws://127.0.0.1:" + port(rooms) + "/rooms/" + name);
  }

  TestPeer connect(MultiplayerRooms rooms, String name) throws IOException {
    return TestPeer.builder().node(world).connect(uri(rooms, name)).awaitConnected();
  }

  static void await(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + Duration.ofSeconds(MAX_SECONDS).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(end);
      Thread.sleep(5);
    }
  }

  static List<Integer> peers(MultiplayerServer server) {
    return CompletableFuture.supplyAsync(server::peers, server::execute)
        .orTimeout(MAX_SECONDS, TimeUnit.SECONDS)
        .join();
  }

  /** Returns the status line of the response to a handshake. */
  static String handshake(MultiplayerRooms rooms, String path, String headers) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port(rooms))) {
      String request =
          "GET " + path + " HTTP/1.1\r\nHost: localhost:1\r\nConnection: Upgrade\r\n" + headers;
      socket.getOutputStream().write((request + "\r\n").getBytes(StandardCharsets.US_ASCII));
      return String.valueOf(
          new BufferedReader(
                  new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
              .readLine());
    }
  }
}
