package io.github.godotvariant.netty;

import static io.github.godotvariant.netty.EnetAddresses.CLIENT;
import static io.github.godotvariant.netty.EnetAddresses.SERVER;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.enet.EnetClient;
import io.github.godotvariant.enet.EnetDelivery;
import io.github.godotvariant.enet.EnetDisconnectReason;
import io.github.godotvariant.enet.EnetLimits;
import io.github.godotvariant.enet.EnetListener;
import io.github.godotvariant.enet.EnetPeer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.DatagramPacket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** One handler and one client in memory, whose listener fails. */
class EnetHandlerTest {
  static final Logger LOG = LogLines.off(EnetHandler.class);

  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final List<Byte> received = new ArrayList<>();
  private final List<ByteBuf> sent = new ArrayList<>();
  private int disconnects;

  private final EnetHandler handler =
      new EnetHandler(
          new EnetListener() {
            @Override
            public void onPacket(EnetPeer peer, byte[] packet, int channel, EnetDelivery delivery) {
              received.add(packet[0]);
              throw new InternalError("on purpose");
            }

            @Override
            public void onDisconnect(EnetPeer peer, EnetDisconnectReason reason, int data) {
              disconnects++;
              throw new InternalError("on purpose");
            }
          },
          request -> true,
          EnetLimits.DEFAULT);

  EnetHandlerTest() {
    channel.freezeTime();
    channel.pipeline().addLast(handler);
  }

  private EnetClient client() {
    return new EnetClient(
        (address, datagram) -> sent.add(Unpooled.copiedBuffer(datagram)), new EnetListener() {});
  }

  /** Delivers the datagram that the client sent last. */
  private void deliverLast() {
    channel.writeInbound(new DatagramPacket(sent.remove(sent.size() - 1), SERVER, CLIENT));
  }

  /** Returns a client that is connected for both sides. */
  private EnetClient connect() {
    EnetClient client = client();
    client.connect(SERVER, 1, 7);
    deliverLast();
    DatagramPacket reply = channel.readOutbound();
    client.receive(reply.content().nioBuffer());
    reply.release();
    deliverLast();
    assertThat(handler.host().peers()).hasSize(1);
    return client;
  }

  @Test
  void deliversAcknowledgedPacketsAfterFailureOfListener() {
    EnetClient client = connect();
    sent.clear();
    for (byte i = 1; i <= 3; i++) {
      client.peer().orElseThrow().send(new byte[] {i}, 0, EnetDelivery.RELIABLE);
      client.flush();
    }
    while (!sent.isEmpty()) {
      deliverLast();
    }
    assertThat(received).containsExactly((byte) 1, (byte) 2, (byte) 3);
  }

  @Test
  void continuesAfterErrorsOfListener() {
    for (int i = 1; i <= 2; i++) {
      connect();
      channel.advanceTimeBy(1, TimeUnit.MINUTES);
      channel.runScheduledPendingTasks();
      assertThat(disconnects).isEqualTo(i);
      channel.releaseOutbound();
    }
  }

  @Test
  void cancelsTimerWhenItIsRemoved() {
    assertThat(channel.runScheduledPendingTasks()).isPositive();
    channel.pipeline().remove(handler);
    assertThat(channel.runScheduledPendingTasks()).isEqualTo(-1);
  }
}
