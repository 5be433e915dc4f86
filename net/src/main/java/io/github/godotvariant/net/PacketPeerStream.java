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
 * Packets over a connection as the engine's {@code PacketPeerStream} puts and gets them: each
 * behind its length, four bytes little-endian.
 *
 * <pre>{@code
 * before:  01 02 03
 * after:   03 00 00 00  01 02 03
 * }</pre>
 *
 * <p>An engine receives no packet that is longer than its buffer, {@value #ENGINE_BUFFER} bytes
 * unless a game has changed {@code input_buffer_max_size}, and waits for ever instead.
 *
 * <p>Streams are used as they are: put a buffer around one that is slow, and flush it.
 */
public final class PacketPeerStream {
  /** The longest packet that an engine receives if nobody has told it otherwise. */
  public static final int ENGINE_BUFFER = 65_532;

  private final InputStream in;
  private final OutputStream out;
  private final VariantCodec codec;

  private PacketPeerStream(InputStream in, OutputStream out, VariantCodec codec) {
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
  public static PacketPeerStream of(InputStream in, OutputStream out, VariantCodec codec) {
    return new PacketPeerStream(in, out, codec);
  }

  /**
   * Reads a packet.
   *
   * @return its bytes, which may be none if the other side is no engine; empty if it has closed
   * @throws IOException if the connection fails or ends inside the packet
   * @throws io.github.godotvariant.VariantLimitException if the packet is too long
   */
  public Optional<byte[]> getPacket() throws IOException {
    return Frames.read(in, ByteOrder.LITTLE_ENDIAN, codec.limits().bytes());
  }

  /**
   * Reads a packet that is a value. As in the engine, what follows the value is ignored.
   *
   * @return the value; empty if the other side has closed
   * @throws IOException if the connection fails or ends inside the packet
   * @throws io.github.godotvariant.VariantException if what comes is no value, or too much
   */
  public Optional<Variant> getVar() throws IOException {
    return getPacket().map(bytes -> codec.decodePrefix(bytes).value());
  }

  /**
   * Writes a packet.
   *
   * @param packet its bytes; an empty one is dropped, as in the engine
   * @throws IOException if the connection fails
   */
  public void putPacket(byte[] packet) throws IOException {
    if (packet.length > 0) {
      Frames.write(out, ByteOrder.LITTLE_ENDIAN, packet);
    }
  }

  /**
   * Writes a packet that is a value.
   *
   * @param value the value
   * @throws IOException if the connection fails
   * @throws io.github.godotvariant.VariantException if it cannot be expressed
   */
  public void putVar(Variant value) throws IOException {
    putPacket(codec.encode(value));
  }
}
