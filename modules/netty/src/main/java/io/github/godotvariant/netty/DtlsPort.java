package io.github.godotvariant.netty;

import io.github.godotvariant.enet.EnetDisconnectReason;
import io.github.godotvariant.enet.EnetLimits;
import io.github.godotvariant.enet.EnetPeer;
import io.github.godotvariant.enet.internal.AddressRates;
import io.github.godotvariant.enet.internal.TokenBucket;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;

/**
 * Encrypts the datagrams of one UDP port with DTLS 1.2. Each client address has one session. A
 * session starts after the client has returned a cookie. The session ends when no ENet peer has
 * used the session for some seconds.
 *
 * <p>The port is used in one thread. Only the expensive parts of handshakes, such as signatures,
 * run in another executor.
 */
final class DtlsPort {
  /**
   * The maximum time, in milliseconds, for a handshake. Also the maximum time from the end of the
   * handshake until an ENet peer connects.
   */
  static final int HANDSHAKE_MILLIS = 8_000;

  /**
   * The time, in milliseconds, for which a session continues after its last ENet peer has
   * disconnected. In this time, the client may repeat its DISCONNECT.
   */
  private static final int LINGER_MILLIS = 1_000;

  /** Connects a port to the socket, the ENet host and the thread that the port uses. */
  interface Owner {
    /** Sends an encrypted datagram, or a datagram of a handshake, to a client. */
    void send(InetSocketAddress client, ByteBuffer datagram);

    /** Passes a decrypted datagram to the ENet host. */
    void receive(InetSocketAddress client, ByteBuffer datagram);

    /** Reports a failed handshake. The reason is one line without control characters. */
    void report(InetSocketAddress client, String reason);

    /** Runs a task in the thread of the port. */
    void execute(Runnable task);
  }

  private final SSLContext context;
  private final EnetLimits limits;
  private final Executor taskExecutor;
  private final LongSupplier clock;
  private final Owner owner;
  private final AddressRates datagramRates;
  private final AddressRates connectRates;
  private final TokenBucket allConnects;
  private final DtlsCookies cookies;
  private final Map<InetSocketAddress, DtlsSession> sessions = new HashMap<>();

  /**
   * The new sessions of clients that also have an established session. The handshake of such a new
   * session is not complete. The established session stays in use until the handshake of the new
   * session is complete.
   */
  private final Map<InetSocketAddress, DtlsSession> replacements = new HashMap<>();

  /** The sessions of the ENet peers. */
  private final Map<EnetPeer, DtlsSession> sessionsByPeer = new HashMap<>();

  /** The sessions that no ENet peer uses, the oldest session first. */
  private final Set<DtlsSession> pending = new LinkedHashSet<>();

  private final ByteBuffer plain = ByteBuffer.allocate(DtlsSession.BUFFER_BYTES);
  private final ByteBuffer out = ByteBuffer.allocate(DtlsSession.BUFFER_BYTES);

  /**
   * Creates a port.
   *
   * @param context the certificate of the server and its private key
   * @param limits the limits for handshakes and addresses
   * @param taskExecutor runs the expensive parts of handshakes
   * @param clock returns the time in milliseconds
   */
  DtlsPort(
      SSLContext context,
      EnetLimits limits,
      Executor taskExecutor,
      LongSupplier clock,
      Owner owner) {
    this.context = context;
    this.limits = limits;
    this.taskExecutor = taskExecutor;
    this.clock = clock;
    this.owner = owner;
    datagramRates = new AddressRates(limits.datagramsPerAddress());
    connectRates = new AddressRates(limits.connectsPerAddress());
    allConnects = new TokenBucket(limits.connectsPerSecond());
    cookies = new DtlsCookies(clock.getAsLong());
  }

