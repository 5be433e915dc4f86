package io.github.godotvariant.netty;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A ClientHello, the message with which a client starts a handshake of DTLS 1.2 (RFC 6347). The
 * message is complete in one record that is not encrypted.
 *
 * @param recordNumber the sequence number of the record
 * @param messageNumber the sequence number of the message in the handshake: 0 for the first
 *     ClientHello, 1 for the ClientHello with the server's cookie
 * @param body the message without the headers of the record and of the message
 * @param cookieOffset the offset in {@code body} of the byte with the length of the cookie; the
 *     cookie follows this byte
 * @param suitesOffset the offset in {@code body} at which the cookie ends and the cipher suites
 *     start
 * @param parametersEnd the offset in {@code body} at which the cipher suites and compression
 *     methods end
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

  /**
   * The offset in {@link #body} of the session id, which follows the version and the random number.
   */
  private static final int SESSION_OFFSET = 34;

  /**
   * Reads a ClientHello from the first record of a datagram.
   *
   * @param datagram the datagram; this method does not change the position of the buffer
   * @return the ClientHello; null if the record is not a complete ClientHello
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
   * Returns the offset at which a field ends; -1 if the field is incomplete or {@code offset} is
   * -1. The field starts with the length of its content, in {@code lengthBytes} bytes.
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
   * Returns the bytes of the message that must be the same in the ClientHello without a cookie and
   * in the ClientHello with the cookie. These are all fields before and after the cookie up to the
   * compression methods.
   */
  ByteBuffer parameters() {
    return ByteBuffer.allocate(parametersEnd - suitesOffset + cookieOffset)
        .put(body, 0, cookieOffset)
        .put(body, suitesOffset, parametersEnd - suitesOffset)
        .flip();
  }

  /**
   * Returns a record with this ClientHello, in which the cookie is replaced by an empty one. The
   * client's first ClientHello had an empty cookie too.
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
   * Writes two headers: the header of a record, and the header of a handshake message. The message
   * fills the record, and has the sequence number 0.
   *
   * @param length the length of the message in bytes without the two headers
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
