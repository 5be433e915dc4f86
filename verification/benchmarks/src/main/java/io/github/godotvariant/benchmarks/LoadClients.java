package io.github.godotvariant.benchmarks;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.enet.EnetClient;
import io.github.godotvariant.enet.EnetDelivery;
import io.github.godotvariant.enet.EnetListener;
import io.github.godotvariant.enet.EnetPeer;
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
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketClientProtocolConfig;
import io.netty.handler.codec.http.websocketx.WebSocketClientProtocolHandler;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.InetSocketAddress;
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
import java.util.function.Consumer;

/**
 * Clients that each call a multiplayer server 20 times a second, independently of the answers. They
 * check that every answer arrives once and in order, and print the latency and the CPU time of the
 * server:
 *
 * <pre>
 * java -cp benchmarks.jar io.github.godotvariant.benchmarks.LoadClients websocket 200 200 60
 * java -cp benchmarks.jar ... enet 200 200 60 verification/benchmarks/engine/run 200 enet
 * java -cp benchmarks.jar ... enet 200 20 60 attack
 * java -cp benchmarks.jar ... rooms 50 1600 60
 * </pre>
 */
final class LoadClients {
  /** The kinds of connections, in the order of the server's ports. */
  enum Transport {
    WEBSOCKET,
    ENET,
    /** WebSockets to rooms of {@value #ROOM_SIZE} clients. */
    ROOMS
  }

  private static final int ROOM_SIZE = 8;
  private static final int MESSAGES_PER_SECOND = 20;
  private static final long INTERVAL = TimeUnit.SECONDS.toNanos(1) / MESSAGES_PER_SECOND;
  private static final int ENET_CHANNELS = 255;
  private static final RpcMethods METHODS = RpcMethods.annotated(Set.of("ask", "answer"));
  private static final CompressedVariantCodec ARGUMENTS =
      CompressedVariantCodec.of(VariantCodec.GODOT_4);