  /**
   * Returns the given context after a check that servers can use the context for DTLS 1.2.
   *
   * @throws IllegalArgumentException if the context is not for DTLS 1.2, was not initialized, or
   *     has no suitable cipher suite
   */
  static SSLContext check(SSLContext context) {
    if (!context.getProtocol().startsWith("DTLS")) {
      throw new IllegalArgumentException(
          "the context is for %s, must be for DTLS".formatted(context.getProtocol()));
    }
    try {
      SSLEngine engine = DtlsSession.createEngine(context);
      List<String> protocols = List.of(engine.getEnabledProtocols());
      if (!protocols.contains("DTLSv1.2")) {
        throw new IllegalArgumentException(
            "the context enables %s, must enable DTLSv1.2".formatted(protocols));
      }
      if (engine.getEnabledCipherSuites().length == 0) {
        throw new IllegalArgumentException(
            "the context enables no cipher suite with GCM or ChaCha20");
      }
    } catch (IllegalStateException e) {
      throw new IllegalArgumentException("the context was not initialized, call init()", e);
    }
    return context;
  }

  /** Processes a datagram that the socket has received. */
  void receive(InetSocketAddress client, ByteBuffer datagram) {
    if (!datagramRates.take(client.getAddress(), now())) {
      return;
    }
    DtlsClientHello hello = DtlsClientHello.read(datagram);
    if (hello != null && hello.messageNumber() == 0) {
      ByteBuffer reply = cookies.verifyRequest(client, hello, now());
      if (reply.remaining() <= datagram.remaining()) {
        send(client, reply);
      }
    } else if (hello != null && hello.messageNumber() == 1) {
      if (cookies.isValid(client, hello, now())) {
        onVerifiedHello(client, hello, datagram);
      }
    } else {
      DtlsSession session = replacements.get(client);
      if (session == null || !DtlsSession.isHandshake(datagram)) {
        session = sessions.get(client);
      }
      if (session != null) {
        session.receive(datagram);
      }
    }
  }

  private void onVerifiedHello(
      InetSocketAddress client, DtlsClientHello hello, ByteBuffer datagram) {
    DtlsSession current = sessions.get(client);
    // The value is true if the client's game was started again and uses the same port, or if the
    // ClientHello is forged.
    boolean isReplacement =
        current != null && current.isEstablished() && !current.isStartedBy(hello);
    DtlsSession known = isReplacement ? replacements.get(client) : current;
    if (known != null && known.isStartedBy(hello)) {
      known.startAgain();
      return;
    }
    if (!connectRates.take(client.getAddress(), now()) || !allConnects.take(now())) {
      return;
    }
    if (known != null) {
      known.drop();
      remove(known, EnetDisconnectReason.CONNECTION_LOST);
    }
    evictPending(client);
    DtlsSession session = new DtlsSession(this, client, hello, context);
    (isReplacement ? replacements : sessions).put(client, session);
    addPending(session, HANDSHAKE_MILLIS);
    session.start(hello, datagram);
  }

  private void addPending(DtlsSession session, int millis) {
    session.deadline = now() + millis;
    pending.add(session);
  }

  /**
   * Ends a pending session for each limit that a new session of this client would exceed. A pending
   * session is a session that no ENet peer uses.
   */
  private void evictPending(InetSocketAddress client) {
    long network = network(client);
    List<DtlsSession> ofNetwork =
        pending.stream().filter(session -> network(session.address()) == network).toList();
    if (ofNetwork.size() >= limits.halfOpenPerAddress()) {
      closeOldest(ofNetwork);
    }
    if (pending.size() >= limits.halfOpen()) {
      closeOldest(pending);
    }
  }

  /**
   * Ends the oldest of the sessions that wait for a cookie. If none of the sessions waits for a
   * cookie, ends the oldest session.
   *
   * @param candidates the sessions, the oldest first
   */
  private void closeOldest(Collection<DtlsSession> candidates) {
    close(
        candidates.stream()
            .filter(DtlsSession::isWaitingForCookie)
            .findFirst()
            .orElseGet(() -> candidates.iterator().next()));
  }

  private static long network(InetSocketAddress client) {
    return AddressRates.network(client.getAddress());
  }

  /**
   * Encrypts a datagram of ENet, and sends it to a client. Drops the datagram if the client has no
   * session.
   */
  void sendEncrypted(InetSocketAddress client, ByteBuffer datagram) {
    DtlsSession session = sessions.get(client);
    if (session != null) {
      session.send(datagram);
    }
  }

