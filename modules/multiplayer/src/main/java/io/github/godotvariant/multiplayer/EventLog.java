package io.github.godotvariant.multiplayer;

import io.github.godotvariant.multiplayer.MultiplayerEvent.AuthenticationFailed;
import io.github.godotvariant.multiplayer.MultiplayerEvent.HandlerFailed;
import io.github.godotvariant.multiplayer.MultiplayerEvent.PeerConnected;
import io.github.godotvariant.multiplayer.MultiplayerEvent.PeerDisconnected;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Reports everything that happens at a server: to the program, and to the log as far as {@link
 * LogLimit} allows. Used in the server's thread only.
 */
final class EventLog {
  private static final Logger LOG = System.getLogger(MultiplayerServer.class.getName());

  /** In lines that are not about a peer. */
  private static final int SERVER = 0;

  private final Consumer<MultiplayerEvent> listener;
  private final LongSupplier clock;
  private final ScheduledExecutorService owner;
  private final LogLimit limit;

  /** A task will report the lines that were left out. */
  private boolean isScheduled;

  EventLog(
      Consumer<MultiplayerEvent> listener, LongSupplier clock, ScheduledExecutorService owner) {
    this.listener = listener;
    this.clock = clock;
    this.owner = owner;
    limit = new LogLimit(summary -> LOG.log(Level.WARNING, summary), clock.getAsLong());
  }

  void tell(MultiplayerEvent event) {
    int peer = event.peer();
    String kind = event.getClass().getSimpleName();
    if (event instanceof HandlerFailed failed) {
      failed(peer, kind, failed.place(), failed.exception());
    } else {
      log(level(event), peer, kind, event);
    }
    if (event instanceof PeerDisconnected || event instanceof AuthenticationFailed) {
      limit.end(peer);
    }
    try {
      listener.accept(event);
    } catch (RuntimeException e) {
      failed("a listener of events", e);
    }
  }

  /** Logs that something of the program that is not about a peer has failed. */
  void failed(String what, Throwable problem) {
    failed(SERVER, what, what, problem);
  }

  /** Logs a connection that has failed before it was a peer. */
  void connectionFailed(String line) {
    log(Level.DEBUG, SERVER, "failed connections", line);
  }

  private void log(Level level, int peer, String kind, Object line) {
    if (allows(level, peer, kind)) {
      LOG.log(level, EventText.line(line.toString()));
    }
  }

  private void failed(int peer, String kind, String place, Throwable problem) {
    if (!allows(Level.ERROR, peer, kind)) {
      return;
    }
    String line = place + " has failed" + (peer == SERVER ? "" : " for peer " + peer);
    if (limit.isNew(place + " " + problem.getClass().getName())) {
      LOG.log(Level.ERROR, EventText.line(line), PrintableException.of(problem));
    } else {
      LOG.log(Level.ERROR, EventText.line(line + ": " + problem));
    }
  }

  private boolean allows(Level level, int peer, String kind) {
    if (!LOG.isLoggable(level)) {
      return false;
    }
    boolean isAllowed = limit.allows(level, peer, kind, clock.getAsLong());
    scheduleSummaries();
    return isAllowed;
  }

  private void scheduleSummaries() {
    if (isScheduled || !limit.hasSummaries()) {
      return;
    }
    try {
      Future<?> unused = owner.schedule(this::summarize, 1, TimeUnit.SECONDS);
      isScheduled = true;
    } catch (RejectedExecutionException e) {
      // The server's thread is ending; the lines that come are still limited.
    }
  }

  private void summarize() {
    isScheduled = false;
    limit.advance(clock.getAsLong());
    scheduleSummaries();
  }

  private static Level level(MultiplayerEvent event) {
    return event instanceof PeerConnected
            || event instanceof PeerDisconnected
            || event instanceof AuthenticationFailed
        ? Level.INFO
        : Level.WARNING;
  }
}
