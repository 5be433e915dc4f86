package io.github.godotvariant.multiplayer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.multiplayer.Authenticator.Verdict;
import io.github.godotvariant.multiplayer.MultiplayerPacket.AddPeer;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Auth;
import io.github.godotvariant.multiplayer.MultiplayerPacket.AuthDone;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ByPath;
import io.github.godotvariant.multiplayer.RecordedEvent.AuthenticationFailed;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Admission of peers by an authenticator. */
class AuthenticationTest extends RpcTestBase {
  @Test
  void skipsAuthenticatorAfterVerdict() {
    List<String> asked = new ArrayList<>();
    MultiplayerServer server =
        builder()
            .authenticator(
                (peer, data) -> {
                  asked.add("asked");
                  return new CompletableFuture<>();
                })
            .build();
    runIn(
        server,
        () -> {
          FakeClient ada = client(server);
          ada.sends(auth("secret"));
          ((ServerPeer) ada.peer).admission().onVerdict(Verdict.ADMIT);
          for (int i = 0; i < 100; i++) {
            ada.sends(auth("secret"));
          }
          assertThat(asked).hasSize(1);
          ada.sends(new AuthDone());
          assertThat(server.peers()).containsExactly(ada.id);
          assertThat(protocolErrors()).isEmpty();
        });
  }

  @Test
  void passesOnePacketAtTimeToAuthenticator() {
    List<String> asked = new ArrayList<>();
    List<CompletableFuture<Verdict>> verdicts = new ArrayList<>();
    MultiplayerServer server =
        builder()
            .limits(MultiplayerLimits.builder().authenticationPackets(3).build())
            .authenticator(
                (peer, data) -> {
                  asked.add(new String(data, java.nio.charset.StandardCharsets.UTF_8));
                  verdicts.add(new CompletableFuture<>());
                  return verdicts.get(verdicts.size() - 1);
                })
            .build();
    FakeClient[] clients = new FakeClient[2];
    runIn(
        server,
        () -> {
          clients[0] = client(server);
          clients[1] = client(server);
          for (String data : List.of("a", "b", "c")) {
            clients[0].sends(auth(data));
          }
          assertThat(asked).containsExactly("a");
          verdicts.get(0).complete(Verdict.MORE);
        });
    runIn(
        server,
        () -> {
          assertThat(asked).containsExactly("a", "b");
          verdicts.get(1).complete(Verdict.ADMIT);
        });
    runIn(
        server,
        () -> {
          assertThat(asked).containsExactly("a", "b"); // the last packet is not needed
          clients[0].sends(new AuthDone());
          assertThat(server.peers()).containsExactly(clients[0].id);
          for (int i = 0; i < 4; i++) {
            assertThat(clients[1].isClosed).isFalse();
            clients[1].sends(auth("x"));
          }
          assertThat(clients[1].isClosed).isTrue();
          assertThat(asked).containsExactly("a", "b", "x");
        });
  }

  @Test
  void limitsBytesForAuthenticator() {
    withServer(
        builder()
            .limits(MultiplayerLimits.builder().packetBytes(10).build())
            .authenticator((peer, data) -> new CompletableFuture<>()),
        server -> {
          FakeClient ada = client(server);
          ada.sends(auth("12345"));
          ada.sends(auth("67890"));
          assertThat(ada.isClosed).isFalse();
          ada.sends(auth("1"));
          assertThat(ada.isClosed).isTrue();
        });
  }

  @Test
  @SuppressWarnings("NullAway") // Users may return null.
  void refusesPeerWithoutVerdict() {
    withServer(
        builder().authenticator((peer, data) -> null),
        server -> {
          FakeClient client = client(server);
          client.sends(auth("any"));
          assertThat(client.isClosed).isTrue();
          assertThat(events).contains(new AuthenticationFailed(client.id, "refused"));
        });
  }

  @Test
  void admitsPeersByVerdict() {
    CompletableFuture<Verdict> pending = new CompletableFuture<>();
    MultiplayerServer server = createGuardedServer(pending);
    FakeClient[] clients = new FakeClient[5];
    runIn(
        server,
        () -> {
          for (int i = 0; i < clients.length; i++) {
            clients[i] = client(server);
          }
          clients[0].sends(auth("secret"));
          clients[1].sends(auth("wrong"));
          clients[2].sends(auth("more"));
          clients[2].sends(auth("secret"));
          clients[2].sends(new AuthDone());
          clients[3].sends(auth("later"));
          clients[3].sends(new AuthDone());
          clients[4].sends(auth("throw"));
          clients[0].sends(call(new ByPath("World"), methodNumber("move"), new Vector2(1, 2)));
        });
    runIn(server, () -> {}); // The third client needs two verdicts.
    runIn(
        server,
        () -> {
          assertThat(clients[0].take())
              .containsExactly(new Auth(PackedByteArray.of((byte) 1)), new AuthDone());
          assertThat(server.peers()).containsExactly(clients[2].id);
          assertThat(calls).isEmpty();
          assertThat(protocolErrors()).containsExactly("a packet before it is admitted");
          assertThat(clients[1].isClosed).isTrue();
          assertThat(clients[4].isClosed).isTrue();
          assertThat(events).contains(new AuthenticationFailed(clients[1].id, "refused"));
          clients[0].sends(new AuthDone());
          assertThat(clients[0].take()).containsExactly(new AddPeer(clients[2].id));
          clients[0].sends(call(new ByPath("World"), methodNumber("move"), new Vector2(1, 2)));
          assertThat(calls).hasSize(1);
          assertThat(clients[0].peer.peer().sendAuth(new byte[] {1})).isFalse();
        });
    pending.complete(Verdict.ADMIT);
    runIn(server, () -> assertThat(server.peers()).hasSize(3));
  }

  @Test
  void disconnectsPeersNotAdmittedInTime() {
    CompletableFuture<String> failed = new CompletableFuture<>();
    MultiplayerServer server =
        builder()
            .authenticator((peer, data) -> new CompletableFuture<>())
            .limits(MultiplayerLimits.builder().pendingPeers(2).authenticationMillis(20).build())
            .listener(
                RecordedEvent.listener(
                    event -> {
                      if (event instanceof AuthenticationFailed e && e.reason().contains("time")) {
                        failed.complete(e.reason());
                      }
                      events.add(event);
                    }))
            .build();
    FakeClient[] clients = new FakeClient[3];
    runIn(
        server,
        () -> {
          for (int i = 0; i < clients.length; i++) {
            clients[i] = client(server);
          }
          assertThat(clients[2].isClosed).isTrue();
          assertThat(clients[0].isClosed).isFalse();
        });
    assertThat(failed.orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS).join())
        .isEqualTo("not admitted in time: the game has not called send_auth()");
  }

  @Test
  void acceptsAuthenticationPacketsWithoutAuthenticator() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          ada.sends(auth("anything"));
          ada.sends(new AuthDone());
          assertThat(ada.take()).containsExactly(new AuthDone());
          assertThat(protocolErrors()).isEmpty();
        });
  }
}
