package io.github.godotvariant.multiplayer;

/** How much of something there was in a second. Seconds follow each other, and do not overlap. */
final class Rate {
  private static final long SECOND = 1_000_000_000L;

  private long since;
  private long taken;

  /**
   * A second that begins now.
   *
   * @param now in nanoseconds
   */
  Rate(long now) {
    since = now;
  }

  /** Takes some if it is within the limit of a second; or else returns false, and takes nothing. */
  boolean take(long amount, long limit, long now) {
    if (now - since >= SECOND) {
      since = now;
      taken = 0;
    }
    if (amount > limit - taken) {
      return false;
    }
    taken += amount;
    return true;
  }
}
