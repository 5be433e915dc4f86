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
 * Limits the lines of the log, so that peers cannot fill the log. In a window of 10 seconds, at
 * most 3 lines of each kind are allowed for each peer. In a second, at most 10 lines of each level
 * are allowed for all peers together. The class counts the omitted lines, and logs a summary with
 * the counts when the window or the second ends, or when the peer disconnects. A summary counts as
 * a line too.
 */
final class LogLimit {
  /**
   * The maximum number of lines of one kind for a peer in a window of {@value #WINDOW_SECONDS}
   * seconds.
   */
  private static final int PEER_LINES = 3;

  /** The maximum number of lines of one level for all peers in a second. */
  private static final int SERVER_LINES = 10;

  private static final int WINDOW_SECONDS = 10;

  private final String server;
  private final Consumer<String> summaries;

  /**
   * For each subject and each kind of line, the number of lines in the current window, including
   * omitted lines. A subject is a peer, or the name of the server.
   */
  private final Map<Object, Map<String, Integer>> lines = new LinkedHashMap<>();

  /**
   * The number of lines of each level in this second, including lines that the limit for all peers
   * omitted.
   */
  private final Map<Level, Integer> logged = new EnumMap<>(Level.class);

  /** For each kind, the number of lines that the limit for all peers omitted in this second. */
  private final Map<String, Integer> omitted = new TreeMap<>();

  /**
   * The failures whose stack traces were logged in the current window, as the texts that {@link
   * #isFirst} gets.
   */
  private final Set<String> traces = new HashSet<>();

  private long windowStart;
  private long secondStart;
  private boolean hasSummaries;

  LogLimit(String server, Consumer<String> summaries, long now) {
    this.server = server;
    this.summaries = summaries;
    windowStart = now;
    secondStart = now;
  }

  /** Counts a line and returns whether it may be logged. */
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
    omitted.merge(kind, count, Integer::sum);
    hasSummaries = true;
    return false;
  }

  /**
   * Returns whether a failure occurs for the first time in the current window. Only then does the
   * log contain the stack trace. Records the failure.
   */
  boolean isFirst(String failure) {
    return traces.add(failure);
  }

  /** {@return whether {@link #advance} will log the counts of omitted lines} */
  boolean hasSummaries() {
    return hasSummaries;
  }

  /** Logs the counts of omitted lines if the second or the window has ended. */
  void advance(long now) {
    if (now - secondStart >= Rate.SECOND) {
      secondStart = now;
      logged.clear();
      if (!omitted.isEmpty()) {
        logged.put(Level.WARNING, 1); // the summary itself
        summaries.accept(
            omitted.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(
                    Collectors.joining(
                        ", ",
                        server + ": more lines of all peers than the limit in a second: ",
                        "")));
        omitted.clear();
      }
    }
    if (now - windowStart >= WINDOW_SECONDS * Rate.SECOND) {
      windowStart = now;
      List.copyOf(lines.keySet()).forEach(this::end);
      traces.clear();
      hasSummaries = !omitted.isEmpty();
    }
  }

  /**
   * Logs the counts of omitted lines of a subject (a peer, or the name of the server), and forgets
   * the subject.
   */
  void end(Object subject) {
    Map<String, Integer> kinds = lines.remove(subject);
    if (kinds == null) {
      return;
    }
    kinds.forEach(
        (kind, count) -> {
          int omittedCount = count - PEER_LINES;
          if (omittedCount > 0 && take(Level.WARNING, kind, omittedCount)) {
            summaries.accept(
                "%s: %d more lines of %s%s"
                    .formatted(
                        server,
                        omittedCount,
                        kind,
                        subject.equals(server) ? "" : " for " + subject));
          }
        });
  }
}
