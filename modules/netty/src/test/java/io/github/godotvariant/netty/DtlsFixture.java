package io.github.godotvariant.netty;

import static io.github.godotvariant.netty.EnetAddresses.SERVER;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.enet.EnetDelivery;
import io.github.godotvariant.enet.EnetDisconnectReason;
import io.github.godotvariant.enet.EnetLimits;
import io.github.godotvariant.enet.EnetListener;
import io.github.godotvariant.enet.EnetPeer;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.DatagramPacket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** A server and clients with DTLS in memory, whose datagrams can be lost. */
abstract class DtlsFixture {
  private static final Logger LOG = Logger.getLogger(EnetHandler.class.getName());
  static final byte[] LARGE = new byte[20_000];

  static {
    new Random(1).nextBytes(LARGE);
  }

  /** Hides the expected warnings about failed handshakes. */
  @BeforeAll
  static void hideWarnings() {
    LOG.setLevel(Level.OFF);
  }

  @AfterAll
  static void showWarnings() {
    LOG.setLevel(null);
  }

  /** Clients with the same context resume sessions. */
  final SSLContext trusting = DtlsKeys.client(true);

  private final EmbeddedChannel channel = new EmbeddedChannel();
  final Map<InetSocketAddress, DtlsClient> clients = new HashMap<>();
  final List<byte[]> sent = new ArrayList<>();
  final List<String> reports = new ArrayList<>();

  Executor taskExecutor = Runnable::run;
  int keyUses;
  Runnable onKeyUse = () -> {};

  private final SSLContext serverContext =
      DtlsKeys.server(
          () -> {
            keyUses++;
            Runnable next = onKeyUse;
            onKeyUse = () -> {};
            next.run();
          });

  final List<EnetDisconnectReason> ends = new ArrayList<>();
  final EnetHandler handler = handler(EnetLimits.builder().peersPerAddress(100).build());
  long time;
  int fromClient;
  int toClient;
  long bytesIn;
  long bytesOut;
  int longest;

  /** Whether a datagram is lost: the number of the datagram, and whether it is from a client. */
  BiPredicate<Integer, Boolean> isLost = (number, isFromClient) -> false;

  private EnetHandler handler(EnetLimits limits) {
    EnetHandler created =
        new EnetHandler(
            new EnetListener() {
              @Override
              public void onPacket(
                  EnetPeer peer, byte[] packet, int channel, EnetDelivery delivery) {
                peer.send(packet, channel, delivery);
              }

              @Override
              public void onDisconnect(EnetPeer peer, EnetDisconnectReason reason, int data) {
                ends.add(reason);
              }
            },
            request -> true,
            limits);
    created.dtls(
        serverContext,
        task -> taskExecutor.execute(task),
        (client, reason) -> reports.add(client.getPort() + ": " + reason));
    channel.freezeTime();
    channel.pipeline().addLast(created);
    return created;
  }

  static InetSocketAddress address(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  DtlsClient client(SSLContext context, int port) {
    InetSocketAddress from = address(port);
    DtlsClient client =
        new DtlsClient(
            context,
            SERVER,
            () -> time,
            bytes -> {
              sent.add(bytes);
              if (!isLost.test(fromClient++, true)) {
                deliver(from, bytes);
              }
            });
    clients.put(from, client);
    return client;
  }

  void deliver(InetSocketAddress from, byte[] bytes) {
    bytesIn += bytes.length;
    // A copy after an offset, as in the buffers of a socket.
    channel.writeInbound(
        new DatagramPacket(
            Unpooled.directBuffer().writeByte(0).writeBytes(bytes).skipBytes(1), SERVER, from));
  }

  List<byte[]> readOutbound(InetSocketAddress to) {
    List<byte[]> all = new ArrayList<>();
    for (DatagramPacket out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
      byte[] bytes = new byte[out.content().readableBytes()];
      out.content().readBytes(bytes);
      bytesOut += bytes.length;
      longest = Math.max(longest, bytes.length);
      if (out.recipient().equals(to)) {
        all.add(bytes);
      }
      DtlsClient client = clients.get(out.recipient());
      out.release();
      if (client != null && !isLost.test(toClient++, false)) {
        client.receive(bytes);
      }
    }
    return all;
  }

  void exchange(int millis) {
    for (int i = 0; i < millis; i += 10) {
      time += 10;
      channel.advanceTimeBy(10, TimeUnit.MILLISECONDS);
      channel.runScheduledPendingTasks();
      channel.runPendingTasks();
      readOutbound(SERVER);
      List.copyOf(clients.values()).forEach(DtlsClient::service);
    }
  }

  static void assertEchoes(DtlsClient client, Runnable exchange) {
    client.packets.clear();
    client.enet.peer().orElseThrow().send(LARGE, 0, EnetDelivery.RELIABLE);
    client.enet.flush();
    exchange.run();
    assertThat(client.packets).containsExactly(LARGE);
  }

  DtlsClient connected(int port) {
    DtlsClient client = client(trusting, port);
    exchange(200);
    assertThat(client.enet.peer()).isPresent();
    return client;
  }
}
