package io.github.godotvariant.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.net.MessageFraming;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.handler.traffic.ChannelTrafficShapingHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients that send messages and do not read the answers, over real sockets. */
@Timeout(60)
class BackpressureTest {
  private static final int MESSAGE = 2;
  private static final int PING = 9;
  private static final int FRAME_BYTES = 6;
  private static final int ANSWER_BYTES = 2;

  /** One read of 64 KiB that contains only pings, with the bytes that Netty adds to each pong. */
  private static final long MAX_WAITING = (64 << 10) + (64 << 10) / FRAME_BYTES * 98L;

  private static final int BUFFER = 16 << 10;
  private static final long MAX_SENT = 16 << 20;

  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final CompletableFuture<Channel> accepted = new CompletableFuture<>();

  @AfterEach
  void stop() {
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }

  /** Answers each message with an empty one. */
  private static final class Echo extends SimpleChannelInboundHandler<BinaryWebSocketFrame> {
    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the client counts what arrives
    protected void channelRead0(ChannelHandlerContext ctx, BinaryWebSocketFrame message) {
      ctx.writeAndFlush(new BinaryWebSocketFrame());
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // there is nothing else to do
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable problem) {
      ctx.close();
    }
  }

  private InetSocketAddress listen(Consumer<Channel> initializer) {
    return (InetSocketAddress)
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_RCVBUF, BUFFER)
            .childOption(ChannelOption.SO_SNDBUF, BUFFER)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    accepted.complete(channel);
                    initializer.accept(channel);
                  }
                })
            .bind("127.0.0.1", 0)
            .syncUninterruptibly()
            .channel()
            .localAddress();
  }

  private static SocketChannel connect(InetSocketAddress address) throws IOException {
    SocketChannel client = SocketChannel.open();
    client.setOption(StandardSocketOptions.SO_RCVBUF, BUFFER);
    client.setOption(StandardSocketOptions.SO_SNDBUF, BUFFER);
    client.connect(address);
    return client;
  }

  /** Returns a client after its handshake. */
  private SocketChannel webSocket(int idleSeconds, boolean isShaped) throws Exception {
    InetSocketAddress address =
        listen(
            channel -> {
              channel.pipeline().addLast(new IdleStateHandler(idleSeconds, 0, 0));
              if (isShaped) {
                channel.pipeline().addLast(new ChannelTrafficShapingHandler(0, 1 << 20, 50));
              }
              channel
                  .pipeline()
                  .addLast(
                      new HttpServerCodec(),
                      new HttpObjectAggregator(8192),
                      new WebSocketServerProtocolHandler("/game"),
                      new WebSocketConnectionHandler(),
                      new Echo());
            });
    SocketChannel client = connect(address);
    String request = FakeWebSocketClient.request("/game");
    client.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
    ByteBuffer header = ByteBuffer.allocate(4);
    while (header.getInt(0) != 0x0D0A0D0A) {
      header.position(1).compact();
      client.read(header);
      header.clear();
    }
    client.configureBlocking(false);
    return client;
  }

  /** Sends messages until the server has not read for a second, and returns their bytes. */
  private static long sendUntilBlocked(SocketChannel client, ByteBuffer message) throws Exception {
    ByteBuffer messages = ByteBuffer.allocate(message.capacity() << 10);
    while (messages.hasRemaining()) {
      messages.put(message.rewind());
    }
    messages.flip();
    long sent = 0;
    for (int failures = 0; failures < 100 && sent < MAX_SENT; ) {
      int length = client.write(messages);
      sent += length;
      failures = length == 0 ? failures + 1 : 0;
      if (length == 0) {
        Thread.sleep(10);
      }
      if (!messages.hasRemaining()) {
        messages.rewind();
      }
    }
    return sent;
  }

  /** Returns an empty frame, masked with zeros. */
  private static ByteBuffer frame(int opcode) {
    return ByteBuffer.allocate(FRAME_BYTES).put((byte) (0x80 | opcode)).put((byte) 0x80).rewind();
  }

  private long waitingBytes() throws Exception {
    Channel channel = accepted.get();
    return channel
        .eventLoop()
        .submit(() -> channel.unsafe().outboundBuffer().totalPendingWriteBytes())
        .get();
  }

  private static long read(SocketChannel client, long bytes) throws IOException {
    ByteBuffer answers = ByteBuffer.allocate(BUFFER);
    long count = 0;
    while (count < bytes) {
      int length = client.read(answers.clear());
      if (length < 0) {
        break;
      }
      count += length;
    }
    return count;
  }

  @ParameterizedTest
  @CsvSource({PING + ", false", PING + ", true", MESSAGE + ", false"})
  void stopsReadingFromClientThatDoesNotRead(int opcode, boolean isShaped) throws Exception {
    try (SocketChannel client = webSocket(30, isShaped)) {
      long sent = sendUntilBlocked(client, frame(opcode));
      assertThat(waitingBytes()).isLessThan(MAX_WAITING);
      assertThat(sent).isLessThan(MAX_SENT);
      assertThat(read(client, sent / FRAME_BYTES * ANSWER_BYTES))
          .as("bytes that the client receives when it reads again")
          .isEqualTo(sent / FRAME_BYTES * ANSWER_BYTES);
    }
  }

  @Test
  void closesClientThatDoesNotRead() throws Exception {
    try (SocketChannel client = webSocket(1, false)) {
      CompletableFuture<Void> closed = new CompletableFuture<>();
      accepted.get().closeFuture().addListener(done -> closed.complete(null));
      ByteBuffer ping = frame(PING);
      long start = System.nanoTime();
      while (!closed.isDone() && System.nanoTime() - start < 10_000_000_000L) {
        try {
          client.write(ping.rewind());
        } catch (IOException e) {
          break; // The server has closed the connection.
        }
      }
      assertThat(closed).succeedsWithin(1, TimeUnit.SECONDS);
    }
  }

  /** Answers each message, and pauses reading as the guide says. */
  private static final class StreamEcho extends SimpleChannelInboundHandler<Variant> {
    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the client counts what arrives
    protected void channelRead0(ChannelHandlerContext ctx, Variant message) {
      ctx.writeAndFlush(message);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
      ctx.channel().config().setAutoRead(ctx.channel().isWritable());
      ctx.fireChannelWritabilityChanged();
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // there is nothing else to do
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable problem) {
      ctx.close();
    }
  }

  @Test
  void pausesReadingFromStream() throws Exception {
    MessageFraming<Variant> framing = MessageFraming.packetPeerStream(VariantCodec.GODOT_4);
    InetSocketAddress address =
        listen(
            channel ->
                channel.pipeline().addLast(new MessageStreamHandler<>(framing), new StreamEcho()));
    ByteBuffer message = ByteBuffer.wrap(framing.encode(Variant.of(7)));
    try (SocketChannel client = connect(address)) {
      client.configureBlocking(false);
      long sent = sendUntilBlocked(client, message);
      assertThat(waitingBytes()).isLessThan(MAX_WAITING);
      assertThat(sent).isLessThan(MAX_SENT);
      long complete = sent / message.capacity() * message.capacity();
      assertThat(read(client, complete)).isEqualTo(complete);
    }
  }
}
