package io.github.godotvariant.netty;

import io.netty.channel.Channel;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/** Counts the open connections, in total and for each address. Safe for use by many threads. */
final class ConnectionLimit {
  private final int maxCount;
  private final int maxPerAddress;
  private final Map<Object, Integer> counts = new HashMap<>();
  private int count;

  ConnectionLimit(int maxCount, int maxPerAddress) {
    this.maxCount = maxCount;
    this.maxPerAddress = maxPerAddress;
  }

  /** Counts a connection until it is closed; returns false if it exceeds a limit. */
  boolean add(Channel channel) {
    Object key = key(channel);
    synchronized (this) {
      int ofAddress = counts.getOrDefault(key, 0);
      if (count >= maxCount || ofAddress >= maxPerAddress) {
        return false;
      }
      count++;
      counts.put(key, ofAddress + 1);
    }
    channel.closeFuture().addListener(closed -> remove(key));
    return true;
  }

  private synchronized void remove(Object key) {
    count--;
    counts.computeIfPresent(key, (same, ofAddress) -> ofAddress == 1 ? null : ofAddress - 1);
  }

  /** Returns the address; of IPv6 the first 64 bits, because a client has all that follow. */
  private static Object key(Channel channel) {
    if (channel.remoteAddress() instanceof InetSocketAddress socket) {
      InetAddress address = socket.getAddress();
      if (address instanceof Inet6Address) {
        return ByteBuffer.wrap(address.getAddress()).getLong();
      }
      if (address != null) {
        return address;
      }
    }
    return channel.remoteAddress();
  }
}
