package io.github.godotvariant.cli.terminal;

import java.io.PrintWriter;
import java.util.Locale;

/**
 * A line on the terminal that says how far long work is. Counts bytes and no time: what is short is
 * over before the first line.
 */
public final class Progress {
  /** Nothing is said about less than this. */
  private static final long LONG = 32L << 20;

  private static final long STEP = 8L << 20;
  private static final String CLEAR_LINE = "\r\033[K";

  private final PrintWriter err;
  private final boolean on;
  private long next = LONG;
  private boolean shown;

  Progress(PrintWriter err, boolean on) {
    this.err = err;
    this.on = on;
  }

  /** A file is read from its start, perhaps again. */
  public void start() {
    next = LONG;
  }

  /**
   * Says how far it is, if that is worth a line.
   *
   * @param done bytes of the file that were read
   * @param all bytes of the file
   */
  public void at(long done, long all) {
    if (!on || done < next) {
      return;
    }
    next = (done / STEP + 1) * STEP;
    shown = true;
    long percent = all == 0 ? 100 : 100 * Math.min(done, all) / all;
    err.print(
        CLEAR_LINE
            + String.format(
                Locale.ROOT, "read %,d of %,d MB, %d%%", done >> 20, all >> 20, percent));
    err.flush();
  }

  /** Takes the line away. */
  public void end() {
    if (shown) {
      err.print(CLEAR_LINE);
      err.flush();
      shown = false;
    }
  }
}
