package io.github.godotvariant.enet;

import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Token buckets for each IPv4 address and each IPv6 network of 64 bits. Remembers a bounded number
 * of addresses and forgets the one that was not used for the longest time.
 */
final class AddressRates {
  private static final int MAX_ADDRESSES = 4096;

  private final EnetLimits limits;
  private final Bucket allConnects;
  private final Map<Long, Buckets> addresses =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Buckets> eldest) {
          return size() > MAX_ADDRESSES;
        }
      };

  AddressRates(EnetLimits limits) {
    this.limits = limits;
    allConnects = new Bucket(limits.connectsPerSecond());
  }

  /** {@return the bits that limits by address use} */
  static long network(InetAddress address) {
    byte[] bytes = address.getAddress();
    long bits = 0;
    for (int i = 0; i < Math.min(bytes.length, Long.BYTES); i++) {
      bits = bits << 8 | bytes[i] & 0xff;
    }
    return bits;
  }

  boolean takeDatagram(InetAddress address, long now) {
    return buckets(address).datagrams.take(now);
  }

  boolean takeConnect(InetAddress address, long now) {
    return buckets(address).connects.take(now);
  }

  boolean takeConnectOfAnyAddress(long now) {
    return allConnects.take(now);
  }

  boolean takeBlock(InetAddress address, long now) {
    return buckets(address).blocks.take(now);
  }

  private Buckets buckets(InetAddress address) {
    return addresses.computeIfAbsent(network(address), key -> new Buckets(limits));
  }

  private static final class Buckets {
    final Bucket datagrams;
    final Bucket connects;
    final Bucket blocks;

    Buckets(EnetLimits limits) {
      datagrams = new Bucket(limits.datagramsPerAddress());
      connects = new Bucket(limits.connectsPerAddress());
      blocks = new Bucket(limits.blocksPerAddress());
    }
  }

  /** Holds the tokens of one second at most. Counts in thousandths of a token. */
  private static final class Bucket {
    private static final int TOKEN = 1000;

    private final int rate;
    private long tokens;
    private long filledAt = Long.MIN_VALUE;

    Bucket(int rate) {
      this.rate = rate;
    }

    boolean take(long now) {
      long elapsed = filledAt == Long.MIN_VALUE ? TOKEN : Math.min(now - filledAt, TOKEN);
      tokens = Math.min(tokens + elapsed * rate, (long) rate * TOKEN);
      filledAt = now;
      if (tokens < TOKEN) {
        return false;
      }
      tokens -= TOKEN;
      return true;
    }
  }
}