  private final int messages;
  private final int units;
  private final ProcessHandle server;
  private final long[] latencies;
  private final CountDownLatch unfinished;
  private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());

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
   * @param units the number of units of the server
   * @param messages messages of each client
   * @return measurements by name
   */
  static Map<String, Double> run(
      Transport transport, int units, int port, ProcessHandle server, int clients, int messages)
      throws InterruptedException {
    LoadClients all = new LoadClients(units, server, clients, messages);
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    try {
      for (int i = 0; i < clients; i++) {
        Client client = all.new Client(INTERVAL * i / clients);
        switch (transport) {
          case WEBSOCKET -> connectWebSocket(all.loop, address, "/game", client);
          case ENET -> connectEnet(all.loop, address, client, 2 + i);
          case ROOMS -> connectWebSocket(all.loop, address, "/rooms/" + i / ROOM_SIZE, client);
        }
        // An engine accepts few connections at a time.
        if (!client.connected.await(30, TimeUnit.SECONDS)) {
          throw new IllegalStateException("client " + i + " was not accepted within 30 s");
        }
      }
      all.unfinished.await(30 + messages / MESSAGES_PER_SECOND, TimeUnit.SECONDS);
      return all.loop.submit(() -> all.measurements(clients)).sync().getNow();
    } finally {
      all.loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
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
    all.put("unit_values_hz", unitValues / seconds / clients / units);
    all.put("p50_ms", counted[counted.length / 2] / 1e6);
    all.put("p99_ms", counted[(int) (counted.length * 0.99)] / 1e6);
    return all;
  }

  private long cpu() {
    return server.info().totalCpuDuration().orElseThrow().toNanos();
  }

  static Channel connectWebSocket(
      EventLoopGroup loop, InetSocketAddress address, String path, Receiver client)
      throws InterruptedException {
    WebSocketClientProtocolConfig config =
        WebSocketClientProtocolConfig.newBuilder().webSocketUri("ws://127.0.0.1" + path).build();
    return new Bootstrap()
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
                        new WebSocketClientProtocolHandler(config),
                        new WebSocketHandler(client));
              }
            })
        .connect(address)
        .sync()
        .channel();
  }

  /** A client of either transport. */
  interface Receiver {
    void connected(Channel channel, Consumer<byte[]> sender);

    void received(ByteBuffer packet);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // A lost message is counted.
  private static final class WebSocketHandler
      extends SimpleChannelInboundHandler<BinaryWebSocketFrame> {
    private final Receiver client;
    private boolean isConnected;

    WebSocketHandler(Receiver client) {
      this.client = client;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, BinaryWebSocketFrame frame) {
      if (isConnected) {
        client.received(frame.content().nioBuffer());
      } else {
        isConnected = true; // The first frame is the peer id.
        client.connected(
            ctx.channel(),
            packet -> ctx.writeAndFlush(new BinaryWebSocketFrame(Unpooled.wrappedBuffer(packet))));
      }
    }
  }

  private static void connectEnet(
      EventLoopGroup loop, InetSocketAddress address, Receiver client, int id)
      throws InterruptedException {
    new Bootstrap()
        .group(loop)
        .channel(NioDatagramChannel.class)
        .handler(
            new ChannelInitializer<>() {
              @Override
              protected void initChannel(Channel channel) {
                channel.pipeline().addLast(new EnetHandler(channel, client, address, id));
              }
            })
        .connect(address)
        .sync();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // ENet sends a lost datagram again.
  private static final class EnetHandler extends SimpleChannelInboundHandler<DatagramPacket>
      implements EnetListener {
    private final Receiver client;
    private final Channel channel;
    private final InetSocketAddress address;
    private final int id;
    private final EnetClient enet;

    EnetHandler(Channel channel, Receiver client, InetSocketAddress address, int id) {
      this.client = client;
      this.channel = channel;
      this.address = address;
      this.id = id;
      enet =
          new EnetClient(
              (to, datagram) -> channel.writeAndFlush(Unpooled.copiedBuffer(datagram)), this);
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
      enet.connect(address, ENET_CHANNELS, id);
      ctx.executor().scheduleAtFixedRate(enet::service, 10, 10, TimeUnit.MILLISECONDS);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, DatagramPacket datagram) {
      enet.receive(datagram.content().nioBuffer());
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
      enet.flush(); // the acknowledgements
    }

    @Override
    public void onConnect(EnetPeer peer) {
      client.connected(
          channel,
          packet -> {
            peer.send(packet, 0, EnetDelivery.RELIABLE);
            enet.flush();
          });
    }

    @Override
    public void onPacket(EnetPeer peer, byte[] packet, int channel, EnetDelivery delivery) {
      client.received(ByteBuffer.wrap(packet));
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // An exception leaves answers missing.
  private final class Client implements Receiver {
    private final CountDownLatch connected = new CountDownLatch(1);
    private final long delay;
    private Consumer<byte[]> sender = packet -> {};
    private int sent;
    private int answered;
    private boolean isConfirmed;
    private int spawned;

    Client(long delay) {
      this.delay = delay;
    }

    @Override
    public void connected(Channel channel, Consumer<byte[]> sender) {
      this.sender = sender;
      connected.countDown();
      sender.accept(new MultiplayerPacket.Announce(METHODS.checksum(), 1, "Main").encode());
    }

    private void call() {
      if (sent < messages) {
        sent++;
        CompressedVariantCodec.Arguments arguments =
            ARGUMENTS.encodeArguments(List.of(Variant.of(sent), Variant.of(System.nanoTime())));
        MultiplayerPacket call =
            new MultiplayerPacket.Call(
                isConfirmed
                    ? MultiplayerPacket.ByNumber.of(1)
                    : new MultiplayerPacket.ByPath("Main"),
                METHODS.number("ask").orElseThrow(),
                PackedByteArray.unsafeWrap(arguments.bytes()),
                arguments.isRaw());
        sender.accept(call.encode());
      }
    }

    @Override
    public void received(ByteBuffer bytes) {
      MultiplayerPacket packet = MultiplayerPacket.decode(bytes);
      if (packet instanceof MultiplayerPacket.Call call) {
        List<Variant> numbers =
            ARGUMENTS.decodeArguments(call.arguments().asBuffer(), call.isRaw());
        answered(numbers.get(0).asLong(), numbers.get(1).asLong());
      } else if (packet instanceof MultiplayerPacket.Sync sync) {
        unitValues += sync.states().size();
      } else if (packet instanceof MultiplayerPacket.Announce announce) {
        sender.accept(new MultiplayerPacket.Confirm(true, announce.number()).encode());
      } else if (packet instanceof MultiplayerPacket.Confirm) {
        isConfirmed = true;
      } else if (packet instanceof MultiplayerPacket.Spawn && ++spawned == units) {
        loop.scheduleAtFixedRate(this::call, delay, INTERVAL, TimeUnit.NANOSECONDS);
      }
    }

    private void answered(long number, long time) {
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

  /**
   * Arguments: {@code websocket}, {@code enet} or {@code rooms}, units of each server, clients,
   * seconds, and {@code attack} for {@link LoadAttackers}, or the command of a server other than
   * this version's.
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Transport transport = Transport.valueOf(arguments[0].toUpperCase(Locale.ROOT));
    List<String> command = new ArrayList<>(List.of(arguments).subList(4, arguments.length));
    boolean isAttacked = command.remove("attack");
    boolean isOwnServer = command.isEmpty();
    if (isOwnServer) {
      command.add(ProcessHandle.current().info().command().orElseThrow());
      command.addAll(List.of("-Xms512m", "-Xmx512m", "-cp", System.getProperty("java.class.path")));
      command.addAll(List.of(LoadServer.class.getName(), arguments[1]));
    }
    Process server = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
    try (BufferedReader output = server.inputReader()) {
      String line = output.readLine();
      while (!line.startsWith("ports ")) {
        line = output.readLine();
      }
      String[] ports = line.split(" ", -1);
      try (LoadAttackers attackers = new LoadAttackers(ports)) {
        if (isAttacked) {
          attackers.start();
        }
        run(
                transport,
                Integer.parseInt(arguments[1]),
                Integer.parseInt(ports[1 + transport.ordinal()]),
                server.toHandle(),
                Integer.parseInt(arguments[2]),
                Integer.parseInt(arguments[3]) * MESSAGES_PER_SECOND)
            .forEach((name, value) -> System.out.printf(Locale.ROOT, "%s %.3f%n", name, value));
      }
      if (isOwnServer) {
        server.getOutputStream().close();
        output.lines().forEach(System.out::println);
      }
    } finally {
      server.destroy();
    }
  }
}
