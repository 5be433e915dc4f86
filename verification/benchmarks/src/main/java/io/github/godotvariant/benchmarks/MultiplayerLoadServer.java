package io.github.godotvariant.benchmarks;

import io.github.godotvariant.Vector2;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.MultiplayerWebSocketHandler;
import io.github.godotvariant.multiplayer.ReplicatedNode;
import io.github.godotvariant.multiplayer.ReplicationConfig;
import io.github.godotvariant.multiplayer.ReplicationMode;
import io.github.godotvariant.multiplayer.RpcCall;
import io.github.godotvariant.multiplayer.RpcMode;
import io.github.godotvariant.multiplayer.RpcNode;
import io.github.godotvariant.multiplayer.Spawner;
import io.github.godotvariant.multiplayer.TransferMode;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.websocketx.WebSocketFrameAggregator;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import io.netty.handler.flush.FlushConsolidationHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A server of Godot's high-level multiplayer that answers each call, and moves units which all
 * clients have, ten times a second. {@code engine-multiplayer/main.gd} is the same for an engine.
 */
final class MultiplayerLoadServer implements AutoCloseable {
  private static final int TICK_MILLIS = 100;

  private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final Channel channel;

  // Of the one thread.
  private final List<ReplicatedNode> units = new ArrayList<>();
  private int ticks;

  /**
   * Starts a server.
   *
   * @param units how many there are
   */
  MultiplayerLoadServer(int units) {
    RpcNode main =
        RpcNode.at("Main")
            .method("ask", RpcMode.ANY_PEER, TransferMode.RELIABLE, MultiplayerLoadServer::ask)
            .method("answer", RpcMode.AUTHORITY, TransferMode.RELIABLE)
            .build();
    MultiplayerServer server = MultiplayerServer.on(loop.next()).node(main).build();
    Spawner spawner = Spawner.at("Main/Spawner").build();
    ReplicationConfig unit =
        ReplicationConfig.builder().spawned("position", ReplicationMode.ALWAYS).build();
    server.execute(
        () -> {
          for (int i = 0; i < units; i++) {
            Map<String, Vector2> values = Map.of("position", position(i));
            this.units.add(server.spawn(spawner, i, "Unit" + i, List.of(unit), values));
          }
        });
    server.tick(
        TICK_MILLIS,
        TimeUnit.MILLISECONDS,
        () -> {
          move();
          server.replicate();
        });
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
                    client
                        .pipeline()
                        .addLast(
                            new FlushConsolidationHandler(256, true),
                            new HttpServerCodec(),
                            new HttpObjectAggregator(8192),
                            new WebSocketServerProtocolHandler("/game"),
                            new WebSocketFrameAggregator(65_536),
                            new MultiplayerWebSocketHandler(server));
                  }
                })
            .bind(InetAddress.getLoopbackAddress(), 0)
            .syncUninterruptibly()
            .channel();
  }

  int port() {
    return ((InetSocketAddress) channel.localAddress()).getPort();
  }

  private static void ask(RpcCall call) {
    call.reply("answer", call.argumentInt(0), call.argumentInt(1));
  }

  private void move() {
    ticks++;
    for (int i = 0; i < units.size(); i++) {
      units.get(i).set("position", position(i + ticks));
    }
  }

  private static Vector2 position(int i) {
    return new Vector2(i % 640, i % 400);
  }

  @Override
  public void close() {
    loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }

  /** How many units there are. */
  public static void main(String[] arguments) {
    MultiplayerLoadServer server = new MultiplayerLoadServer(Integer.parseInt(arguments[0]));
    System.out.println("port " + server.port());
  }
}
