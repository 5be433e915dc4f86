package io.github.godotvariant.enet.internal;

import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Limits the rate of each IPv4 address and each IPv6 network of 64 bits with a token bucket. Keeps
 * only the 4,096 buckets that were used last.
 */
public final class AddressRates {
  private static final int MAX_ADDRESSES = 4096;

  private final int rate;
  private final Map<Long, TokenBucket> buckets =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, TokenBucket> eldest) {
          return size() > MAX_ADDRESSES;
        }
      };

  /**
   * Creates the rate limits. Each bucket is full at the start.
   *
   * @param rate maximum number of tokens in a second for each address
   */
  public AddressRates(int rate) {
    this.rate = rate;
  }

  /**
   * Returns the number that identifies the address of a client in rate limits.
   *
   * @param address an address
   * @return all bits of an IPv4 address; the first 64 bits of an IPv6 address
   */
  public static long network(InetAddress address) {
    byte[] bytes = address.getAddress();
    long bits = 0;
    for (int i = 0; i < Math.min(bytes.length, Long.BYTES); i++) {
      bits = bits << 8 | bytes[i] & 0xff;
    }
    return bits;
  }

  /**
   * Takes a token from the bucket of an address.
   *
   * @param address the address of the client
   * @param now the time in milliseconds
   * @return false if the bucket of the address is empty
   */
  public boolean take(InetAddress address, long now) {
    return buckets.computeIfAbsent(network(address), key -> new TokenBucket(rate)).take(now);
  }
}
