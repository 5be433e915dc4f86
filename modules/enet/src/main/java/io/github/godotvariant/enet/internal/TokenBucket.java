package io.github.godotvariant.enet.internal;

/** Limits a rate. Holds the tokens of one second at most. Counts in thousandths of a token. */
public final class TokenBucket {
  private static final int TOKEN = 1000;

  private final int rate;
  private long tokens;
  private long filledAt;

  /**
   * Creates a full bucket.
   *
   * @param rate maximum number of tokens in a second
   */
  public TokenBucket(int rate) {
    this.rate = rate;
    tokens = (long) rate * TOKEN;
  }

  /**
   * Takes a token.
   *
   * @param now the time in milliseconds, which may be negative. If it is before the time of the
   *     previous call, no tokens are added
   * @return false if there is none
   */
  public boolean take(long now) {
    long elapsed = Math.max(0, Math.min(now - filledAt, TOKEN));
    tokens = Math.min(tokens + elapsed * rate, (long) rate * TOKEN);
    filledAt = now;
    if (tokens < TOKEN) {
      return false;
    }
    tokens -= TOKEN;
    return true;
  }
}
