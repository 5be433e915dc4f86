package io.github.godotvariant.netty;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.codec.ValueCodec;
import io.github.godotvariant.net.MessageFraming;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A message that is encoded already, for many receivers: it can be written to any channel that has
 * one of this package's handlers, whatever the framing, and is not encoded again.
 *
 * <pre>{@code
 * EncodedMessage moved = EncodedMessage.of(codec, position); // in any thread
 * players.writeAndFlush(moved); // a ChannelGroup: over TCP and WebSockets at the same time
 * }</pre>
 *
 * <p>It has no reference count: write it as often as you like, and keep it as long as you like. All
 * receivers must speak the dialect of the codec.
 *
 * <p>Immutable and safe for use by many threads.
 */
@CheckReturnValue
public final class EncodedMessage {
  private static final int LENGTH = 4;

  /** The length in little-endian order, which most streams use, and the message. */
  private final byte[] bytes;

  private EncodedMessage(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Encodes a message.
   *
   * @param codec what encodes it; its limits do not matter
   * @param message the message
   * @param <T> what messages are in Java
   * @return the encoded message
   * @throws io.github.godotvariant.VariantException if the message cannot be expressed
   */
  public static <T> EncodedMessage of(ValueCodec<T> codec, T message) {
    return new EncodedMessage(
        MessageFraming.streamPeer(codec, ByteOrder.LITTLE_ENDIAN).encode(message));
  }

  /**
   * How long it is.
   *
   * @return the number of bytes of the value, without what a framing adds
   */
  public int length() {
    return bytes.length - LENGTH;
  }

  /** The value alone, for channels that keep the borders of messages. */
  ByteBuf content() {
    return Unpooled.wrappedBuffer(bytes, LENGTH, length()).asReadOnly();
  }

  /**
   * The value as a packet of a stream, in one buffer.
   *
   * @throws io.github.godotvariant.VariantException if it is too long for the framing
   */
  ByteBuf packet(MessageFraming<?> framing) {
    byte[] prefix = framing.prefix(length());
    return Arrays.equals(prefix, 0, prefix.length, bytes, 0, LENGTH)
        ? Unpooled.wrappedBuffer(bytes).asReadOnly()
        : Unpooled.wrappedBuffer(Unpooled.wrappedBuffer(prefix), content());
  }

  /** For example {@code EncodedMessage[12 bytes]}. */
  @Override
  public String toString() {
    return "EncodedMessage[" + length() + (length() == 1 ? " byte]" : " bytes]");
  }
}
