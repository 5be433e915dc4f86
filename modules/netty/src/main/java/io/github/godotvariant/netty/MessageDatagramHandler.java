package io.github.godotvariant.netty;

import io.github.godotvariant.codec.ValueCodec;
import io.netty.channel.AddressedEnvelope;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultAddressedEnvelope;
import io.netty.channel.socket.DatagramPacket;
import io.netty.handler.codec.DecoderException;
import io.netty.util.ReferenceCounted;
import java.net.InetSocketAddress;

/**
 * Decodes received messages and encodes written messages over UDP. Each message is a datagram, as
 * for {@code put_var} and {@code get_var} of an engine's {@code PacketPeerUDP}.
 *
 * <pre>{@code
 * AddressedEnvelope<?, InetSocketAddress> question = (AddressedEnvelope<?, InetSocketAddress>) message;
 * ctx.writeAndFlush(new DefaultAddressedEnvelope<>(answer, question.sender()));
 * }</pre>
 *
 * <p>Inbound, each datagram is passed on as an {@code AddressedEnvelope<T, InetSocketAddress>}. You
 * need not release the envelope. For a malformed datagram, the next handler's {@code
 * exceptionCaught} receives a {@link DecoderException}. The message of the exception names the
 * sender. The cause of the exception is the {@link io.github.godotvariant.VariantException}. Do not
 * close the channel, because all senders share it. Limit the number of log entries for untrusted
 * senders.
 *
 * <p>Outbound, an {@link AddressedEnvelope} of a {@code T} or of an {@link EncodedMessage}, with an
 * {@link InetSocketAddress} as its recipient, is written as one datagram. The handler passes on
 * other messages unchanged, also on a connected channel: an envelope of a {@link ReferenceCounted},
 * an envelope without a recipient, and a message without an envelope. Netty rejects messages that
 * are not bytes. If the dialect cannot express a message, or if the message is too long, the
 * promise of the write fails with an {@link io.netty.handler.codec.EncoderException}.
 *
 * <p>By default, Netty keeps only the first 2,048 bytes of a datagram; set the option {@code
 * RECVBUF_ALLOCATOR} to receive longer datagrams. Networks often drop datagrams of more than about
 * 1,200 bytes.
 *
 * <p>Sharable, and safe for use by many threads.
 *
 * @param <T> the Java type of the messages
 */
@Sharable
public final class MessageDatagramHandler<T> extends ChannelDuplexHandler {
  /**
   * The maximum length in bytes of a message that fits into a datagram of IPv4. Engines receive
   * messages of this length.
   */
  public static final int LONGEST_MESSAGE = 65_507;

  private final PacketCodec<T> packets;

  /**
   * Creates a handler for any number of channels, which writes messages of up to {@value
   * #LONGEST_MESSAGE} bytes.
   *
   * @param codec encodes and decodes messages; the limits of the codec apply to received messages
   */
  public MessageDatagramHandler(ValueCodec<T> codec) {
    this(codec, LONGEST_MESSAGE);
  }

  /**
   * Creates a handler for any number of channels.
   *
   * @param codec encodes and decodes messages; the limits of the codec apply to received messages
   * @param longestMessage the maximum length of a written message in bytes
   * @throws IllegalArgumentException if the length is negative
   */
  public MessageDatagramHandler(ValueCodec<T> codec, int longestMessage) {
    packets = new PacketCodec<>(codec, longestMessage);
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (!(message instanceof DatagramPacket packet)) {
      ctx.fireChannelRead(message);
      return;
    }
    AddressedEnvelope<T, InetSocketAddress> received;
    try {
      received =
          new DefaultAddressedEnvelope<>(
              packets.decode(packet.content()), packet.recipient(), packet.sender());
    } catch (Exception e) {
      ctx.fireExceptionCaught(
          new DecoderException("from " + packet.sender() + ": " + e.getMessage(), e));
      return;
    } finally {
      packet.release();
    }
    ctx.fireChannelRead(received);
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // The caller has the promise.
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    ctx.write(
        message instanceof AddressedEnvelope<?, ?> envelope
                && !(envelope.content() instanceof ReferenceCounted)
                && envelope.recipient() instanceof InetSocketAddress recipient
            ? new DatagramPacket(packets.encode(envelope.content()), recipient)
            : message,
        promise);
  }
}
