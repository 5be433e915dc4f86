package io.github.godotvariant.netty;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolConfig;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.netty.handler.timeout.IdleStateHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Opens a TCP port for WebSockets, and keeps a list of the open connections. Adds the first
 * handlers to the pipeline of each connection.
 */
final class WebSocketPort {
  /**
   * The maximum time, in seconds, for which {@link #close} waits for connections to end. {@link
   * MultiplayerWebSocketHandler} closes every connection within this time, even if the client does
   * not read.
   */
  static final int CLOSE_SECONDS = 4;

  private static final int MAX_REQUEST_BYTES = 8_192;

  /**
   * The maximum length in bytes of a ping or pong. The limit for frames must not be lower than this
   * length, because the limit applies to pings and pongs too.
   */
  private static final int MAX_CONTROL_BYTES = 125;

  private static final int FLUSH_AFTER_PACKETS = 256;

  /**
   * The size in bytes of the operating system's send buffer for a connection. Linux doubles this
   * size. By default, Linux lets the buffer grow to 4 MiB, and a slow client then receives values
   * that are a minute old. A much smaller buffer would limit the throughput, because at most about
   * one buffer of data is sent in each round trip.
   */
  private static final int SEND_BUFFER_BYTES = 32 << 10;

  private final WebSocketSettings settings;
  private final InetSocketAddress address;
  private final EventLoopGroup loops;
  private final ConnectionLimit limit;
  private final ChannelGroup clients;
  private @Nullable Channel listening;

  WebSocketPort(
      WebSocketSettings settings,
      InetSocketAddress address,
      EventLoopGroup loops,
      ConnectionLimit limit) {
    this.settings = settings;
    this.address = address;
    this.loops = loops;
    this.limit = limit;
    clients = new DefaultChannelGroup(loops.next());
  }

  /**
   * Opens the port.
   *
   * @param initializer adds the other handlers to the pipeline of each connection, after the first
   *     handlers
   * @param onRejected called with the address of each client that is rejected because of a limit of
   *     connections
   */
  SocketAddress open(Consumer<ChannelPipeline> initializer, Consumer<SocketAddress> onRejected)
      throws IOException {
    ChannelFuture bound =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.SO_SNDBUF, SEND_BUFFER_BYTES)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  @SuppressWarnings("FutureReturnValueIgnored") // Nothing waits for the client.
                  protected void initChannel(Channel client) {
                    if (limit.add(client)) {
                      clients.add(client);
                      addFirstHandlers(client);
                      initializer.accept(client.pipeline());
                    } else {
                      onRejected.accept(client.remoteAddress());
                      client.close();
                    }
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

  private void addFirstHandlers(Channel client) {
    ChannelPipeline pipeline = client.pipeline();
    if (settings.tls != null) {
      pipeline.addLast(settings.tls.newHandler(client.alloc()));
    }
    pipeline.addLast(
        new FlushConsolidationHandler(FLUSH_AFTER_PACKETS, true),
        new IdleStateHandler(settings.pingSeconds, 0, 0),
        new HttpServerCodec(),
        new HttpObjectAggregator(MAX_REQUEST_BYTES),
        new OriginHandler(settings.origins));
  }

  /**
   * Creates the handler of WebSocket handshakes.
   *
   * @param path the path of the server
   * @param packetBytes the maximum length of a packet in bytes that the server accepts
   */
  ChannelHandler createHandshakeHandler(String path, int packetBytes) {
    WebSocketServerProtocolConfig.Builder config =
        WebSocketServerProtocolConfig.newBuilder()
            .decoderConfig(
                WebSocketDecoderConfig.newBuilder()
                    .maxFramePayloadLength(Math.max(packetBytes, MAX_CONTROL_BYTES))
                    .build())
            .websocketPath(path)
            .checkStartsWith(true) // a query may follow
            .dropPongFrames(false);
    if (settings.subprotocols != null) {
      config.subprotocols(settings.subprotocols);
    }
    return new ClientClose.Handler(config.build());
  }

  void stopAccepting() {
    if (listening != null) {
      listening.close().awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    }
  }

  /**
   * Waits at most {@value #CLOSE_SECONDS} seconds until the connections have ended. Then closes the
   * remaining connections.
   */
  void close() {
    clients.newCloseFuture().awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    clients.close().awaitUninterruptibly(1, TimeUnit.SECONDS);
  }
}
