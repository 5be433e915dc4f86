package io.github.godotvariant.netty;

import static io.github.godotvariant.netty.EnetAddresses.SERVER;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.enet.EnetClient;
import io.github.godotvariant.enet.EnetListener;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Datagrams that are forged, repeated or malformed. */
class HostileDtlsTest extends DtlsFixture {
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
    // The datagram is not from a peer, because the host would answer it.
    EnetClient other =
        new EnetClient(
            (to, datagram) -> client.send(datagram),
            new EnetListener() {},
            () -> time,
            new Random(2)); // not the connect id of the other client
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
        new EnetClient(
            (to, datagram) -> {
              byte[] bytes = new byte[datagram.remaining()];
              datagram.get(bytes);
              deliver(address(50_000), bytes);
            },
            new EnetListener() {},
            () -> time,
            new Random(1));
    plain.connect(SERVER, 2, 7);
    for (int i = 0; i < 300; i++) {
      exchange(10);
      plain.service();
    }
    assertThat(bytesIn).isPositive();
    assertThat(bytesOut).isZero();
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
}
