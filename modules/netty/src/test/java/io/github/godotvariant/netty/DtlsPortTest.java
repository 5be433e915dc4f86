package io.github.godotvariant.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.godotvariant.enet.EnetClient;
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
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients with DTLS in memory, whose datagrams can be lost. */
class DtlsPortTest {
  private static final InetSocketAddress SERVER =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 4_243);
  private static final byte[] LARGE = new byte[20_000];

  static {
    new Random(1).nextBytes(LARGE);
  }

  /** Clients with the same context resume sessions. */
  private final SSLContext trusting = DtlsKeys.client(true);

  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final Map<InetSocketAddress, DtlsClient> clients = new HashMap<>();
  private final List<byte[]> sent = new ArrayList<>();
  private final List<String> reports = new ArrayList<>();

  /** Tasks of handshakes that a test runs. */
  private final List<Runnable> tasks = new ArrayList<>();

  private Executor taskExecutor = Runnable::run;
  private int keyUses;
  private Runnable onKeyUse = () -> {};

  private final SSLContext serverContext =
      DtlsKeys.server(
          () -> {
            keyUses++;
            Runnable next = onKeyUse;
            onKeyUse = () -> {};
            next.run();
          });

  private final List<EnetDisconnectReason> ends = new ArrayList<>();
  private final EnetHandler handler = handler(EnetLimits.builder().peersPerAddress(100).build());
  private long time;
  private int fromClient;
  private int toClient;
  private long bytesIn;
  private long bytesOut;
  private int longest;

  /** Whether a datagram is lost: the number of the datagram, and whether it is from a client. */
  private BiPredicate<Integer, Boolean> isLost = (number, isFromClient) -> false;

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

  private static InetSocketAddress address(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  private DtlsClient client(SSLContext context, int port) {
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

  private void deliver(InetSocketAddress from, byte[] bytes) {
    bytesIn += bytes.length;
    // A copy after an offset, as in the buffers of a socket.
    channel.writeInbound(
        new DatagramPacket(
            Unpooled.directBuffer().writeByte(0).writeBytes(bytes).skipBytes(1), SERVER, from));
  }

  private List<byte[]> readOutbound(InetSocketAddress to) {
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

  private void exchange(int millis) {
    for (int i = 0; i < millis; i += 10) {
      time += 10;
      channel.advanceTimeBy(10, TimeUnit.MILLISECONDS);
      channel.runScheduledPendingTasks();
      channel.runPendingTasks();
      readOutbound(SERVER);
      List.copyOf(clients.values()).forEach(DtlsClient::service);
    }
  }

  private static void assertEchoes(DtlsClient client, Runnable exchange) {
    client.packets.clear();
    client.enet.peer().orElseThrow().send(LARGE, 0, EnetDelivery.RELIABLE);
    client.enet.flush();
    exchange.run();
    assertThat(client.packets).containsExactly(LARGE);
  }

  private DtlsClient connected(int port) {
    DtlsClient client = client(trusting, port);
    exchange(200);
    assertThat(client.enet.peer()).isPresent();
    return client;
  }

  @Test
  void exchangesPackets() {
    DtlsClient client = connected(50_000);
    assertEchoes(client, () -> exchange(1_000));
    assertThat(longest).isEqualTo(1_392 + 37);
    assertThat(handler.dtlsPort().pendingCount()).isZero();
    assertThat(reports).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
  void survivesLossOfOneDatagram(int lost) {
    isLost = (number, isFromClient) -> isFromClient && number == lost;
    DtlsClient first = client(DtlsKeys.client(true), 50_000);
    exchange(5_000);
    assertEchoes(first, () -> exchange(1_000));
    isLost = (number, isFromClient) -> !isFromClient && number == lost;
    clients.clear();
    toClient = 0;
    DtlsClient second = client(DtlsKeys.client(true), 50_001);
    exchange(5_000);
    assertEchoes(second, () -> exchange(1_000));
  }

  @Test
  void resumesSession() {
    connected(50_000);
    long full = bytesOut;
    clients.clear();
    bytesOut = 0;
    DtlsClient second = connected(50_001);
    assertThat(bytesOut).isLessThan(full - 500); // without the certificate
    assertEchoes(second, () -> exchange(1_000));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void sendsWholeDatagramsAfterLosses(int seed) {
    Random random = new Random(seed);
    isLost = (number, isFromClient) -> time < 5_000 && random.nextBoolean();
    DtlsClient client = client(trusting, 50_000);
    for (int i = 0; i < 3 && client.enet.peer().isEmpty(); i++) {
      exchange(10_000);
      if (client.enet.peer().isEmpty()) { // 8 s were not enough
        client = client(trusting, 50_000 + i + 1);
      }
    }
    longest = 0;
    assertEchoes(client, () -> exchange(5_000));
    assertThat(longest).isEqualTo(1_392 + 37);
  }

  @Test
  void keepsNoStateForForgedAddresses() {
    byte[] hello = hello();
    Random random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      byte[] ip = new byte[4];
      random.nextBytes(ip);
      byte[] datagram = hello.clone();
      if (i % 2 == 1) {
        datagram = withRandomCookie(datagram, random);
      }
      ByteBuffer.wrap(datagram, 27, 32).putLong(random.nextLong()); // a part of the random number
      deliver(new InetSocketAddress(inet(ip), 1 + random.nextInt(60_000)), datagram);
    }
    exchange(10);
    assertThat(handler.dtlsPort().sessionCount()).isZero();
    assertThat(bytesOut).isPositive().isLessThanOrEqualTo(bytesIn);
  }

  /** Returns the second ClientHello of a client, with a cookie of 20 random bytes. */
  private static byte[] withRandomCookie(byte[] hello, Random random) {
    byte[] cookie = new byte[20];
    random.nextBytes(cookie);
    int offset = 25 + 35 + hello[59]; // after the session id: the length of the cookie, which is 0
    ByteBuffer out = ByteBuffer.allocate(hello.length + cookie.length);
    out.put(hello, 0, offset).put((byte) cookie.length).put(cookie);
    out.put(hello, offset + 1, hello.length - offset - 1);
    out.putShort(11, (short) (out.getShort(11) + cookie.length));
    out.putShort(15, (short) (out.getShort(15) + cookie.length));
    out.putShort(17, (short) 1); // the number of the message
    out.putShort(23, (short) (out.getShort(23) + cookie.length));
    assertThat(DtlsClientHello.read(out.rewind())).isNotNull();
    return out.array();
  }

  private static InetAddress inet(byte[] ip) {
    try {
      return InetAddress.getByAddress(ip);
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns the first datagram of a client. */
  private static byte[] hello() {
    List<byte[]> sent = new ArrayList<>();
    new DtlsClient(DtlsKeys.client(true), SERVER, () -> 0, sent::add).service();
    assertThat(sent).hasSize(1);
    return sent.get(0);
  }

  @Test
  void dropsRepeatedRecords() {
    DtlsClient client = connected(50_000);
    List<byte[]> records = new ArrayList<>();
    isLost = (number, isFromClient) -> true;
    // Not a datagram of a peer; the host would answer each of them.
    EnetClient other =
        EnetClient.builder((to, datagram) -> client.send(datagram), new EnetListener() {})
            .clock(() -> time)
            .build();
    records.addAll(recorded(() -> other.connect(SERVER, 2, 8)));
    assertThat(records).hasSize(1);
    for (int i = 0; i < 3; i++) {
      deliver(address(50_000), records.get(0));
    }
    assertThat(readOutbound(address(50_000))).hasSize(1);
    for (int i = 0; i < 80; i++) {
      records.addAll(recorded(() -> client.send(ByteBuffer.allocate(1))));
    }
    deliver(address(50_000), records.get(80));
    deliver(address(50_000), records.get(0)); // older than the 64 newest
    assertThat(readOutbound(address(50_000))).isEmpty();
  }

  /** Returns the datagrams that a task sends and that do not arrive. */
  private List<byte[]> recorded(Runnable task) {
    sent.clear();
    task.run();
    return List.copyOf(sent);
  }

  @Test
  void ignoresGarbage() {
    DtlsClient client = connected(50_000);
    byte[] hello = hello();
    Random random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      byte[] datagram = hello.clone();
      if (i % 2 == 0) {
        datagram = new byte[random.nextInt(2_000)];
        random.nextBytes(datagram);
        if (datagram.length > 16) { // a record of some kind, whose length can be right
          datagram[0] = (byte) (20 + random.nextInt(5));
          ByteBuffer.wrap(datagram, 1, 2).putShort((short) 0xfefd);
          ByteBuffer.wrap(datagram, 3, 2).putShort((short) random.nextInt(4));
          ByteBuffer.wrap(datagram, 11, 2).putShort((short) (datagram.length - 13));
        }
      } else {
        for (int j = random.nextInt(4); j >= 0; j--) {
          datagram[random.nextInt(datagram.length)] = (byte) random.nextInt();
        }
      }
      deliver(address(i % 4 < 2 ? 50_000 : 1 + random.nextInt(40_000)), datagram);
      if (i % 100 == 0) {
        exchange(100);
      }
    }
    assertEchoes(client, () -> exchange(1_000));
    assertThat(handler.dtlsPort().sessionCount()).isEqualTo(1);
  }

  @Test
  void ignoresPlainClients() {
    EnetClient plain =
        EnetClient.builder(
                (to, datagram) -> {
                  byte[] bytes = new byte[datagram.remaining()];
                  datagram.get(bytes);
                  deliver(address(50_000), bytes);
                },
                new EnetListener() {})
            .clock(() -> time)
            .build();
    plain.connect(SERVER, 2, 7);
    for (int i = 0; i < 300; i++) {
      exchange(10);
      plain.service();
    }
    assertThat(bytesIn).isPositive();
    assertThat(bytesOut).isZero();
  }

  @Test
  void reportsClientThatRefusesCertificate() {
    DtlsClient client = client(DtlsKeys.client(false), 50_000);
    exchange(1_000);
    assertThat(client.failure).isNotNull();
    assertThat(client.isEstablished).isFalse();
    assertThat(handler.dtlsPort().sessionCount()).isZero();
    assertThat(reports).hasSize(1);
    assertThat(reports.get(0))
        .startsWith("50000: the DTLS handshake failed: ")
        .endsWith("Received fatal alert: certificate_unknown");
  }

  @Test
  void limitsHandshakesThatAreNotComplete() {
    isLost = (number, isFromClient) -> number >= 2; // only the cookie arrives
    for (int i = 0; i < 20; i++) {
      fromClient = 0;
      toClient = 0;
      client(trusting, 50_000 + i);
      exchange(200);
    }
    assertThat(handler.dtlsPort().pendingCount())
        .isEqualTo(EnetLimits.DEFAULT.halfOpenPerAddress());
    exchange(DtlsPort.HANDSHAKE_MILLIS);
    assertThat(handler.dtlsPort().sessionCount()).isZero();
    assertThat(reports)
        .contains("50019: the DTLS handshake failed: it is not complete after 8000 ms");
  }

  @Test
  void limitsVerifiedHandshakesPerSecond() {
    for (int i = 0; i < 20; i++) {
      client(trusting, 50_000 + i).service();
      exchange(10);
    }
    exchange(100);
    assertThat(clients.values().stream().filter(client -> client.isEstablished))
        .hasSizeBetween(
            EnetLimits.DEFAULT.connectsPerAddress(), EnetLimits.DEFAULT.connectsPerAddress() + 4);
  }

  @Test
  void replacesSessionOfRestartedClient() {
    connected(50_000);
    DtlsClient second = connected(50_000);
    assertThat(ends).containsExactly(EnetDisconnectReason.CONNECTION_LOST);
    assertEchoes(second, () -> exchange(1_000));
    assertThat(handler.dtlsPort().sessionCount()).isEqualTo(1);
  }

  @Test
  void keepsSessionDuringForgedHandshake() {
    DtlsClient first = connected(50_000);
    isLost = (number, isFromClient) -> isFromClient && number >= 2; // only the hellos arrive
    fromClient = 0;
    client(trusting, 50_000);
    exchange(200);
    assertThat(handler.dtlsPort().sessionCount()).isEqualTo(2);
    assertThat(ends).isEmpty();
    isLost = (number, isFromClient) -> false;
    clients.put(address(50_000), first);
    assertEchoes(first, () -> exchange(1_000));
    exchange(DtlsPort.HANDSHAKE_MILLIS);
    assertThat(handler.dtlsPort().sessionCount()).isEqualTo(1);
    assertEchoes(first, () -> exchange(1_000));
  }

  @Test
  void evictsSessionThatWaitsForCookieFirst() {
    DtlsClient first = client(trusting, 50_000);
    isLost = (number, isFromClient) -> first.isEstablished || isFromClient && number >= 3;
    exchange(200); // the first client has returned both cookies
    isLost = (number, isFromClient) -> isFromClient && number >= 2;
    for (int i = 1; i <= EnetLimits.DEFAULT.halfOpenPerAddress(); i++) {
      fromClient = 0;
      client(trusting, 50_000 + i);
      exchange(200);
      clients.remove(address(50_000 + i));
    }
    isLost = (number, isFromClient) -> false;
    exchange(2_000);
    assertThat(first.isEstablished).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"evict", "replace", "close"})
  void skipsWaitingTaskOfEndedSession(String action) {
    Runnable signature = waitingSignature();
    endSession(action);
    signature.run();
    exchange(10);
    assertThat(keyUses).isZero();
    assertThat(reports).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"evict", "replace", "close"})
  void endsSessionWhileItsTaskRuns(String action) {
    Runnable signature = waitingSignature();
    onKeyUse = () -> endSession(action);
    signature.run();
    int count = handler.dtlsPort().sessionCount();
    exchange(10);
    assertThat(keyUses).isPositive();
    assertThat(handler.dtlsPort().sessionCount()).isEqualTo(count);
    assertThat(reports).isEmpty();
  }

  /** Starts a handshake on port 50,000 and returns its task with the signature. */
  private Runnable waitingSignature() {
    taskExecutor = tasks::add;
    client(trusting, 50_000);
    while (fromClient < 3) {
      tasks.forEach(Runnable::run);
      tasks.clear();
      exchange(10);
    }
    assertThat(tasks).hasSize(1);
    assertThat(keyUses).isZero();
    clients.clear();
    return tasks.get(0);
  }

  /** Ends the session of port 50,000, whose task waits or runs. */
  private void endSession(String action) {
    assertThat(handler.dtlsPort().sessionCount()).isEqualTo(1);
    switch (action) {
      case "evict" -> {
        for (int i = 1; i <= EnetLimits.DEFAULT.halfOpenPerAddress(); i++) {
          client(trusting, 50_000 + i);
          exchange(200);
          clients.clear();
        }
        assertThat(handler.dtlsPort().sessionCount())
            .isEqualTo(EnetLimits.DEFAULT.halfOpenPerAddress());
      }
      case "replace" -> {
        client(trusting, 50_000);
        exchange(50);
        clients.clear();
        assertThat(handler.dtlsPort().sessionCount()).isEqualTo(1);
      }
      default -> {
        handler.dtlsPort().close();
        assertThat(handler.dtlsPort().sessionCount()).isZero();
      }
    }
  }

  @Test
  void endsSessionThatReplacedOneOfLeavingPeer() {
    DtlsClient first = connected(50_000);
    handler.host().peers().get(0).send(LARGE, 0, EnetDelivery.RELIABLE);
    handler.host().peers().get(0).disconnectLater(0);
    assertThat(first.isDisconnected).isFalse();
    DtlsClient second = connected(50_000);
    exchange(5_000); // the first peer ends
    second.enet.peer().orElseThrow().disconnect(0);
    exchange(2_000);
    assertThat(handler.dtlsPort().sessionCount()).isZero();
  }

  @Test
  void repeatsEndOfHandshakeThatIsLost() {
    DtlsClient client = client(trusting, 50_000);
    isLost = (number, isFromClient) -> !isFromClient && number >= 3 && time < 2_500;
    exchange(2_000);
    assertThat(client.isEstablished).isFalse();
    exchange(5_000);
    assertEchoes(client, () -> exchange(1_000));
  }

  @Test
  void sendsAlertAfterLastPeer() {
    DtlsClient client = connected(50_000);
    handler.host().peers().get(0).disconnect(0);
    exchange(500);
    assertThat(client.isDisconnected).isTrue();
    assertThat(client.engine.isInboundDone()).isFalse();
    exchange(1_000);
    assertThat(client.engine.isInboundDone()).isTrue();
    assertThat(handler.dtlsPort().sessionCount()).isZero();
    assertThat(reports).isEmpty();
  }

  @Test
  void disconnectsPeerOfClosedSession() {
    DtlsClient client = connected(50_000);
    client.close();
    exchange(10);
    assertThat(ends).containsExactly(EnetDisconnectReason.REMOTE);
    assertThat(handler.dtlsPort().sessionCount()).isZero();
  }

  @Test
  void endsSessionWithoutPeer() {
    DtlsClient client = client(trusting, 50_000);
    isLost = (number, isFromClient) -> client.isEstablished;
    exchange(1_000);
    assertThat(client.isEstablished).isTrue();
    exchange(DtlsPort.HANDSHAKE_MILLIS);
    assertThat(handler.dtlsPort().sessionCount()).isZero();
    assertThat(reports).isEmpty();
  }

  @Test
  void rejectsUnsuitableContext() throws Exception {
    SSLContext tls = SSLContext.getInstance("TLSv1.3");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NettyMultiplayer.server().enetDtls(tls))
        .withMessage("the context is for TLSv1.3, must be for DTLS");
    SSLContext notInitialized = SSLContext.getInstance("DTLS");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NettyMultiplayer.server().enetDtls(notInitialized))
        .withMessage("the context was not initialized, call init()");
  }
}
