package io.github.godotvariant.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.github.godotvariant.enet.EnetDelivery;
import io.github.godotvariant.enet.EnetDisconnectReason;
import io.github.godotvariant.enet.EnetListener;
import io.github.godotvariant.enet.EnetPeer;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** Clients with DTLS over the loopback interface. The handshakes run in their own thread. */
class EnetServerDtlsTest {
  static final Logger LOG = LogLines.off(MultiplayerServer.class);
  private static final int MAX_SECONDS = 60;
  private static final int NANOS_PER_MILLI = 1_000_000;

  private static InetSocketAddress loopback() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  /** A client with a socket, which is used in the thread of the test. */
  private static final class Client implements AutoCloseable {
    private final DatagramSocket socket = new DatagramSocket(loopback());
    private final DtlsClient dtls;

    Client(InetSocketAddress server) throws IOException {
      socket.setSoTimeout(5);
      dtls =
          new DtlsClient(
              DtlsKeys.client(true),
              server,
              () -> System.nanoTime() / NANOS_PER_MILLI,
              bytes -> {
                try {
                  socket.send(new DatagramPacket(bytes, bytes.length, server));
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }

    void await(BooleanSupplier condition) throws IOException {
      long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(MAX_SECONDS);
      DatagramPacket packet = new DatagramPacket(new byte[4_096], 4_096);
      while (!condition.getAsBoolean()) {
        assertThat(System.nanoTime()).isLessThan(limit);
        try {
          socket.receive(packet);
          dtls.receive(Arrays.copyOf(packet.getData(), packet.getLength()));
        } catch (SocketTimeoutException e) {
          dtls.service();
        }
      }
    }

    @Override
    public void close() {
      socket.close();
    }
  }

  @Test
  void exchangesPackets() throws Exception {
    CompletableFuture<EnetDisconnectReason> end = new CompletableFuture<>();
    EnetListener echo =
        new EnetListener() {
          @Override
          public void onPacket(EnetPeer peer, byte[] packet, int channel, EnetDelivery delivery) {
            peer.send(packet, channel, delivery);
          }

          @Override
          public void onDisconnect(EnetPeer peer, EnetDisconnectReason reason, int data) {
            end.complete(reason);
          }
        };
    try (EnetServer server = EnetServer.listener(echo).dtls(DtlsKeys.server()).start(loopback());
        Client client = new Client(server.address())) {
      client.await(() -> client.dtls.enet.peer().isPresent());
      EnetPeer peer = client.dtls.enet.peer().orElseThrow();
      peer.send(new byte[100_000], 0, EnetDelivery.RELIABLE);
      client.await(() -> client.dtls.packets.size() == 1);
      assertThat(client.dtls.packets.get(0)).hasSize(100_000);
      peer.disconnect(0);
      client.await(() -> client.dtls.engine.isInboundDone());
      assertThat(end.get(MAX_SECONDS, TimeUnit.SECONDS)).isEqualTo(EnetDisconnectReason.REMOTE);
    }
  }

  @Test
  void warnsIfContextHasNoKey() throws Exception {
    try (LogLines log = new LogLines(EnetHandler.class, Level.WARNING);
        EnetServer server =
            EnetServer.listener(new EnetListener() {})
                .dtls(DtlsKeys.client(true))
                .start(loopback());
        Client client = new Client(server.address())) {
      client.await(() -> !log.lines.isEmpty());
      assertThat(log.lines)
          .singleElement(STRING)
          .startsWith(server.address() + ", first client /127.0.0.1:")
          .contains(": the DTLS handshake failed: ");
    }
  }

  @Test
  void disconnectsClientsWhenMultiplayerServerStops() throws Exception {
    RecordedPeers peers = new RecordedPeers();
    MultiplayerServer server =
        NettyMultiplayer.server()
            .enet(loopback())
            .enetDtls(DtlsKeys.server())
            .listener(peers)
            .start();
    try (Client client = new Client((InetSocketAddress) server.addresses().get(0))) {
      client.await(() -> client.dtls.enet.peer().isPresent() && !peers.lines().isEmpty());
      CompletableFuture<Void> closed = CompletableFuture.runAsync(server::close);
      client.await(() -> client.dtls.isDisconnected && client.dtls.engine.isInboundDone());
      closed.get(MAX_SECONDS, TimeUnit.SECONDS);
      assertThat(peers.lines()).containsExactly("connected", "disconnected: the server stops");
    } finally {
      server.close();
    }
  }
}
