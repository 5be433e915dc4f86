package io.github.godotvariant.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.godotvariant.enet.EnetClient;
import io.github.godotvariant.enet.EnetDelivery;
import io.github.godotvariant.enet.EnetDisconnectReason;
import io.github.godotvariant.enet.EnetLimits;
import io.github.godotvariant.enet.EnetListener;
import io.github.godotvariant.enet.EnetPeer;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EnetServerTest {
  static final Logger LOG = LogLines.off(EnetHandler.class);
  private static final int MAX_SECONDS = 20;
  private static final byte[] FAILING = {13};

  private final CompletableFuture<EnetDisconnectReason> end = new CompletableFuture<>();

  /** Answers packets, except for one at which it throws an exception. */
  private final EnetListener echo =
      new EnetListener() {
        @Override
        public void onPacket(EnetPeer peer, byte[] packet, int channel, EnetDelivery delivery) {
          if (packet[0] == FAILING[0]) {
            throw new IllegalStateException("on purpose");
          }
          peer.send(packet, channel, delivery);
        }

        @Override
        public void onDisconnect(EnetPeer peer, EnetDisconnectReason reason, int data) {
          end.complete(reason);
        }
      };

  private static InetSocketAddress loopback() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  /** A client with a socket, which is used in the thread of the test. */
  private static final class Client implements AutoCloseable {
    final DatagramSocket socket;
    final List<byte[]> received = new ArrayList<>();
    boolean isDisconnected;
    final EnetClient enet =
        new EnetClient(
            this::send,
            new EnetListener() {
              @Override
              public void onPacket(
                  EnetPeer peer, byte[] packet, int channel, EnetDelivery delivery) {
                received.add(packet);
              }

              @Override
              public void onDisconnect(EnetPeer peer, EnetDisconnectReason reason, int data) {
                isDisconnected = true;
              }
            });

    Client(EnetServer server) throws Exception {
      socket = new DatagramSocket(0, server.address().getAddress());
      socket.setSoTimeout(5);
      enet.connect(server.address(), 2, 5);
      await(() -> !enet.isConnecting());
    }

    private void send(InetSocketAddress address, ByteBuffer datagram) {
      byte[] bytes = new byte[datagram.remaining()];
      datagram.get(bytes);
      try {
        socket.send(new DatagramPacket(bytes, bytes.length, address));
      } catch (java.io.IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }

    void await(BooleanSupplier condition) throws Exception {
      long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(MAX_SECONDS);
      DatagramPacket packet = new DatagramPacket(new byte[4_096], 4_096);
      while (!condition.getAsBoolean()) {
        assertThat(System.nanoTime()).isLessThan(limit);
        try {
          socket.receive(packet);
          enet.receive(ByteBuffer.wrap(packet.getData(), 0, packet.getLength()));
        } catch (SocketTimeoutException e) {
          enet.service();
        }
        enet.flush();
      }
    }

    void send(byte[] packet, EnetDelivery delivery) {
      assertThat(enet.peer().orElseThrow().send(packet, 0, delivery)).isTrue();
      enet.flush();
    }

    @Override
    public void close() {
      enet.close();
      socket.close();
    }
  }

  /** A system without IPv6 tests IPv4 only. */
  static List<InetAddress> loopbacks() throws UnknownHostException {
    InetAddress ipv4 = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    byte[] one = new byte[16];
    one[15] = 1;
    InetAddress ipv6 = InetAddress.getByAddress(one);
    try (DatagramSocket socket = new DatagramSocket(0, ipv6)) {
      return List.of(ipv4, socket.getLocalAddress());
    } catch (SocketException e) {
      return List.of(ipv4);
    }
  }

  @ParameterizedTest
  @MethodSource("loopbacks")
  @SuppressWarnings("try") // closes the client early
  void exchangesPackets(InetAddress loopback) throws Exception {
    try (EnetServer server = EnetServer.listener(echo).start(new InetSocketAddress(loopback, 0));
        Client client = new Client(server)) {
      client.send(new byte[100_000], EnetDelivery.RELIABLE);
      client.await(() -> client.received.size() == 1);
      assertThat(client.received.get(0)).hasSize(100_000);
      client.send(FAILING, EnetDelivery.RELIABLE);
      client.send(new byte[] {1}, EnetDelivery.RELIABLE);
      client.await(() -> client.received.size() == 2);
      client.await(
          () -> {
            // ENet drops unreliable packets while round trips take longer than before.
            server.execute(
                () ->
                    server
                        .peers()
                        .forEach(peer -> peer.send(new byte[3], 0, EnetDelivery.UNSEQUENCED)));
            return client.received.size() > 2;
          });
      assertThat(client.received.get(2)).hasSize(3);
      client.close();
      assertThat(end.get(MAX_SECONDS, TimeUnit.SECONDS)).isEqualTo(EnetDisconnectReason.REMOTE);
    }
  }

  @Test
  void sendsEarlierPacketsBeforeItStops() throws Exception {
    EnetServer server =
        EnetServer.listener(echo)
            .limits(EnetLimits.builder().peers(1).build())
            .acceptor(request -> request.data() == 5)
            .start(loopback());
    try (Client client = new Client(server);
        Client refused = new Client(server)) {
      assertThat(refused.enet.peer()).isEmpty();
      server.execute(() -> server.peers().get(0).send(new byte[500_000], 1, EnetDelivery.RELIABLE));
      CompletableFuture<Void> closed = CompletableFuture.runAsync(server::close);
      client.await(() -> client.isDisconnected);
      assertThat(client.received).hasSize(1);
      closed.get(MAX_SECONDS, TimeUnit.SECONDS);
      server.close();
    }
  }

  @Test
  void rejectsOtherThreads() throws Exception {
    try (EnetServer server = EnetServer.listener(echo).start(loopback())) {
      assertThatIllegalStateException().isThrownBy(server::peers);
      CompletableFuture<Void> rejected = new CompletableFuture<>();
      server.execute(
          () -> {
            assertThatIllegalStateException().isThrownBy(server::close);
            rejected.complete(null);
          });
      rejected.get(MAX_SECONDS, TimeUnit.SECONDS);
    }
  }
}
