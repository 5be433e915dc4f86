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
  /** The maximum length in bytes of a buffer that the decoder keeps for later messages. */
  private static final int MAX_KEPT_BYTES = 64 << 10;

  private static final byte[] EMPTY = {};

  private final MessageFormat.Assembly<T> assembly;
  private final ByteOrder order;
  private final long maxFrameLength;
  private byte[] bytes = EMPTY;

  /**
   * The offset in {@link #bytes} at which the current message starts. A message can have several
   * frames.
   */
  private int messageStart;

  /** The offset in {@link #bytes} at which the next frame of the current message starts. */
  private int frameStart;

  /** The offset in {@link #bytes} after the last received byte. */
  private int limit;

  private @Nullable VariantException failure;

  MessageDecoder(MessageFormat.Assembly<T> assembly, ByteOrder order, long maxFrameLength) {
    this.assembly = assembly;
    this.order = order;
    this.maxFrameLength = maxFrameLength;
  }

  /**
   * Adds received bytes. Before you add more bytes, call {@link #poll} until it returns empty,
   * because the decoder keeps the bytes of all messages that were not polled.
   *
   * @param received bytes of the connection, which are copied; the position moves to the limit.
   *     After an exception of {@link #poll}, the bytes are ignored
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
    int length = limit - messageStart;
    int needed = Math.addExact(length, count);
    byte[] target =
        needed <= bytes.length
            ? bytes
            : new byte[(int) Math.max(needed, Math.min(2L * bytes.length, Integer.MAX_VALUE - 16))];
    System.arraycopy(bytes, messageStart, target, 0, length);
    bytes = target;
    frameStart -= messageStart;
    messageStart = 0;
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
        ByteBuffer frame = ByteBuffer.wrap(bytes, frameStart + MessageFraming.LENGTH_BYTES, length);
        frameStart += MessageFraming.LENGTH_BYTES + length;
        T message = assembly.add(frame);
        if (message != null) {
          messageStart = frameStart;
          return Optional.of(message);
        }
      }
    } catch (VariantException e) {
      failure = e;
      dropMessages();
      throw e;
    }
    if (messageStart == limit) {
      byte[] buffer = bytes;
      dropMessages();
      bytes = buffer.length > MAX_KEPT_BYTES ? EMPTY : buffer;
    }
    return Optional.empty();
  }

  private void dropMessages() {
    bytes = EMPTY;
    messageStart = 0;
    frameStart = 0;
    limit = 0;
  }

  /**
   * Removes and returns the bytes after the latest message that {@link #poll} has returned. Use
   * this method if another object reads the rest of the connection. Do not use the decoder
   * afterwards.
   *
   * @return a new array; empty after an exception of {@link #poll}
   */
  public byte[] drain() {
    byte[] rest = Arrays.copyOfRange(bytes, messageStart, limit);
    dropMessages();
    return rest;
  }

  /**
   * Returns the number of bytes that must still arrive to complete the length of the next frame or,
   * if the length is known, the frame; 0 if the frame is complete.
   *
   * @throws VariantLimitException if the frame is longer than the limit
   */
  int missing() {
    int available = limit - frameStart;
    if (available < MessageFraming.LENGTH_BYTES) {
      return MessageFraming.LENGTH_BYTES - available;
    }
    long length = length();
    if (length > maxFrameLength) {
      throw new VariantLimitException(
          "a frame of "
              + MessageFraming.bytes(length)
              + " is longer than the limit of "
              + maxFrameLength,
          0,
          "");
    }
    return (int) Math.max(0, length - (available - MessageFraming.LENGTH_BYTES));
  }

  private long length() {
    return ByteBuffer.wrap(bytes).order(order).getInt(frameStart) & 0xFFFFFFFFL;
  }

  /**
   * Checks that the connection did not end inside a message. Call this method when the other side
   * has closed the connection and {@link #poll} returns empty.
   *
   * @throws EOFException if the connection ended inside a message
   */
  public void end() throws EOFException {
    int available = limit - frameStart;
    if (available > 0 && available < MessageFraming.LENGTH_BYTES) {
      throw new EOFException("the connection ends inside the length of a frame");
    }
    if (available > 0) {
      throw new EOFException(
          "the connection ends after "
              + (available - MessageFraming.LENGTH_BYTES)
              + " of "
              + MessageFraming.bytes(length())
              + " of a frame");
    }
    if (assembly.isIncomplete()) {
      throw new EOFException("the connection ends inside a message");
    }
  }
}
