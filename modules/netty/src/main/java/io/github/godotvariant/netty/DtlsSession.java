package io.github.godotvariant.netty;

import io.github.godotvariant.enet.EnetDisconnectReason;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts the datagrams to one client, and decrypts the datagrams from the client, with an {@link
 * SSLEngine}. The session starts after {@link DtlsCookies} has verified the client's address.
 *
 * <p>The {@code SSLEngine} requests a cookie from the client, although the client has already
 * returned a cookie of {@link DtlsCookies}. The client would ignore the first request of the {@code
 * SSLEngine}, because this request has the same message number as the request of {@link
 * DtlsCookies}. Therefore the session first passes a ClientHello without a cookie to the {@code
 * SSLEngine}. {@link DtlsFlightSender} drops the request that the {@code SSLEngine} makes for this
 * ClientHello. Then the session passes the ClientHello with the cookie of {@link DtlsCookies}. The
 * {@code SSLEngine} does not know this cookie and makes a second request, which is sent to the
 * client.
 */
final class DtlsSession {
  /**
   * The maximum length in bytes of an encrypted ENet datagram: 1,392 bytes of ENet, and 37 bytes
   * that DTLS with AES-GCM adds.
   */
  static final int MAX_RECORD_BYTES = 1_429;

  /**
   * The length in bytes of the buffers for the {@code SSLEngine}. Before each record, the {@code
   * SSLEngine} requires free space for the longest possible record, even if the buffer already
   * contains a record.
   */
  static final int BUFFER_BYTES = 1 << 15;

  private static final int MAX_HANDSHAKE_BYTES = 1 << 15;
  private static final int MAX_WAITING_DATAGRAMS = 8;

  /**
   * The maximum number of steps in one call of {@link #handshake}. Datagrams that wait for the
   * handshake need fewer steps. Without this limit, an {@code SSLEngine} that makes no progress
   * would block the thread.
   */
  private static final int MAX_STEPS = 1_000;

  private static final long RECORD_NUMBER_MASK = (1L << 48) - 1;

  private static final byte ALERT = 21;
  private static final byte APPLICATION_DATA = 23;
  private static final int ENCRYPTED_EPOCH = 1;
  private static final ByteBuffer EMPTY = ByteBuffer.allocate(0);

  private enum State {
    HANDSHAKE,
    ESTABLISHED,
    ENDED
  }

  private final InetSocketAddress address;
  private final DtlsPort port;
  private final SSLEngine engine;
  private final byte[] cookie;
  private final DtlsFlightSender flights;
  private final DtlsReplayWindow records = new DtlsReplayWindow();
  private final Queue<ByteBuffer> waiting = new ArrayDeque<>();

  /**
   * The state of the session. The thread of the port changes this field, and tasks of the {@code
   * SSLEngine} read it in another thread.
   */
  private volatile State state = State.HANDSHAKE;

  private boolean isTaskRunning;
  private int handshakeBytes;

  // The fields below are used by the port.

  /** The number of ENet peers that use this session. */
  int peers;

  /**
   * The time, in milliseconds of the port's clock, at which the session ends if no ENet peer uses
   * the session.
   */
  long deadline;

  /** The reason for the end of the session; null before the session has ended. */
  @Nullable EnetDisconnectReason endReason;

  DtlsSession(DtlsPort port, InetSocketAddress address, DtlsClientHello hello, SSLContext context) {
    this.port = port;
    this.address = address;
    cookie = hello.cookie();
    engine = createEngine(context);
    flights = new DtlsFlightSender(port, address, engine, Math.max(0, hello.recordNumber() - 1));
    limitPackets();
  }

  /**
   * Returns an {@code SSLEngine} for a server.
   *
   * @throws IllegalStateException if the context was not initialized
   */
  static SSLEngine createEngine(SSLContext context) {
    SSLEngine created = context.createSSLEngine();
    created.setUseClientMode(false);
    // Other suites need more bytes than MAX_RECORD_BYTES for a datagram.
    created.setEnabledCipherSuites(
        Arrays.stream(created.getEnabledCipherSuites())
            .filter(name -> name.contains("_GCM_") || name.contains("_CHACHA20_"))
            .toArray(String[]::new));
    return created;
  }

  /**
   * Sets the maximum length of the packets that the {@code SSLEngine} makes. The session calls this
   * method again after the handshake, because the {@code SSLEngine} halves the length if datagrams
   * of the handshake are lost.
   */
  private void limitPackets() {
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setMaximumPacketSize(MAX_RECORD_BYTES);
    engine.setSSLParameters(parameters);
  }

