package io.github.godotvariant.multiplayer;

import java.util.function.LongSupplier;

/**
 * Counts the calls, relayed bytes, announcements and protocol errors of one peer in each second or
 * minute, and compares the counts with the limits.
 */
final class RateLimits {
  private final MultiplayerLimits limits;
  private final LongSupplier clock;
  private final Rate faults;
  private final Rate calls;
  private final Rate relayedBytes;

  /**
   * Counts the announcements of paths that made the server forget an older announcement, because
   * the peer had announced too many paths.
   */
  private final Rate replacedPaths;

  /**
   * Limits the protocol errors for calls above the limit to 1 in a second. Calls that the network
   * has delayed can arrive together, and would otherwise cause many errors.
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

  /** Counts a protocol error; returns false if the peer has caused more errors than the limit. */
  boolean takeFault() {
    return faults.take(1, limits.faults(), clock.getAsLong());
  }

  /**
   * Counts a call; returns whether the call is within the limit. Throws the exception for a
   * protocol error at the first call above the limit in a second.
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
