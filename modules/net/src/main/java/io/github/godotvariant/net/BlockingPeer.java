package io.github.godotvariant.net;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;

/**
 * The other side of a connection, over streams that block.
 *
 * <pre>{@code
 * socket.setTcpNoDelay(true); // or each answer waits for up to 40 ms
 * BlockingPeer<Variant> peer =
 *     BlockingPeer.of(
 *         socket.getInputStream(), socket.getOutputStream(), MessageFraming.packetPeerStream(codec));
 * }</pre>
 *
 * <p>{@code read} never takes bytes of the next message from the stream. {@code write} makes one
 * call of the stream for each message. Wrap a slow stream in a buffer, and flush it.
 *
 * <p>One thread may read while another one writes.
 *
 * @param <T> what a message is in Java
 */
public final class BlockingPeer<T> {
  /** Maximum length of one read from the stream, in bytes. */
  private static final int PIECE = 64 << 10;

  private final InputStream in;
  private final OutputStream out;
  private final MessageFraming<T> framing;
  private final MessageDecoder<T> decoder;

  private BlockingPeer(InputStream in, OutputStream out, MessageFraming<T> framing) {
    this.in = Objects.requireNonNull(in, "in");
    this.out = Objects.requireNonNull(out, "out");
    this.framing = framing;
    decoder = framing.decoder();
  }

  /**
   * A peer over streams, which stay the caller's to close.
   *
   * @param in from the other side; {@link InputStream#nullInputStream()} to write only
   * @param out to the other side; {@link OutputStream#nullOutputStream()} to read only
   * @param framing how messages stand in them
   * @param <T> what a message is in Java
   * @return a peer
   */
  public static <T> BlockingPeer<T> of(
      InputStream in, OutputStream out, MessageFraming<T> framing) {
    return new BlockingPeer<>(in, out, framing);
  }

  /**
   * Reads a message.
   *
   * @return the message; empty if the other side has closed
   * @throws EOFException if the connection ends inside a message
   * @throws IOException if the connection fails. After a time-out of the stream ({@link
   *     java.net.SocketTimeoutException}) nothing is lost: the next call goes on where this one was
   * @throws io.github.godotvariant.VariantException if a message is malformed or exceeds a limit;
   *     each further call throws the same exception
   */
  public Optional<T> read() throws IOException {
    while (true) {
      Optional<T> message = decoder.poll();
      if (message.isPresent()) {
        return message;
      }
      // Not readNBytes: it forgets what it has when a stream with a time-out throws.
      byte[] piece = new byte[Math.min(decoder.missing(), PIECE)];
      int count = in.read(piece, 0, piece.length);
      if (count < 0) {
        decoder.end();
        return Optional.empty();
      }
      decoder.feed(ByteBuffer.wrap(piece, 0, count));
    }
  }

  /**
   * Writes a message.
   *
   * @param message the message
   * @throws IOException if the connection fails
   * @throws io.github.godotvariant.VariantException if it cannot be expressed, or is too long for
   *     an engine to receive; nothing is written
   */
  public void write(T message) throws IOException {
    byte[] sent = framing.encode(message);
    if (sent.length > 0) {
      out.write(sent);
    }
  }
}
