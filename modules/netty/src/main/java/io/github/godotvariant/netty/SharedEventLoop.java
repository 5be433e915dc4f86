package io.github.godotvariant.netty;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** One event loop for the ports of a server. It stops when the last port releases it. */
final class SharedEventLoop {
  private static final int STOP_SECONDS = 5;

  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final AtomicInteger portCount;

  SharedEventLoop(int portCount) {
    this.portCount = new AtomicInteger(portCount);
  }

  EventLoopGroup group() {
    return group;
  }

  EventLoop loop() {
    return group.next();
  }

  void release() {
    if (portCount.decrementAndGet() == 0) {
      stop();
    }
  }

  /** Ends the event loop. Waits at most some seconds for a task that blocks it. */
  void stop() {
    group
        .shutdownGracefully(0, 1, TimeUnit.SECONDS)
        .awaitUninterruptibly(STOP_SECONDS, TimeUnit.SECONDS);
  }
}
