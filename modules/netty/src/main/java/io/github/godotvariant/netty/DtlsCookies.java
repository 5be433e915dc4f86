package io.github.godotvariant.netty;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Creates and checks cookies. By returning a cookie, a client proves that it receives datagrams at
 * its address. The server keeps no state for a client without a valid cookie. A cookie is an HMAC
 * of the client's address and of {@link DtlsClientHello#parameters}, with a secret that changes
 * every minute.
 */
final class DtlsCookies {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int SECRET_BYTES = 32;
  private static final int COOKIE_BYTES = 20;

  /**
   * The time, in milliseconds, after which a new secret replaces the secret. A cookie is valid for
   * at least this time, and at most twice this time.
   */
  private static final int SECRET_MILLIS = 60_000;

  private static final byte HELLO_VERIFY_REQUEST = 3;

  /**
   * The DTLS version in a HelloVerifyRequest. RFC 6347 requires version 1.0 in this message, even
   * if the session uses 1.2.
   */
  private static final byte[] VERSION = {(byte) 0xfe, (byte) 0xff};

  private final SecureRandom random = new SecureRandom();
  private final Mac mac;
  private byte[] secret = newSecret();
  private byte[] previousSecret = newSecret();
  private long secretSince;

  /**
   * Creates a source of cookies.
   *
   * @param now the time in milliseconds
   */
  DtlsCookies(long now) {
    secretSince = now;
    try {
      mac = Mac.getInstance(ALGORITHM);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private byte[] newSecret() {
    byte[] bytes = new byte[SECRET_BYTES];
    random.nextBytes(bytes);
    return bytes;
  }

  /**
   * Returns the answer to a ClientHello without a valid cookie: a HelloVerifyRequest with a cookie,
   * which the client must return.
   */
  ByteBuffer verifyRequest(InetSocketAddress address, DtlsClientHello hello, long now) {
    changeSecret(now);
    ByteBuffer out = ByteBuffer.allocate(DtlsClientHello.HEADER_BYTES + 3 + COOKIE_BYTES);
    DtlsClientHello.putHeader(
        out,
        hello.recordNumber(),
        HELLO_VERIFY_REQUEST,
        VERSION[0],
        VERSION[1],
        VERSION.length + 1 + COOKIE_BYTES);
    return out.put(VERSION).put((byte) COOKIE_BYTES).put(cookie(secret, address, hello)).flip();
  }

  /** Returns whether a ClientHello has a cookie that the server has sent to this address. */
  boolean isValid(InetSocketAddress address, DtlsClientHello hello, long now) {
    changeSecret(now);
    byte[] cookie = hello.cookie();
    return MessageDigest.isEqual(cookie, cookie(secret, address, hello))
        || MessageDigest.isEqual(cookie, cookie(previousSecret, address, hello));
  }

  private void changeSecret(long now) {
    long age = now - secretSince;
    if (age >= SECRET_MILLIS) {
      previousSecret = age < 2 * SECRET_MILLIS ? secret : newSecret();
      secret = newSecret();
      secretSince += age / SECRET_MILLIS * SECRET_MILLIS;
    }
  }

  private byte[] cookie(byte[] key, InetSocketAddress address, DtlsClientHello hello) {
    try {
      mac.init(new SecretKeySpec(key, ALGORITHM));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
    byte[] bytes = address.getAddress().getAddress();
    mac.update((byte) bytes.length);
    mac.update(bytes);
    mac.update((byte) (address.getPort() >>> 8));
    mac.update((byte) address.getPort());
    mac.update(hello.parameters());
    return Arrays.copyOf(mac.doFinal(), COOKIE_BYTES);
  }
}
