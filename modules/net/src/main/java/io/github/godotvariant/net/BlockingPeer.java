package io.github.godotvariant.net;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;

/**
 * Reads and writes the messages of a connection with blocking streams.
 *
 * <pre>{@code
 * socket.setTcpNoDelay(true); // otherwise each answer can wait up to 40 ms
 * BlockingPeer<Variant> peer =
 *     BlockingPeer.of(
 *         socket.getInputStream(), socket.getOutputStream(), MessageFraming.packetPeerStream(codec));
 * }</pre>
 *
 * <p>{@link #read} never reads bytes of the next message from the stream. {@link #write} calls
 * {@link OutputStream#write(byte[])} once for each message. If many small messages make this slow,
 * pass a {@link java.io.BufferedOutputStream} and flush it yourself.
 *
 * <p>One thread can read while another thread writes.
 *
 * @param <T> the Java type of a message
 */
public final class BlockingPeer<T> {
  /** The maximum number of bytes that one call reads from the stream. */
  private static final int CHUNK_LENGTH = 64 << 10;

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
   * Creates a peer. The caller closes the streams.
   *
   * @param in the stream from the other side; {@link InputStream#nullInputStream()} to write only
   * @param out the stream to the other side; {@link OutputStream#nullOutputStream()} to read only
   * @param framing the framing of the messages in both streams
   * @param <T> the Java type of a message
   * @return a peer
   */
  public static <T> BlockingPeer<T> of(
      InputStream in, OutputStream out, MessageFraming<T> framing) {
    return new BlockingPeer<>(in, out, framing);
  }

  /**
   * Reads a message.
   *
   * @return the message; empty if the other side has closed the connection
   * @throws EOFException if the connection ends inside a message
   * @throws IOException if the connection fails. After a time-out of the stream ({@link
   *     java.net.SocketTimeoutException}) no bytes are lost, and the next call continues with the
   *     same message
   * @throws io.github.godotvariant.VariantException if a message is malformed or exceeds a limit;
   *     each further call throws the same exception
   */
  public Optional<T> read() throws IOException {
    while (true) {
      Optional<T> message = decoder.poll();
      if (message.isPresent()) {
        return message;
      }
      // readNBytes would lose the bytes that it has read before a time-out.
      byte[] chunk = new byte[Math.min(decoder.missing(), CHUNK_LENGTH)];
      int count = in.read(chunk, 0, chunk.length);
      if (count < 0) {
        decoder.end();
        return Optional.empty();
      }
      decoder.feed(ByteBuffer.wrap(chunk, 0, count));
    }
  }

  /**
   * Writes a message.
   *
   * @param message the message
   * @throws IOException if the connection fails
   * @throws io.github.godotvariant.VariantException if the dialect cannot express the message, or
   *     if the message is longer than the framing allows; no bytes are written
   */
  public void write(T message) throws IOException {
    byte[] sent = framing.encode(message);
    if (sent.length > 0) {
      out.write(sent);
    }
  }
}
