package io.github.godotvariant.netty;

import io.netty.channel.Channel;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts and limits the open connections, in total and for each address. Safe for use by many
 * threads.
 */
final class ConnectionLimit {
  private final int maxCount;
  private final int maxPerAddress;
  private final Map<Object, Integer> countsByAddress = new HashMap<>();
  private int count;

  ConnectionLimit(int maxCount, int maxPerAddress) {
    this.maxCount = maxCount;
    this.maxPerAddress = maxPerAddress;
  }

  /**
   * Adds a connection to the count until the channel is closed. Returns false, and does not add the
   * connection, if a limit is reached.
   */
  boolean add(Channel channel) {
    SocketAddress address = channel.remoteAddress();
    if (!add(address)) {
      return false;
    }
    channel.closeFuture().addListener(closed -> remove(address));
    return true;
  }

  /**
   * Adds a connection to the count until the caller calls {@link #remove}. Returns false, and does
   * not add the connection, if a limit is reached.
   */
  synchronized boolean add(SocketAddress address) {
    if (!allows(address)) {
      return false;
    }
    count++;
    countsByAddress.merge(key(address), 1, Integer::sum);
    return true;
  }

  /** Returns whether one more connection from an address would be within the limits. */
  synchronized boolean allows(SocketAddress address) {
    return count < maxCount && countsByAddress.getOrDefault(key(address), 0) < maxPerAddress;
  }

  synchronized void remove(SocketAddress address) {
    Object key = key(address);
    count--;
    countsByAddress.computeIfPresent(
        key, (same, ofAddress) -> ofAddress == 1 ? null : ofAddress - 1);
  }

  /**
   * Returns the object that identifies the address of a client when connections are counted. This
   * is the IPv4 address, or the first 64 bits of an IPv6 address, which identify the client's
   * network.
   */
  static Object key(SocketAddress remote) {
    if (remote instanceof InetSocketAddress socket) {
      InetAddress address = socket.getAddress();
      if (address instanceof Inet6Address) {
        return ByteBuffer.wrap(address.getAddress()).getLong();
      }
      if (address != null) {
        return address;
      }
    }
    return remote;
  }
}
