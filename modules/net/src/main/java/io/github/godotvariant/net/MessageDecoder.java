package io.github.godotvariant.net;

import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import java.io.EOFException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decodes messages from the bytes of one connection, which can arrive in parts of any size.
 *
 * <pre>{@code
 * decoder.feed(bytes); // the bytes that have arrived
 * for (Optional<Variant> message = decoder.poll();
 *     message.isPresent();
 *     message = decoder.poll()) {
 *   handled.add(message.get());
 * }
 * }</pre>
 *
 * <p>The decoder keeps bytes until a message is complete. A length in the input never causes
 * allocation before the bytes have arrived. After a malformed message, each further call throws the
 * same exception, because the start of the next message is unknown. Offsets in exceptions are
 * relative to the start of the frame.
 *
 * <p>Not safe for use by several threads.
 *
 * @param <T> the Java type of a message
 */
public final class MessageDecoder<T> {
  /** Maximum size in bytes of a buffer that is reused for the next messages. */
  private static final int MAX_KEPT = 64 << 10;

  private static final byte[] NOTHING = {};

  private final MessageFormat.Assembly<T> assembly;
  private final ByteOrder order;
  private final long longest;
  private byte[] bytes = NOTHING;

  /** The start of the current message, which can have several frames. */
  private int begin;

  private int from;
  private int limit;
  private @Nullable VariantException failure;

  MessageDecoder(MessageFormat.Assembly<T> assembly, ByteOrder order, long longest) {
    this.assembly = assembly;
    this.order = order;
    this.longest = longest;
  }

  /**
   * Adds received bytes. Call {@link #poll} until it returns empty before the next call, because
   * the decoder keeps all bytes that were not polled.
   *
   * @param received bytes of the connection, which are copied; the position moves to the limit.
   *     After a failure the bytes are ignored
   */
  public void feed(ByteBuffer received) {
    if (failure != null) {
      received.position(received.limit());
      return;
    }
    int count = received.remaining();
    if (count > bytes.length - limit) {
      ensureCapacity(count);
    }
    received.get(bytes, limit, count);
    limit += count;
  }

  private void ensureCapacity(int count) {
    int length = limit - begin;
    int needed = Math.addExact(length, count);
    byte[] target =
        needed <= bytes.length
            ? bytes
            : new byte[(int) Math.max(needed, Math.min(2L * bytes.length, Integer.MAX_VALUE - 16))];
    System.arraycopy(bytes, begin, target, 0, length);
    bytes = target;
    from -= begin;
    begin = 0;
    limit = length;
  }

  /**
   * Returns the next message.
   *
   * @return the message; empty if more bytes are needed
   * @throws VariantException if a message is malformed or exceeds a limit; each further call throws
   *     the same exception
   */
  public Optional<T> poll() {
    if (failure != null) {
      throw failure;
    }
    try {
      while (missing() == 0) {
        int length = (int) length();
        ByteBuffer frame = ByteBuffer.wrap(bytes, from + MessageFraming.LENGTH, length);
        from += MessageFraming.LENGTH + length;
        T message = assembly.add(frame);
        if (message != null) {
          begin = from;
          return Optional.of(message);
        }
      }
    } catch (VariantException e) {
      failure = e;
      dropMessages();
      throw e;
    }
    if (begin == limit) {
      byte[] buffer = bytes;
      dropMessages();
      bytes = buffer.length > MAX_KEPT ? NOTHING : buffer;
    }
    return Optional.empty();
  }

  private void dropMessages() {
    bytes = NOTHING;
    begin = 0;
    from = 0;
    limit = 0;
  }

  /**
   * Removes and returns the bytes of an incomplete message, for the next reader of the connection.
   * Do not use the decoder afterwards.
   *
   * @return the bytes after the last complete message; none after a failure
   */
  public byte[] drain() {
    byte[] rest = Arrays.copyOfRange(bytes, begin, limit);
    dropMessages();
    return rest;
  }

  /** Returns the minimum number of further bytes that the decoder needs to make progress. */
  int missing() {
    int available = limit - from;
    if (available < MessageFraming.LENGTH) {
      return MessageFraming.LENGTH - available;
    }
    long length = length();
    if (length > longest) {
      throw new VariantLimitException(
          "a frame of " + MessageFraming.bytes(length) + " is longer than the limit of " + longest,
          0,
          "");
    }
    return (int) Math.max(0, length - (available - MessageFraming.LENGTH));
  }

  private long length() {
    return ByteBuffer.wrap(bytes).order(order).getInt(from) & 0xFFFFFFFFL;
  }

  /**
   * Checks that the connection did not end inside a message. Call it when the other side has closed
   * the connection and {@link #poll} returns empty.
   *
   * @throws EOFException if the connection ended inside a message
   */
  public void end() throws EOFException {
    int available = limit - from;
    if (available > 0 && available < MessageFraming.LENGTH) {
      throw new EOFException("the connection ends inside the length of a frame");
    }
    if (available > 0) {
      throw new EOFException(
          "the connection ends after "
              + (available - MessageFraming.LENGTH)
              + " of "
              + MessageFraming.bytes(length())
              + " of a frame");
    }
    if (assembly.hasBegun()) {
      throw new EOFException("the connection ends inside a message");
    }
  }
}
