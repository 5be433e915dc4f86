package io.github.godotvariant.net;

import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.Optional;

/**
 * Values over a connection as the engine's {@code StreamPeer} puts and gets them: each behind its
 * length, four bytes.
 *
 * <p>Streams are used as they are: put a buffer around one that is slow, and flush it.
 */
public final class StreamPeer {
  private final InputStream in;
  private final OutputStream out;
  private final VariantCodec codec;
  private ByteOrder order = ByteOrder.LITTLE_ENDIAN;

  private StreamPeer(InputStream in, OutputStream out, VariantCodec codec) {
    this.in = Objects.requireNonNull(in, "in");
    this.out = Objects.requireNonNull(out, "out");
    this.codec = Objects.requireNonNull(codec, "codec");
  }

  /**
   * A peer over streams, which stay the caller's to close.
   *
   * @param in from the other side; {@link InputStream#nullInputStream()} to write only
   * @param out to the other side; {@link OutputStream#nullOutputStream()} to read only
   * @param codec what encodes and decodes; its limits hold for what comes
   * @return a peer
   */
  public static StreamPeer of(InputStream in, OutputStream out, VariantCodec codec) {
    return new StreamPeer(in, out, codec);
  }

  /**
   * Whether lengths are big-endian; values never are.
   *
   * @return false unless set otherwise
   */
  public boolean isBigEndian() {
    return order == ByteOrder.BIG_ENDIAN;
  }

  /**
   * Sets what {@link #isBigEndian} says.
   *
   * @param bigEndian as the engine's property {@code big_endian}
   */
  public void setBigEndian(boolean bigEndian) {
    order = bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
  }

  /**
   * Reads a value. As in the engine, what follows it within its length is ignored.
   *
   * @return the value; empty if the other side has closed
   * @throws IOException if the connection fails or ends inside the value
   * @throws io.github.godotvariant.VariantException if what comes is no value, or too much
   */
  public Optional<Variant> getVar() throws IOException {
    return Frames.read(in, order, codec.limits().bytes())
        .map(bytes -> codec.decodePrefix(bytes).value());
  }

  /**
   * Writes a value.
   *
   * @param value the value
   * @throws IOException if the connection fails
   * @throws io.github.godotvariant.VariantException if it cannot be expressed
   */
  public void putVar(Variant value) throws IOException {
    Frames.write(out, order, codec.encode(value));
  }
}
