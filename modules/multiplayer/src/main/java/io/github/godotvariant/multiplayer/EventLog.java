package io.github.godotvariant.multiplayer;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.SocketAddress;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Passes events to the listener of the program, and logs them as far as {@link LogLimit} allows.
 * Used in the server's thread only.
 */
final class EventLog {
  private static final Logger LOG = System.getLogger(MultiplayerServer.class.getName());

  private final String name;
  private final MultiplayerListener listener;
  private final LongSupplier clock;
  private final ScheduledExecutorService owner;
  private final LogLimit limit;

  /** Whether a task is scheduled that logs the counts of omitted lines. */
  private boolean isSummaryScheduled;

  EventLog(
      String name,
      MultiplayerListener listener,
      LongSupplier clock,
      ScheduledExecutorService owner) {
    this.name = name;
    this.listener = listener;
    this.clock = clock;
    this.owner = owner;
    limit =
        new LogLimit(
            name, summary -> LOG.log(Level.WARNING, EventText.line(summary)), clock.getAsLong());
  }

  // Events.

  void started(MultiplayerServer server) {
    notifyListener(to -> to.started(server));
  }

  void connected(Peer peer) {
    log(Level.INFO, peer, "connections", peer + " connected");
    notifyListener(to -> to.peerConnected(peer));
  }

  void disconnected(Peer peer, String reason) {
    log(Level.INFO, peer, "disconnections", peer + " disconnected: " + reason);
    limit.end(peer);
    notifyListener(to -> to.peerDisconnected(peer, reason));
  }

  void connectionLost(Peer peer, String reason) {
    log(Level.INFO, peer, "lost connections", peer + " lost its connection: " + reason);
    notifyListener(to -> to.connectionLost(peer, reason));
  }

  void reconnected(Peer peer, Peer previous) {
    log(Level.INFO, peer, "connections", peer + " reconnected, before it was " + previous);
    limit.end(previous);
    notifyListener(to -> to.peerReconnected(peer, previous));
  }

  void authenticationFailed(Peer peer, String reason) {
    log(Level.INFO, peer, "failed authentications", peer + " was not admitted: " + reason);
    limit.end(peer);
    notifyListener(to -> to.authenticationFailed(peer, reason));
  }

  void protocolError(Peer peer, String problem) {
    log(Level.WARNING, peer, "protocol errors", "protocol error of " + peer + ": " + problem);
    notifyListener(to -> to.protocolError(peer, problem));
  }

  void methodsDiffer(Peer peer, RpcNode node) {
    log(
        Level.WARNING,
        peer,
        "different methods",
        peer + " has other methods of " + node + " than the server: " + expectedMethods(node));
    notifyListener(to -> to.methodsDiffer(peer, node.path()));
  }

  /**
   * Returns a text that lists the methods of a node, for log and exception messages about a client
   * that has other methods.
   */
  static String expectedMethods(RpcNode node) {
    return node.methods() + " must equal the @rpc methods of the script";
  }

  void unknownNode(Peer peer, String path) {
    log(
        Level.WARNING,
        peer,
        "unknown nodes",
        peer + " uses the unknown node " + EventText.quoted(path));
    notifyListener(to -> to.unknownNode(peer, path));
  }

  void oldRelease(Peer peer) {
    log(Level.WARNING, peer, "old releases", peer + " is a release before Godot 4.3");
    notifyListener(to -> to.oldRelease(peer));
  }

  void handlerFailed(Peer peer, String place, Exception exception) {
    failed(peer, "failed handlers", place, place + " failed for " + peer, exception);
    notifyListener(to -> to.handlerFailed(peer, place, exception));
  }

  /** Logs a relayed packet that was not sent because earlier packets wait for the receiver. */
  void relayDropped(Peer receiver, Peer from) {
    String line = "a packet of " + from + " for " + receiver + " was dropped: it reads too slowly";
    log(Level.WARNING, receiver, "dropped packets", line);
  }

  private void notifyListener(Consumer<MultiplayerListener> event) {
    try {
      event.accept(listener);
    } catch (RuntimeException e) {
      failed("the listener", e);
    }
  }

  // Lines that are not about a peer.

  void listening(SocketAddress address, String protocol) {
    log(Level.INFO, name, "addresses", "listening on " + address + ", " + protocol);
  }

  /** Logs a failure of the program that is not about a peer. */
  void failed(String place, Throwable problem) {
    failed(name, place, place, place + " failed", problem);
  }

  /**
   * Logs a failure of a server that is closing. Can be called in any thread. {@link LogLimit} does
   * not limit these lines.
   */
  void closingFailed(Exception problem) {
    LOG.log(Level.ERROR, EventText.line(name + ": closing failed: " + problem));
  }

  /** Logs a connection that failed before it had a peer. */
  void connectionFailed(SocketAddress address, String reason) {
    log(Level.DEBUG, name, "failed connections", "closing " + address + ": " + reason);
  }

  // The log.

  private void log(Level level, Object subject, String kind, String line) {
    if (allows(level, subject, kind)) {
      LOG.log(level, EventText.line(name + ": " + line));
    }
  }

  private void failed(Object subject, String kind, String place, String text, Throwable problem) {
    if (!allows(Level.ERROR, subject, kind)) {
      return;
    }
    String line = name + ": " + text;
    if (limit.isFirst(place + " " + problem.getClass().getName())) {
      LOG.log(Level.ERROR, EventText.line(line), PrintableException.of(problem));
    } else {
      LOG.log(Level.ERROR, EventText.line(line + ": " + problem));
    }
  }

  private boolean allows(Level level, Object subject, String kind) {
    if (!LOG.isLoggable(level)) {
      return false;
    }
    boolean isAllowed = limit.allows(level, subject, kind, clock.getAsLong());
    scheduleSummaries();
    return isAllowed;
  }

  private void scheduleSummaries() {
    if (isSummaryScheduled || !limit.hasSummaries()) {
      return;
    }
    try {
      Future<?> unused = owner.schedule(this::summarize, 1, TimeUnit.SECONDS);
      isSummaryScheduled = true;
    } catch (RejectedExecutionException e) {
      // The server's thread is ending. Lines are still limited, but no task logs the counts.
    }
  }

  private void summarize() {
    isSummaryScheduled = false;
    limit.advance(clock.getAsLong());
    scheduleSummaries();
  }
}
