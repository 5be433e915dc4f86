package io.github.godotvariant.multiplayer;

/** Counts an amount in consecutive periods. */
final class Rate {
  static final long SECOND = 1_000_000_000L;
  static final long MINUTE = 60 * SECOND;

  private final long period;
  private long since;
  private long taken;

  /**
   * Starts the first period.
   *
   * @param period the length of a period, in nanoseconds
   * @param now the time, in nanoseconds
   */
  Rate(long period, long now) {
    this.period = period;
    since = now;
  }

  /** Adds an amount if the period stays within a limit; otherwise adds nothing, returns false. */
  boolean take(long amount, long limit, long now) {
    if (now - since >= period) {
      since += (now - since) / period * period;
      taken = 0;
    }
    if (amount > limit - taken) {
      return false;
    }
    taken += amount;
    return true;
  }
}
