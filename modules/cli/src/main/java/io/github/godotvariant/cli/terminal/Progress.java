package io.github.godotvariant.cli.terminal;

import java.io.PrintWriter;
import java.util.Locale;

/** Shows how much of a long file has been read, in a line on the terminal. */
public final class Progress {
  /**
   * The number of bytes that are read before the line appears. Shorter files are read too quickly
   * to need it.
   */
  private static final long MIN_BYTES = 32L << 20;

  private static final long STEP = 8L << 20;
  private static final String CLEAR_LINE = "\r\033[K";

  private final PrintWriter err;
  private final boolean on;
  private long next = MIN_BYTES;
  private boolean shown;

  Progress(PrintWriter err, boolean on) {
    this.err = err;
    this.on = on;
  }

  /** Restarts the display, because a file is read from its start or from another position. */
  public void start() {
    next = MIN_BYTES;
  }

  /**
   * Updates the line.
   *
   * @param done the number of bytes of the file that were read
   * @param size the size of the file in bytes
   */
  public void at(long done, long size) {
    if (!on || done < next) {
      return;
    }
    next = (done / STEP + 1) * STEP;
    shown = true;
    long percent = size == 0 ? 100 : 100 * Math.min(done, size) / size;
    err.print(
        CLEAR_LINE
            + String.format(
                Locale.ROOT, "read %,d of %,d MB, %d%%", done >> 20, size >> 20, percent));
    err.flush();
  }

  /** Removes the line if it is shown. */
  public void end() {
    if (shown) {
      err.print(CLEAR_LINE);
      err.flush();
      shown = false;
    }
  }
}