  /**
   * Returns whether a datagram starts with a record of a handshake: a record that is not encrypted,
   * or an encrypted handshake message.
   */
  static boolean isHandshake(ByteBuffer datagram) {
    return datagram.remaining() >= DtlsClientHello.RECORD_HEADER_BYTES
        && (datagram.getShort(datagram.position() + 3) == 0 // Epoch 0 is not encrypted.
            || datagram.get(datagram.position()) == DtlsClientHello.HANDSHAKE);
  }

  InetSocketAddress address() {
    return address;
  }

  boolean isEstablished() {
    return state == State.ESTABLISHED;
  }

  private boolean isInHandshake() {
    return state == State.HANDSHAKE && !isTaskRunning;
  }

  /**
   * Returns whether the handshake waits until the client returns the cookie of the {@code
   * SSLEngine} (not the cookie of {@link DtlsCookies}).
   */
  boolean isWaitingForCookie() {
    return isInHandshake() && !flights.hasCookie();
  }

  /**
   * Returns whether the ClientHello that started this session had the same cookie as {@code hello}.
   */
  boolean isStartedBy(DtlsClientHello hello) {
    return Arrays.equals(cookie, hello.cookie());
  }

  /** Starts the handshake with a ClientHello that has a valid cookie. */
  void start(DtlsClientHello hello, ByteBuffer datagram) {
    waiting.add(hello.withoutCookie());
    receive(datagram);
  }

  /**
   * Repeats the cookie request of the {@code SSLEngine}, because the client has repeated its
   * ClientHello.
   */
  void startAgain() {
    if (isInHandshake() && flights.canRepeatCookieRequest()) {
      run(() -> afterFlight(flights.send()));
    }
  }

  /**
   * Processes a datagram from the client. Ignores the datagram if too many datagrams or bytes wait
   * for the handshake, or if the session has ended.
   */
  void receive(ByteBuffer datagram) {
    if (state == State.ESTABLISHED) {
      run(() -> unwrapAll(datagram));
    } else if (state != State.ENDED
        && waiting.size() < MAX_WAITING_DATAGRAMS
        && handshakeBytes + datagram.remaining() <= MAX_HANDSHAKE_BYTES) {
      handshakeBytes += datagram.remaining();
      waiting.add(ByteBuffer.allocate(datagram.remaining()).put(datagram).flip());
      run(this::handshake);
    }
  }

  /** Encrypts and sends a datagram of ENet. Drops the datagram before the handshake is complete. */
  void send(ByteBuffer datagram) {
    if (state == State.ESTABLISHED) {
      run(
          () -> {
            ByteBuffer out = port.outBuffer();
            engine.wrap(datagram, out);
            port.send(address, out.flip());
          });
    }
  }

  /** Sends the latest handshake messages again if the client does not answer in time. */
  void service(long now) {
    if (isInHandshake() && flights.isLate(now)) {
      run(() -> afterFlight(flights.repeatAfterTimeout()));
    }
  }

  /** Sends an alert to the client and ends the session. */
  void close() {
    if (state != State.ENDED && !isTaskRunning) {
      flights.sendAlerts();
    }
    drop();
  }

  /** Ends the session without an alert. */
  void drop() {
    state = State.ENDED;
    waiting.clear();
  }

  private interface EngineCall {
    void run() throws SSLException;
  }

  private void run(EngineCall call) {
    try {
      call.run();
    } catch (SSLException | RuntimeException e) {
      flights.sendAlerts();
      end(String.valueOf(e.getMessage()), EnetDisconnectReason.CONNECTION_LOST);
    }
  }

  /**
   * Ends the session.
   *
   * @param problem the problem to report if the handshake is not complete
   * @param reason the reason with which the ENet peers of the session are disconnected
   */
  private void end(String problem, EnetDisconnectReason reason) {
    boolean isFailure = state == State.HANDSHAKE;
    drop();
    if (isFailure) {
      port.report(this, problem);
    }
    port.remove(this, reason);
  }

  // The handshake.

