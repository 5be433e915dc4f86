package io.github.godotvariant.multiplayer;

import java.util.function.LongSupplier;

/**
 * Counts the packets and faults of one peer in a second or a minute, and compares the counts with
 * the limits.
 */
final class RateLimits {
  private final MultiplayerLimits limits;
  private final LongSupplier clock;
  private final Rate faults;
  private final Rate calls;
  private final Rate relayedBytes;

  /**
   * The announcements for which the server forgot an older announcement, because there were too
   * many.
   */
  private final Rate replacedPaths;

  /**
   * The faults for calls above the limit, at most 1 in a second, because delayed calls can arrive
   * together.
   */
  private final Rate excessCalls;

  RateLimits(MultiplayerLimits limits, LongSupplier clock) {
    this.limits = limits;
    this.clock = clock;
    long now = clock.getAsLong();
    faults = new Rate(Rate.MINUTE, now);
    calls = new Rate(Rate.SECOND, now);
    relayedBytes = new Rate(Rate.SECOND, now);
    replacedPaths = new Rate(Rate.MINUTE, now);
    excessCalls = new Rate(Rate.SECOND, now);
  }

  /** Counts a fault; returns false if the peer exceeds the limit. */
  boolean takeFault() {
    return faults.take(1, limits.faults(), clock.getAsLong());
  }

  /**
   * Counts a call; returns whether the call is within the limit. The first call above the limit in
   * a second is a fault.
   */
  boolean takeCall() {
    if (calls.take(1, limits.calls(), clock.getAsLong())) {
      return true;
    }
    if (excessCalls.take(1, 1, clock.getAsLong())) {
      throw Faults.of("more calls in a second than the limit of " + limits.calls());
    }
    return false;
  }

  void takeRelayed(long bytes) {
    if (!relayedBytes.take(bytes, limits.relayedBytes(), clock.getAsLong())) {
      throw Faults.of("more bytes relayed in a second than the limit of " + limits.relayedBytes());
    }
  }

  void takeReplacedPath() {
    if (!replacedPaths.take(1, limits.announcements(), clock.getAsLong())) {
      throw Faults.of("more announcements in a minute than the limit of " + limits.announcements());
    }
  }
}
