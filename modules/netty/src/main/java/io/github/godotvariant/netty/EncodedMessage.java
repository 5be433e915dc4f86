package io.github.godotvariant.netty;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.codec.ValueCodec;
import io.github.godotvariant.net.MessageFraming;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * An encoded message for many receivers. You can write the message to any channel that has one of
 * this package's handlers, with any framing. The handler does not encode the message again.
 *
 * <pre>{@code
 * EncodedMessage moved = EncodedMessage.of(codec, position); // in any thread
 * players.writeAndFlush(moved); // a ChannelGroup: over TCP and WebSockets at the same time
 * }</pre>
 *
 * <p>A message has no reference count: you can keep a message, and write it any number of times.
 * All receivers must use the dialect of the codec that encoded the message.
 *
 * <p>Immutable and safe for use by many threads.
 */
@CheckReturnValue
public final class EncodedMessage {
  private static final int LENGTH_BYTES = 4;

  /**
   * The length of the message as 4 bytes in little-endian order, and then the message. In most
   * framings, a packet consists of the same bytes.
   */
  private final byte[] bytes;

  private EncodedMessage(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Encodes a message.
   *
   * @param codec encodes the message; the limits of the codec are not used
   * @param message the message
   * @param <T> the Java type of the message
   * @return the encoded message
   * @throws io.github.godotvariant.VariantException if the dialect cannot express the message, or
   *     if it is nested deeper than engines read
   */
  public static <T> EncodedMessage of(ValueCodec<T> codec, T message) {
    return new EncodedMessage(
        MessageFraming.streamPeer(codec, ByteOrder.LITTLE_ENDIAN).encode(message));
  }

  /**
   * Returns the length of the encoded message.
   *
   * @return the number of bytes, without the length prefix of a framing
   */
  public int length() {
    return bytes.length - LENGTH_BYTES;
  }

  /**
   * Returns the bytes of the message without framing, for channels in which each packet is one
   * message.
   */
  ByteBuf content() {
    return Unpooled.wrappedBuffer(bytes, LENGTH_BYTES, length()).asReadOnly();
  }

  /**
   * Returns the bytes of the message with the length prefix of a framing, in one buffer.
   *
   * @throws io.github.godotvariant.VariantException if the message is too long for the framing
   */
  ByteBuf packet(MessageFraming<?> framing) {
    byte[] prefix = framing.prefix(length());
    return Arrays.equals(prefix, 0, prefix.length, bytes, 0, LENGTH_BYTES)
        ? Unpooled.wrappedBuffer(bytes).asReadOnly()
        : Unpooled.wrappedBuffer(Unpooled.wrappedBuffer(prefix), content());
  }

  /** Returns a description such as {@code EncodedMessage[12 bytes]}. */
  @Override
  public String toString() {
    return "EncodedMessage[" + length() + (length() == 1 ? " byte]" : " bytes]");
  }
}
