package io.github.godotvariant.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.github.godotvariant.Variant;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.testing.TestPeer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients that enter and leave rooms at the same time. */
class ConcurrentRoomsTest extends RoomsFixture {
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    threads.shutdownNow();
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
}
