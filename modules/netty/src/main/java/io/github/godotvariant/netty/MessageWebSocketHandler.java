package io.github.godotvariant.netty;

import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.codec.ValueCodec;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.util.ReferenceCounted;
import org.jspecify.annotations.Nullable;

/**
 * Decodes received messages and encodes written messages of a WebSocket. Each message is a binary
 * frame, as for {@code put_var} and {@code get_var} of an engine's {@code WebSocketPeer}.
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
 *                 .decoderConfig( // one close frame, which MessageWebSocketHandler sends
 *                     WebSocketDecoderConfig.newBuilder().closeOnProtocolViolation(false).build())
 *                 .build()),
 *         new WebSocketConnectionHandler(),
 *         new WebSocketFrameAggregator(65_536),
 *         new MessageWebSocketHandler<>(codec),
 *         new Game());
 * }</pre>
 *
 * <p>See {@link WebSocketConnectionHandler} for the timeouts of this pipeline.
 *
 * <p>Inbound, each binary frame is passed on as a {@code T}. The handler rejects malformed bytes,
 * text frames, and frames that contain only a part of a message. In all these cases, {@code
 * exceptionCaught} of the next handler receives one {@link DecoderException} with a {@link
 * VariantException} as its cause. This handler then drops later frames. Close the channel in {@code
 * exceptionCaught}. Engines do not send parts of messages; for other clients, Netty's {@code
 * WebSocketFrameAggregator} joins the parts. Frames of other kinds, such as pings, are passed on.
 *
 * <p>If you close the channel after such an exception, this handler first sends a close frame with
 * a status code. The same applies to exceptions of Netty's WebSocket handlers, which are earlier in
 * the pipeline. The code is 1003 for a text frame or a part of a message, and 1007 for malformed
 * bytes. For a message beyond a limit, the code is 1009. For an invalid frame, Netty selects the
 * code. If you write a close frame yourself, this handler does not send one.
 *
 * <p>Outbound, a {@code T} or an {@link EncodedMessage} is written as one binary frame. The handler
 * passes on any {@link ReferenceCounted}, such as a frame, and any {@link HttpObject} unchanged. If
 * the dialect cannot express a message, or if the message is too long, the promise of the write
 * fails with an {@link io.netty.handler.codec.EncoderException}. Then no part of the message is
 * written, and the connection stays open.
 *
 * <p>Create one handler for each channel: it is not sharable. The handler needs {@code
 * io.netty:netty-codec-http}, which is not a dependency of this module.
 *
 * @param <T> the Java type of the messages
 */
public final class MessageWebSocketHandler<T> extends ChannelDuplexHandler {
  /**
   * The maximum length in bytes of a message that an engine's {@code WebSocketPeer} receives by
   * default ({@code inbound_buffer_size}). If the engine receives a longer message, the engine
   * closes the connection.
   */
  public static final int LONGEST_MESSAGE = 65_535;

  private final PacketCodec<T> packets;

  /** Whether a received frame was rejected. After that, this handler ignores further messages. */
  private boolean hasFailed;

  /**
   * The status code of the close frame that {@link #close} sends. Null if there was no error, or if
   * a close frame was already written.
   */
  private @Nullable WebSocketCloseStatus closeStatus;

  /**
   * Creates a handler for one channel, which writes messages of up to {@value #LONGEST_MESSAGE}
   * bytes.
   *
   * @param codec encodes and decodes messages; the limits of the codec apply to received messages
   */
  public MessageWebSocketHandler(ValueCodec<T> codec) {
    this(codec, LONGEST_MESSAGE);
  }

  /**
   * Creates a handler for one channel.
   *
   * @param codec encodes and decodes messages; the limits of the codec apply to received messages
   * @param longestMessage the maximum length of a written message in bytes. An engine receives
   *     messages of this length only if {@code inbound_buffer_size} of the engine is not smaller.
   * @throws IllegalArgumentException if the length is negative
   */
  public MessageWebSocketHandler(ValueCodec<T> codec, int longestMessage) {
    packets = new PacketCodec<>(codec, longestMessage);
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (message instanceof BinaryWebSocketFrame
        || message instanceof TextWebSocketFrame
        || message instanceof ContinuationWebSocketFrame) {
      decode(ctx, (WebSocketFrame) message);
    } else {
      ctx.fireChannelRead(message);
    }
  }

  private void decode(ChannelHandlerContext ctx, WebSocketFrame frame) {
    T message;
    try {
      if (hasFailed) {
        return;
      }
      message = decode(frame);
    } catch (Exception e) {
      hasFailed = true;
      closeStatus = status(frame, e);
      ctx.fireExceptionCaught(new DecoderException(e.getMessage(), e));
      return;
    } finally {
      frame.release();
    }
    ctx.fireChannelRead(message);
  }

  private T decode(WebSocketFrame frame) {
    if (frame instanceof TextWebSocketFrame) {
      throw malformed("a text message where a binary one was expected");
    }
    if (!(frame instanceof BinaryWebSocketFrame) || !frame.isFinalFragment()) {
      throw malformed("a part of a message; add a WebSocketFrameAggregator before this handler");
    }
    return packets.decode(frame.content());
  }

  private static WebSocketCloseStatus status(WebSocketFrame frame, Exception problem) {
    if (!(frame instanceof BinaryWebSocketFrame) || !frame.isFinalFragment()) {
      return WebSocketCloseStatus.INVALID_MESSAGE_TYPE;
    }
    return problem instanceof VariantLimitException
        ? WebSocketCloseStatus.MESSAGE_TOO_BIG
        : WebSocketCloseStatus.INVALID_PAYLOAD_DATA;
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable problem) {
    if (problem instanceof CorruptedWebSocketFrameException corrupted) {
      closeStatus = corrupted.closeStatus();
    } else if (problem.getClass() == TooLongFrameException.class) { // subclasses are for HTTP
      closeStatus = WebSocketCloseStatus.MESSAGE_TOO_BIG;
    }
    ctx.fireExceptionCaught(problem);
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // the channel is closed in any case
  public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
    if (closeStatus != null && ctx.channel().isActive()) {
      CloseWebSocketFrame frame = new CloseWebSocketFrame(closeStatus);
      closeStatus = null;
      ctx.writeAndFlush(frame);
    }
    ctx.close(promise);
  }

  private static MalformedVariantException malformed(String problem) {
    return new MalformedVariantException(problem, VariantException.NO_OFFSET, "");
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // The caller has the promise.
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    if (message instanceof CloseWebSocketFrame) {
      closeStatus = null;
    }
    ctx.write(
        message instanceof ReferenceCounted || message instanceof HttpObject
            ? message
            : new BinaryWebSocketFrame(packets.encode(message)),
        promise);
  }
}
