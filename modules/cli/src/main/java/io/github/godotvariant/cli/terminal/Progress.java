package io.github.godotvariant.cli.terminal;

import java.io.PrintWriter;
import java.util.Locale;

/** A line on the terminal that shows how much of a long file has been read. */
public final class Progress {
  /** The minimum length of a file with progress lines; shorter files are read too quickly. */
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

  /** Starts again at the beginning of the file. */
  public void start() {
    next = MIN_BYTES;
  }

  /**
   * Updates the line.
   *
   * @param done the number of bytes that were read
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

  /** Removes the line. */
  public void end() {
    if (shown) {
      err.print(CLEAR_LINE);
      err.flush();
      shown = false;
    }
  }
}
