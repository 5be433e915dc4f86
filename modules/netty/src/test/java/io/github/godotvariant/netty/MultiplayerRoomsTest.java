package io.github.godotvariant.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.github.godotvariant.Variant;
import io.github.godotvariant.multiplayer.Authenticator.Verdict;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.testing.TestPeer;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;

class MultiplayerRoomsTest extends RoomsFixture {
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
  void logsAddressOfRoomBeforeItsFirstPeer() throws Exception {
    try (LogLines log = new LogLines(MultiplayerServer.class, Level.INFO);
        MultiplayerRooms rooms = builder().start();
        TestPeer ada = connect(rooms, "a")) {
      await(() -> log.lines.size() == 3);
      assertThat(log.lines)
          .element(1, STRING)
          .isEqualTo("a: listening on " + rooms.address() + ", TCP (WebSocket)");
      assertThat(log.lines.get(2)).startsWith("a: peer " + ada.id()).endsWith(" connected");
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
