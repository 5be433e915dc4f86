package io.github.godotvariant.enet;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/** Sends datagrams, for example with a UDP socket. */
@FunctionalInterface
public interface DatagramSink {
  /**
   * Sends a datagram. Must not block, and must not call the host.
   *
   * @param address the receiver
   * @param datagram the complete datagram, at most 1,392 bytes. The host reuses the buffer after
   *     the call.
   */
  void send(InetSocketAddress address, ByteBuffer datagram);
}
