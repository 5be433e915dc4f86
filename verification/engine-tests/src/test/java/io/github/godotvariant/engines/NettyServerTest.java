package io.github.godotvariant.engines;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.ObjectIdValue;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.net.MessageFraming;
import io.github.godotvariant.netty.MessageDatagramHandler;
import io.github.godotvariant.netty.MessageStreamHandler;
import io.github.godotvariant.netty.MessageWebSocketHandler;
import io.github.godotvariant.testkit.Vectors;
import io.github.godotvariant.testkit.Vectors.Golden;
import io.github.godotvariant.testkit.internal.EngineProcess.ProcessResult;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AddressedEnvelope;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.DefaultAddressedEnvelope;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A Netty server with real engines as clients. The server sends all values back, and both sides
 * compare them. Another client sends malformed bytes at the same time.
 */
@SuppressWarnings("FutureReturnValueIgnored") // The client notices missing messages.
class NettyServerTest {
  private static final int MESSAGES = 10_000;
  private static final int MAX_DATAGRAM_BYTES = 65_507;

  private final List<Variant> received = new CopyOnWriteArrayList<>();
  private final List<String> log = new CopyOnWriteArrayList<>();
  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());

  @AfterEach
  void stop() {
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }

  /** Sends values back. Malformed bytes close the connection and are logged in one line. */
  private final class Echo extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      received.add((Variant) message);
      ctx.writeAndFlush(message, ctx.voidPromise());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable problem) {
      if (problem instanceof DecoderException) {
        log.add("closing " + ctx.channel().remoteAddress() + ": " + problem.getMessage());
      }
      ctx.close();
    }
  }

  /** Sends values back. The channel stays open, because all clients share it. */
  private final class DatagramEcho extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      AddressedEnvelope<?, ?> envelope = (AddressedEnvelope<?, ?>) message;
      received.add((Variant) envelope.content());
      SocketAddress sender = envelope.sender();
      ctx.writeAndFlush(
          new DefaultAddressedEnvelope<>(envelope.content(), sender), ctx.voidPromise());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable problem) {
      log.add("dropping " + problem.getMessage());
    }
  }

  private void initialize(Channel channel, String kind, VariantCodec codec) {
    if (kind.equals("websocket")) {
      channel
          .pipeline()
          .addLast(
              new HttpServerCodec(),
              new HttpObjectAggregator(8192),
              new WebSocketServerProtocolHandler("/game"),
              new MessageWebSocketHandler<>(codec));
    } else {
      MessageFraming<Variant> framing =
          switch (kind) {
            case "packets" -> MessageFraming.packetPeerStream(codec);
            case "stream" -> MessageFraming.streamPeer(codec, ByteOrder.LITTLE_ENDIAN);
            case "big_endian" -> MessageFraming.streamPeer(codec, ByteOrder.BIG_ENDIAN);
            default -> throw new IllegalArgumentException(kind);
          };
      channel.pipeline().addLast(new MessageStreamHandler<>(framing));
    }
    channel.pipeline().addLast(new Echo());
  }

  /** Returns the port. */
  private int start(String kind, VariantCodec codec) {
    InetAddress here = InetAddress.getLoopbackAddress();
    Channel server =
        kind.equals("udp")
            ? new Bootstrap()
                .group(group)
                .channel(NioDatagramChannel.class)
                .option(
                    ChannelOption.RECVBUF_ALLOCATOR,
                    new FixedRecvByteBufAllocator(MAX_DATAGRAM_BYTES))
                .handler(
                    new ChannelInitializer<Channel>() {
                      @Override
                      protected void initChannel(Channel channel) {
                        channel
                            .pipeline()
                            .addLast(new MessageDatagramHandler<>(codec), new DatagramEcho());
                      }
                    })
                .bind(here, 0)
                .syncUninterruptibly()
                .channel()
            : new ServerBootstrap()
                .group(group)
                .channel(NioServerSocketChannel.class)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(
                    new ChannelInitializer<>() {
                      @Override
                      protected void initChannel(Channel channel) {
                        initialize(channel, kind, codec);
                      }
                    })
                .bind(here, 0)
                .syncUninterruptibly()
                .channel();
    return ((InetSocketAddress) server.localAddress()).getPort();
  }

  /** Returns vectors without object ids, because an engine sends the id of a new object. */
  private static List<Variant> values(Release release) {
    return Vectors.golden(release.version()).stream()
        .filter(golden -> golden.objects() == ObjectMode.IDS)
        .map(Golden::decoded)
        .filter(value -> !Parts.any(value, ObjectIdValue.class::isInstance))
        .toList();
  }

  private static Variant message(int i) {
    return VariantDictionary.of("n", i, "at", new Vector3(i, 0, -i), "name", "player " + i);
  }

  @ParameterizedTest
  @CsvSource({
    "GODOT_4, packets, .*a frame of \\d+ bytes is longer than the limit of 8388608.*",
    "GODOT_4, stream, .*a frame of \\d+ bytes is longer than the limit of 8388608.*",
    "GODOT_4, big_endian, .*a frame of \\d+ bytes is longer than the limit of 8388608.*",
    "GODOT_4, websocket, 'closing /127.0.0.1:\\d+: no type has id 110 in godot-4, at byte 0.*'",
    "GODOT_4, udp, 'dropping from /127.0.0.1:\\d+: no type has id 110 in godot-4, at byte 0.*'",
    "GODOT_3_6, packets, .*a frame of \\d+ bytes is longer than the limit of 8388608.*",
    "GODOT_3_6, stream, .*a frame of \\d+ bytes is longer than the limit of 8388608.*",
    "GODOT_3_6, big_endian, .*a frame of \\d+ bytes is longer than the limit of 8388608.*",
  })
  void echoesAllValuesAndRejectsMalformedInput(Release release, String kind, String line) {
    LiveEngine engine = Engines.of(release);
    VariantCodec codec =
        engine.codec().withLimits(ReadLimits.NETWORK.withDepth(ReadLimits.ENGINE_DEPTH));
    List<Variant> values = values(release);
    Set<Object> types = new HashSet<>();
    values.forEach(value -> types.add(value.getClass()));
    assertThat(values).hasSizeGreaterThan(200);
    assertThat(types).hasSizeGreaterThan(20);
    int port = start(kind, codec);

    ProcessResult process =
        engine.connect(kind, port, values.stream().map(codec::encode).toList(), MESSAGES);

    assertThat(process.isSuccess()).as(process.toString()).isTrue();
    List<Variant> sent = new ArrayList<>(values);
    for (int i = 0; i < MESSAGES; i++) {
      sent.add(message(i));
    }
    sent.add(VariantDictionary.of("values", values.size(), "messages", MESSAGES));
    assertThat(received.get(received.size() - 1)).isEqualTo(sent.get(sent.size() - 1));
    assertThat(received).isEqualTo(sent);
    assertThat(log).singleElement().asString().matches(line);
  }
}
