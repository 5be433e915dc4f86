package io.github.godotvariant.net;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.codec.ValueCodec;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Generation;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Objects;

/**
 * The framing of messages in a stream of bytes: each frame follows its length, which takes four
 * bytes.
 *
 * <pre>{@code
 * before:  01 02 03
 * after:   03 00 00 00  01 02 03
 * }</pre>
 *
 * <p>Read with a {@link #decoder()}, which takes bytes as they come, or with a {@link BlockingPeer}
 * over streams. Datagrams, and messages of a WebSocket, have borders of their own: there a message
 * is what the codec alone makes of it.
 *
 * <p>What comes may be as long as the codec's limits allow. What follows a value within its frame
 * is ignored, as in the engine; only the debugger of Godot 4 refuses it, as there.
 *
 * <p>Immutable and safe for use by many threads.
 *
 * @param <T> what a message is in Java
 */
@CheckReturnValue
public final class MessageFraming<T> {
  /**
   * The longest packet, in bytes, that an engine's {@code PacketPeerStream} receives by default.
   * This length is one less than its {@code input_buffer_max_size}, because one byte stays free.
   */
  public static final int LONGEST_PACKET = 65_531;

  /** The longest message of Godot 4's debugger, in bytes: the engine sends none that is longer. */
  public static final int LONGEST_DEBUGGER_MESSAGE = (8 << 20) - 4;

  static final int LENGTH = 4;

  private final Messages<T> read;
  private final Messages<T> written;
  private final ByteOrder order;
  private final long longestRead;
  private final int longestWritten;

  private MessageFraming(
      Messages<T> read,
      Messages<T> written,
      ByteOrder order,
      long longestRead,
      int longestWritten) {
    this.read = read;
    this.written = written;
    this.order = order;
    this.longestRead = Math.min(longestRead, Integer.MAX_VALUE - 16);
    this.longestWritten = longestWritten;
  }

  private MessageFraming(
      Messages<T> messages, ByteOrder order, long longestRead, int longestWritten) {
    this(messages, messages, order, longestRead, longestWritten);
  }

  /**
   * Values as the engine's {@code PacketPeerStream} puts and gets them.
   *
   * <p>An engine does not receive a packet that its buffer cannot hold, nor any packet after it: it
   * waits forever. So this framing rejects packets longer than {@value #LONGEST_PACKET} bytes when
   * writing, unless {@link #withLongestPacket} allows them.
   *
   * @param codec what encodes and decodes; its limits hold for what comes
   * @param <T> what values are in Java
   * @return a framing with lengths in little-endian order
   */
  public static <T> MessageFraming<T> packetPeerStream(ValueCodec<T> codec) {
    return values(codec, ByteOrder.LITTLE_ENDIAN, LONGEST_PACKET);
  }

  /**
   * Packets of any bytes, as the engine's {@code PacketPeerStream} puts and gets them. An empty one
   * is not written, as in the engine.
   *
   * @param limits of which only the number of bytes is looked at
   * @return a framing with lengths in little-endian order, which writes packets of up to {@value
   *     #LONGEST_PACKET} bytes unless {@link #withLongestPacket} allows more
   */
  public static MessageFraming<byte[]> packets(ReadLimits limits) {
    return new MessageFraming<>(
        new SingleFrames<>(MessageFraming::rest, Objects::requireNonNull),
        ByteOrder.LITTLE_ENDIAN,
        limits.bytes(),
        LONGEST_PACKET);
  }

  private static byte[] rest(ByteBuffer frame) {
    byte[] packet = new byte[frame.remaining()];
    frame.get(packet);
    return packet;
  }

  /**
   * Values as the engine's {@code StreamPeer} puts and gets them with {@code put_var} and {@code
   * get_var}.
   *
   * @param codec what encodes and decodes; its limits hold for what comes
   * @param order of the length, as the engine's property {@code big_endian} says; values are always
   *     little-endian
   * @param <T> what values are in Java
   * @return a framing
   */
  public static <T> MessageFraming<T> streamPeer(ValueCodec<T> codec, ByteOrder order) {
    return values(codec, Objects.requireNonNull(order, "order"), Integer.MAX_VALUE);
  }

  private static <T> MessageFraming<T> values(
      ValueCodec<T> codec, ByteOrder order, int longestWritten) {
    return new MessageFraming<>(
        new SingleFrames<>(codec::decodeFrom, codec::encode),
        order,
        codec.variantCodec().limits().bytes(),
        longestWritten);
  }

