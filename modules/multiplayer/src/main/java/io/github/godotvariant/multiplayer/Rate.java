package io.github.godotvariant.multiplayer;

/** How much of something there was in a time. Times follow each other, and do not overlap. */
final class Rate {
  static final long SECOND = 1_000_000_000L;
  static final long MINUTE = 60 * SECOND;

  private final long period;
  private long since;
  private long taken;

  /**
   * Times of which the first begins now.
   *
   * @param period how long each is, in nanoseconds
   * @param now in nanoseconds
   */
  Rate(long period, long now) {
    this.period = period;
    since = now;
  }

  /** Takes some if it is within the limit of a time; or else returns false, and takes nothing. */
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
