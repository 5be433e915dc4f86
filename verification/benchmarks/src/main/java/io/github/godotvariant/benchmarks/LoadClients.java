package io.github.godotvariant.benchmarks;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.multiplayer.MultiplayerPacket;
import io.github.godotvariant.multiplayer.RpcMethods;
import io.github.godotvariant.net.CompressedVariantCodec;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketClientProtocolConfig;
import io.netty.handler.codec.http.websocketx.WebSocketClientProtocolHandler;
import io.netty.handler.codec.http.websocketx.WebSocketClientProtocolHandler.ClientHandshakeStateEvent;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Clients that each send 20 messages a second, independently of the answers. They check that every
 * answer arrives once and in order, and print the latency and the CPU time of the server:
 *
 * <pre>
 * java -cp benchmarks.jar io.github.godotvariant.benchmarks.LoadClients 0 500 60     # echo
 * java -cp benchmarks.jar io.github.godotvariant.benchmarks.LoadClients 200 200 60   # a game
 * java -cp benchmarks.jar ... 200 200 60 verification/benchmarks/engine/run 200      # in an engine
 * </pre>
 */
final class LoadClients {
  private static final int MESSAGES_PER_SECOND = 20;
  private static final long INTERVAL = TimeUnit.SECONDS.toNanos(1) / MESSAGES_PER_SECOND;
  private static final VariantDictionary UPDATE = Workload.PLAYER_UPDATE.value().asDictionary();
  private static final RpcMethods METHODS = RpcMethods.annotated(Set.of("ask", "answer"));
  private static final CompressedVariantCodec ARGUMENTS =
      CompressedVariantCodec.of(VariantCodec.GODOT_4);

  private final int messages;
  private final int units;
  private final ProcessHandle server;
  private final long[] latencies;
  private final CountDownLatch unfinished;

  // Used by the thread of the event loop only. The first sixth of the answers is not counted.
  private int received;
  private int wrong;
  private long unitValues;
  private long countedSince;
  private long earlierCpu;

  private LoadClients(int units, ProcessHandle server, int clients, int messages) {
    this.messages = messages;
    this.units = units;
    this.server = server;
    latencies = new long[Math.multiplyExact(clients, messages)];
    unfinished = new CountDownLatch(clients);
  }

  /**
   * Runs clients until all have received every answer, or for 30 seconds longer than they send.
   *
   * @param units the number of units of the multiplayer server, 0 for the echo server
   * @param messages messages of each client
   * @return measurements by name
   */
  static Map<String, Double> run(
      int units, int port, ProcessHandle server, int clients, int messages)
      throws InterruptedException {
    LoadClients all = new LoadClients(units, server, clients, messages);
    EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    try {
      for (int i = 0; i < clients; i++) {
        all.connect(loop, port, INTERVAL * i / clients);
      }
      all.unfinished.await(30 + messages / MESSAGES_PER_SECOND, TimeUnit.SECONDS);
      return loop.submit(() -> all.measurements(clients)).sync().getNow();
    } finally {
      loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
    }
  }

  private Map<String, Double> measurements(int clients) {
    double seconds = (System.nanoTime() - countedSince) / 1e9;
    double cpuMicros = (cpu() - earlierCpu) / 1e3;
    int first = latencies.length / 6;
    long[] counted = Arrays.copyOfRange(latencies, first, Math.max(received, first + 1));
    Arrays.sort(counted);
    Map<String, Double> all = new LinkedHashMap<>();
    all.put("lost", 0.0 + latencies.length - received);
    all.put("wrong", 0.0 + wrong);
    all.put("cpu_percent", cpuMicros / seconds / 1e4);
    all.put("cpu_us_per_message", cpuMicros / counted.length);
    all.put("unit_values_hz", units == 0 ? 0 : unitValues / seconds / clients / units);
    all.put("p50_ms", counted[counted.length / 2] / 1e6);
    all.put("p99_ms", counted[(int) (counted.length * 0.99)] / 1e6);
    return all;
  }

  private long cpu() {
    return server.info().totalCpuDuration().orElseThrow().toNanos();
  }

