package io.github.godotvariant.benchmarks;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.multiplayer.MultiplayerPacket;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Announce;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ByNumber;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ByPath;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Call;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Confirm;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Spawn;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Sync;
import io.github.godotvariant.multiplayer.RpcMethods;
import io.github.godotvariant.net.CompressedVariantCodec;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketClientProtocolHandler;
import io.netty.handler.codec.http.websocketx.WebSocketVersion;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Clients of Godot's high-level multiplayer that each call so often in a second, whatever comes
 * back, and look at what does: each answer once and in order, how long it was under way, and all
 * units with their values.
 */
final class MultiplayerLoadClients {
  private static final RpcMethods METHODS = RpcMethods.annotated(Set.of("ask", "answer"));
  private static final int ASK = METHODS.number("ask").orElseThrow();
  private static final int ANSWER = METHODS.number("answer").orElseThrow();
  private static final String NODE = "Main";
  private static final int NUMBER = 1;
  private static final CompressedVariantCodec CODEC =
      CompressedVariantCodec.of(VariantCodec.GODOT_4);
  private static final int PATIENCE_SECONDS = 30;

  private final int units;
  private final int calls;
  private final long interval;
  private final ProcessHandle server;
  private final long[] latencies;
  private final CountDownLatch unready;
  private final CountDownLatch unfinished;
  private final CompletableFuture<Void> start = new CompletableFuture<>();

  // Of the one thread.
  private int received;
  private int wrong;
  private long values;
  private long warmNanos;
  private long warmValues;
  private Duration warmCpu = Duration.ZERO;

  private MultiplayerLoadClients(
      int clients, int units, int calls, int rate, ProcessHandle server) {
    this.units = units;
    this.calls = calls;
    interval = TimeUnit.SECONDS.toNanos(1) / rate;
    this.server = server;
    latencies = new long[Math.multiplyExact(clients, calls)];
    unready = new CountDownLatch(clients);
    unfinished = new CountDownLatch(clients);
  }

  /**
   * What came. The first sixth of the calls, and what was meanwhile, is not counted but for losses.
   *
   * @param lost how many answers did not come
   * @param wrong how many answers were not the ones that had to be next
   * @param spawned whether each client was sent each unit
   * @param latencies how long each answer was under way, in nanoseconds, in ascending order
   * @param seconds how long it took
   * @param cpu what the server computed meanwhile, with all its threads
   * @param values how many times a client was sent a unit's position
   */
  record Result(
      int lost,
      int wrong,
      boolean spawned,
      long[] latencies,
      double seconds,
      Duration cpu,
      long values) {
    /** In milliseconds. */
    double percentile(double share) {
      return latencies[(int) Math.min(latencies.length - 1L, (long) (latencies.length * share))]
          / 1e6;
    }
  }

  /**
   * Runs clients until all have got every answer, or have waited far too long.
   *
   * @param clients how many
   * @param units how many the server has
   * @param calls that each client makes
   * @param rate how many of them in a second
   * @param server whose computing is counted
   */
  static Result run(int port, int clients, int units, int calls, int rate, ProcessHandle server)
      throws InterruptedException {
    MultiplayerLoadClients all = new MultiplayerLoadClients(clients, units, calls, rate, server);
    EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    boolean spawned;
    long end;
    Duration cpu;
    try {
      for (int i = 0; i < clients; i++) {
        all.connect(loop, port, all.interval * i / clients);
      }
      spawned = all.unready.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
      all.start.complete(null);
      all.unfinished.await(PATIENCE_SECONDS + 2L * calls / rate, TimeUnit.SECONDS);
      end = System.nanoTime();
      cpu = all.cpu();
    } finally {
      loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
    }
    long[] counted = Arrays.copyOfRange(all.latencies, all.latencies.length / 6, all.received);
    Arrays.sort(counted);
    return new Result(
        all.latencies.length - all.received,
        all.wrong,
        spawned,
        counted,
        (end - all.warmNanos) / 1e9,
        cpu.minus(all.warmCpu),
        all.values - all.warmValues);
  }

  private Duration cpu() {
    return server.info().totalCpuDuration().orElseThrow();
  }

