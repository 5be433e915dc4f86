package io.github.godotvariant.enet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client and a host whose datagrams arrive after 10 ms, except for one that is lost. */
class EnetClientTest {
  private static final InetSocketAddress CLIENT = address(1);
  private static final InetSocketAddress SERVER = address(2);

  private final Deque<byte[]> toServer = new ArrayDeque<>();
  private final Deque<byte[]> toClient = new ArrayDeque<>();
  private final List<byte[]> received = new ArrayList<>();
  private final List<EnetDisconnectReason> ends = new ArrayList<>();
  private long now;
  private boolean isAccepting = true;
  private int lostOfClient = -1;
  private int lostOfServer = -1;
  private int sentByClient;
  private int sentByServer;

  private final EnetHost host =
      EnetHost.builder(
              (address, datagram) -> {
                if (sentByServer++ != lostOfServer && address.equals(CLIENT)) {
                  toClient.add(Simulation.copy(datagram));
                }
              },
              new EnetListener() {
                @Override
                public void onPacket(
                    EnetPeer peer, byte[] packet, int channel, EnetDelivery delivery) {
                  peer.send(packet, channel, delivery);
                }
              })
          .clock(() -> now)
          .acceptor(request -> isAccepting && request.data() == 7)
          .random(new Random(1))
          .build();

  private final EnetClient client =
      new EnetClient(
          (address, datagram) -> {
            assertThat(address).isEqualTo(SERVER);
            if (sentByClient++ != lostOfClient) {
              toServer.add(Simulation.copy(datagram));
            }
          },
          new EnetListener() {
            @Override
            public void onPacket(EnetPeer peer, byte[] packet, int channel, EnetDelivery delivery) {
              received.add(packet);
            }

            @Override
            public void onDisconnect(EnetPeer peer, EnetDisconnectReason reason, int data) {
              ends.add(reason);
            }
          },
          () -> now,
          new Random(2));

  private static InetSocketAddress address(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  private void advance(int millis) {
    for (int i = 0; i < millis; i += 10) {
      now += 10;
      deliver();
      host.service();
      client.service();
    }
  }

  private void deliver() {
    List<byte[]> arriving = List.copyOf(toServer);
    toServer.clear();
    List.copyOf(toClient).forEach(datagram -> client.receive(buffer(datagram)));
    toClient.clear();
    arriving.forEach(datagram -> host.receive(CLIENT, buffer(datagram)));
    host.flush();
    client.flush();
  }

  /** Returns a direct buffer in little-endian order. The library does not use such buffers. */
  private static ByteBuffer buffer(byte[] datagram) {
    ByteBuffer buffer = ByteBuffer.allocateDirect(datagram.length).order(ByteOrder.LITTLE_ENDIAN);
    return buffer.put(datagram).flip();
  }

  private void exchange() {
    client.connect(SERVER, 255, 7);
    advance(2_000);
    EnetPeer peer = client.peer().orElseThrow();
    assertThat(peer.channels()).isEqualTo(16);
    assertThat(peer.send(new byte[5_000], 3, EnetDelivery.RELIABLE)).isTrue();
    advance(5_000);
    assertThat(received).singleElement().satisfies(packet -> assertThat(packet).hasSize(5_000));
    assertThat(host.peers()).hasSize(1);
    assertThat(peer.queuedBytes()).isZero();
  }

  @Test
  void exchangesPackets() {
    exchange();
    client.close();
    advance(100);
    assertThat(host.peers()).isEmpty();
    assertThat(ends).containsExactly(EnetDisconnectReason.LOCAL);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void connectsAfterLossOfDatagramToServer(int index) {
    lostOfClient = index;
    exchange();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void connectsAfterLossOfDatagramToClient(int index) {
    lostOfServer = index;
    exchange();
  }

  @Test
  void reportsRefusal() {
    isAccepting = false;
    client.connect(SERVER, 255, 7);
    assertThat(client.isConnecting()).isTrue();
    advance(100);
    assertThat(client.isConnecting()).isFalse();
    assertThat(client.peer()).isEmpty();
  }

  /** A forged request must not disconnect the client that has the address. */
  @Test
  void refusesNothingAtAddressOfPeer() {
    exchange();
    EnetClient forged =
        new EnetClient(
            (address, datagram) -> toServer.add(Simulation.copy(datagram)),
            new EnetListener() {},
            () -> now,
            new Random(1));
    forged.connect(SERVER, 255, 8);
    advance(1_000);
    assertThat(client.peer().orElseThrow().isConnected()).isTrue();
    assertThat(ends).isEmpty();
  }

  @Test
  void givesUpWithoutServer() {
    client.connect(SERVER, 1, 7);
    for (int i = 0; i < 315; i++) {
      now += 100;
      assertThat(client.isConnecting()).isTrue();
      client.service();
    }
    assertThat(client.isConnecting()).isFalse();
    assertThat(sentByClient).isEqualTo(6);
  }

  @Test
  void rejectsInvalidArguments() {
    assertThatIllegalArgumentException().isThrownBy(() -> client.connect(SERVER, 0, 7));
    client.connect(SERVER, 1, 7);
    assertThatIllegalStateException().isThrownBy(() -> client.connect(SERVER, 1, 7));
  }

  @Test
  void ignoresInvalidReplies() {
    client.connect(SERVER, 1, 7);
    Random random = new Random(3);
    for (int i = 0; i < 10_000; i++) {
      byte[] bytes = new byte[random.nextInt(100)];
      random.nextBytes(bytes);
      client.receive(ByteBuffer.wrap(bytes));
    }
    client.service();
    assertThat(ends).isEmpty();
  }
}
