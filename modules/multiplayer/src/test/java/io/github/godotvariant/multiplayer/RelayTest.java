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
  private static PackedByteArray raw(byte[] content) {
    return PackedByteArray.unsafeWrap(new Raw(PackedByteArray.unsafeWrap(content)).encode());
  }

  @Test
  void relaysPacketsThatFilterAccepts() {
    List<String> bytes = new ArrayList<>();
    withServer(
        builder()
            .onBytes((peer, content) -> bytes.add(peer.id() + ": " + content[0]))
            .relay((from, to, packet) -> !(packet instanceof Call)),
        server -> {
          FakeClient ada = client(server);
          FakeClient bob = client(server);
          FakeClient eve = client(server);
          PackedByteArray raw = raw(new byte[] {9});
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
    MultiplayerLimits limits = MultiplayerLimits.builder().relayedBytes(5_000).build();
    withServer(
        builder().limits(limits).clock(time::get),
        server -> {
          FakeClient ada = client(server);
          FakeClient bob = client(server);
          bob.take();
          PackedByteArray raw = raw(new byte[4_000]);
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
    withServer(
        builder().withoutRelay(),
        server -> {
          FakeClient ada = client(server);
          FakeClient bob = client(server);
          ada.sends(new Relay(bob.id, raw(new byte[] {9})));
          assertThat(ada.take()).isEmpty();
          assertThat(bob.take()).isEmpty();
          assertThat(protocolErrors()).containsExactly("a packet for another peer");
        });
  }
}
