package io.github.godotvariant.netty;

import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.codec.ValueCodec;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.EncoderException;
import java.util.Objects;

/** Encodes and decodes messages for channels in which each packet is one message. */
record PacketCodec<T>(ValueCodec<T> codec, int maxLength) {
  PacketCodec {
    Objects.requireNonNull(codec, "codec");
    if (maxLength < 0) {
      throw new IllegalArgumentException("longest message " + maxLength + " is negative");
    }
  }

  /** Decodes the message in a packet. Ignores bytes after the message, as the engine does. */
  T decode(ByteBuf packet) {
    return codec.decodeFrom(packet.nioBuffer());
  }

  /**
   * Encodes a message.
   *
   * @throws EncoderException if the message cannot be encoded. The cause of the exception is the
   *     reason, for example a {@link ClassCastException} if the message is not a {@code T}.
   */
  @SuppressWarnings("unchecked")
  ByteBuf encode(Object message) {
    try {
      EncodedMessage encoded =
          message instanceof EncodedMessage same ? same : EncodedMessage.of(codec, (T) message);
      if (encoded.length() > maxLength) {
        throw new VariantLimitException(
            "a message of " + encoded.length() + " bytes is longer than " + maxLength,
            VariantException.NO_OFFSET,
            "");
      }
      return encoded.content();
    } catch (RuntimeException e) {
      throw new EncoderException(e.getMessage(), e);
    }
  }
}