  private void handshake() throws SSLException {
    for (int steps = 0; state != State.ENDED && !isTaskRunning; steps++) {
      if (steps == MAX_STEPS) {
        throw new SSLException("SSLEngine does not continue");
      }
      HandshakeStatus status = engine.getHandshakeStatus();
      if (status == HandshakeStatus.NEED_TASK) {
        runTasks();
      } else if (status == HandshakeStatus.NEED_WRAP) {
        afterFlight(flights.sendNext());
      } else if (status == HandshakeStatus.NEED_UNWRAP_AGAIN) {
        onUnwrap(engine.unwrap(EMPTY, port.plainBuffer()));
      } else if (waiting.isEmpty()) {
        return;
      } else {
        ByteBuffer next = waiting.element();
        unwrapRecord(next);
        if (!next.hasRemaining()) {
          waiting.poll();
        }
      }
    }
  }

  /** Runs the expensive parts of the handshake, such as signatures, in another thread. */
  private void runTasks() {
    isTaskRunning = true;
    port.runTask(
        () -> {
          for (Runnable task = engine.getDelegatedTask();
              task != null && state != State.ENDED;
              task = engine.getDelegatedTask()) {
            task.run();
          }
        },
        () -> {
          isTaskRunning = false;
          if (state != State.ENDED) {
            run(this::handshake);
          }
        });
  }

  private void afterFlight(boolean isFinished) {
    if (isFinished) {
      onEstablished();
    } else if (engine.isOutboundDone()) {
      end("the client ended the handshake", EnetDisconnectReason.REMOTE);
    }
  }

  private void onEstablished() {
    state = State.ESTABLISHED;
    limitPackets();
    engine.getSession().invalidate(); // Removes the session from the cache of the context.
    port.onEstablished(this);
  }

  // Inbound.

  private void unwrapAll(ByteBuffer datagram) throws SSLException {
    while (datagram.hasRemaining() && state == State.ESTABLISHED) {
      unwrapRecord(datagram);
    }
  }

  /**
   * Passes one record to the {@code SSLEngine}. If the record is malformed or the {@code SSLEngine}
   * does not consume it, this method skips the rest of the datagram. After the handshake, the
   * {@code SSLEngine} gets only data and alerts. Other records can be forged, and the {@code
   * SSLEngine} would store any number of such records.
   */
  private void unwrapRecord(ByteBuffer datagram) throws SSLException {
    int start = datagram.position();
    int end = datagram.limit();
    if (end - start <= DtlsClientHello.RECORD_HEADER_BYTES) {
      datagram.position(end);
      return;
    }
    byte type = datagram.get(start);
    int epoch = datagram.getShort(start + 3) & 0xffff;
    int recordEnd =
        start + DtlsClientHello.RECORD_HEADER_BYTES + (datagram.getShort(start + 11) & 0xffff);
    if (recordEnd > end || recordEnd - start > MAX_RECORD_BYTES) {
      datagram.position(end);
      return;
    }
    boolean isHandshakeMessage = type == DtlsClientHello.HANDSHAKE && epoch == 0;
    if (state == State.ESTABLISHED && isHandshakeMessage) {
      datagram.position(end);
      flights.repeatLastFlight();
      return;
    }
    if (state == State.ESTABLISHED
        && (epoch != ENCRYPTED_EPOCH || type != APPLICATION_DATA && type != ALERT)) {
      datagram.position(recordEnd);
      return;
    }
    datagram.limit(recordEnd);
    SSLEngineResult result = engine.unwrap(datagram, port.plainBuffer());
    datagram.limit(end);
    if (result.bytesConsumed() == 0 && (state == State.ESTABLISHED || !isHandshakeStep(result))) {
      datagram.position(end);
    }
    onUnwrap(result);
  }

  /**
   * Returns whether the {@code SSLEngine} must do another step before it reads the record: run a
   * task, send a message, or read an earlier record again.
   */
  private static boolean isHandshakeStep(SSLEngineResult result) {
    return switch (result.getHandshakeStatus()) {
      case NEED_TASK, NEED_WRAP, NEED_UNWRAP_AGAIN -> true;
      default -> false;
    };
  }

  private void onUnwrap(SSLEngineResult result) {
    if (result.bytesProduced() > 0
        && state == State.ESTABLISHED
        && records.add(result.sequenceNumber() & RECORD_NUMBER_MASK)) {
      flights.forgetLastFlight();
      port.deliver(address, port.plainBuffer().limit(result.bytesProduced()));
    }
    if (result.getHandshakeStatus() == HandshakeStatus.FINISHED) {
      onEstablished(); // The client has resumed a session.
    }
    if (result.getStatus() == Status.CLOSED && state != State.ENDED) {
      flights.sendAlerts();
      end("the client closed the DTLS connection", EnetDisconnectReason.REMOTE);
    }
  }
}