  private void connect(EventLoopGroup loop, int port, long delay) throws InterruptedException {
    new Bootstrap()
        .group(loop)
        .channel(NioSocketChannel.class)
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
                            WebSocketClientProtocolConfig.newBuilder()
                                .webSocketUri("ws://127.0.0.1/game")
                                .build()),
                        new Client(delay));
              }
            })
        .connect(InetAddress.getLoopbackAddress(), port)
        .sync();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // A lost message is counted.
  private final class Client extends SimpleChannelInboundHandler<BinaryWebSocketFrame> {
    private final long delay;
    private int sent;
    private int answered;
    private boolean welcomed;
    private boolean confirmed;
    private int spawned;

    Client(long delay) {
      this.delay = delay;
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
      if (event == ClientHandshakeStateEvent.HANDSHAKE_COMPLETE && units == 0) {
        begin(ctx);
      }
    }

    private void begin(ChannelHandlerContext ctx) {
      ctx.executor().scheduleAtFixedRate(() -> send(ctx), delay, INTERVAL, TimeUnit.NANOSECONDS);
    }

    private void send(ChannelHandlerContext ctx) {
      if (sent < messages) {
        sent++;
        Variant update = UPDATE.with("seq", sent).with("sent", System.nanoTime());
        send(ctx, units == 0 ? VariantCodec.GODOT_4.encode(update) : call().encode());
      }
    }

    private MultiplayerPacket call() {
      CompressedVariantCodec.Arguments arguments =
          ARGUMENTS.encodeArguments(List.of(Variant.of(sent), Variant.of(System.nanoTime())));
      return new MultiplayerPacket.Call(
          confirmed ? MultiplayerPacket.ByNumber.of(1) : new MultiplayerPacket.ByPath("Main"),
          METHODS.number("ask").orElseThrow(),
          PackedByteArray.wrap(arguments.bytes()),
          arguments.raw());
    }

    private static void send(ChannelHandlerContext ctx, byte[] bytes) {
      ctx.writeAndFlush(new BinaryWebSocketFrame(Unpooled.wrappedBuffer(bytes)));
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, BinaryWebSocketFrame frame) {
      ByteBuffer bytes = frame.content().nioBuffer();
      if (units == 0) {
        VariantDictionary update = VariantCodec.GODOT_4.decode(bytes).asDictionary();
        receive(update.getInt("seq"), update.getInt("sent"));
      } else if (welcomed) {
        receive(ctx, MultiplayerPacket.decode(bytes));
      } else {
        welcomed = true; // The first frame is the peer id.
        send(ctx, new MultiplayerPacket.Announce(METHODS.checksum(), 1, "Main").encode());
      }
    }

    private void receive(ChannelHandlerContext ctx, MultiplayerPacket packet) {
      if (packet instanceof MultiplayerPacket.Call call) {
        List<Variant> numbers = ARGUMENTS.decodeArguments(call.arguments().asBuffer(), call.raw());
        receive(numbers.get(0).asInt(), numbers.get(1).asInt());
      } else if (packet instanceof MultiplayerPacket.Sync sync) {
        unitValues += sync.states().size();
      } else if (packet instanceof MultiplayerPacket.Announce announce) {
        send(ctx, new MultiplayerPacket.Confirm(true, announce.number()).encode());
      } else if (packet instanceof MultiplayerPacket.Confirm) {
        confirmed = true;
      } else if (packet instanceof MultiplayerPacket.Spawn && ++spawned == units) {
        begin(ctx);
      }
    }

    private void receive(long number, long time) {
      latencies[received++] = System.nanoTime() - time;
      if (number != ++answered) {
        wrong++;
      }
      if (received == latencies.length / 6) {
        countedSince = System.nanoTime();
        earlierCpu = cpu();
        unitValues = 0;
      }
      if (answered == messages) {
        unfinished.countDown();
      }
    }
  }

  /** Arguments: units, clients, seconds, and the command of a server other than this version's. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(arguments).subList(3, arguments.length));
    if (command.isEmpty()) {
      command.add(ProcessHandle.current().info().command().orElseThrow());
      command.addAll(List.of("-Xms512m", "-Xmx512m", "-cp", System.getProperty("java.class.path")));
      command.addAll(List.of(LoadServer.class.getName(), arguments[0]));
    }
    Process server = new ProcessBuilder(command).redirectError(Redirect.DISCARD).start();
    try (Stream<String> output = server.inputReader().lines()) {
      String port = output.filter(line -> line.startsWith("port ")).findFirst().orElseThrow();
      run(
              Integer.parseInt(arguments[0]),
              Integer.parseInt(port.substring("port ".length())),
              server.toHandle(),
              Integer.parseInt(arguments[1]),
              Integer.parseInt(arguments[2]) * MESSAGES_PER_SECOND)
          .forEach((name, value) -> System.out.printf(Locale.ROOT, "%s %.3f%n", name, value));
    } finally {
      server.destroy();
    }
  }
}
