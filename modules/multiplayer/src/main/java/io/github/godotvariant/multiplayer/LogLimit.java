package io.github.godotvariant.multiplayer;

import java.lang.System.Logger.Level;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Decides which lines are logged, so that peers cannot fill the log: the first of each kind for
 * each peer in a window, and the first of each level for all peers in a second. The other lines are
 * counted. The counts are logged when the window or the second ends, or when the peer disconnects.
 * A line with counts is a line of its second.
 */
final class LogLimit {
  /** The lines of one kind that are logged for a peer in a window. */
  private static final int PEER_LINES = 3;

  /** The lines of one level that are logged for all peers in a second. */
  private static final int SERVER_LINES = 10;

  private static final int WINDOW_SECONDS = 10;

  private final String server;
  private final Consumer<String> summaries;

  /** The lines of each peer, and of the server by its name, in this window by their kinds. */
  private final Map<Object, Map<String, Integer>> lines = new LinkedHashMap<>();

  /** The lines that were logged in this second. */
  private final Map<Level, Integer> logged = new EnumMap<>(Level.class);

  /** The lines that the limit for all peers has left out in this second, by their kinds. */
  private final Map<String, Integer> leftOut = new TreeMap<>();

  /** The failures whose stack traces were logged in this window. */
  private final Set<String> traces = new HashSet<>();

  private long window;
  private long second;
  private boolean hasSummaries;

  LogLimit(String server, Consumer<String> summaries, long now) {
    this.server = server;
    this.summaries = summaries;
    window = now;
    second = now;
  }

  /** {@return whether to log a line, which is counted otherwise} */
  boolean allows(Level level, Object subject, String kind, long now) {
    advance(now);
    Map<String, Integer> kinds = lines.computeIfAbsent(subject, added -> new TreeMap<>());
    if (kinds.merge(kind, 1, Integer::sum) > PEER_LINES) {
      hasSummaries = true;
      return false;
    }
    return take(level, kind, 1);
  }

  private boolean take(Level level, String kind, int count) {
    if (logged.merge(level, 1, Integer::sum) <= SERVER_LINES) {
      return true;
    }
    leftOut.merge(kind, count, Integer::sum);
    hasSummaries = true;
    return false;
  }

  /** {@return whether the stack trace of a failure was not logged in this window} */
  boolean isNew(String failure) {
    return traces.add(failure);
  }

  /** {@return whether lines were left out that {@link #advance} will report} */
  boolean hasSummaries() {
    return hasSummaries;
  }

  /** Reports the lines that were left out, if the second or the window has ended. */
  void advance(long now) {
    if (now - second >= Rate.SECOND) {
      second = now;
      logged.clear();
      if (!leftOut.isEmpty()) {
        logged.put(Level.WARNING, 1); // the summary itself
        summaries.accept(
            leftOut.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(
                    Collectors.joining(
                        ", ",
                        server + ": more lines of all peers than the limit in a second: ",
                        "")));
        leftOut.clear();
      }
    }
    if (now - window >= WINDOW_SECONDS * Rate.SECOND) {
      window = now;
      List.copyOf(lines.keySet()).forEach(this::end);
      traces.clear();
      hasSummaries = !leftOut.isEmpty();
    }
  }

  /** Reports the lines of a peer, or of the server, that were left out. */
  void end(Object subject) {
    Map<String, Integer> kinds = lines.remove(subject);
    if (kinds == null) {
      return;
    }
    kinds.forEach(
        (kind, count) -> {
          int more = count - PEER_LINES;
          if (more > 0 && take(Level.WARNING, kind, more)) {
            summaries.accept(
                "%s: %d more lines of %s%s"
                    .formatted(
                        server, more, kind, subject.equals(server) ? "" : " for " + subject));
          }
        });
  }
}
