package io.github.godotvariant.netty;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Addresses for datagrams in memory. */
final class EnetAddresses {
  static final InetSocketAddress SERVER =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 4_243);
  static final InetSocketAddress CLIENT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 50_000);

  private EnetAddresses() {}
}
