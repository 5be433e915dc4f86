package io.github.godotvariant.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.godotvariant.Variant;
import io.github.godotvariant.multiplayer.Authenticator.Verdict;
import io.github.godotvariant.multiplayer.HandshakeRequest;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MultiplayerRoomsTest {
  private static final Logger LOG = Logger.getLogger(MultiplayerServer.class.getName());
  private static final int MAX_SECONDS = 60;

  /** The headers of a handshake. */
  private static final String UPGRADE =
      """
      Upgrade: websocket\r
      Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r
      Sec-WebSocket-Version: 13\r
      """;

  static {
    LOG.setLevel(Level.OFF);
  }

  private final AtomicInteger created = new AtomicInteger();
  private final List<String> events = new CopyOnWriteArrayList<>();
  private final Map<String, Object> attachments = new ConcurrentHashMap<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final RpcNode world =
      RpcNode.at("World")
          .method("say", RpcMode.ANY_PEER, TransferMode.RELIABLE, MultiplayerRoomsTest::say)
          .method("said", RpcMode.AUTHORITY, TransferMode.RELIABLE)
          .build();

  private static void say(RpcCall call) {
    MultiplayerServer server = call.peer().server();
    server.callAll(call.node(), "said", server.name() + ": " + call.argumentString(0));
  }

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  private final MultiplayerListener listener =
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

  private MultiplayerRooms.Builder builder() {
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

  private static int port(MultiplayerRooms rooms) {
    return ((InetSocketAddress) rooms.address()).getPort();
  }

  private static URI uri(MultiplayerRooms rooms, String name) {
    return URI.create("ws://127.0.0.1:" + port(rooms) + "/rooms/" + name);
  }

  private TestPeer connect(MultiplayerRooms rooms, String name) throws IOException {
    return TestPeer.builder().node(world).connect(uri(rooms, name)).awaitConnected();
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + Duration.ofSeconds(MAX_SECONDS).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(end);
      Thread.sleep(5);
    }
  }

  private static List<Integer> peers(MultiplayerServer server) {
    return CompletableFuture.supplyAsync(server::peers, server::execute)
        .orTimeout(MAX_SECONDS, TimeUnit.SECONDS)
        .join();
  }

  /** Returns the status line of the response to a handshake. */
  private static String handshake(MultiplayerRooms rooms, String path, String headers)
      throws IOException {
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

  @Test
  void createsRoomForFirstClientAndClosesEmptyRoom() throws Exception {
    try (MultiplayerRooms rooms = builder().emptySeconds(1).start()) {
      assertThat(rooms.rooms()).isEmpty();
      TestPeer ada = connect(rooms, "red%20one");
      TestPeer bob = connect(rooms, "red%20one?a=b");
      try (TestPeer cid = connect(rooms, "blue")) {
        assertThat(created).hasValue(2);
        assertThat(rooms.rooms()).containsOnlyKeys("red one", "blue");
        ada.call(world, "say", "hello");
        assertThat(bob.awaitCall("said").arguments()).containsExactly(Variant.of("red one: hello"));
        assertThat(cid.peers()).isEmpty();
        assertThat(cid.calls()).isEmpty();
        MultiplayerServer red = rooms.room("red one").orElseThrow();
        assertThat(red.addresses()).hasSize(1);
        ada.close();
        bob.close();
        await(() -> red.peerCount() == 0);
        try (TestPeer dan = connect(rooms, "red%20one")) { // within a second
          assertThat(rooms.room("red one")).containsSame(red);
          assertThat(dan.isConnected()).isTrue();
        }
        await(() -> rooms.room("red one").isEmpty());
        assertThat(rooms.rooms()).containsOnlyKeys("blue");
        assertThat(cid.isConnected()).isTrue();
      }
    }
    assertThat(created).hasValue(2);
  }

  @Test
  void rejectsUnknownRoomsAndOtherRequests() throws Exception {
    try (MultiplayerRooms rooms = builder().maxRooms(1).origins("https://example.org").start()) {
      assertThat(handshake(rooms, "/rooms/unknown", UPGRADE)).contains(" 404 ");
      assertThat(handshake(rooms, "/rooms/", UPGRADE)).contains(" 404 ");
      assertThat(handshake(rooms, "/rooms/a/b", UPGRADE)).contains(" 404 ");
      assertThat(handshake(rooms, "/rooms/a%2Fb", UPGRADE)).contains(" 404 ");
      assertThat(handshake(rooms, "/rooms/a%0Ab", UPGRADE)).contains(" 404 ");
      assertThat(handshake(rooms, "/rooms/%", UPGRADE)).contains(" 404 ");
      assertThat(handshake(rooms, "/rooms/" + "a".repeat(101), UPGRADE)).contains(" 404 ");
      assertThat(handshake(rooms, "/other/a", UPGRADE)).contains(" 404 ");
      assertThat(handshake(rooms, "/rooms/a", "")).contains(" 404 ");
      assertThat(handshake(rooms, "/health", "")).contains(" 200 ");
      assertThat(handshake(rooms, "/rooms/a", UPGRADE + "Origin: https://example.com\r\n"))
          .contains(" 403 ");
      assertThat(created).hasValue(0);
      assertThat(rooms.rooms()).isEmpty();
      try (TestPeer ada = connect(rooms, "a")) {
        assertThat(handshake(rooms, "/rooms/b", UPGRADE)).contains(" 503 ");
        assertThat(ada.isConnected()).isTrue();
      }
    }
  }

  @Test
  void limitsCreatedRooms() throws Exception {
    try (MultiplayerRooms rooms = builder().emptySeconds(0).maxRoomsPerMinute(2).start()) {
      connect(rooms, "a").close();
      connect(rooms, "b").close();
      await(() -> rooms.rooms().isEmpty());
      assertThat(handshake(rooms, "/rooms/c", UPGRADE)).contains(" 503 ");
    }
  }

  @Test
  void limitsCreatedRoomsOfAddress() throws Exception {
    try (MultiplayerRooms rooms = builder().maxRoomsPerMinuteAndAddress(2).start();
        TestPeer ada = connect(rooms, "a");
        TestPeer bob = connect(rooms, "b")) {
      assertThat(handshake(rooms, "/rooms/c", UPGRADE)).contains(" 503 ");
      try (TestPeer cid = connect(rooms, "b")) { // needs no other room
        cid.await("the other peer", client -> client.peers().equals(Set.of(bob.id())));
        assertThat(ada.peers()).isEmpty();
      }
    }
  }

  @Test
  void createsNoRoomForMalformedHandshake() throws Exception {
    try (MultiplayerRooms rooms = builder().emptySeconds(0).start()) {
      assertThat(handshake(rooms, "/rooms/a", "Upgrade: websocket\r\n")).contains(" 426 ");
      assertThat(handshake(rooms, "/rooms/a", UPGRADE.replace("13", "8"))).contains(" 426 ");
      assertThat(
              handshake(rooms, "/rooms/a", "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"))
          .contains(" 400 ");
      assertThat(created).hasValue(0);
    }
  }

  @Test
  void closesRoomsThatStoppedAccepting() throws Exception {
    try (MultiplayerRooms rooms = builder().emptySeconds(1_000).maxRooms(2).start()) {
      TestPeer ada = connect(rooms, "a");
      TestPeer bob = connect(rooms, "b");
      MultiplayerServer first = rooms.room("a").orElseThrow();
      MultiplayerServer second = rooms.room("b").orElseThrow();
      first.stopAccepting();
      second.stopAccepting();
      assertThat(rooms.rooms()).isEmpty();
      assertThat(handshake(rooms, "/rooms/c", UPGRADE)).contains(" 503 ");
      ada.close();
      await(() -> first.tick(1, TimeUnit.SECONDS, () -> {}).isCancelled()); // is closed
      Future<?> tick = second.tick(1, TimeUnit.SECONDS, () -> {});
      rooms.close("update");
      bob.await("the end", TestPeer::isClosed);
      assertThat(tick.isCancelled()).isTrue();
    }
  }

  @Test
  void usesAllEventLoops() throws Exception {
    try (MultiplayerRooms rooms = builder().eventLoops(4).start()) {
      List<TestPeer> clients = new ArrayList<>();
      for (int i = 0; i < 24; i++) {
        clients.add(connect(rooms, "room" + i / 3));
      }
      Map<Object, Long> loops =
          rooms.rooms().values().stream()
              .collect(Collectors.groupingBy(MultiplayerServer::executor, Collectors.counting()));
      assertThat(loops.values()).containsExactly(2L, 2L, 2L, 2L);
      clients.forEach(TestPeer::close);
    }
  }

  @Test
  void closesRoomWithoutAdmittedPeerImmediately() throws Exception {
    try (MultiplayerRooms rooms =
        builder()
            .emptySeconds(1_000)
            .roomFactory(
                (name, request) ->
                    Optional.of(
                        server ->
                            server.authenticator(
                                (peer, data) -> CompletableFuture.completedFuture(Verdict.REFUSE))))
            .start()) {
      TestPeer ada = TestPeer.builder().auth(new byte[] {1}).connect(uri(rooms, "a"));
      ada.await("the end", TestPeer::isClosed);
      await(() -> rooms.rooms().isEmpty());
      TestPeer.builder().connect(uri(rooms, "c")).close();
      await(() -> rooms.rooms().isEmpty());
    }
  }

  @Test
  void endsTicksOfClosedRoom() throws Exception {
    AtomicInteger ticks = new AtomicInteger();
    try (MultiplayerRooms rooms = builder().start();
        TestPeer ada = connect(rooms, "a");
        TestPeer bob = connect(rooms, "b")) {
      MultiplayerServer first = rooms.room("a").orElseThrow();
      Future<?> tick = first.tick(1, TimeUnit.MILLISECONDS, ticks::incrementAndGet);
      await(() -> ticks.get() > 0);
      first.close();
      ada.await("the end", TestPeer::isClosed);
      assertThat(tick.isCancelled()).isTrue();
      assertThat(peers(rooms.room("b").orElseThrow())).containsExactly(bob.id());
    }
  }

  @Test
  void rejectsClientIfFactoryFails() throws Exception {
    try (MultiplayerRooms rooms =
        builder()
            .roomFactory(
                (name, request) -> {
                  if (name.equals("a")) {
                    throw new IllegalStateException("on purpose");
                  }
                  return Optional.of(server -> server.node(world).node(world));
                })
            .start()) {
      assertThat(handshake(rooms, "/rooms/a", UPGRADE)).contains(" 500 ");
      assertThat(handshake(rooms, "/rooms/b", UPGRADE)).contains(" 500 ");
      assertThat(rooms.rooms()).isEmpty();
    }
  }

  @Test
  void movesPeerWithInvitation() throws Exception {
    try (MultiplayerRooms rooms = builder().maxInvites(2).start();
        TestPeer ada = connect(rooms, "lobby")) {
      assertThat(ada.isConnected()).isTrue();
      String token = rooms.invite("match", "ada");
      assertThat(token).matches("[A-Za-z0-9_-]{24}").isNotEqualTo(rooms.invite("match", "bob"));
      assertThatIllegalStateException().isThrownBy(() -> rooms.invite("match", "cid"));
      connect(rooms, "other?token=" + token).close();
      assertThat(attachments).isEmpty();
      connect(rooms, "match?token=" + token).close();
      assertThat(attachments).isEqualTo(Map.of("match", "ada"));
      attachments.clear();
      connect(rooms, "match?token=" + token).close();
      connect(rooms, "match?token=wrong").close();
      assertThat(attachments).isEmpty();
      assertThat(rooms.invite("match", "cid")).isNotEqualTo(token);
    }
  }

  @Test
  void forgetsInvitationsAfterTime() {
    AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 1);
    Invitations invitations = new Invitations(2, 10, clock::get);
    HandshakeRequest first = request(invitations.create("a", 1));
    HandshakeRequest second = request(invitations.create("a", 2));
    clock.addAndGet(TimeUnit.SECONDS.toNanos(10) - 1);
    assertThat(invitations.take("b", first)).isEmpty();
    assertThat(invitations.take("a", first)).contains(1);
    assertThat(invitations.take("a", first)).isEmpty();
    HandshakeRequest third = request(invitations.create("a", 3));
    clock.addAndGet(1);
    assertThat(invitations.take("a", second)).isEmpty();
    assertThat(invitations.take("a", HandshakeRequest.NONE)).isEmpty();
    assertThat(invitations.take("a", third)).contains(3);
  }

  @Test
  void replacesEarlierInvitationOfAttachment() {
    Invitations invitations = new Invitations(2, 10, System::nanoTime);
    invitations.create("a", "other");
    HandshakeRequest first = request(invitations.create("a", "ada"));
    HandshakeRequest second = request(invitations.create("a", "ada"));
    assertThat(invitations.take("a", first)).isEmpty();
    assertThat(invitations.take("a", second)).contains("ada");
    HandshakeRequest inA = request(invitations.create("a", "ada"));
    assertThatIllegalStateException().isThrownBy(() -> invitations.create("b", "ada"));
    assertThat(invitations.take("a", inA)).contains("ada");
  }

  private static HandshakeRequest request(String token) {
    return new HandshakeRequest("/rooms/a?x=y&token=" + token, Map.of());
  }

  @Test
  void createsOneRoomForConcurrentClients() throws Exception {
    int clients = 8;
    try (MultiplayerRooms rooms = builder().eventLoops(4).start()) {
      for (int i = 0; i < 20; i++) {
        String name = "room" + i;
        CyclicBarrier start = new CyclicBarrier(clients);
        List<Future<TestPeer>> connecting = new ArrayList<>();
        for (int j = 0; j < clients; j++) {
          connecting.add(
              threads.submit(
                  () -> {
                    start.await(MAX_SECONDS, TimeUnit.SECONDS);
                    return connect(rooms, name);
                  }));
        }
        for (Future<TestPeer> client : connecting) {
          client
              .get(MAX_SECONDS, TimeUnit.SECONDS)
              .await("the others", peer -> peer.peers().size() == clients - 1);
        }
        assertThat(created).hasValue(i + 1);
      }
    }
  }

  @Test
  void keepsClientThatConnectsWhileLastPeerLeaves() throws Exception {
    try (MultiplayerRooms rooms = builder().emptySeconds(0).eventLoops(2).start()) {
      TestPeer last = connect(rooms, "a");
      for (int i = 0; i < 200; i++) {
        TestPeer leaving = last;
        Future<?> left = threads.submit(leaving::close);
        TestPeer next = connect(rooms, "a");
        left.get(MAX_SECONDS, TimeUnit.SECONDS);
        next.await("the end of the last peer", peer -> peer.peers().isEmpty());
        MultiplayerServer room = rooms.room("a").orElseThrow();
        assertThat(peers(room)).contains(next.id());
        next.call(world, "say", "hello");
        assertThat(next.awaitCall("said").arguments()).hasSize(1);
        last = next;
      }
      last.close();
      await(() -> rooms.rooms().isEmpty());
    }
    assertThat(events.stream().filter(event -> event.startsWith("connected")).count())
        .isEqualTo(201)
        .isEqualTo(events.stream().filter(event -> event.startsWith("disc")).count());
  }

  @Test
  void closesWhileClientsConnect() throws Exception {
    for (int i = 0; i < 10; i++) {
      MultiplayerRooms rooms = builder().eventLoops(2).start();
      AtomicInteger next = new AtomicInteger();
      List<Future<Boolean>> connecting = new ArrayList<>();
      Callable<Boolean> connects =
          () -> {
            for (int j = 0; j < 50; j++) {
              try {
                TestPeer peer =
                    TestPeer.builder().connect(uri(rooms, "room" + next.getAndIncrement()));
                assertThat(peer).isNotNull();
              } catch (IOException e) {
                return true; // closed
              }
            }
            return false;
          };
      for (int j = 0; j < 3; j++) {
        connecting.add(threads.submit(connects));
      }
      await(() -> created.get() > 5);
      rooms.close("maintenance");
      for (Future<Boolean> client : connecting) {
        assertThat(client.get(MAX_SECONDS, TimeUnit.SECONDS)).isNotNull();
      }
      assertThat(rooms.rooms()).isEmpty();
      assertThatIOException().isThrownBy(() -> connect(rooms, "late"));
      rooms.close();
      created.set(0);
    }
    assertThat(events.stream().filter(event -> event.startsWith("connected")).count())
        .isEqualTo(events.stream().filter(event -> event.startsWith("disc")).count());
  }

  @Test
  void closesOneRoomAndCreatesNextWithSameName() throws Exception {
    try (MultiplayerRooms rooms = builder().start()) {
      TestPeer ada = connect(rooms, "a");
      TestPeer bob = connect(rooms, "b");
      MultiplayerServer first = rooms.room("a").orElseThrow();
      first.close("the match is over");
      ada.await("the end", TestPeer::isClosed);
      assertThat(rooms.rooms()).containsOnlyKeys("b");
      assertThat(events).contains("disconnected from a: the match is over");
      TestPeer cid = connect(rooms, "a");
      assertThat(rooms.room("a")).isPresent().get().isNotSameAs(first);
      CompletableFuture<Throwable> thrown = new CompletableFuture<>();
      rooms
          .room("a")
          .orElseThrow()
          .execute(
              () -> {
                try {
                  rooms.close("in the thread of a room");
                } catch (IllegalStateException e) {
                  thrown.complete(e);
                }
              });
      assertThat(thrown.get(MAX_SECONDS, TimeUnit.SECONDS)).hasMessageContaining("blocks");
      assertThat(cid.isConnected()).isTrue();
      assertThat(bob.isConnected()).isTrue();
    }
  }

  @Test
  void servesManyRooms() throws Exception {
    int count = 200;
    int size = 8;
    try (MultiplayerRooms rooms = builder().eventLoops(2).maxRooms(count).start()) {
      List<Future<List<TestPeer>>> connecting =
          IntStream.range(0, count)
              .mapToObj(i -> IntStream.range(0, size).mapToObj(j -> "room" + i).toList())
              .map(
                  names ->
                      threads.submit(
                          () -> {
                            List<TestPeer> peers = new ArrayList<>();
                            for (String name : names) {
                              peers.add(connect(rooms, name));
                            }
                            return peers;
                          }))
              .toList();
      List<TestPeer> clients = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        List<TestPeer> peers = connecting.get(i).get(2 * MAX_SECONDS, TimeUnit.SECONDS);
        peers.get(0).call(world, "say", "hello");
        for (TestPeer peer : peers) {
          assertThat(peer.awaitCall("said").arguments())
              .containsExactly(Variant.of("room" + i + ": hello"));
        }
        clients.addAll(peers);
      }
      assertThat(rooms.rooms()).hasSize(count);
      assertThat(created).hasValue(count);
      assertThat(rooms.rooms().values())
          .allSatisfy(room -> assertThat(room.peerCount()).isEqualTo(size));
      assertThat(clients).allSatisfy(peer -> assertThat(peer.peers()).hasSize(size - 1));
      rooms.close("the end");
      for (TestPeer peer : clients) {
        peer.await("the end", TestPeer::isClosed);
        assertThat(peer.problems()).isEmpty();
      }
    }
    assertThat(events.stream().filter(event -> event.startsWith("disc")).count())
        .isEqualTo((long) count * size);
  }

  @Test
  void rejectsInvalidSettings() throws Exception {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NettyMultiplayer.rooms().webSocket(0, "/rooms"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NettyMultiplayer.rooms().webSocket(0, "rooms/"));
    assertThatIllegalArgumentException().isThrownBy(() -> builder().maxRooms(0));
    assertThatIllegalArgumentException().isThrownBy(() -> builder().emptySeconds(-1));
    assertThatIllegalStateException()
        .isThrownBy(() -> NettyMultiplayer.rooms().webSocket(0, "/").start());
    try (MultiplayerRooms rooms = builder().start()) {
      assertThatIOException()
          .isThrownBy(
              () -> builder().webSocket((InetSocketAddress) rooms.address(), "/rooms/").start());
    }
  }
}
