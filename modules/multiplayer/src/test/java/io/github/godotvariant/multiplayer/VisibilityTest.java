package io.github.godotvariant.multiplayer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.godotvariant.multiplayer.MultiplayerPacket.Announce;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Despawn;
import io.github.godotvariant.multiplayer.MultiplayerPacket.RemovePeer;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Spawn;
import io.github.godotvariant.multiplayer.RecordedEvent.AuthenticationFailed;
import io.github.godotvariant.multiplayer.RecordedEvent.HandlerFailed;
import io.github.godotvariant.multiplayer.RecordedEvent.PeerConnected;
import io.github.godotvariant.multiplayer.RecordedEvent.PeerDisconnected;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** Tests when predicates are evaluated, and the effects of predicates that throw exceptions. */
@SuppressWarnings("CheckReturnValue") // Most tests do not use the spawned node.
class VisibilityTest extends MultiplayerTestBase {
  private static final IntPredicate FAILS =
      peer -> {
        throw new IllegalStateException("on purpose");
      };

  private final Set<Integer> seers = new HashSet<>();
  private final Spawner units =
      Spawner.at("World/Spawner")
          .scene(ReplicationConfig.builder().spawned("hp", ReplicationMode.ON_CHANGE).build())
          .build();
  private final Map<String, ?> values = Map.of("hp", 100);
  private Consumer<RecordedEvent> listener = event -> {};
  private final MultiplayerServer server =
      MultiplayerServer.on(new EmbeddedChannel().eventLoop())
          .listener(
              RecordedEvent.listener(
                  event -> {
                    events.add(event);
                    listener.accept(event);
                  }))
          .build();

  private FakeClient client() {
    return client(server);
  }

  private static List<String> kinds(List<MultiplayerPacket> packets) {
    return packets.stream().map(packet -> packet.getClass().getSimpleName()).toList();
  }

  @Test
  void hidesNodeWhosePredicateFails() {
    server.run(
        () -> {
          FakeClient ada = client();
          server.spawn(units, 0, "U1", values).visibleTo(FAILS);
          assertThat(kinds(ada.take())).containsExactly("Announce", "Spawn", "Despawn");
          FakeClient bob = client();
          assertThat(bob.take()).noneMatch(Spawn.class::isInstance);
          assertThat(server.peers()).containsExactly(ada.id, bob.id);
          assertThat(events)
              .hasSize(4)
              .last()
              .isInstanceOfSatisfying(
                  HandlerFailed.class,
                  failed -> {
                    assertThat(failed.peer()).isEqualTo(bob.id);
                    assertThat(failed.place()).isEqualTo("visibility of World/Spawner: U1");
                    assertThat(failed.exception()).hasMessage("on purpose");
                  });
          bob.peer.disconnected("left");
          assertThat(server.peers()).containsExactly(ada.id);
          assertThat(events).last().isEqualTo(new PeerDisconnected(bob.id, "left"));
        });
  }

  @Test
  void removesPeerWhenPredicateCausesAnError() {
    server.run(
        () -> {
          FakeClient ada = client();
          server
              .spawn(units, 0, "U1", values)
              .visibleTo(
                  peer -> {
                    if (peer != ada.id) {
                      throw new StackOverflowError("on purpose");
                    }
                    return true;
                  });
          ada.take();
          FakeClient bob = new FakeClient();
          assertThatExceptionOfType(StackOverflowError.class)
              .isThrownBy(() -> bob.peer = server.accept(bob));
          assertThat(server.peers()).containsExactly(ada.id);
          assertThat(bob.isClosed).isTrue();
          assertThat(ada.take()).last().isEqualTo(new RemovePeer(bob.id));
          assertThat(events).last().isInstanceOf(PeerDisconnected.class);
        });
  }

  @Test
  void removesPeerWhenTransportFails() {
    server.run(
        () -> {
          FakeClient broken =
              new FakeClient() {
                @Override
                public void accepted(int given) {
                  super.accepted(given);
                  throw new IllegalStateException("on purpose");
                }
              };
          assertThatIllegalStateException().isThrownBy(() -> broken.peer = server.accept(broken));
          assertThat(broken.isClosed).isTrue();
          assertThat(server.disconnect(broken.id)).isFalse();
          assertThat(events).singleElement().isInstanceOf(AuthenticationFailed.class);
        });
  }

  @Test
  void reportsPeerConnectedBeforeNodesAreShown() {
    listener =
        event -> {
          if (event instanceof PeerConnected) {
            seers.add(event.peer());
          }
        };
    server.run(
        () -> {
          server.spawn(units, 0, "U1", values, seers::contains);
          FakeClient ada = client();
          assertThat(kinds(ada.take())).containsExactly("Announce", "Spawn");
        });
  }

  @Test
  void showsNothingToPeerThatListenerDisconnects() {
    listener =
        event -> {
          if (event instanceof PeerConnected) {
            server.disconnect(event.peer());
          }
        };
    server.run(
        () -> {
          server.spawn(units, 0, "U1", values);
          FakeClient ada = client();
          assertThat(ada.take()).isEmpty();
          assertThat(ada.isClosed).isTrue();
          assertThat(server.peers()).isEmpty();
        });
  }

  @Test
  void spawnsForVisiblePeersOnly() {
    server.run(
        () -> {
          FakeClient ada = client();
          FakeClient bob = client();
          ada.take();
          bob.take();
          ReplicatedNode u1 = server.spawn(units, 0, "U1", values, peer -> peer == bob.id);
          server.spawn(units, "made", "M1", List.of(), Map.of(), peer -> peer == bob.id);
          assertThat(ada.take()).isEmpty();
          assertThat(kinds(bob.take())).containsExactly("Announce", "Spawn", "Spawn");
          u1.set("hp", 90);
          server.replicate();
          assertThat(ada.take()).isEmpty();
          assertThat(kinds(bob.take())).containsExactly("Delta");
        });
  }

  @Test
  void evaluatesVisibilityAgain() {
    server.run(
        () -> {
          FakeClient ada = client();
          FakeClient bob = client();
          server.spawn(units, 0, "U1", values, seers::contains);
          server.spawn(units, 0, "U2", values, seers::contains);
          ada.take();
          bob.take();
          seers.addAll(List.of(ada.id, bob.id));
          server.replicate();
          assertThat(ada.take()).isEmpty();
          server.updateVisibility(ada.id);
          assertThat(kinds(ada.take())).containsExactly("Announce", "Spawn", "Spawn");
          assertThat(bob.take()).isEmpty();
          seers.remove(ada.id);
          server.updateVisibility();
          assertThat(ada.take()).containsExactly(new Despawn(1), new Despawn(3));
          assertThat(kinds(bob.take())).containsExactly("Announce", "Spawn", "Spawn");
          server.updateVisibility(7); // is not connected
          assertThat(ada.take()).isEmpty();
        });
  }

  @Test
  void forgetsPeerThatPredicateDisconnects() {
    server.run(
        () -> {
          FakeClient ada = client();
          ReplicatedNode u1 = server.spawn(units, 0, "U1", values, server::disconnect);
          assertThat(ada.take()).noneMatch(Announce.class::isInstance);
          assertThat(u1.isSeenBy(ada.id)).isFalse();
          assertThat(server.peers()).isEmpty();
        });
  }
}
