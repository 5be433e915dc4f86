package io.github.godotvariant.netty;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.codec.ValueCodec;
import io.github.godotvariant.net.MessageFraming;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * An encoded message for many receivers. You can write it to any channel with one of this package's
 * handlers, with any framing; the handler does not encode the message again.
 *
 * <pre>{@code
 * EncodedMessage moved = EncodedMessage.of(codec, position); // in any thread
 * players.writeAndFlush(moved); // a ChannelGroup: over TCP and WebSockets at the same time
 * }</pre>
 *
 * <p>A message has no reference count: you can write it any number of times and keep it. All
 * receivers must use the dialect of the codec.
 *
 * <p>Immutable and safe for use by many threads.
 */
@CheckReturnValue
public final class EncodedMessage {
  private static final int LENGTH_BYTES = 4;

  /**
   * The length of the message in little-endian order, as in most framings, and then the message.
   */
  private final byte[] bytes;

  private EncodedMessage(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Encodes a message.
   *
   * @param codec encodes the message; its limits are not used
   * @param message the message
   * @param <T> the Java type of the message
   * @return the encoded message
   * @throws io.github.godotvariant.VariantException if the dialect cannot express the message
   */
  public static <T> EncodedMessage of(ValueCodec<T> codec, T message) {
    return new EncodedMessage(
        MessageFraming.streamPeer(codec, ByteOrder.LITTLE_ENDIAN).encode(message));
  }

  /**
   * Returns the length of the value.
   *
   * @return the number of bytes, without the length prefix of a framing
   */
  public int length() {
    return bytes.length - LENGTH_BYTES;
  }

  /** Returns the value without framing, for channels in which each packet is one message. */
  ByteBuf content() {
    return Unpooled.wrappedBuffer(bytes, LENGTH_BYTES, length()).asReadOnly();
  }

  /**
   * Returns the value as a packet of a stream, in one buffer.
   *
   * @throws io.github.godotvariant.VariantException if the value is too long for the framing
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
