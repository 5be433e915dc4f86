package io.github.godotvariant.enet;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Contains the samples of the package. */
class ExamplesTest {
  private int bytes;

  private void send(InetSocketAddress address, ByteBuffer datagram) {
    bytes += datagram.remaining();
  }

  @Test
  void answersRequestToConnect() {
    EnetHost host =
        EnetHost.builder(
                this::send,
                new EnetListener() {
                  @Override
                  public void onPacket(
                      EnetPeer peer, byte[] packet, int channel, EnetDelivery delivery) {
                    peer.send(packet, channel, delivery);
                  }
                })
            .limits(EnetLimits.builder().peers(100).build())
            .build();
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 4000);
    host.receive(address, ByteBuffer.wrap(Capture.ALL.get(0).datagram()));
    assertThat(bytes).isEqualTo(48);
  }

  @Test
  void requestsConnection() {
    EnetListener listener = new EnetListener() {};
    InetSocketAddress server = new InetSocketAddress(InetAddress.getLoopbackAddress(), 4243);
    EnetClient client = new EnetClient(this::send, listener);
    client.connect(server, 255, 7);
    assertThat(bytes).isEqualTo(52);
  }

  @Test
  void buildsLimits() {
    EnetLimits limits = EnetLimits.builder().peers(100).channels(4).build();
    assertThat(limits.peers()).isEqualTo(100);
    assertThat(limits.channels()).isEqualTo(4);
    assertThat(limits.packetBytes()).isEqualTo(EnetLimits.DEFAULT.packetBytes());
  }
}