  private void connect(EventLoopGroup loop, int port, long delay) throws InterruptedException {
    URI uri = URI.create("ws://127.0.0.1:" + port + "/game");
    new Bootstrap()
        .group(loop)
        .channel(NioSocketChannel.class)
        .option(ChannelOption.TCP_NODELAY, true)
        .handler(
            new ChannelInitializer<>() {
              @Override
              protected void initChannel(Channel channel) {
                channel
                    .pipeline()
                    .addLast(
                        new HttpClientCodec(),
                        new HttpObjectAggregator(8192),
                        new WebSocketClientProtocolHandler(
                            uri,
                            WebSocketVersion.V13,
                            null,
                            false,
                            new DefaultHttpHeaders(),
                            65_536),
                        new Client(delay));
              }
            })
        .connect(InetAddress.getLoopbackAddress(), port)
        .sync();
  }

  private void answered(long latency, boolean inOrder) {
    latencies[received++] = latency;
    if (!inOrder) {
      wrong++;
    }
    if (received == latencies.length / 6) {
      warmNanos = System.nanoTime();
      warmCpu = cpu();
      warmValues = values;
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // what is lost is missed
  private final class Client extends SimpleChannelInboundHandler<BinaryWebSocketFrame> {
    private final long delay;
    private boolean welcome;
    private boolean confirmed;
    private int spawned;
    private int sent;
    private int next = 1;

    Client(long delay) {
      this.delay = delay;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, BinaryWebSocketFrame frame) {
      if (!welcome) {
        welcome = true; // what it is called does not matter
        send(ctx, new Announce(METHODS.checksum(), NUMBER, NODE));
        start.thenRun(() -> ctx.executor().execute(() -> begin(ctx)));
        return;
      }
      MultiplayerPacket packet = MultiplayerPacket.decode(frame.content().nioBuffer());
      if (packet instanceof Call call && call.method() == ANSWER) {
        List<Variant> arguments = CODEC.decodeArguments(call.arguments().asBuffer(), call.raw());
        long time = System.nanoTime() - arguments.get(1).asInt();
        answered(time, arguments.get(0).asInt() == next);
        next++;
        if (next > calls) {
          unfinished.countDown();
        }
      } else if (packet instanceof Sync sync) {
        values += sync.states().size();
      } else if (packet instanceof Announce announce) {
        send(ctx, new Confirm(true, announce.number()));
      } else if (packet instanceof Confirm) {
        confirmed = true;
      } else if (packet instanceof Spawn) {
        spawned++;
        if (spawned == units) {
          unready.countDown();
        }
      }
    }

    private void begin(ChannelHandlerContext ctx) {
      ScheduledFuture<?> asking =
          ctx.executor().scheduleAtFixedRate(() -> ask(ctx), delay, interval, TimeUnit.NANOSECONDS);
      ctx.channel().closeFuture().addListener(closed -> asking.cancel(false));
    }

    private void ask(ChannelHandlerContext ctx) {
      if (sent < calls) {
        sent++;
        CompressedVariantCodec.Arguments arguments =
            CODEC.encodeArguments(List.of(Variant.of(sent), Variant.of(System.nanoTime())));
        send(
            ctx,
            new Call(
                confirmed ? ByNumber.of(NUMBER) : new ByPath(NODE),
                ASK,
                PackedByteArray.wrap(arguments.bytes()),
                arguments.raw()));
      }
    }

    private void send(ChannelHandlerContext ctx, MultiplayerPacket packet) {
      ctx.writeAndFlush(new BinaryWebSocketFrame(Unpooled.wrappedBuffer(packet.encode())));
    }
  }

  /**
   * The port and the process of the server, clients, units, calls of each client, and their rate.
   */
  public static void main(String[] arguments) throws InterruptedException {
    int[] numbers = Arrays.stream(arguments).mapToInt(Integer::parseInt).toArray();
    int clients = numbers[2];
    int units = numbers[3];
    Result result =
        run(
            numbers[0],
            clients,
            units,
            numbers[4],
            numbers[5],
            ProcessHandle.of(numbers[1]).orElseThrow());
    System.out.printf(
        Locale.ROOT,
        "lost %d%nwrong %d%nunspawned %d%n",
        result.lost(),
        result.wrong(),
        result.spawned() ? 0 : 1);
    System.out.printf(
        Locale.ROOT,
        "cpu_percent %.1f%nvalues_hz %.2f%n",
        100 * result.cpu().toNanos() / 1e9 / result.seconds(),
        result.values() / result.seconds() / clients / units);
    for (double share : new double[] {0.5, 0.9, 0.99, 0.999}) {
      System.out.printf(Locale.ROOT, "p%s %.3f%n", share * 100, result.percentile(share));
    }
  }
}
