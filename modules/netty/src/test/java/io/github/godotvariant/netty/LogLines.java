package io.github.godotvariant.netty;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Records the messages of a logger instead of printing them, until it is closed. */
final class LogLines extends Handler implements AutoCloseable {
  final List<String> lines = new CopyOnWriteArrayList<>();
  private final Logger logger;
  private final Level before;

  LogLines(Class<?> source, Level level) {
    logger = Logger.getLogger(source.getName());
    before = logger.getLevel();
    logger.addHandler(this);
    logger.setUseParentHandlers(false);
    logger.setLevel(level);
  }

  /** Switches a logger off. The level lasts while the caller keeps the logger. */
  static Logger off(Class<?> source) {
    Logger logger = Logger.getLogger(source.getName());
    logger.setLevel(Level.OFF);
    return logger;
  }

  @Override
  public void publish(LogRecord line) {
    lines.add(line.getMessage());
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.setLevel(before);
    logger.setUseParentHandlers(true);
    logger.removeHandler(this);
  }
}
