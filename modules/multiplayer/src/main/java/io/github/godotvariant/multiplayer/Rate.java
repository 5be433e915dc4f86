package io.github.godotvariant.multiplayer;

/**
 * Limits a sum, for example a number of calls, in each second or minute. When a period ends, the
 * sum starts at 0 again.
 */
final class Rate {
  static final long SECOND = 1_000_000_000L;
  static final long MINUTE = 60 * SECOND;

  private final long period;
  private long periodStart;
  private long taken;

  /**
   * Starts the first period.
   *
   * @param period the length of a period, in nanoseconds
   * @param now the time, in nanoseconds
   */
  Rate(long period, long now) {
    this.period = period;
    periodStart = now;
  }

  /**
   * Adds an amount to the sum of the current period; returns false, without adding, if the sum
   * would exceed a limit.
   */
  boolean take(long amount, long limit, long now) {
    if (now - periodStart >= period) {
      periodStart += (now - periodStart) / period * period;
      taken = 0;
    }
    if (amount > limit - taken) {
      return false;
    }
    taken += amount;
    return true;
  }
}
