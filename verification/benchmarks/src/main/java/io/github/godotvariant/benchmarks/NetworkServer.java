package io.github.godotvariant.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * A server that reads each message, looks at its number, and writes it again. It prints its port,
 * and when all clients have gone what the messages cost that came after the first ones.
 */
final class NetworkServer implements AutoCloseable {
  private final NetworkFormat format;
  private final long warmUp;
  private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final Channel channel;

  // Of the one thread.
  private int clients;
  private long messages;
  private long disorder;
  private long cpu;
  private long allocated;

  /**
   * Starts a server.
   *
   * @param format of its messages
   * @param warmUp how many messages are not counted
   */
  NetworkServer(NetworkFormat format, long warmUp) {
    this.format = format;
    this.warmUp = warmUp;
    channel =
        new ServerBootstrap()
            .group(loop)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, 4096)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel client) {
                    format.addTo(client.pipeline());
                    client.pipeline().addLast(new Echo());
                  }
                })
            .bind(InetAddress.getLoopbackAddress(), 0)
            .syncUninterruptibly()
            .channel();
  }

  int port() {
    return ((InetSocketAddress) channel.localAddress()).getPort();
  }

  /** How many messages did not have the number after that of the last one. */
  long disorder() {
    return disorder;
  }

  private void count(boolean inOrder) {
    messages++;
    if (!inOrder) {
      disorder++;
    }
    if (messages == warmUp) {
      cpu = -cpu();
      allocated = -allocated();
    }
  }

  private static long cpu() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  /** By this thread, which does everything. */
  private static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }

  private void left() {
    clients--;
    if (clients == 0 && messages > warmUp) {
      long counted = messages - warmUp;
      System.out.printf(
          Locale.ROOT,
          "messages %d%ndisorder %d%ncpu_us %.2f%nallocated %d%n",
          messages,
          disorder,
          (cpu + cpu()) / 1e3 / counted,
          (allocated + allocated()) / counted);
    }
  }

  @Override
  public void close() {
    loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // what is lost is missed by the client
  private final class Echo extends ChannelInboundHandlerAdapter {
    private long last;

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
      clients++;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      long number = format.get(message, NetworkFormat.NUMBER);
      count(number == last + 1);
      last = number;
      ctx.writeAndFlush(message);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
      left();
    }
  }

  /** The format, and how many messages are not counted. */
  public static void main(String[] arguments) {
    NetworkServer server =
        new NetworkServer(NetworkFormat.valueOf(arguments[0]), Long.parseLong(arguments[1]));
    System.out.println("port " + server.port());
  }
}
