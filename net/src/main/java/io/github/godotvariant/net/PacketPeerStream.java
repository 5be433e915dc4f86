package io.github.godotvariant.net;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
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
 * <p>An engine does not receive a packet that its buffer cannot hold, nor any packet behind it: it
 * waits for ever. So none is put that is longer than {@value #LONGEST_PACKET} bytes, unless {@link
 * #withLongestPacket} allows it. What comes may be as long as the codec's limits allow.
 *
 * <p>Streams are used as they are: put a buffer around one that is slow, and flush it.
 */
public final class PacketPeerStream {
  /**
   * The longest packet, in bytes, that an engine receives if nobody has told it otherwise. That is
   * one less than the engine's {@code input_buffer_max_size}, of which one byte stays free.
   */
  public static final int LONGEST_PACKET = 65_531;

  private final InputStream in;
  private final OutputStream out;
  private final VariantCodec codec;
  private final int longest;

  private PacketPeerStream(InputStream in, OutputStream out, VariantCodec codec, int longest) {
    this.in = Objects.requireNonNull(in, "in");
    this.out = Objects.requireNonNull(out, "out");
    this.codec = Objects.requireNonNull(codec, "codec");
    this.longest = longest;
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
    return new PacketPeerStream(in, out, codec, LONGEST_PACKET);
  }

  /**
   * A peer over the same streams that puts packets of another length.
   *
   * @param bytes the longest packet that it puts. An engine receives it if its {@code
   *     input_buffer_max_size} is larger than that
   * @return a peer
   * @throws IllegalArgumentException if the length is negative
   */
  public PacketPeerStream withLongestPacket(int bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("longest packet " + bytes + " is negative");
    }
    return new PacketPeerStream(in, out, codec, bytes);
  }

  /**
   * Reads a packet.
   *
   * @return its bytes, which may be none if the other side is no engine; empty if it has closed
   * @throws IOException if the connection fails or ends inside the packet
   * @throws VariantLimitException if the packet is longer than the codec's limits allow
   */
  public Optional<byte[]> getPacket() throws IOException {
    return Frames.read(in, ByteOrder.LITTLE_ENDIAN, codec.limits().bytes());
  }

  /**
   * Reads a packet that is a value. As in the engine, what follows the value is ignored.
   *
   * @return the value; empty if the other side has closed
   * @throws IOException if the connection fails or ends inside the packet
   * @throws VariantException if what comes is no value, or too much
   */
  public Optional<Variant> getVar() throws IOException {
    return getPacket().map(bytes -> codec.decodePrefix(bytes).value());
  }

  /**
   * Writes a packet.
   *
   * @param packet its bytes; an empty one is dropped, as in the engine
   * @throws IOException if the connection fails
   * @throws VariantLimitException if it is too long for an engine to receive; nothing is written
   */
  public void putPacket(byte[] packet) throws IOException {
    if (packet.length > longest) {
      throw new VariantLimitException(
          "a packet of "
              + Frames.bytes(packet.length)
              + " is longer than "
              + longest
              + ": an engine with a smaller buffer waits for ever; withLongestPacket allows it",
          VariantException.NO_OFFSET,
          "");
    }
    if (packet.length > 0) {
      Frames.write(out, ByteOrder.LITTLE_ENDIAN, packet);
    }
  }

  /**
   * Writes a packet that is a value.
   *
   * @param value the value
   * @throws IOException if the connection fails
   * @throws VariantException if it cannot be expressed, or is too long for an engine to receive;
   *     nothing is written
   */
  public void putVar(Variant value) throws IOException {
    putPacket(codec.encode(value));
  }
}
