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
 * Messages over UDP, each a datagram, as an engine's {@code PacketPeerUDP} puts and gets them with
 * {@code put_var} and {@code get_var}.
 *
 * <pre>{@code
 * AddressedEnvelope<?, InetSocketAddress> question = (AddressedEnvelope<?, InetSocketAddress>) message;
 * ctx.writeAndFlush(new DefaultAddressedEnvelope<>(answer, question.sender()));
 * }</pre>
 *
 * <p>Inbound, each datagram is passed on as an {@code AddressedEnvelope<T, InetSocketAddress>},
 * which needs no release. For a malformed datagram, the next handler's {@code exceptionCaught}
 * receives a {@link DecoderException}. Its message names the sender, and its cause is the {@link
 * io.github.godotvariant.VariantException}. Do not close the channel, because all senders share it,
 * and limit the number of log entries for untrusted senders.
 *
 * <p>Outbound, an {@link AddressedEnvelope} of a {@code T} or of an {@link EncodedMessage}, with an
 * {@link InetSocketAddress} as its recipient, is a datagram. The handler passes on other messages
 * unchanged, also on a connected channel: an envelope of a {@link ReferenceCounted}, an envelope
 * without a recipient, and a message without an envelope. Netty rejects messages that are not
 * bytes. A message that cannot be expressed, or is too long, fails its promise with an {@link
 * io.netty.handler.codec.EncoderException}.
 *
 * <p>By default, Netty keeps only the first 2,048 bytes of a datagram; set the option {@code
 * RECVBUF_ALLOCATOR} to receive longer ones. Networks drop datagrams of more than some 1,200 bytes
 * more often than others.
 *
 * <p>Sharable, and safe for use by many threads.
 *
 * @param <T> what a message is in Java
 */
@Sharable
public final class MessageDatagramHandler<T> extends ChannelDuplexHandler {
  /** The longest message, in bytes: what fits into a datagram of IPv4. An engine receives it. */
  public static final int LONGEST_MESSAGE = 65_507;

  private final Packets<T> packets;

  /**
   * A handler for any number of channels, which writes messages of up to {@value #LONGEST_MESSAGE}
   * bytes.
   *
   * @param codec what encodes and decodes; its limits hold for what comes
   */
  public MessageDatagramHandler(ValueCodec<T> codec) {
    this(codec, LONGEST_MESSAGE);
  }

  /**
   * A handler for any number of channels.
   *
   * @param codec what encodes and decodes; its limits hold for what comes
   * @param longestMessage the longest message that is written, in bytes
   * @throws IllegalArgumentException if the length is negative
   */
  public MessageDatagramHandler(ValueCodec<T> codec, int longestMessage) {
    packets = new Packets<>(codec, longestMessage);
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
  @SuppressWarnings("FutureReturnValueIgnored") // it is the promise
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
