package io.github.godotvariant.multiplayer;

import static io.github.godotvariant.multiplayer.RpcMode.ANY_PEER;
import static io.github.godotvariant.multiplayer.TransferMode.RELIABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.godotvariant.Vector2;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Announce;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ByNumber;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ByPath;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Call;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Confirm;
import io.github.godotvariant.multiplayer.MultiplayerPacket.RemovePeer;
import io.github.godotvariant.multiplayer.RecordedEvent.PeerDisconnected;
import io.github.godotvariant.multiplayer.RecordedEvent.UnknownNode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Limits of protocol errors, announcements and calls of a peer. */
class PeerLimitTest extends RpcTestBase {
  @Test
  void setsLimitsByName() {
    MultiplayerLimits limits =
        MultiplayerLimits.builder()
            .peers(1)
            .pendingPeers(2)
            .announcements(3)
            .pathBytes(4)
            .packetBytes(5)
            .faults(6)
            .calls(7)
            .relayedBytes(8)
            .authenticationMillis(9)
            .build();
    assertThat(
            List.of(
                limits.peers(),
                limits.pendingPeers(),
                limits.announcements(),
                limits.pathBytes(),
                limits.packetBytes(),
                limits.faults(),
                limits.calls()))
        .containsExactly(1, 2, 3, 4, 5, 6, 7);
    assertThat(limits.relayedBytes()).isEqualTo(8);
    assertThat(limits.authenticationMillis()).isEqualTo(9);
    assertThat(MultiplayerLimits.DEFAULT.relayedBytes()).isEqualTo(1_000_000);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MultiplayerLimits.builder().faults(-1))
        .withMessage("the limit -1 is negative");
  }

  @Test
  void disconnectsOnlyPeerWithTooManyProtocolErrors() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          FakeClient bob = client(server);
          bob.take();
          for (int i = 0; i <= MultiplayerLimits.DEFAULT.faults(); i++) {
            assertThat(ada.isClosed).isFalse();
            ada.sends(new byte[] {3});
          }
          assertThat(ada.isClosed).isTrue();
          ada.sends(call(new ByPath("World"), methodNumber("move"), new Vector2(1, 2)));
          assertThat(calls).isEmpty();
          assertThat(bob.isClosed).isFalse();
          assertThat(bob.take()).containsExactly(new RemovePeer(ada.id));
          assertThat(server.peers()).containsExactly(bob.id);
        });
  }

  /** A long game with a few errors of latency stays connected. */
  @Test
  void countsProtocolErrorsPerMinute() {
    withServer(
        builder().limits(MultiplayerLimits.builder().faults(2).build()).clock(time::get),
        server -> {
          FakeClient ada = client(server);
          for (int minute = 0; minute < 30; minute++) {
            ada.sends(new byte[] {3});
            ada.sends(new byte[] {3});
            time.addAndGet(60 * SECOND);
          }
          assertThat(protocolErrors()).hasSize(60);
          ada.sends(new byte[] {3});
          time.addAndGet(59 * SECOND);
          ada.sends(new byte[] {3});
          assertThat(ada.isClosed).isFalse();
          ada.sends(new byte[] {3});
          assertThat(ada.isClosed).isTrue();
          assertThat(events)
              .last()
              .isEqualTo(
                  new PeerDisconnected(ada.id, "more faults in a minute than the limit of 2"));
        });
  }

  @Test
  void startsCountOfProtocolErrorsEveryMinute() {
    withServer(
        builder().limits(MultiplayerLimits.builder().faults(2).build()).clock(time::get),
        server -> {
          FakeClient ada = client(server);
          time.addAndGet(150 * SECOND);
          ada.sends(new byte[] {3});
          ada.sends(new byte[] {3});
          time.addAndGet(29 * SECOND);
          assertThat(ada.isClosed).isFalse();
          time.addAndGet(SECOND); // the fourth minute
          ada.sends(new byte[] {3});
          ada.sends(new byte[] {3});
          assertThat(ada.isClosed).isFalse();
          ada.sends(new byte[] {3});
          assertThat(ada.isClosed).isTrue();
        });
  }

  @Test
  void limitsAnnouncements() {
    MultiplayerLimits limits = MultiplayerLimits.builder().announcements(2).pathBytes(8).build();
    withServer(
        builder().limits(limits),
        server -> {
          FakeClient ada = client(server);
          ada.sends(new Announce(world.methods().checksum(), 1, "World"));
          ada.sends(new Announce(world.methods().checksum(), 1, "World"));
          ada.sends(new Announce("0".repeat(32), 2, "Nowhere!!"));
          ada.sends(new Announce("0".repeat(32), 2, "\u001b[2J"));
          assertThat(events).contains(new UnknownNode(ada.id, "\u001b[2J"));
          assertThat(ada.take()).containsExactly(new Confirm(true, 1));
          server.add(RpcNode.at("Second").build());
          server.add(RpcNode.at("Third").build());
          String none = RpcMethods.annotated(List.of()).checksum();
          ada.sends(new Announce(none, 3, "Second")); // replaces the unknown path
          assertThat(ada.take()).containsExactly(new Confirm(true, 3));
          ada.sends(new Announce(none, 4, "Third"));
          assertThat(ada.take()).isEmpty();
          assertThat(protocolErrors())
              .containsExactly(
                  "number 1 is announced again",
                  "a path of 9 bytes",
                  "more announcements than the limit of 2");
        });
  }

  /** A long game creates a node again and again, each time with another number. */
  @Test
  void acceptsFurtherNumbersForAnnouncedPath() {
    withServer(
        builder().limits(MultiplayerLimits.builder().announcements(2).build()).clock(time::get),
        server -> {
          FakeClient ada = client(server);
          for (int i = 1; i < 50; i++) {
            ada.sends(new Announce(world.methods().checksum(), i, "World"));
            assertThat(ada.take()).containsExactly(new Confirm(true, i));
            ada.sends(call(new ByNumber(i, 1), methodNumber("move"), new Vector2(i, 0)));
            ada.sends(new Announce(world.methods().checksum(), 100 + i, "Spawned" + i));
            time.addAndGet(60 * SECOND);
          }
          assertThat(calls).hasSize(49).last().isEqualTo("moved Vector2(49, 0)");
          server.remove(world);
          ada.sends(new Announce(world.methods().checksum(), 50, "World"));
          RpcNode other = RpcNode.at("World").method("other", ANY_PEER, RELIABLE).build();
          server.add(other);
          ada.sends(call(new ByPath("World"), methodNumber("move"), new Vector2(1, 2)));
          assertThat(protocolErrors()).isEmpty(); // The packet is a call of the removed node.
          ada.sends(new Announce(world.methods().checksum(), 51, "Elsewhere"));
          ada.sends(new Announce(world.methods().checksum(), 52, "Elsewhere"));
          assertThat(protocolErrors())
              .containsExactly("more announcements in a minute than the limit of 2");
        });
  }

  @Test
  void limitsCalls() {
    MultiplayerLimits limits = MultiplayerLimits.builder().faults(4).calls(3).build();
    withServer(
        builder().limits(limits).clock(time::get),
        server -> {
          FakeClient ada = client(server);
          FakeClient bob = client(server);
          Call ask = call(new ByPath("World"), methodNumber("ask"), 1);
          ada.take();
          for (int i = 0; i < 5; i++) {
            ada.sends(ask);
          }
          assertThat(calls).hasSize(3);
          assertThat(protocolErrors())
              .containsExactly("more calls in a second than the limit of 3");
          bob.sends(ask); // The limit applies to each peer.
          assertThat(calls).hasSize(4);
          time.addAndGet(SECOND);
          ada.sends(ask);
          assertThat(calls).hasSize(5);
          for (int second = 1; second <= 4; second++) {
            assertThat(ada.isClosed).isFalse();
            for (int i = 0; i < 5; i++) {
              ada.sends(ask);
            }
            time.addAndGet(SECOND);
          }
          assertThat(ada.isClosed).isTrue(); // after its fifth protocol error
          assertThat(calls).hasSize(4 + 4 * 3);
          assertThat(server.peers()).containsExactly(bob.id);
        });
  }

  /** A stalled network delivers all delayed packets together. */
  @Test
  void reportsBurstOfCallsOnce() {
    withServer(
        builder().clock(time::get),
        server -> {
          FakeClient ada = client(server);
          for (int i = 0; i < 18 * 60; i++) {
            ada.sends(call(new ByPath("World"), methodNumber("move"), new Vector2(i, 0)));
          }
          assertThat(calls).hasSize(MultiplayerLimits.DEFAULT.calls());
          assertThat(protocolErrors())
              .containsExactly("more calls in a second than the limit of 1000");
          assertThat(ada.isClosed).isFalse();
        });
  }
}
