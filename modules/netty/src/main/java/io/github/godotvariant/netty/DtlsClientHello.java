package io.github.godotvariant.netty;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A ClientHello of DTLS 1.2 in one record that is not encrypted, as RFC 6347 defines it.
 *
 * @param recordNumber the sequence number of the record
 * @param messageNumber the sequence number of the message; 0 for the first ClientHello of a
 *     handshake
 * @param body the message without headers
 * @param cookieOffset the offset of the length of the cookie in the body
 * @param suitesOffset the offset after the cookie, where the cipher suites start
 * @param parametersEnd the offset after the cipher suites and the compression methods
 */
record DtlsClientHello(
    long recordNumber,
    int messageNumber,
    byte[] body,
    int cookieOffset,
    int suitesOffset,
    int parametersEnd) {
  static final int RECORD_HEADER_BYTES = 13;
  static final int HEADER_BYTES = RECORD_HEADER_BYTES + 12;
  static final byte HANDSHAKE = 22;
  private static final byte CLIENT_HELLO = 1;
  private static final byte MAJOR_VERSION = (byte) 0xfe;

  /** The offset of the session id in the body, after the version and the random number. */
  private static final int SESSION_OFFSET = 34;

  /**
   * Reads the first record of a datagram.
   *
   * @param datagram the datagram; its position does not change
   * @return null if the record is not a complete ClientHello
   */
  static @Nullable DtlsClientHello read(ByteBuffer datagram) {
    ByteBuffer in = datagram.slice();
    if (in.remaining() < HEADER_BYTES
        || in.get(0) != HANDSHAKE
        || in.get(1) != MAJOR_VERSION
        || in.getShort(3) != 0 // Epoch 0 is not encrypted.
        || in.get(RECORD_HEADER_BYTES) != CLIENT_HELLO) {
      return null;
    }
    int recordLength = in.getShort(11) & 0xffff;
    int length = in.getInt(RECORD_HEADER_BYTES) & 0xffffff;
    int fragmentOffset = in.getInt(18) & 0xffffff;
    int fragmentLength = in.getInt(21) & 0xffffff;
    if (fragmentOffset != 0
        || fragmentLength != length
        || recordLength != length + HEADER_BYTES - RECORD_HEADER_BYTES
        || in.remaining() < RECORD_HEADER_BYTES + recordLength) {
      return null;
    }
    byte[] body = new byte[length];
    in.get(HEADER_BYTES, body);
    int cookie = afterField(body, SESSION_OFFSET, 1);
    int suites = afterField(body, cookie, 1);
    int compressions = afterField(body, suites, 2);
    int end = afterField(body, compressions, 1);
    return end < 0
        ? null
        : new DtlsClientHello(in.getLong(3), in.getShort(17) & 0xffff, body, cookie, suites, end);
  }

  /**
   * Returns the offset after a field that starts with its length, or -1 if the field is incomplete.
   * If {@code offset} is -1, returns -1.
   */
  private static int afterField(byte[] bytes, int offset, int lengthBytes) {
    if (offset < 0 || offset + lengthBytes > bytes.length) {
      return -1;
    }
    int length = 0;
    for (int i = 0; i < lengthBytes; i++) {
      length = length << 8 | bytes[offset + i] & 0xff;
    }
    int end = offset + lengthBytes + length;
    return end > bytes.length ? -1 : end;
  }

  byte[] cookie() {
    return Arrays.copyOfRange(body, cookieOffset + 1, suitesOffset);
  }

  /**
   * Returns the parameters that must be the same in the ClientHello without a cookie and in the
   * later ClientHello with the cookie.
   */
  ByteBuffer parameters() {
    return ByteBuffer.allocate(parametersEnd - suitesOffset + cookieOffset)
        .put(body, 0, cookieOffset)
        .put(body, suitesOffset, parametersEnd - suitesOffset)
        .flip();
  }

  /**
   * Returns a record with this ClientHello, but with an empty cookie, as the client sent it first.
   */
  ByteBuffer withoutCookie() {
    int length = body.length - cookie().length;
    ByteBuffer out = ByteBuffer.allocate(HEADER_BYTES + length);
    putHeader(out, 0, CLIENT_HELLO, body[0], body[1], length);
    return out.put(body, 0, cookieOffset)
        .put((byte) 0)
        .put(body, suitesOffset, body.length - suitesOffset)
        .flip();
  }

  /**
   * Writes the header of a record and the header of a handshake message, which has the sequence
   * number 0 and fills the record.
   */
  static void putHeader(
      ByteBuffer out, long recordNumber, byte type, byte major, byte minor, int length) {
    out.put(HANDSHAKE).put(major).put(minor).putLong(recordNumber);
    out.putShort((short) (HEADER_BYTES - RECORD_HEADER_BYTES + length));
    out.putInt(type << 24 | length).putShort((short) 0);
    out.put((byte) 0).putShort((short) 0); // the offset of the fragment
    out.put((byte) (length >>> 16)).putShort((short) length);
  }
}
