package io.github.godotvariant.netty;

import static io.github.godotvariant.netty.EnetAddresses.CLIENT;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class DtlsCookiesTest {
  private final DtlsCookies cookies = new DtlsCookies(0);

  /** Returns a ClientHello with one cipher suite and one extension of three bytes. */
  private static ByteBuffer hello(int messageNumber, int random, byte[] cookie) {
    int length = 2 + 32 + 1 + 1 + cookie.length + 4 + 2 + 3;
    ByteBuffer out = ByteBuffer.allocate(DtlsClientHello.HEADER_BYTES + length);
    DtlsClientHello.putHeader(out, 5, (byte) 1, (byte) 0xfe, (byte) 0xfd, length);
    out.putShort(17, (short) messageNumber);
    out.putShort((short) 0xfefd).putInt(random).position(out.position() + 28);
    out.put((byte) 0).put((byte) cookie.length).put(cookie);
    out.putShort((short) 2).putShort((short) 0xc02b);
    return out.put((byte) 1).put((byte) 0).put(new byte[] {1, 2, 3}).flip();
  }

  private static DtlsClientHello read(ByteBuffer hello) {
    return Objects.requireNonNull(DtlsClientHello.read(hello));
  }

  private byte[] cookie(long now) {
    ByteBuffer reply = cookies.verifyRequest(CLIENT, read(hello(0, 1, new byte[0])), now);
    assertThat(reply.getLong(3)).isEqualTo(5); // the number of the record is that of the client
    assertThat(reply.remaining()).isLessThanOrEqualTo(hello(0, 1, new byte[0]).remaining());
    byte[] cookie = new byte[20];
    reply.get(reply.limit() - cookie.length, cookie);
    return cookie;
  }

  private boolean isValid(byte[] cookie, InetSocketAddress address, int random, long now) {
    return cookies.isValid(address, read(hello(1, random, cookie)), now);
  }

  @Test
  void acceptsCookieOfSameClientForAMinute() {
    byte[] cookie = cookie(59_999);
    assertThat(isValid(cookie, CLIENT, 1, 59_999)).isTrue();
    assertThat(isValid(cookie, CLIENT, 1, 119_999)).isTrue();
    assertThat(isValid(cookie, CLIENT, 1, 180_000)).isFalse();
  }

  @Test
  void rejectsOldCookieAfterLateChangeOfSecret() {
    cookie(0);
    byte[] cookie = cookie(119_999); // changes the secret of 0 to 59,999
    assertThat(isValid(cookie, CLIENT, 1, 179_998)).isTrue();
    assertThat(isValid(cookie, CLIENT, 1, 180_000)).isFalse();
  }

  @Test
  void rejectsCookieOfOtherClient() {
    byte[] cookie = cookie(0);
    InetSocketAddress otherPort = new InetSocketAddress(CLIENT.getAddress(), 50_001);
    assertThat(isValid(cookie, otherPort, 1, 0)).isFalse();
    assertThat(isValid(cookie, CLIENT, 2, 0)).isFalse();
    assertThat(isValid(new byte[20], CLIENT, 1, 0)).isFalse();
    assertThat(isValid(new byte[0], CLIENT, 1, 0)).isFalse();
    assertThat(new DtlsCookies(0).isValid(CLIENT, read(hello(1, 1, cookie)), 0)).isFalse();
  }

  @Test
  void removesCookieFromHello() {
    DtlsClientHello repeated = read(hello(1, 1, new byte[] {7, 8, 9}));
    ByteBuffer first = hello(0, 1, new byte[0]);
    first.putLong(3, 0);
    assertThat(repeated.withoutCookie()).isEqualTo(first);
  }

  @Test
  void rejectsIncompleteHello() {
    ByteBuffer whole = hello(0, 1, new byte[0]);
    for (int length = 0; length < whole.limit(); length++) {
      assertThat(DtlsClientHello.read(whole.duplicate().limit(length))).isNull();
    }
    int body = DtlsClientHello.HEADER_BYTES;
    for (int offset : new int[] {0, 1, 3, 13, 14, 20, 22, body + 34, body + 35, body + 37}) {
      ByteBuffer changed = hello(0, 1, new byte[0]);
      changed.put(offset, (byte) (changed.get(offset) + 100));
      assertThat(DtlsClientHello.read(changed)).as("byte %d", offset).isNull();
    }
  }
}