  /**
   * What a debugger hears from a running game, and what it says to it, over the connection that
   * {@code --remote-debug} opens.
   *
   * <p>In Godot 4 a message is one array, {@code [name, thread id, data]}, in both directions. In
   * Godot 3 the game sends several packets, a value each: the name, how many follow, and those; the
   * debugger sends one array, {@code [name, data...]}. The codec's dialect says which. Over a
   * WebSocket a message needs no frame: use {@link DebuggerMessage#codec}.
   *
   * @param codec what encodes and decodes; its limits hold for what comes, but in Godot 3, where a
   *     message is several values, those of elements and memory for each of them, those of bytes
   *     and of how many values for all
   * @return a framing that writes messages of up to {@value #LONGEST_DEBUGGER_MESSAGE} bytes; for
   *     Godot 3 up to {@value #LONGEST_PACKET}, as a game receives no more
   */
  public static MessageFraming<DebuggerMessage> debugger(VariantCodec codec) {
    return debugger(codec, new Godot3DebuggerMessages(codec), DebuggerMessage.commands(codec));
  }

  /**
   * The other end of {@link #debugger}: what a running game hears, and what it says.
   *
   * @param codec what encodes and decodes; its limits hold for what comes
   * @return a framing that writes messages of up to {@value #LONGEST_DEBUGGER_MESSAGE} bytes; for
   *     Godot 3 values of up to {@value #LONGEST_PACKET}
   */
  public static MessageFraming<DebuggerMessage> debuggedGame(VariantCodec codec) {
    return debugger(codec, DebuggerMessage.commands(codec), new Godot3DebuggerMessages(codec));
  }

  private static MessageFraming<DebuggerMessage> debugger(
      VariantCodec codec, Messages<DebuggerMessage> read3, Messages<DebuggerMessage> written3) {
    long limit = codec.limits().bytes();
    if (codec.dialect().generation() == Generation.GODOT_3) {
      return new MessageFraming<>(read3, written3, ByteOrder.LITTLE_ENDIAN, limit, LONGEST_PACKET);
    }
    ValueCodec<DebuggerMessage> messages = DebuggerMessage.codec(codec);
    Messages<DebuggerMessage> both = new SingleFrames<>(messages::decode, messages::encode);
    return new MessageFraming<>(
        both,
        both,
        ByteOrder.LITTLE_ENDIAN,
        Math.min(limit, LONGEST_DEBUGGER_MESSAGE + 8L),
        LONGEST_DEBUGGER_MESSAGE);
  }

  /**
   * A framing that writes packets of another length.
   *
   * @param bytes the longest packet that is written. An engine receives it if its {@code
   *     input_buffer_max_size} is larger than that
   * @return a framing
   * @throws IllegalArgumentException if the length is negative
   */
  public MessageFraming<T> withLongestPacket(int bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("longest packet " + bytes + " is negative");
    }
    return new MessageFraming<>(read, written, order, longestRead, bytes);
  }

  /**
   * What finds messages in bytes that come in pieces of any size.
   *
   * @return a decoder for one connection
   */
  public MessageDecoder<T> decoder() {
    return new MessageDecoder<>(read.assembly(), order, longestRead);
  }

  /**
   * Encodes a message with its length.
   *
   * @param message the message
   * @return the length and the bytes of the message, for one write; no bytes for an empty packet
   * @throws VariantException if the message cannot be expressed, or is too long for an engine to
   *     receive
   */
  public byte[] encode(T message) {
    List<byte[]> frames = written.frames(message);
    long size = 0;
    for (byte[] frame : frames) {
      size += frame.length == 0 ? 0 : LENGTH + (long) frame.length;
    }
    if (size > Integer.MAX_VALUE - 16) {
      throw tooLong(size);
    }
    ByteBuffer sent = ByteBuffer.allocate((int) size);
    for (byte[] frame : frames) {
      if (frame.length > 0) {
        sent.put(prefix(frame.length)).put(frame);
      }
    }
    return sent.array();
  }

  /**
   * Returns the length prefix of a packet that is already encoded.
   *
   * @param length how many bytes the packet has
   * @return four bytes
   * @throws VariantLimitException if the packet is too long for an engine to receive
   * @throws IllegalArgumentException if the length is negative
   */
  public byte[] prefix(int length) {
    if (length < 0) {
      throw new IllegalArgumentException("length " + length + " is negative");
    }
    if (length > longestWritten) {
      throw tooLong(length);
    }
    return ByteBuffer.allocate(LENGTH).order(order).putInt(length).array();
  }

  private VariantLimitException tooLong(long length) {
    return new VariantLimitException(
        "a packet of "
            + bytes(length)
            + " is longer than "
            + longestWritten
            + ": an engine with a smaller buffer waits for ever; withLongestPacket allows it",
        VariantException.NO_OFFSET,
        "");
  }

  /** A length for messages: for example {@code 1 byte}, {@code 8 bytes}. */
  static String bytes(long length) {
    return length + (length == 1 ? " byte" : " bytes");
  }
}
