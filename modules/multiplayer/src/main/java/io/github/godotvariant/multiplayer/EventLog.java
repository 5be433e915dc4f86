package io.github.godotvariant.multiplayer;

import io.github.godotvariant.StringValue;
import io.github.godotvariant.multiplayer.MultiplayerEvent.AuthenticationFailed;
import io.github.godotvariant.multiplayer.MultiplayerEvent.HandlerFailed;
import io.github.godotvariant.multiplayer.MultiplayerEvent.PeerConnected;
import io.github.godotvariant.multiplayer.MultiplayerEvent.PeerDisconnected;
import io.github.godotvariant.multiplayer.MultiplayerEvent.UnknownNode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;

/** Where all that happens at a server is told: to the log, and to the program. */
final class EventLog {
  private static final Logger LOG = System.getLogger(MultiplayerServer.class.getName());

  private final Consumer<MultiplayerEvent> listener;

  EventLog(Consumer<MultiplayerEvent> listener) {
    this.listener = listener;
  }

  void tell(MultiplayerEvent event) {
    if (event instanceof HandlerFailed failed) {
      LOG.log(
          Level.ERROR,
          () -> failed.place() + " has failed for peer " + failed.peer(),
          failed.exception());
    } else {
      LOG.log(level(event), () -> line(event));
    }
    try {
      listener.accept(event);
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "a listener of events has failed", e);
    }
  }

  void failed(String what, Throwable problem) {
    LOG.log(Level.ERROR, what + " has failed", problem);
  }

  private static Level level(MultiplayerEvent event) {
    return event instanceof PeerConnected
            || event instanceof PeerDisconnected
            || event instanceof AuthenticationFailed
        ? Level.INFO
        : Level.WARNING;
  }

  /** One line, without what a terminal would obey. */
  private static String line(MultiplayerEvent event) {
    return event instanceof UnknownNode unknown
        ? "UnknownNode[peer="
            + unknown.peer()
            + ", path="
            + StringValue.of(unknown.path()).toShortString()
            + "]"
        : event.toString();
  }
}
