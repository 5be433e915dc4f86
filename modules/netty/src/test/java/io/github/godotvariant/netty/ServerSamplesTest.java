package io.github.godotvariant.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.net.BlockingPeer;
import io.github.godotvariant.net.MessageFraming;
import io.github.godotvariant.testsupport.LeakCheck;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AddressedEnvelope;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.DefaultAddressedEnvelope;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.cors.CorsConfigBuilder;
import io.netty.handler.codec.http.cors.CorsHandler;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolConfig;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.handler.timeout.ReadTimeoutHandler;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.text.MessageFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Runs the samples of the server guide. */
@ExtendWith(LeakCheck.class)
@SuppressWarnings("FutureReturnValueIgnored") // the samples ignore the futures
class ServerSamplesTest {
  /** A replacement for a {@link System.Logger} that keeps the lines. */
  private static final class Log {
    final List<String> lines = new CopyOnWriteArrayList<>();

    void log(Level level, String format, @Nullable Object... values) {
      lines.add(level + ": " + MessageFormat.format(format, values));
    }
  }

  private static final Log LOG = new Log();

  /** Timeout in seconds for each step. */
  private static final long TIMEOUT = 60;

  private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final ChannelGroup players = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final int port = 0;

  @AfterEach
  void stop() {
    loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    LOG.lines.clear();
  }

  static final class Game extends SimpleChannelInboundHandler<Variant> {
    @Override
    protected void channelRead0(ChannelHandlerContext ctx, Variant received) {
      VariantDictionary message = received.asDictionary();
      switch (message.getString("type")) {
        case "hello" -> ctx.writeAndFlush(VariantDictionary.of("type", "welcome"));
        default -> throw new IllegalArgumentException("unknown type of message");
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable problem) {
      LOG.log(Level.WARNING, "closing {0}: {1}", ctx.channel().remoteAddress(), problem);
      ctx.close();
    }
  }

  private static Socket connected(Channel server) throws IOException {
    Socket socket =
        new Socket(
            InetAddress.getLoopbackAddress(),
            ((InetSocketAddress) server.localAddress()).getPort());
    socket.setTcpNoDelay(true);
    socket.setSoTimeout((int) TimeUnit.SECONDS.toMillis(TIMEOUT));
    return socket;
  }

