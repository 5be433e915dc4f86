package io.github.godotvariant.enet.internal;

import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Token buckets for each IPv4 address and each IPv6 network of 64 bits. Remembers a bounded number
 * of addresses and forgets the one that was not used for the longest time.
 */
public final class AddressRates {
  private static final int MAX_ADDRESSES = 4096;

  private final int datagramsPerAddress;
  private final int connectsPerAddress;
  private final int blocksPerAddress;
  private final Bucket allConnects;
  private final Map<Long, Buckets> addresses =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Buckets> eldest) {
          return size() > MAX_ADDRESSES;
        }
      };

  /**
   * Creates full buckets.
   *
   * @param datagramsPerAddress number of datagrams in a second from each address
   * @param connectsPerAddress number of requests to connect in a second from each address
   * @param connectsPerSecond number of requests to connect in a second from all addresses
   * @param blocksPerAddress number of compressed datagrams in a second from each address
   */
  public AddressRates(
      int datagramsPerAddress,
      int connectsPerAddress,
      int connectsPerSecond,
      int blocksPerAddress) {
    this.datagramsPerAddress = datagramsPerAddress;
    this.connectsPerAddress = connectsPerAddress;
    this.blocksPerAddress = blocksPerAddress;
    allConnects = new Bucket(connectsPerSecond);
  }

  /**
   * Returns the bits that limits by address use.
   *
   * @param address an address
   * @return the bits of an IPv4 address, or of the network of an IPv6 address
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
   * Counts a datagram.
   *
   * @param address the sender
   * @param now the time in milliseconds
   * @return false if the address exceeds its rate
   */
  public boolean takeDatagram(InetAddress address, long now) {
    return buckets(address).datagrams.take(now);
  }

  /**
   * Counts a request to connect.
   *
   * @param address the sender
   * @param now the time in milliseconds
   * @return false if the address exceeds its rate
   */
  public boolean takeConnect(InetAddress address, long now) {
    return buckets(address).connects.take(now);
  }

  /**
   * Counts a request to connect for all addresses together.
   *
   * @param now the time in milliseconds
   * @return false if all addresses together exceed their rate
   */
  public boolean takeConnectOfAnyAddress(long now) {
    return allConnects.take(now);
  }

  /**
   * Counts a compressed datagram.
   *
   * @param address the sender
   * @param now the time in milliseconds
   * @return false if the address exceeds its rate
   */
  public boolean takeBlock(InetAddress address, long now) {
    return buckets(address).blocks.take(now);
  }

  private Buckets buckets(InetAddress address) {
    return addresses.computeIfAbsent(network(address), key -> new Buckets());
  }

  private final class Buckets {
    final Bucket datagrams = new Bucket(datagramsPerAddress);
    final Bucket connects = new Bucket(connectsPerAddress);
    final Bucket blocks = new Bucket(blocksPerAddress);
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
