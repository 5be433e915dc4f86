package io.github.godotvariant.netty;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The event loops that the ports of a server share. They stop when all ports have released them.
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

  /** Ends the event loops. Waits at most some seconds for tasks that block the event loops. */
  void stop() {
    group
        .shutdownGracefully(0, 1, TimeUnit.SECONDS)
        .awaitUninterruptibly(STOP_SECONDS, TimeUnit.SECONDS);
  }
}