  /** Records that an ENet peer has connected and uses the session of the peer's address. */
  void onConnect(EnetPeer peer) {
    DtlsSession session = sessions.get(peer.address());
    if (session != null) {
      sessionsByPeer.put(peer, session);
      session.peers++;
      pending.remove(session);
    }
  }

  /**
   * Records that an ENet peer has disconnected. If no other peer uses the session, the session ends
   * soon. Returns the reason to report to the listener. If the session ended before the peer, this
   * is the reason for the end of the session; otherwise it is the given reason.
   */
  EnetDisconnectReason onDisconnect(EnetPeer peer, EnetDisconnectReason reason) {
    DtlsSession session = sessionsByPeer.remove(peer);
    if (session == null) {
      return reason;
    }
    session.peers--;
    if (session.endReason != null) {
      return session.endReason;
    }
    if (session.peers == 0) {
      addPending(session, LINGER_MILLIS);
    }
    return reason;
  }

  /**
   * Repeats messages of handshakes that clients do not answer. Ends sessions that have reached
   * their deadline and that no ENet peer uses.
   */
  void service() {
    long now = now();
    for (DtlsSession session : List.copyOf(pending)) {
      if (now < session.deadline) {
        session.service(now);
        continue;
      }
      if (!session.isEstablished()) {
        report(session, "it is not complete after %d ms".formatted(HANDSHAKE_MILLIS));
      }
      close(session);
    }
  }

  /** Ends all sessions. */
  void close() {
    List.copyOf(replacements.values()).forEach(this::close);
    List.copyOf(sessions.values()).forEach(this::close);
  }

  private void close(DtlsSession session) {
    session.close();
    remove(session, EnetDisconnectReason.LOCAL);
  }

  /**
   * Removes a session that has ended, and disconnects the ENet peers that use the session. The
   * listener gets the reason for these peers.
   */
  void remove(DtlsSession session, EnetDisconnectReason reason) {
    session.endReason = reason;
    if (session.peers > 0) {
      List<EnetPeer> peers =
          sessionsByPeer.keySet().stream()
              .filter(peer -> sessionsByPeer.get(peer) == session)
              .toList();
      peers.forEach(peer -> peer.disconnectNow(0));
    }
    pending.remove(session);
    InetSocketAddress client = session.address();
    if (!replacements.remove(client, session) && sessions.remove(client, session)) {
      DtlsSession replacement = replacements.remove(client);
      if (replacement != null) {
        sessions.put(client, replacement);
      }
    }
  }

  int sessionCount() {
    return sessions.size() + replacements.size();
  }

  int pendingCount() {
    return pending.size();
  }

  // The methods below are called by sessions.

  long now() {
    return clock.getAsLong();
  }

  /** Returns an empty buffer for encrypted bytes, which is valid until the next call. */
  ByteBuffer outBuffer() {
    return out.clear();
  }

  ByteBuffer plainBuffer() {
    return plain.clear();
  }

  void send(InetSocketAddress client, ByteBuffer datagram) {
    owner.send(client, datagram);
  }

  void deliver(InetSocketAddress client, ByteBuffer datagram) {
    owner.receive(client, datagram);
  }

  void onEstablished(DtlsSession session) {
    if (replacements.get(session.address()) == session) {
      DtlsSession replaced = Objects.requireNonNull(sessions.get(session.address()));
      replaced.drop();
      remove(replaced, EnetDisconnectReason.CONNECTION_LOST);
    }
    session.deadline = now() + HANDSHAKE_MILLIS;
  }

  /**
   * Reports a failed handshake. Replaces control characters in the reason, because the reason can
   * contain bytes of the client.
   */
  void report(DtlsSession session, String reason) {
    String line = reason.replaceAll("[\\p{C}\\p{Zl}\\p{Zp}]", "?");
    owner.report(session.address(), "the DTLS handshake failed: " + line);
  }

  /**
   * Runs {@code task} in the executor for expensive tasks, and then runs {@code next} in the thread
   * of the port.
   */
  void runTask(Runnable task, Runnable next) {
    try {
      taskExecutor.execute(
          () -> {
            try {
              task.run();
            } finally {
              owner.execute(next);
            }
          });
    } catch (RejectedExecutionException e) {
      // The port is closing.
    }
  }
}
