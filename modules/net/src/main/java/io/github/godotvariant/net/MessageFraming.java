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
 * Encodes messages for a byte stream, and creates decoders for received bytes. A message has one or
 * more frames. Before each frame, the stream contains the length of the frame in four bytes.
 *
 * <pre>{@code
 * before:  01 02 03
 * after:   03 00 00 00  01 02 03
 * }</pre>
 *
 * <p>Use a {@link #decoder()} for bytes that arrive in parts, or a {@link BlockingPeer} for
 * streams. Datagrams and WebSocket messages have their own boundaries, so they need no framing.
 * Encode and decode them directly with a codec.
 *
 * <p>A received frame can be as long as the limits of the codec allow. As in the engine, bytes
 * after the value in a frame are ignored. Only the debugger framing of Godot 4 rejects a frame with
 * such bytes, because the engine rejects such a frame too.
 *
 * <p>Immutable and safe for use by many threads.
 *
 * @param <T> the Java type of a message
 */
@CheckReturnValue
public final class MessageFraming<T> {
  /**
   * The maximum length in bytes of a packet that {@code PacketPeerStream} of an engine receives by
   * default. This length is one less than the default of {@code input_buffer_max_size}, because one
   * byte of the buffer stays free.
   */
  public static final int LONGEST_PACKET = 65_531;

  /** The maximum length in bytes of a debugger message that Godot 4 sends. */
  public static final int LONGEST_DEBUGGER_MESSAGE = (8 << 20) - 4;

  static final int LENGTH_BYTES = 4;

  private final MessageFormat<T> readFormat;
  private final MessageFormat<T> writtenFormat;
  private final ByteOrder order;
  private final long maxReadLength;
  private final int maxWrittenLength;

  private MessageFraming(
      MessageFormat<T> readFormat,
      MessageFormat<T> writtenFormat,
      ByteOrder order,
      long maxReadLength,
      int maxWrittenLength) {
    this.readFormat = readFormat;
    this.writtenFormat = writtenFormat;
    this.order = order;
    this.maxReadLength = Math.min(maxReadLength, Integer.MAX_VALUE - 16);
    this.maxWrittenLength = maxWrittenLength;
  }

  private MessageFraming(
      MessageFormat<T> messages, ByteOrder order, long maxReadLength, int maxWrittenLength) {
    this(messages, messages, order, maxReadLength, maxWrittenLength);
  }

  /**
   * Creates a framing for values as {@code PacketPeerStream} of the engine sends and receives them.
   *
   * <p>If a packet is larger than the input buffer of an engine, the engine waits forever and
   * receives neither this packet nor later packets. Therefore {@link #encode} rejects packets of
   * more than {@value #LONGEST_PACKET} bytes; {@link #withLongestPacket} changes this limit.
   *
   * @param codec the codec for the values; its limits apply to received values
   * @param <T> the Java type of the values
   * @return a framing with lengths in little-endian order
   */
  public static <T> MessageFraming<T> packetPeerStream(ValueCodec<T> codec) {
    return values(codec, ByteOrder.LITTLE_ENDIAN, LONGEST_PACKET);
  }

  /**
   * Creates a framing for packets that contain any bytes, as {@code PacketPeerStream} of the engine
   * sends and receives them. Empty packets are not written, as in the engine.
   *
   * @param limits the limits; only {@link ReadLimits#bytes} is used
   * @return a framing with lengths in little-endian order, which writes packets of up to {@value
   *     #LONGEST_PACKET} bytes; {@link #withLongestPacket} changes this limit
   */
  public static MessageFraming<byte[]> packets(ReadLimits limits) {
    return new MessageFraming<>(
        new SingleFrameFormat<>(MessageFraming::rest, Objects::requireNonNull),
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
   * Creates a framing for values as {@code StreamPeer} of the engine sends and receives them with
   * {@code put_var} and {@code get_var}.
   *
   * @param codec the codec for the values; its limits apply to received values
   * @param order the byte order of the length, as in the property {@code big_endian} of the engine;
   *     values are always little-endian
   * @param <T> the Java type of the values
   * @return a framing
   */
  public static <T> MessageFraming<T> streamPeer(ValueCodec<T> codec, ByteOrder order) {
    return values(codec, Objects.requireNonNull(order, "order"), Integer.MAX_VALUE);
  }

  private static <T> MessageFraming<T> values(
      ValueCodec<T> codec, ByteOrder order, int maxWrittenLength) {
    return new MessageFraming<>(
        new SingleFrameFormat<>(codec::decodeFrom, codec::encode),
        order,
        codec.variantCodec().limits().bytes(),
        maxWrittenLength);
  }

  /**
   * Creates a framing for a debugger, which receives the messages of a running game and sends
   * messages to it over the connection that {@code --remote-debug} opens.
   *
   * <p>In Godot 4 a message is one array, {@code [name, thread id, data]}, in both directions. In
   * Godot 3 the game sends several packets with one value each: the name, the number of data
   * values, and the data values. The debugger sends one array, {@code [name, data...]}. The dialect
   * of the codec selects the format. Over a WebSocket a message needs no framing: use {@link
   * DebuggerMessage#codec}.
   *
   * @param codec the codec for the messages; its limits apply to received messages. In Godot 3 the
   *     limits of elements and memory apply to each value, and the limit of bytes applies to all
   *     data values of a message together. The limit of elements also applies to the number of data
   *     values
   * @return a framing that writes messages of up to {@value #LONGEST_DEBUGGER_MESSAGE} bytes; for
   *     Godot 3 up to {@value #LONGEST_PACKET} bytes, because a game cannot receive longer messages
   */
  public static MessageFraming<DebuggerMessage> debugger(VariantCodec codec) {
    return debugger(codec, new Godot3DebuggerMessages(codec), DebuggerMessage.commands(codec));
  }

  /**
   * Creates a framing for a running game, which receives messages from a debugger and sends
   * messages to it. The debugger uses {@link #debugger}.
   *
   * @param codec the codec for the messages; its limits apply to received messages
   * @return a framing that writes messages of up to {@value #LONGEST_DEBUGGER_MESSAGE} bytes; for
   *     Godot 3 values of up to {@value #LONGEST_PACKET} bytes
   */
  public static MessageFraming<DebuggerMessage> debuggedGame(VariantCodec codec) {
    return debugger(codec, DebuggerMessage.commands(codec), new Godot3DebuggerMessages(codec));
  }

  private static MessageFraming<DebuggerMessage> debugger(
      VariantCodec codec,
      MessageFormat<DebuggerMessage> godot3ReadFormat,
      MessageFormat<DebuggerMessage> godot3WrittenFormat) {
    long limit = codec.limits().bytes();
    if (codec.dialect().generation() == Generation.GODOT_3) {
      return new MessageFraming<>(
          godot3ReadFormat, godot3WrittenFormat, ByteOrder.LITTLE_ENDIAN, limit, LONGEST_PACKET);
    }
    ValueCodec<DebuggerMessage> messages = DebuggerMessage.codec(codec);
    MessageFormat<DebuggerMessage> both =
        new SingleFrameFormat<>(messages::decode, messages::encode);
    return new MessageFraming<>(
        both,
        both,
        ByteOrder.LITTLE_ENDIAN,
        Math.min(limit, LONGEST_DEBUGGER_MESSAGE + 8L),
        LONGEST_DEBUGGER_MESSAGE);
  }

  /**
   * Returns a framing with another maximum length for written packets.
   *
   * @param bytes the maximum length in bytes of a written packet. An engine receives a packet of
   *     this length if its {@code input_buffer_max_size} is larger
   * @return a framing
   * @throws IllegalArgumentException if the length is negative
   */
  public MessageFraming<T> withLongestPacket(int bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("longest packet " + bytes + " is negative");
    }
    return new MessageFraming<>(readFormat, writtenFormat, order, maxReadLength, bytes);
  }

  /**
   * Creates a decoder for bytes that arrive in parts of any size.
   *
   * @return a decoder for one connection
   */
  public MessageDecoder<T> decoder() {
    return new MessageDecoder<>(readFormat.assembly(), order, maxReadLength);
  }

  /**
   * Encodes a message, and writes the length of each frame before the frame.
   *
   * @param message the message
   * @return all frames of the message, each after its length, in one array for a single write. The
   *     array is empty for an empty packet of {@link #packets}, because engines do not send empty
   *     packets
   * @throws VariantException if the dialect cannot express the message, or if a frame of the
   *     message is longer than the maximum length for written packets
   */
  public byte[] encode(T message) {
    List<byte[]> frames = writtenFormat.frames(message);
    long size = 0;
    for (byte[] frame : frames) {
      size += frame.length == 0 ? 0 : LENGTH_BYTES + (long) frame.length;
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
   * Returns the four bytes of the length, which you must write before a packet that is already
   * encoded.
   *
   * @param length the length of the packet in bytes
   * @return four bytes
   * @throws VariantLimitException if the packet is longer than the maximum length for written
   *     packets
   * @throws IllegalArgumentException if the length is negative
   */
  public byte[] prefix(int length) {
    if (length < 0) {
      throw new IllegalArgumentException("length " + length + " is negative");
    }
    if (length > maxWrittenLength) {
      throw tooLong(length);
    }
    return ByteBuffer.allocate(LENGTH_BYTES).order(order).putInt(length).array();
  }

  private VariantLimitException tooLong(long length) {
    return new VariantLimitException(
        "a packet of "
            + bytes(length)
            + " is longer than "
            + maxWrittenLength
            + ": an engine with a smaller buffer waits for ever; withLongestPacket allows it",
        VariantException.NO_OFFSET,
        "");
  }

  /** Returns the text of a length for exceptions, for example {@code 1 byte} or {@code 8 bytes}. */
  static String bytes(long length) {
    return length + (length == 1 ? " byte" : " bytes");
  }
}
