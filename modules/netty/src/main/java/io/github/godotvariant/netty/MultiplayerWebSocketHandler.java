package io.github.godotvariant.netty;

import io.github.godotvariant.multiplayer.ConnectionInput;
import io.github.godotvariant.multiplayer.Experimental;
import io.github.godotvariant.multiplayer.HandshakeRequest;
import io.github.godotvariant.multiplayer.MultiplayerConnection;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.TransferMode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler.HandshakeComplete;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Connects clients with a {@code WebSocketMultiplayerPeer} to a {@link MultiplayerServer}.
 *
 * <pre>{@code
 * channel
 *     .pipeline()
 *     .addLast(
 *         new IdleStateHandler(15, 0, 0), // seconds
 *         new HttpServerCodec(),
 *         new HttpObjectAggregator(8192),
 *         new WebSocketServerProtocolHandler(
 *             WebSocketServerProtocolConfig.newBuilder()
 *                 .websocketPath("/game")
 *                 .checkStartsWith(true) // a query may follow
 *                 .dropPongFrames(false)
 *                 .build()),
 *         new WebSocketConnectionHandler(),
 *         new WebSocketFrameAggregator(65_536),
 *         new MultiplayerWebSocketHandler(server));
 * }</pre>
 *
 * <p>{@link WebSocketConnectionHandler} closes connections without a handshake, and connections of
 * clients that do not answer pings. Set {@code SO_SNDBUF} to 32 KiB, for example: by default, the
 * system keeps several MiB of old values for a slow client.
 *
 * <p>After the handshake the client is connected and receives its id. From then on, each message is
 * a packet. Inbound packets are binary or text messages; each outbound packet is one binary frame.
 * Inbound packets are passed to the server's thread in order. If the server's thread is the event
 * loop of the channel, the server processes each packet immediately. Reading pauses ({@code
 * autoRead} is switched off) while more than 256 KiB of a client's packets wait for the server's
 * thread. If more than 4 MiB wait, the connection is cut (closed without a close frame).
 *
 * <p>When the server closes a connection, the client first receives all earlier packets. An engine
 * drops messages that it reads together with a close frame. Therefore this handler first sends a
 * ping. The handler sends the close frame with status 1000 after the client's pong, but at the
 * latest after {@value #PONG_SECONDS} second. Pongs reach this handler only if Netty's {@code
 * dropPongFrames} is false. If a client sends a message that is too long for the aggregator, the
 * client immediately receives a close frame with status 1009.
 *
 * <p>The connection is cut in these cases. The listener receives the reason.
 *
 * <ul>
 *   <li>A client is still connected {@value #CLOSING_SECONDS} seconds after the server has closed
 *       the connection, or the client sends more than 256 KiB in this time.
 *   <li>More than {@code waitingBytes} bytes wait for a client that does not read.
 *   <li>A handler of the pipeline throws an exception for another reason than a message that is too
 *       long for the aggregator.
 * </ul>
 *
 * <p>Create one handler for each channel: it is not sharable. The handler needs {@code
 * io.netty:netty-codec-http} and {@code godot-variant-multiplayer}, which are not dependencies of
 * this module.
 *
 * <p>The class has more than 500 lines because the connection of the channel is nested in it.
 */
@Experimental
@SuppressWarnings("exports") // Only modules with a server need to require the multiplayer module.
public final class MultiplayerWebSocketHandler extends ChannelInboundHandlerAdapter {
  /** The default maximum number of unsent bytes for a client. */
  public static final int WAITING_BYTES = 1 << 20;

  /** Reading pauses while more than this number of received bytes wait for the server's thread. */
  private static final int PAUSE_BYTES = 1 << 18;

  /**
   * The maximum number of received bytes of a client that wait for the server's thread. A client
   * reaches this limit only if it sends pings: Netty reads again after each ping, even if {@code
   * autoRead} is off.
   */
  private static final int MAX_UNPROCESSED_BYTES = 1 << 22;

  /** The approximate memory, in bytes, that a waiting packet takes in addition to its content. */
  private static final int PACKET_OVERHEAD_BYTES = 128;

  private static final int CLOSING_SECONDS = 3;
  private static final int PONG_SECONDS = 1;

  /** The content of the ping that is sent before a close frame. */
  private static final ByteBuf LAST_PING =
      Unpooled.unreleasableBuffer(Unpooled.copiedBuffer("last", StandardCharsets.US_ASCII));

  private final MultiplayerServer server;
  private final int waitingBytes;
  private final Function<HandshakeRequest, Optional<Object>> attachments;
  private final Runnable onAdmitted;

  /** The connection to the server; null before the handshake. */
  private @Nullable Connection connection;

  /**
   * Creates a handler for one channel, with at most {@value #WAITING_BYTES} unsent bytes for the
   * client.
   *
   * @param server the server to which the client is connected
   */
  public MultiplayerWebSocketHandler(MultiplayerServer server) {
    this(server, WAITING_BYTES);
  }

  /**
   * Creates a handler for one channel.
   *
   * @param server the server to which the client is connected
   * @param waitingBytes the maximum number of unsent bytes, 0 or more. If more bytes wait, the
   *     connection is cut. Each packet counts {@value #PACKET_OVERHEAD_BYTES} bytes more than its
   *     length.
   * @throws IllegalArgumentException if the number is negative
   */
  public MultiplayerWebSocketHandler(MultiplayerServer server, int waitingBytes) {
    this(server, waitingBytes, handshake -> Optional.empty(), () -> {});
  }

  /**
   * Creates a handler for one channel.
   *
   * @param attachments returns the initial attachment of the client's peer; called in the thread of
   *     the channel
   * @param onAdmitted called in the server's thread after the server has admitted the client's peer
   */
  MultiplayerWebSocketHandler(
      MultiplayerServer server,
      int waitingBytes,
      Function<HandshakeRequest, Optional<Object>> attachments,
      Runnable onAdmitted) {
    this.attachments = attachments;
    this.onAdmitted = onAdmitted;
    this.server = Objects.requireNonNull(server, "server");
    if (waitingBytes < 0) {
      throw new IllegalArgumentException("waitingBytes " + waitingBytes + " is negative");
    }
    this.waitingBytes = waitingBytes;
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof HandshakeComplete complete && connection == null) {
      connection = new Connection(ctx, handshake(complete.requestUri(), complete.requestHeaders()));
      connection.open();
    } else if (event instanceof ClientClose close && connection != null) {
      connection.endReason = close.reason();
    }
    ctx.fireUserEventTriggered(event);
  }

  static HandshakeRequest handshake(String uri, HttpHeaders headers) {
    Map<String, List<String>> copies = new HashMap<>();
    for (String name : headers.names()) {
      copies.put(name, List.copyOf(headers.getAll(name)));
    }
    return new HandshakeRequest(uri, copies);
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (!(message instanceof BinaryWebSocketFrame
        || message instanceof TextWebSocketFrame
        || message instanceof ContinuationWebSocketFrame)) {
      if (message instanceof PongWebSocketFrame pong && connection != null) {
        connection.onPong(pong.content());
      }
      ctx.fireChannelRead(message);
      return;
    }
    WebSocketFrame frame = (WebSocketFrame) message;
    try {
      if (connection == null) {
        throw new IllegalStateException("a message before the handshake");
      }
      if (frame instanceof ContinuationWebSocketFrame || !frame.isFinalFragment()) {
        throw new IllegalStateException(
            "a part of a message; add a WebSocketFrameAggregator before this handler");
      }
      connection.received(frame.content());
    } finally {
      ReferenceCountUtil.release(frame);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    if (connection != null) {
      connection.onLost(connection.endReason);
    }
    ctx.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable problem) {
    if (connection == null) {
      try {
        server.connectionFailed(ctx.channel().remoteAddress(), reason(problem));
      } catch (RejectedExecutionException e) {
        // The server's thread has ended.
      }
      WebSocketConnectionHandler.cut(ctx);
    } else if (problem instanceof TooLongFrameException) {
      connection.onViolation(String.valueOf(problem.getMessage()));
      connection.close(WebSocketCloseStatus.MESSAGE_TOO_BIG);
    } else if (problem instanceof DecoderException) {
      connection.onViolation(reason(problem));
      WebSocketConnectionHandler.cut(ctx);
    } else {
      connection.cut(reason(problem));
    }
  }

  /** Returns the text with which the listener and the log describe a problem. */
  private static String reason(Throwable problem) {
    Throwable cause =
        problem instanceof DecoderException && problem.getCause() != null
            ? problem.getCause()
            : problem;
    String message = cause.getMessage() == null ? "no description" : cause.getMessage();
    if (cause instanceof SocketTimeoutException) {
      return message;
    }
    String kind =
        problem instanceof DecoderException
            ? "invalid input"
            : cause instanceof IOException ? "the connection broke" : "an error of the pipeline";
    return kind + ": " + message;
  }

  /** The connection of this channel, as the server uses it. */
  private final class Connection implements MultiplayerConnection {
    private final ChannelHandlerContext ctx;
    private final HandshakeRequest handshake;
    private final Optional<Object> attachment;

    /**
     * The number of bytes in sent packets that wait in the channel, plus the overhead of each
     * packet.
     */
    private final AtomicLong waiting = new AtomicLong();

    /**
     * The number of bytes in received packets that wait for the server's thread, plus the overhead
     * of each packet.
     */
    private final AtomicLong unprocessed = new AtomicLong();

    /** Whether the connection is closing: no packets are sent, and received packets are dropped. */
    private volatile boolean isClosing;

    /**
     * Passes received packets to the server; null if the server has not accepted the connection.
     * Used in the server's thread only.
     */
    private @Nullable ConnectionInput input;

    /** Whether a packet was sent. Used in the server's thread only. */
    private boolean hasSent;

    /** Whether a close frame was sent. Used in the thread of the channel only. */
    private boolean hasSentClose;

    /** The reason to report when the channel closes. Used in the thread of the channel only. */
    private String endReason = "the connection has ended";

    /**
     * The number of bytes that were received and dropped while the connection is closing. Used in
     * the thread of the channel only.
     */
    private long ignoredBytes;

    Connection(ChannelHandlerContext ctx, HandshakeRequest handshake) {
      this.ctx = ctx;
      this.handshake = handshake;
      attachment = attachments.apply(handshake);
    }

    // Inbound, in the thread of the channel.

    void open() {
      run(() -> input = server.accept(this));
    }

    void received(ByteBuf content) {
      if (isClosing) {
        ignoredBytes += content.readableBytes() + PACKET_OVERHEAD_BYTES;
        if (ignoredBytes > PAUSE_BYTES) {
          WebSocketConnectionHandler.cut(ctx); // The client sends packets instead of closing.
        }
        return;
      }
      if (server.executor() == ctx.executor()) {
        run(() -> receive(content.nioBuffer()));
        return;
      }
      // A copy, because Netty's buffer would leak if the server's thread ends before the task runs.
      ByteBuffer packet = ByteBuffer.wrap(ByteBufUtil.getBytes(content));
      int cost = packet.remaining() + PACKET_OVERHEAD_BYTES;
      long total = unprocessed.addAndGet(cost);
      if (total > MAX_UNPROCESSED_BYTES) {
        onViolation("more than " + MAX_UNPROCESSED_BYTES + " bytes wait for the server's thread");
        WebSocketConnectionHandler.cut(ctx);
        return;
      }
      if (total > PAUSE_BYTES) {
        ctx.channel().config().setAutoRead(false);
      }
      run(
          () -> {
            try {
              receive(packet);
            } finally {
              long remaining = unprocessed.addAndGet(-cost);
              if (remaining <= PAUSE_BYTES && remaining + cost > PAUSE_BYTES) {
                submit(() -> ctx.executor().execute(this::readAgain));
              }
            }
          });
    }

    private void receive(ByteBuffer packet) {
      if (input != null) {
        input.received(packet, TransferMode.RELIABLE, 0);
      }
    }

    /**
     * Switches {@code autoRead} on again, in the thread of the channel. If the channel is not
     * writable, {@code WebSocketConnectionHandler} delays the read.
     */
    private void readAgain() {
      if (unprocessed.get() <= PAUSE_BYTES) {
        ctx.channel().config().setAutoRead(true);
      }
    }

    /** Reports the end of the connection to the server. The server ignores further reports. */
    void onLost(String reason) {
      end(ended -> ended.disconnected(reason));
    }

    /**
     * Disconnects the peer because the client has violated the protocol or a limit. The peer cannot
     * reconnect.
     */
    void onViolation(String reason) {
      end(ended -> ended.peer().disconnect(reason));
    }

    private void end(Consumer<ConnectionInput> report) {
      isClosing = true;
      run(
          () -> {
            if (input != null) {
              report.accept(input);
            }
          });
    }

    void cut(String reason) {
      onLost(reason);
      WebSocketConnectionHandler.cut(ctx);
    }

    private void run(Runnable task) {
      submit(() -> server.execute(ctx.executor(), task));
    }

    /**
     * Runs an action that passes a task to a thread. Cuts the connection if that thread has ended.
     */
    private void submit(Runnable submission) {
      try {
        submission.run();
      } catch (RejectedExecutionException e) {
        isClosing = true;
        WebSocketConnectionHandler.cut(ctx);
      }
    }

    // Outbound, in the thread of the server.

    @Override
    public void accepted(int id) {
      send(ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(id).array());
    }

    @Override
    public void send(byte[] packet, TransferMode mode, int channel) {
      send(packet);
    }

    private void send(byte[] packet) {
      if (isClosing) {
        return;
      }
      int cost = packet.length + PACKET_OVERHEAD_BYTES;
      if (waiting.addAndGet(cost) > waitingBytes) {
        isClosing = true;
        // Cut the connection in a later task, because the server may be sending the same packet to
        // other peers.
        submit(
            () ->
                server.execute(
                    () -> cut("it does not read: more than " + waitingBytes + " bytes wait")));
        return;
      }
      hasSent = true;
      ctx.writeAndFlush(new BinaryWebSocketFrame(Unpooled.wrappedBuffer(packet)))
          .addListener((ChannelFuture sent) -> waiting.addAndGet(-cost));
    }

    @Override
    public boolean isWritable() {
      return ctx.channel().isWritable();
    }

    @Override
    public long pendingBytes() {
      return waiting.get();
    }

    @Override
    public SocketAddress remoteAddress() {
      return ctx.channel().remoteAddress();
    }

    @Override
    public HandshakeRequest handshake() {
      return handshake;
    }

    @Override
    public Optional<Object> attachment() {
      return attachment;
    }

    @Override
    public void onAdmitted() {
      onAdmitted.run();
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The connection is cut later in any case.
    public void close(String reason) {
      if (isClosing) {
        return;
      }
      if (!hasSent) {
        close(WebSocketCloseStatus.NORMAL_CLOSURE);
        return;
      }
      isClosing = true;
      ctx.writeAndFlush(new PingWebSocketFrame(LAST_PING.duplicate()));
      schedule(() -> sendClose(WebSocketCloseStatus.NORMAL_CLOSURE), PONG_SECONDS);
      schedule(() -> WebSocketConnectionHandler.cut(ctx), CLOSING_SECONDS);
    }

    /**
     * Closes the connection without waiting until the client has read all packets. Can be called in
     * any thread.
     */
    void close(WebSocketCloseStatus status) {
      isClosing = true;
      schedule(() -> sendClose(status), 0);
      schedule(() -> WebSocketConnectionHandler.cut(ctx), CLOSING_SECONDS);
    }

    /** Handles a pong. If the pong answers {@link #LAST_PING}, the client has read all packets. */
    void onPong(ByteBuf content) {
      if (isClosing && content.equals(LAST_PING)) {
        sendClose(WebSocketCloseStatus.NORMAL_CLOSURE);
      }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The connection is cut later in any case.
    private void sendClose(WebSocketCloseStatus status) {
      if (!hasSentClose) {
        hasSentClose = true;
        ctx.writeAndFlush(new CloseWebSocketFrame(status));
      }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // nothing waits for it
    private void schedule(Runnable task, int seconds) {
      if (seconds == 0 && ctx.executor().inEventLoop()) {
        task.run();
      } else {
        submit(() -> ctx.executor().schedule(task, seconds, TimeUnit.SECONDS));
      }
    }
  }
}
