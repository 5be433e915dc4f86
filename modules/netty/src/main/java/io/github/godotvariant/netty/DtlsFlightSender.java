package io.github.godotvariant.netty;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/**
 * Sends the handshake messages and alerts of a {@link DtlsSession}, and repeats handshake messages
 * that the client does not answer. A flight is a group of messages that are sent before the other
 * side answers.
 *
 * <p>Drops the first cookie request of the {@code SSLEngine}; {@link DtlsSession} describes the
 * reason. Also changes the sequence numbers of the sent records. The numbers continue after the
 * number of the record in which {@link DtlsCookies} has sent a cookie request.
 */
final class DtlsFlightSender {
  private static final int MAX_ALERTS = 4;
  private static final int MAX_REPEATS = 4;
  private static final int FIRST_RETRANSMIT_MILLIS = 1_000;
  private static final byte HELLO_VERIFY_REQUEST = 3;
  private static final ByteBuffer EMPTY = ByteBuffer.allocate(0);

  private final DtlsPort port;
  private final InetSocketAddress address;
  private final SSLEngine engine;

  /**
   * The number to add to the record numbers of the {@code SSLEngine}. With this offset, the record
   * numbers continue after the number of the record in which {@link DtlsCookies} has sent a cookie
   * request.
   */
  private final long recordOffset;

  private boolean hasDroppedFirstRequest;
  private boolean hasCookie;
  private long retransmitAt;
  private int retransmitMillis;

  /**
   * The datagrams of the server's final flight of the handshake. Empty before the handshake is
   * complete. Empty again after a datagram from the client has proved that the client has received
   * the final flight.
   */
  private List<byte[]> lastFlight = List.of();

  private int lastFlightRepeats;

  DtlsFlightSender(DtlsPort port, InetSocketAddress address, SSLEngine engine, long recordOffset) {
    this.port = port;
    this.address = address;
    this.engine = engine;
    this.recordOffset = recordOffset;
  }

  /** Returns whether the client has returned the cookie of the {@code SSLEngine}. */
  boolean hasCookie() {
    return hasCookie;
  }

  /**
   * Returns whether the cookie request of the {@code SSLEngine} can be sent again. The result is
   * true if this object has already dropped the first request of the {@code SSLEngine}, which is
   * never sent, and the client has not returned the cookie.
   */
  boolean canRepeatCookieRequest() {
    return hasDroppedFirstRequest && !hasCookie;
  }

  /**
   * Returns whether the time is over in which the client must answer the latest flight. Returns
   * false before the client has returned the cookie of the {@code SSLEngine}.
   */
  boolean isLate(long now) {
    return hasCookie && now >= retransmitAt;
  }

  /**
   * Sends the next flight. The client then has {@link #FIRST_RETRANSMIT_MILLIS} to answer.
   *
   * @return whether the handshake is complete
   */
  boolean sendNext() throws SSLException {
    retransmitMillis = FIRST_RETRANSMIT_MILLIS;
    return send();
  }

  /**
   * Sends the latest flight again. The client then has twice as much time to answer as before.
   *
   * @return whether the handshake is complete
   */
  boolean repeatAfterTimeout() throws SSLException {
    retransmitMillis *= 2;
    return send();
  }

  /**
   * Sends the new messages of the {@code SSLEngine}. If there are no new messages, the {@code
   * SSLEngine} makes the latest flight again.
   *
   * @return whether the handshake is complete
   */
  boolean send() throws SSLException {
    List<byte[]> flight = new ArrayList<>();
    ByteBuffer out = port.outBuffer();
    boolean isFinished = false;
    do {
      int start = out.position();
      SSLEngineResult result = engine.wrap(EMPTY, out);
      isFinished |= result.getHandshakeStatus() == HandshakeStatus.FINISHED;
      if (out.position() == start) {
        break;
      }
      if (!hasDroppedFirstRequest) {
        hasDroppedFirstRequest = true;
        out.position(start);
        continue;
      }
      addRecordOffset(out, start);
      hasCookie |= out.get(start + DtlsClientHello.RECORD_HEADER_BYTES) != HELLO_VERIFY_REQUEST;
      if (out.position() > DtlsSession.MAX_RECORD_BYTES && start > 0) {
        flight.add(take(out, start));
      }
    } while (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP);
    if (out.position() > 0) {
      flight.add(take(out, out.position()));
    }
    transmit(flight);
    retransmitAt = port.now() + retransmitMillis;
    if (isFinished) {
      lastFlight = flight;
    }
    return isFinished;
  }

  private void transmit(List<byte[]> flight) {
    flight.forEach(datagram -> port.send(address, ByteBuffer.wrap(datagram)));
  }

  /** Removes bytes from the start of a buffer, and returns the removed bytes. */
  private static byte[] take(ByteBuffer out, int length) {
    byte[] taken = new byte[length];
    out.flip().get(taken);
    out.compact();
    return taken;
  }

  private void addRecordOffset(ByteBuffer out, int start) {
    int number = start + 3;
    if (out.position() > start && out.getShort(number) == 0) { // Epoch 0 is not encrypted.
      out.putLong(number, out.getLong(number) + recordOffset);
    }
  }

  /**
   * Sends the final flight of the handshake again, because the client has repeated its own final
   * flight. Sends the flight again at most {@value #MAX_REPEATS} times.
   */
  void repeatLastFlight() {
    if (lastFlightRepeats < MAX_REPEATS) {
      lastFlightRepeats++;
      transmit(lastFlight);
    }
  }

  /** Records that the client has received the final flight of the handshake. */
  void forgetLastFlight() {
    lastFlight = List.of();
  }

  /** Closes the {@code SSLEngine}, and sends the alerts of the {@code SSLEngine} to the client. */
  void sendAlerts() {
    try {
      engine.closeOutbound();
      for (int i = 0; i < MAX_ALERTS && !engine.isOutboundDone(); i++) {
        ByteBuffer out = port.outBuffer();
        engine.wrap(EMPTY, out);
        addRecordOffset(out, 0);
        if (out.position() > 0) {
          port.send(address, out.flip());
        }
      }
    } catch (SSLException | RuntimeException e) {
      // Without an alert, the client detects the end by a timeout.
    }
  }
}