  @Test
  void answersMessagesAndClosesOnMalformedInput() throws Exception {
    VariantCodec codec =
        VariantCodec.GODOT_4.withLimits(
            ReadLimits.NETWORK.withBytes(4096).withStringBytes(256).withHeapBytes(64 << 10));
    Channel server =
        new ServerBootstrap()
            .group(loop)
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel
                        .pipeline()
                        .addLast(
                            new ReadTimeoutHandler(60), // seconds
                            new MessageStreamHandler<>(MessageFraming.packetPeerStream(codec)),
                            new Game());
                  }
                })
            .bind("127.0.0.1", port)
            .sync()
            .channel();
    try (Socket socket = connected(server);
        Socket browser = connected(server)) {
      BlockingPeer<Variant> peer =
          BlockingPeer.of(
              socket.getInputStream(),
              socket.getOutputStream(),
              MessageFraming.packetPeerStream(VariantCodec.GODOT_4));
      peer.write(VariantDictionary.of("type", "hello"));
      assertThat(peer.read()).contains(VariantDictionary.of("type", "welcome"));
      browser.getOutputStream().write("GET / HTTP/1.1".getBytes(StandardCharsets.US_ASCII));
      assertThat(browser.getInputStream().read()).isNegative();
      assertThat(LOG.lines)
          .containsExactly(
              "WARNING: closing "
                  + browser.getLocalSocketAddress()
                  + ": io.netty.handler.codec.DecoderException: a frame of 542393671 bytes is longer than the limit of 4096, at byte 0");
      peer.write(VariantDictionary.of("type", "wave"));
      assertThat(peer.read()).isEmpty();
      assertThat(LOG.lines).hasSize(2).last().asString().endsWith(": unknown type of message");
    }
  }

  @Test
  void rejectsHandshakeOfOtherOrigin() {
    VariantCodec codec = VariantCodec.GODOT_4;
    for (String page : List.of("https://example.org", "https://other.example.org")) {
      EmbeddedChannel channel = new EmbeddedChannel();
      channel
          .pipeline()
          .addLast(
              new IdleStateHandler(15, 0, 0), // seconds
              new HttpServerCodec(),
              new HttpObjectAggregator(4096),
              new CorsHandler(
                  CorsConfigBuilder.forOrigins("https://example.org").shortCircuit().build()),
              new WebSocketServerProtocolHandler(
                  WebSocketServerProtocolConfig.newBuilder()
                      .websocketPath("/game")
                      .checkStartsWith(true) // a query may follow
                      .dropPongFrames(false)
                      .decoderConfig( // one close frame, which MessageWebSocketHandler sends
                          WebSocketDecoderConfig.newBuilder()
                              .closeOnProtocolViolation(false)
                              .build())
                      .build()),
              new WebSocketConnectionHandler(),
              new MessageWebSocketHandler<>(codec),
              new Game());
      String answer = SamplesTest.handshake(channel, "Origin: " + page);
      assertThat(answer)
          .startsWith(
              page.equals("https://example.org")
                  ? "HTTP/1.1 101 Switching"
                  : "HTTP/1.1 403 Forbidden");
      channel.finishAndReleaseAll();
    }
  }

  @Test
  void receivesLongestDatagram() throws Exception {
    VariantCodec codec = VariantCodec.GODOT_4;
    CountDownLatch arrived = new CountDownLatch(1);
    List<Object> received = new CopyOnWriteArrayList<>();
    ChannelHandler lobby =
        new SimpleChannelInboundHandler<AddressedEnvelope<?, ?>>() {
          @Override
          protected void channelRead0(ChannelHandlerContext ctx, AddressedEnvelope<?, ?> envelope) {
            received.add(envelope.content());
            arrived.countDown();
          }
        };
    Channel datagrams =
        new Bootstrap()
            .group(loop)
            .channel(NioDatagramChannel.class)
            .option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(65_507))
            .handler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel.pipeline().addLast(new MessageDatagramHandler<>(codec), lobby);
                  }
                })
            .bind("127.0.0.1", port)
            .sync()
            .channel();
    Variant longest = Variant.of("a".repeat(MessageDatagramHandler.LONGEST_MESSAGE - 11));
    try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      byte[] sent = codec.encode(longest);
      socket.send(new DatagramPacket(sent, sent.length, datagrams.localAddress()));
      assertThat(arrived.await(TIMEOUT, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(received).containsExactly(longest);
  }

  static final class Lobby
      extends SimpleChannelInboundHandler<AddressedEnvelope<Variant, InetSocketAddress>> {
    @Override
    protected void channelRead0(
        ChannelHandlerContext ctx, AddressedEnvelope<Variant, InetSocketAddress> received) {
      Variant answer = VariantDictionary.of("type", "welcome");
      ctx.writeAndFlush(new DefaultAddressedEnvelope<>(answer, received.sender()));
    }
  }

  @Test
  void answersDatagramWithTrailingBytes() {
    VariantCodec codec = VariantCodec.GODOT_4;
    EmbeddedChannel channel = new EmbeddedChannel(new MessageDatagramHandler<>(codec), new Lobby());
    InetSocketAddress sender = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    InetSocketAddress here = new InetSocketAddress(InetAddress.getLoopbackAddress(), 2);
    // A value with three trailing bytes.
    byte[] question = Messages.concatenated(codec.encode(Variant.of(7)), new byte[] {1, 2, 3});
    channel.writeInbound(
        new io.netty.channel.socket.DatagramPacket(Messages.buffer(question), here, sender));
    io.netty.channel.socket.DatagramPacket answer = channel.readOutbound();
    assertThat(answer.recipient()).isEqualTo(sender);
    assertThat(codec.decode(Messages.bytes(answer.content())))
        .isEqualTo(VariantDictionary.of("type", "welcome"));
    channel.finish();
  }

  @Test
  void passesOnEnvelopeWithoutRecipient() {
    EmbeddedChannel channel =
        new EmbeddedChannel(new MessageDatagramHandler<>(VariantCodec.GODOT_4));
    InetSocketAddress here = new InetSocketAddress(InetAddress.getLoopbackAddress(), 2);
    Object envelope = new DefaultAddressedEnvelope<>(Variant.of(7), null, here);
    channel.writeOutbound(envelope);
    assertThat(channel.<Object>readOutbound()).isSameAs(envelope);
    channel.finish();
  }

  @Test
  void broadcastsToWritableChannelsAndShutsDown() throws Exception {
    VariantCodec codec = VariantCodec.GODOT_4;
    CountDownLatch joined = new CountDownLatch(1);
    Channel server =
        new ServerBootstrap()
            .group(loop)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel
                        .pipeline()
                        .addLast(
                            new MessageStreamHandler<>(MessageFraming.packetPeerStream(codec)));
                    players.add(channel);
                    joined.countDown();
                  }
                })
            .bind("127.0.0.1", port)
            .sync()
            .channel();
    try (Socket socket = connected(server)) {
      assertThat(joined.await(TIMEOUT, TimeUnit.SECONDS)).isTrue();
      Variant positions = VariantDictionary.of("type", "positions");
      EncodedMessage message = EncodedMessage.of(codec, positions);
      players.writeAndFlush(message, Channel::isWritable);
      BlockingPeer<Variant> peer =
          BlockingPeer.of(
              socket.getInputStream(),
              socket.getOutputStream(),
              MessageFraming.packetPeerStream(codec));
      assertThat(peer.read()).contains(positions);
      server.close().sync();
      players.writeAndFlush(EncodedMessage.of(codec, VariantDictionary.of("type", "bye"))).sync();
      players.close().sync();
      loop.shutdownGracefully().sync();
      assertThat(peer.read()).contains(VariantDictionary.of("type", "bye"));
      assertThat(peer.read()).isEmpty();
    }
  }
}
