package io.github.godotvariant.netty;

import io.github.godotvariant.enet.EnetLimits;
import io.github.godotvariant.enet.EnetPeer;
import io.github.godotvariant.enet.internal.AddressRates;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts the datagrams of one UDP port with DTLS 1.2. Each client address has one session. A
 * session starts after the client has returned a cookie. It ends if no ENet peer uses it.
 *
 * <p>Used in one thread. Only the expensive parts of handshakes run in another executor.
 */
final class DtlsPort {
  /** The time for a handshake, and then the time until an ENet peer connects. */
  static final int HANDSHAKE_MILLIS = 8_000;

  /** The time after the last ENet peer, in which the client may repeat its DISCONNECT. */
  private static final int LINGER_MILLIS = 1_000;

  /** The user of a port. */
  interface Owner {
    /** Sends a datagram that is encrypted, or a part of a handshake. */
    void send(InetSocketAddress client, ByteBuffer datagram);

    /** Processes a decrypted datagram. */
    void receive(InetSocketAddress client, ByteBuffer datagram);

    /** Reports a failed handshake, in one line that can be printed. */
    void report(InetSocketAddress client, String reason);

    /** Runs a task in the thread of the port. */
    void execute(Runnable task);
  }

  private final SSLContext context;
  private final EnetLimits limits;
  private final Executor taskExecutor;
  private final LongSupplier clock;
  private final Owner owner;
  private final AddressRates rates;
  private final DtlsCookies cookies;
  private final Map<InetSocketAddress, DtlsSession> sessions = new HashMap<>();

  /** The sessions of the ENet peers. */
  private final Map<EnetPeer, DtlsSession> users = new HashMap<>();

  /** The sessions that no ENet peer uses, the oldest one first. */
  private final Set<DtlsSession> pending = new LinkedHashSet<>();

  private final ByteBuffer plain = ByteBuffer.allocate(DtlsSession.BUFFER_BYTES);
  private final ByteBuffer out = ByteBuffer.allocate(DtlsSession.BUFFER_BYTES);

  /**
   * Creates a port.
   *
   * @param context the certificate and its key
   * @param limits the limits for handshakes and addresses
   * @param taskExecutor runs the expensive parts of handshakes
   * @param clock returns milliseconds
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
    rates =
        new AddressRates(
            limits.datagramsPerAddress(),
            limits.connectsPerAddress(),
            limits.connectsPerSecond(),
            limits.blocksPerAddress());
    cookies = new DtlsCookies(clock.getAsLong());
  }

  /** Checks that a context can be used. */
  static SSLContext check(SSLContext context) {
    if (!context.getProtocol().startsWith("DTLS")) {
      throw new IllegalArgumentException(
          "the context is for %s, must be for DTLS".formatted(context.getProtocol()));
    }
    return context;
  }

  /** Processes a datagram of the socket. */
  void receive(InetSocketAddress client, ByteBuffer datagram) {
    if (!rates.takeDatagram(client.getAddress(), now())) {
      return;
    }
    DtlsClientHello hello = DtlsClientHello.read(datagram);
    DtlsSession session = sessions.get(client);
    if (hello != null && hello.messageNumber() == 0) {
      ByteBuffer reply = cookies.verifyRequest(client, hello, now());
      if (reply.remaining() <= datagram.remaining()) {
        send(client, reply);
      }
    } else if (hello != null && hello.messageNumber() == 1) {
      if (cookies.isValid(client, hello, now())) {
        onVerifiedHello(client, session, hello, datagram);
      }
    } else if (session != null) {
      session.receive(datagram);
    }
  }

  private void onVerifiedHello(
      InetSocketAddress client,
      @Nullable DtlsSession known,
      DtlsClientHello hello,
      ByteBuffer datagram) {
    if (known != null && known.isStartedBy(hello)) {
      known.startAgain();
      return;
    }
    if (!rates.takeConnect(client.getAddress(), now()) || !rates.takeConnectOfAnyAddress(now())) {
      return;
    }
    if (known != null) { // The game was started again, and its system gave it the same port.
      known.drop();
      remove(known);
    }
    evictPending(client);
    DtlsSession session = new DtlsSession(this, client, hello, context);
    sessions.put(client, session);
    addPending(session, HANDSHAKE_MILLIS);
    session.start(hello, datagram);
  }

  private void addPending(DtlsSession session, int millis) {
    session.deadline = now() + millis;
    pending.add(session);
  }

  /** Ends the oldest pending sessions if too many are open. */
  private void evictPending(InetSocketAddress client) {
    long network = network(client);
    List<DtlsSession> ofNetwork =
        pending.stream().filter(session -> network(session.address()) == network).toList();
    if (ofNetwork.size() >= limits.halfOpenPerAddress()) {
      close(ofNetwork.get(0));
    }
    if (pending.size() >= limits.halfOpen()) {
      close(pending.iterator().next());
    }
  }

  private static long network(InetSocketAddress client) {
    return AddressRates.network(client.getAddress());
  }

  /** Sends a datagram of ENet to a client. */
  void sendEncrypted(InetSocketAddress client, ByteBuffer datagram) {
    DtlsSession session = sessions.get(client);
    if (session != null) {
      session.send(datagram);
    }
  }

  /** Keeps the session of an ENet peer. */
  void onConnect(EnetPeer peer) {
    DtlsSession session = sessions.get(peer.address());
    if (session != null) {
      users.put(peer, session);
      session.peers++;
      pending.remove(session);
    }
  }

  /** Ends the session of an ENet peer soon if it was the last one. */
  void onDisconnect(EnetPeer peer) {
    DtlsSession session = users.remove(peer);
    if (session != null) {
      session.peers--;
      if (session.peers == 0 && sessions.get(session.address()) == session) {
        addPending(session, LINGER_MILLIS);
      }
    }
  }

  /** Sends lost parts of handshakes again, and ends pending sessions after their time. */
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
    List.copyOf(sessions.values()).forEach(this::close);
  }

  private void close(DtlsSession session) {
    session.close();
    remove(session);
  }

  /** Forgets a session that has ended, and disconnects its ENet peers. */
  void remove(DtlsSession session) {
    if (session.peers > 0) {
      List<EnetPeer> peers =
          users.keySet().stream().filter(peer -> users.get(peer) == session).toList();
      peers.forEach(peer -> peer.disconnectNow(0));
    }
    pending.remove(session);
    sessions.remove(session.address(), session);
  }

  int sessionCount() {
    return sessions.size();
  }

  int pendingCount() {
    return pending.size();
  }

  // Used by sessions.

  long now() {
    return clock.getAsLong();
  }

  /** Returns an empty buffer, which is valid until the next call. */
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
    session.deadline = now() + HANDSHAKE_MILLIS;
  }

  /** Reports a failed handshake. The text of an exception can contain bytes of the client. */
  void report(DtlsSession session, String reason) {
    String line = reason.replaceAll("[\\p{C}\\p{Zl}\\p{Zp}]", "?");
    owner.report(session.address(), "the DTLS handshake failed: " + line);
  }

  /** Runs a task in the executor, and then another one in the thread of the port. */
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
