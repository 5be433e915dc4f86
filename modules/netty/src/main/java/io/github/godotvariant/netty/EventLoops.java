package io.github.godotvariant.netty;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Holds the event loops that the ports of a server share. Stops the event loops when all ports have
 * called {@link #release}.
 */
final class EventLoops {
  private static final int STOP_SECONDS = 5;

  private final EventLoopGroup group;
  private final AtomicInteger portCount;

  EventLoops(int count, int portCount) {
    group = new MultiThreadIoEventLoopGroup(count, NioIoHandler.newFactory());
    this.portCount = new AtomicInteger(portCount);
  }

  EventLoopGroup group() {
    return group;
  }

  /** Returns one of the event loops. */
  EventLoop loop() {
    return group.next();
  }

  void release() {
    if (portCount.decrementAndGet() == 0) {
      stop();
    }
  }

  /**
   * Stops the event loops. Waits at most {@value #STOP_SECONDS} seconds for tasks that still run.
   */
  void stop() {
    group
        .shutdownGracefully(0, 1, TimeUnit.SECONDS)
        .awaitUninterruptibly(STOP_SECONDS, TimeUnit.SECONDS);
  }
}
