package io.github.godotvariant.enet.internal;

/**
 * Limits a rate with a token bucket. The bucket holds at most the tokens of one second. The class
 * counts in thousandths of a token, because a millisecond adds {@code rate} thousandths.
 */
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
   * @param now the time in milliseconds, which may be negative. If {@code now} is before the time
   *     of the previous call, no tokens are added.
   * @return false if the bucket is empty
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
