package io.github.godotvariant.enet;

/**
 * Measures the round-trip time of a peer. From this time, computes ENet's throttle, which drops
 * unreliable packets and shortens the window of bytes in flight.
 */
final class RoundTripTime {
  static final int THROTTLE_SCALE = 32;
  static final int DEFAULT_INTERVAL = 5000;
  static final int DEFAULT_FACTOR = 2;
  private static final int THROTTLE_STEP = 7;
  private static final int INITIAL_MILLIS = 500;
  private static final int MIN_INTERVAL = 1000;
  private static final int MAX_INTERVAL = 60_000;

  private long millis = INITIAL_MILLIS;
  private long variance;
  private long lowest = INITIAL_MILLIS;
  private long highestVariance;
  private long lastLowest = INITIAL_MILLIS;
  private long lastHighestVariance;
  private long intervalStart = -1;
  private long lastAcknowledgement;
  private boolean hasSample;

  private int interval = DEFAULT_INTERVAL;
  private int acceleration = DEFAULT_FACTOR;
  private int deceleration = DEFAULT_FACTOR;
  private int throttle = THROTTLE_SCALE;
  private int throttleLimit = THROTTLE_SCALE;
  private int throttleCounter;

  RoundTripTime(long now) {
    lastAcknowledgement = now;
  }

  long millis() {
    return millis;
  }

  int throttle() {
    return throttle;
  }

  long lastAcknowledgement() {
    return lastAcknowledgement;
  }

  /**
   * {@return the time in milliseconds after which an unacknowledged command is first sent again}
   */
  long timeout() {
    return millis + 4 * variance;
  }

  /**
   * Sets the parameters of the throttle. A value out of range is replaced by the nearest valid
   * value.
   */
  void configure(long newInterval, long newAcceleration, long newDeceleration) {
    interval = (int) Math.max(MIN_INTERVAL, Math.min(MAX_INTERVAL, newInterval));
    acceleration = (int) Math.min(THROTTLE_SCALE, newAcceleration);
    deceleration = (int) Math.min(THROTTLE_SCALE, newDeceleration);
  }

  /**
   * Sets the maximum value of the throttle, and lowers the throttle if necessary. The caller
   * computes the maximum from the bandwidth of the peer; {@link #THROTTLE_SCALE} means no limit.
   */
  void limitThrottle(int limit) {
    throttleLimit = limit;
    throttle = Math.min(throttle, limit);
  }

  /** {@return whether the throttle drops the next unreliable packet} */
  boolean dropsNextPacket() {
    throttleCounter = (throttleCounter + THROTTLE_STEP) % THROTTLE_SCALE;
    return throttleCounter > throttle;
  }

  void addSample(long sample, long now) {
    if (hasSample) {
      adjustThrottle(sample);
      long difference = sample - millis;
      variance -= variance / 4;
      variance += Math.abs(difference) / 4;
      millis += difference / 8;
    } else {
      hasSample = true;
      millis = sample;
      variance = (sample + 1) / 2;
    }
    lowest = Math.min(lowest, millis);
    highestVariance = Math.max(highestVariance, variance);
    if (intervalStart < 0 || now - intervalStart >= interval) {
      lastLowest = lowest;
      lastHighestVariance = Math.max(1, highestVariance);
      lowest = millis;
      highestVariance = variance;
      intervalStart = now;
    }
    lastAcknowledgement = now;
  }

  private void adjustThrottle(long sample) {
    if (lastLowest <= lastHighestVariance) {
      throttle = throttleLimit;
    } else if (sample <= lastLowest) {
      throttle = Math.min(throttleLimit, throttle + acceleration);
    } else if (sample > lastLowest + 2 * lastHighestVariance) {
      throttle = Math.max(0, throttle - deceleration);
    }
  }
}
