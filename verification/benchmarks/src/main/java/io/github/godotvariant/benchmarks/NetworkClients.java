package io.github.godotvariant.benchmarks;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Clients that each send so many messages in a second, whatever comes back, and look at what does:
 * each message once and in order, and how long it was under way.
 */
final class NetworkClients {
  private final NetworkFormat format;
  private final int messages;
  private final long[] latencies;
  private final CountDownLatch unfinished;

  // Of the one thread.
  private int received;
  private int wrong;

  private NetworkClients(NetworkFormat format, int clients, int messages) {
    this.format = format;
    this.messages = messages;
    latencies = new long[Math.multiplyExact(clients, messages)];
    unfinished = new CountDownLatch(clients);
  }

  /**
   * What came back.
   *
   * @param lost how many messages did not
   * @param wrong how many were not the ones that had to be next
   * @param latencies how long each was under way, in nanoseconds, in ascending order, without the
   *     first sixth
   */
  record Result(int lost, int wrong, long[] latencies) {
    /** In milliseconds. */
    double percentile(double share) {
      return latencies[(int) Math.min(latencies.length - 1L, (long) (latencies.length * share))]
          / 1e6;
    }
  }

  /**
   * Runs clients until all have got everything, or their connections have ended.
   *
   * @param clients how many
   * @param messages that each of them sends
   * @param rate how many of them in a second
   */
  static Result run(NetworkFormat format, int port, int clients, int messages, int rate)
      throws InterruptedException {
    NetworkClients all = new NetworkClients(format, clients, messages);
    EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    try {
      long interval = TimeUnit.SECONDS.toNanos(1) / rate;
      for (int i = 0; i < clients; i++) {
        all.connect(loop, port, interval * i / clients, interval);
      }
      all.unfinished.await();
    } finally {
      loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
    }
    long[] counted = Arrays.copyOfRange(all.latencies, all.received / 6, all.received);
    Arrays.sort(counted);
    return new Result(all.latencies.length - all.received, all.wrong, counted);
  }

  private void connect(EventLoopGroup loop, int port, long delay, long interval)
      throws InterruptedException {
    new Bootstrap()
        .group(loop)
        .channel(NioSocketChannel.class)
        .option(ChannelOption.TCP_NODELAY, true)
        .handler(
            new ChannelInitializer<>() {
              @Override
              protected void initChannel(Channel channel) {
                format.addTo(channel.pipeline());
                channel.pipeline().addLast(new Client(delay, interval));
              }
            })
        .connect(InetAddress.getLoopbackAddress(), port)
        .sync();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // what is lost is missed
  private final class Client extends ChannelInboundHandlerAdapter {
    private final long delay;
    private final long interval;
    private int sent;
    private int next = 1;

    Client(long delay, long interval) {
      this.delay = delay;
      this.interval = interval;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
      ScheduledFuture<?> sending =
          ctx.executor()
              .scheduleAtFixedRate(() -> send(ctx), delay, interval, TimeUnit.NANOSECONDS);
      ctx.channel().closeFuture().addListener(closed -> sending.cancel(false));
    }

    private void send(ChannelHandlerContext ctx) {
      if (sent < messages) {
        ctx.writeAndFlush(format.message(++sent, System.nanoTime()));
      }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      latencies[received++] = System.nanoTime() - format.get(message, NetworkFormat.TIME);
      if (format.get(message, NetworkFormat.NUMBER) != next) {
        wrong++;
      }
      next++;
      if (next > messages) {
        ctx.close();
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
      unfinished.countDown();
    }
  }

  /** The format, the port, how many clients, how many messages each, and how many in a second. */
  public static void main(String[] arguments) throws InterruptedException {
    Result result =
        run(
            NetworkFormat.valueOf(arguments[0]),
            Integer.parseInt(arguments[1]),
            Integer.parseInt(arguments[2]),
            Integer.parseInt(arguments[3]),
            Integer.parseInt(arguments[4]));
    System.out.printf(Locale.ROOT, "lost %d%nwrong %d%n", result.lost(), result.wrong());
    for (double share : new double[] {0.5, 0.9, 0.99, 0.999}) {
      System.out.printf(Locale.ROOT, "p%s %.3f%n", share * 100, result.percentile(share));
    }
  }
}
