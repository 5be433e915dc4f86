package io.github.godotvariant.multiplayer;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Records the log of servers instead of printing it, until it is closed. */
final class RecordedLog implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger(MultiplayerServer.class.getName());

  private final List<LogRecord> records = new CopyOnWriteArrayList<>();
  private final Level level = LOG.getLevel();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord line) {
          records.add(line);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  RecordedLog() {
    LOG.setUseParentHandlers(false);
    LOG.addHandler(handler);
    LOG.setLevel(Level.ALL);
  }

  /** {@return the messages, without exceptions} */
  List<String> lines() {
    return records.stream().map(LogRecord::getMessage).toList();
  }

  /** {@return all text that a log would contain, stack traces included} */
  List<String> texts() {
    return records.stream()
        .map(
            line -> {
              StringWriter text = new StringWriter();
              text.append(line.getMessage()).append('\n');
              if (line.getThrown() != null) {
                line.getThrown().printStackTrace(new PrintWriter(text, true));
              }
              return text.toString();
            })
        .toList();
  }

  long stackTraces() {
    return records.stream().filter(line -> line.getThrown() != null).count();
  }

  /** Returns the messages since this method was called last. */
  List<String> take() {
    List<String> lines = lines();
    records.clear();
    return lines;
  }

  /** Returns the severe messages with their exceptions, and forgets all messages. */
  List<String> takeSevere() {
    List<String> lines =
        records.stream()
            .filter(line -> line.getLevel() == Level.SEVERE)
            .map(line -> line.getMessage() + ": " + line.getThrown())
            .toList();
    records.clear();
    return lines;
  }

  @Override
  public void close() {
    LOG.setLevel(level);
    LOG.removeHandler(handler);
    LOG.setUseParentHandlers(true);
  }
}
