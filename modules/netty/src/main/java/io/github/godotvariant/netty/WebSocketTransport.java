package io.github.godotvariant.netty;

import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.MultiplayerTransport;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.handler.codec.http.websocketx.WebSocketFrameAggregator;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolConfig;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.netty.handler.timeout.IdleStateHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The WebSocket port of {@link NettyMultiplayer}, whose event loop is the server's thread. */
final class WebSocketTransport implements MultiplayerTransport {
  private static final int MAX_REQUEST_BYTES = 8_192;

  /** The maximum length of a ping or pong, to which the limit of frames applies as well. */
  private static final int MAX_CONTROL_BYTES = 125;

  private static final int FLUSH_AFTER_PACKETS = 256;

  /** The time that {@link MultiplayerWebSocketHandler} needs to cut a client that does not read. */
  private static final int CLOSE_SECONDS = 4;

  private final NettyMultiplayer.Builder settings;
  private final InetSocketAddress address;
  private final SharedEventLoop loop;
  private final ChannelGroup clients;
  private final ConnectionLimit limit;
  private @Nullable Channel listening;

  WebSocketTransport(
      NettyMultiplayer.Builder settings,
      InetSocketAddress address,
      SharedEventLoop loop,
      ConnectionLimit limit) {
    this.settings = settings;
    this.address = address;
    this.loop = loop;
    this.limit = limit;
    clients = new DefaultChannelGroup(loop.loop());
  }

  @Override
  public SocketAddress start(MultiplayerServer server) throws IOException {
    ChannelFuture bound =
        new ServerBootstrap()
            .group(loop.group())
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel client) {
                    initialize(client, server);
                  }
                })
            .bind(address)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException("cannot listen on " + address, bound.cause());
    }
    listening = bound.channel();
    return listening.localAddress();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // Nothing waits for a rejected client.
  private void initialize(Channel client, MultiplayerServer server) {
    if (!limit.add(client)) {
      server.connectionFailed(client.remoteAddress(), "more connections than the limit");
      client.close();
      return;
    }
    clients.add(client);
    int packetBytes = server.limits().packetBytes();
    WebSocketServerProtocolConfig.Builder config =
        WebSocketServerProtocolConfig.newBuilder()
            .decoderConfig(
                WebSocketDecoderConfig.newBuilder()
                    .maxFramePayloadLength(Math.max(packetBytes, MAX_CONTROL_BYTES))
                    .build())
            .websocketPath(settings.path)
            .checkStartsWith(true) // a query may follow
            .dropPongFrames(false);
    if (settings.subprotocols != null) {
      config.subprotocols(settings.subprotocols);
    }
    ChannelPipeline pipeline = client.pipeline();
    if (settings.tls != null) {
      pipeline.addLast(settings.tls.newHandler(client.alloc()));
    }
    pipeline.addLast(
        new FlushConsolidationHandler(FLUSH_AFTER_PACKETS, true),
        new IdleStateHandler(settings.pingSeconds, 0, 0),
        new HttpServerCodec(),
        new HttpObjectAggregator(MAX_REQUEST_BYTES),
        new OriginHandler(settings.origins),
        new WebSocketServerProtocolHandler(config.build()),
        new WebSocketConnectionHandler(),
        new WebSocketFrameAggregator(packetBytes),
        new MultiplayerWebSocketHandler(server));
  }

  @Override
  public void stopAccepting() {
    if (listening != null) {
      listening.close().awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    }
  }

  @Override
  public void close() {
    clients.newCloseFuture().awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    clients.close().awaitUninterruptibly(1, TimeUnit.SECONDS);
    loop.release();
  }
}
