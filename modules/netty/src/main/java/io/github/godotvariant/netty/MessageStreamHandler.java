package io.github.godotvariant.netty;

import io.github.godotvariant.net.MessageDecoder;
import io.github.godotvariant.net.MessageFraming;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.EncoderException;
import io.netty.handler.codec.PrematureChannelClosureException;
import io.netty.util.ReferenceCounted;
import java.io.EOFException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;

/**
 * Decodes received messages and encodes written messages of a stream of bytes, such as TCP.
 *
 * <pre>{@code
 * channel.pipeline().addLast(new MessageStreamHandler<>(framing), new Game());
 * }</pre>
 *
 * <p>Inbound, each message is passed on as a {@code T}, in order, as soon as it is complete. At the
 * first message that is malformed or exceeds a limit, the next handler's {@code exceptionCaught}
 * receives one {@link DecoderException} with the {@link io.github.godotvariant.VariantException} as
 * its cause. The start of the next message is then unknown. Therefore the handler drops all later
 * bytes, and you must close the channel. If the connection ends inside a message, {@code
 * exceptionCaught} receives a {@link PrematureChannelClosureException}. If {@code autoRead} is off,
 * each call of {@code read()} results in at least one message, an exception, or the end of the
 * stream. To get only one message for each call, add Netty's {@code FlowControlHandler} after this
 * handler.
 *
 * <p>Outbound, a {@code T} is written as one buffer. An {@link EncodedMessage} is not encoded
 * again. The handler passes on any {@link ReferenceCounted}, such as a {@link ByteBuf}, unchanged.
 * If the dialect cannot express a message, or if the message is longer than the framing allows, the
 * promise of the write fails with an {@link EncoderException}. Then no part of the message is
 * written, and the connection stays open.
 *
 * <p>If you remove the handler from the pipeline, the handler passes on the received bytes of an
 * incomplete message as a buffer.
 *
 * <p>Create one handler for each channel: it is not sharable. Handlers can share a framing.
 *
 * @param <T> the Java type of the messages
 */
public final class MessageStreamHandler<T> extends ChannelDuplexHandler {
  private final MessageFraming<T> framing;
  private final MessageDecoder<T> decoder;

  /**
   * Whether input is ignored, because the bytes were malformed, the stream has ended or the handler
   * was removed.
   */
  private boolean ignoresInput;

  /** Whether at least one message was passed on since the last {@code channelReadComplete}. */
  private boolean hasDelivered;

  /**
   * Creates a handler for one channel.
   *
   * @param framing the framing of messages in the stream; the limits of the framing's codec apply
   *     to received messages
   */
  public MessageStreamHandler(MessageFraming<T> framing) {
    this.framing = Objects.requireNonNull(framing, "framing");
    decoder = framing.decoder();
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (!(message instanceof ByteBuf bytes)) {
      ctx.fireChannelRead(message);
      return;
    }
    try {
      feed(bytes);
      for (Optional<T> next = next(); next.isPresent(); next = next()) {
        hasDelivered = true;
        ctx.fireChannelRead(next.get());
      }
    } catch (Exception e) {
      ignoresInput = true;
      ctx.fireExceptionCaught(new DecoderException(e.getMessage(), e));
    }
  }

  private void feed(ByteBuf bytes) {
    try {
      if (!ignoresInput) {
        for (ByteBuffer piece : bytes.nioBuffers()) {
          decoder.feed(piece);
        }
      }
    } finally {
      bytes.release();
    }
  }

  private Optional<T> next() {
    return ignoresInput ? Optional.empty() : decoder.poll();
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    boolean needsRead = !hasDelivered && !ignoresInput && !ctx.channel().config().isAutoRead();
    hasDelivered = false;
    ctx.fireChannelReadComplete();
    if (needsRead) {
      ctx.read();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    end(ctx);
    ctx.fireChannelInactive();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      end(ctx);
    }
    ctx.fireUserEventTriggered(event);
  }

  private void end(ChannelHandlerContext ctx) {
    if (ignoresInput) {
      return;
    }
    ignoresInput = true;
    try {
      decoder.end();
    } catch (EOFException e) {
      ctx.fireExceptionCaught(new PrematureChannelClosureException(e.getMessage(), e));
    }
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    if (ignoresInput) {
      return;
    }
    ignoresInput = true;
    byte[] rest = decoder.drain();
    if (rest.length > 0) {
      ctx.fireChannelRead(Unpooled.wrappedBuffer(rest));
      ctx.fireChannelReadComplete();
    }
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // The caller has the promise.
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    ctx.write(message instanceof ReferenceCounted ? message : bytes(message), promise);
  }

  /**
   * Encodes a message.
   *
   * @throws EncoderException if the message cannot be encoded. The cause of the exception is the
   *     reason, for example a {@link ClassCastException} if the message is not a {@code T}.
   */
  @SuppressWarnings("unchecked")
  private ByteBuf bytes(Object message) {
    try {
      return message instanceof EncodedMessage encoded
          ? encoded.packet(framing)
          : Unpooled.wrappedBuffer(framing.encode((T) message));
    } catch (RuntimeException e) {
      throw new EncoderException(e.getMessage(), e);
    }
  }
}
