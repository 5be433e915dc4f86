package io.github.godotvariant.benchmarks;

import io.github.godotvariant.Vector2;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.ReplicatedNode;
import io.github.godotvariant.multiplayer.ReplicationConfig;
import io.github.godotvariant.multiplayer.ReplicationMode;
import io.github.godotvariant.multiplayer.RpcMode;
import io.github.godotvariant.multiplayer.RpcNode;
import io.github.godotvariant.multiplayer.Spawner;
import io.github.godotvariant.multiplayer.TransferMode;
import io.github.godotvariant.netty.MessageWebSocketHandler;
import io.github.godotvariant.netty.MultiplayerWebSocketHandler;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import io.netty.handler.flush.FlushConsolidationHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** A server with one thread on a free port of 127.0.0.1, for {@link LoadClients}. */
final class LoadServer implements AutoCloseable {
  private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  final int port;

  /** Starts the server of a game with units, or an echo server if there are 0 units. */
  LoadServer(int unitCount) {
    Consumer<ChannelPipeline> handlers =
        unitCount == 0
            ? pipeline ->
                pipeline.addLast(new MessageWebSocketHandler<>(VariantCodec.GODOT_4), new Echo())
            : game(loop.next(), unitCount);
    Channel channel =
        new ServerBootstrap()
            .group(loop)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel client) {
                    client
                        .pipeline()
                        .addLast(
                            new FlushConsolidationHandler(256, true),
                            new HttpServerCodec(),
                            new HttpObjectAggregator(8192),
                            new WebSocketServerProtocolHandler("/game"));
                    handlers.accept(client.pipeline());
                  }
                })
            .bind(InetAddress.getLoopbackAddress(), 0)
            .syncUninterruptibly()
            .channel();
    port = ((InetSocketAddress) channel.localAddress()).getPort();
  }

  private static final class Echo extends ChannelInboundHandlerAdapter {
    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The clients report lost messages.
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      ctx.writeAndFlush(message);
    }
  }

  /**
   * Creates a multiplayer server that answers each call and moves units that all clients see, ten
   * times a second. {@code engine/main.gd} is the same server for an engine.
   */
  private static Consumer<ChannelPipeline> game(EventLoop loop, int unitCount) {
    RpcNode main =
        RpcNode.at("Main")
            .method(
                "ask",
                RpcMode.ANY_PEER,
                TransferMode.RELIABLE,
                call -> call.reply("answer", call.argumentInt(0), call.argumentInt(1)))
            .method("answer", RpcMode.AUTHORITY, TransferMode.RELIABLE)
            .build();
    MultiplayerServer server = MultiplayerServer.on(loop).node(main).build();
    Spawner spawner = Spawner.at("Main/Spawner").build();
    List<ReplicationConfig> config =
        List.of(ReplicationConfig.builder().spawned("position", ReplicationMode.ALWAYS).build());
    List<ReplicatedNode> units = new ArrayList<>();
    server.execute(
        () -> {
          for (int i = 0; i < unitCount; i++) {
            Map<String, Vector2> values = Map.of("position", position(i));
            units.add(server.spawn(spawner, i, "Unit" + i, config, values));
          }
        });
    AtomicInteger ticks = new AtomicInteger();
    server.tick(
        100,
        TimeUnit.MILLISECONDS,
        () -> {
          int tick = ticks.incrementAndGet();
          for (int i = 0; i < units.size(); i++) {
            units.get(i).set("position", position(i + tick));
          }
          server.replicate();
        });
    return pipeline -> pipeline.addLast(new MultiplayerWebSocketHandler(server));
  }

  private static Vector2 position(int i) {
    return new Vector2(i % 640, i % 400);
  }

  @Override
  public void close() {
    loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }

  /** Prints the port. The argument is the number of units of a game, 0 for the echo server. */
  public static void main(String[] arguments) {
    System.out.println("port " + new LoadServer(Integer.parseInt(arguments[0])).port);
  }
}
