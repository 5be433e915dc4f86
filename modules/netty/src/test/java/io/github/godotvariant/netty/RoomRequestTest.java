package io.github.godotvariant.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.multiplayer.testing.TestPeer;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Requests for rooms that exist, that are created, and that the server rejects. */
class RoomRequestTest extends RoomsFixture {
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
      assertThat(handshake(rooms, "/rooms/a", UPGRADE + "Content-Length: -5\r\n"))
          .contains(" 400 ");
      assertThat(created).hasValue(0);
    }
  }

  @Test
  void createsNoRoomForHandshakeAfterOtherRequest() throws Exception {
    String next = "\r\nGET /rooms/a HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n" + UPGRADE;
    try (MultiplayerRooms rooms = builder().start()) {
      assertThat(handshake(rooms, "/health", next)).contains(" 200 ");
      assertThat(handshake(rooms, "/health", "Connection: close\r\n" + next)).contains(" 200 ");
      String tooLong = "Content-Length: 9000\r\n\r\n" + "x".repeat(9000) + next.strip();
      assertThat(handshake(rooms, "/health", "Connection: close\r\n" + tooLong + "\r\n"))
          .contains(" 413 ");
      assertThat(handshake(rooms, "/rooms/unknown", UPGRADE + next)).contains(" 404 ");
      assertThat(handshake(rooms, "/rooms/b", "Origin: http://y\r\n" + next)).contains(" 403 ");
      assertThat(created).hasValue(0);
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
}
