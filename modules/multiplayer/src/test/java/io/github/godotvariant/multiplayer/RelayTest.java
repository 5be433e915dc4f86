package io.github.godotvariant.multiplayer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ByPath;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Call;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Raw;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Relay;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Packets that a server relays between clients. */
class RelayTest extends RpcTestBase {
  @Test
  void relaysPacketsThatFilterAccepts() {
    List<String> bytes = new ArrayList<>();
    MultiplayerServer server =
        builder()
            .onBytes((peer, content) -> bytes.add(peer.id() + ": " + content[0]))
            .relay((from, to, packet) -> !(packet instanceof Call))
            .build();
    runIn(
        server,
        () -> {
          FakeClient ada = client(server);
          FakeClient bob = client(server);
          FakeClient eve = client(server);
          PackedByteArray raw =
              PackedByteArray.unsafeWrap(new Raw(PackedByteArray.of((byte) 9)).encode());
          Relay fromAda = new Relay(ada.id, raw);
          for (FakeClient client : List.of(ada, bob, eve)) {
            client.take();
          }
          ada.sends(new Relay(bob.id, raw));
          assertThat(bob.take()).containsExactly(fromAda);
          assertThat(eve.take()).isEmpty();
          assertThat(bytes).isEmpty();
          ada.sends(new Relay(0, raw));
          assertThat(bob.take()).containsExactly(fromAda);
          assertThat(eve.take()).containsExactly(fromAda);
          assertThat(bytes).containsExactly(ada.id + ": 9");
          ada.sends(new Relay(-1, raw));
          assertThat(bob.take()).containsExactly(fromAda);
          assertThat(eve.take()).containsExactly(fromAda);
          assertThat(bytes).hasSize(1);
          ada.sends(new Relay(-bob.id, raw));
          assertThat(bob.take()).isEmpty();
          assertThat(eve.take()).containsExactly(fromAda);
          assertThat(bytes).hasSize(2);
          ada.sends(new Relay(ada.id, raw));
          ada.sends(new Relay(1_000, raw));
          ada.sends(new Relay(Integer.MIN_VALUE, raw));
          bob.take();
          eve.take();
          ada.sends(
              new Relay(
                  bob.id, PackedByteArray.unsafeWrap(call(new ByPath("World"), 0, 1).encode())));
          assertThat(bob.take()).isEmpty(); // The filter rejects it.
          assertThat(protocolErrors()).isEmpty();
          ada.sends(new Relay(bob.id, PackedByteArray.of((byte) 3)));
          assertThat(bob.take()).isEmpty();
          assertThat(protocolErrors()).hasSize(1);
        });
  }

  @Test
  void limitsRelayedBytes() {
    MultiplayerLimits limits =
        MultiplayerLimits.builder()
            .pendingPeers(9)
            .announcements(9)
            .pathBytes(9)
            .packetBytes(10_000)
            .faults(9)
            .calls(9)
            .relayedBytes(5_000)
            .authenticationMillis(9)
            .build();
    MultiplayerServer server = builder().limits(limits).clock(time::get).build();
    runIn(
        server,
        () -> {
          FakeClient ada = client(server);
          FakeClient bob = client(server);
          bob.take();
          PackedByteArray raw =
              PackedByteArray.unsafeWrap(
                  new Raw(PackedByteArray.unsafeWrap(new byte[4_000])).encode());
          ada.sends(new Relay(bob.id, raw));
          ada.sends(new Relay(bob.id, raw));
          assertThat(bob.take()).hasSize(1);
          assertThat(protocolErrors())
              .containsExactly("more bytes relayed in a second than the limit of 5000");
          time.addAndGet(SECOND);
          ada.sends(new Relay(bob.id, raw));
          assertThat(bob.take()).hasSize(1);
        });
  }

  @Test
  void keepsClientsApartWithoutRelay() {
    MultiplayerServer server = builder().withoutRelay().build();
    runIn(
        server,
        () -> {
          FakeClient ada = client(server);
          FakeClient bob = client(server);
          ada.sends(
              new Relay(
                  bob.id,
                  PackedByteArray.unsafeWrap(new Raw(PackedByteArray.of((byte) 9)).encode())));
          assertThat(ada.take()).isEmpty();
          assertThat(bob.take()).isEmpty();
          assertThat(protocolErrors()).containsExactly("a packet for another peer");
        });
  }
}
