package io.github.godotvariant.net;

import io.github.godotvariant.IntValue;
import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Generation;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Messages between a running game and the debugger, over the connection that {@code --remote-debug}
 * opens.
 *
 * <p>In Godot 4 a message is one array, {@code [name, thread id, data]}, behind its length. In
 * Godot 3 it is several packets, a value each: the name, how many follow, and those. The codec's
 * dialect says which.
 *
 * <p>Streams are used as they are: put a buffer around one that is slow, and flush it.
 */
public final class RemoteDebuggerPeer {
  /** The engine takes no message that is longer, and sends none. */
  public static final int LONGEST_MESSAGE = (8 << 20) - 4;

  private static final int ELEMENTS = 3;

  private final InputStream in;
  private final OutputStream out;
  private final VariantCodec codec;
  private final PacketPeerStream packets;
  private final boolean godot3;

  private RemoteDebuggerPeer(InputStream in, OutputStream out, VariantCodec codec) {
    this.in = in;
    this.out = out;
    this.codec = codec;
    packets = PacketPeerStream.of(in, out, codec);
    godot3 = codec.dialect().generation() == Generation.GODOT_3;
  }

  /**
   * A peer over streams, which stay the caller's to close.
   *
   * @param in from the other side; {@link InputStream#nullInputStream()} to write only
   * @param out to the other side; {@link OutputStream#nullOutputStream()} to read only
   * @param codec what encodes and decodes; its limits hold for what comes
   * @return a peer
   */
  public static RemoteDebuggerPeer of(InputStream in, OutputStream out, VariantCodec codec) {
    return new RemoteDebuggerPeer(in, out, codec);
  }

  /**
   * Reads a message.
   *
   * @return the message; empty if the other side has closed
   * @throws IOException if the connection fails or ends inside the message
   * @throws VariantException if what comes is no message, or too much
   */
  public Optional<DebuggerMessage> read() throws IOException {
    if (godot3) {
      return readPackets();
    }
    long limit = Math.min(codec.limits().bytes(), LONGEST_MESSAGE + 8L);
    Optional<byte[]> frame = Frames.read(in, ByteOrder.LITTLE_ENDIAN, limit);
    return frame.map(bytes -> message(codec.decode(bytes)));
  }

  private static DebuggerMessage message(Variant value) {
    if (value instanceof VariantArray array
        && array.size() == ELEMENTS
        && array.get(0) instanceof StringValue name
        && array.get(1) instanceof IntValue thread
        && array.get(2) instanceof VariantArray data) {
      return new DebuggerMessage(name.value(), thread.value(), data);
    }
    throw malformed("a message is an array of name, thread id and data");
  }

  private Optional<DebuggerMessage> readPackets() throws IOException {
    Optional<Variant> first = packets.getVar();
    if (first.isEmpty()) {
      return Optional.empty();
    }
    if (!(first.get() instanceof StringValue name)) {
      throw malformed("a message starts with its name");
    }
    if (!(next() instanceof IntValue count) || count.value() < 0) {
      throw malformed("the name is followed by how many values there are");
    }
    long most = codec.limits().elements();
    if (count.value() > most) {
      throw new VariantLimitException(
          "a message of "
              + count.value()
              + (count.value() == 1 ? " value" : " values")
              + ", more than the limit of "
              + most,
          0,
          "");
    }
    List<Variant> data = new ArrayList<>();
    long bytes = 0;
    for (long i = 0; i < count.value(); i++) {
      byte[] packet = packets.getPacket().orElseThrow(RemoteDebuggerPeer::ended);
      bytes += packet.length;
      if (bytes > codec.limits().bytes()) {
        throw new VariantLimitException(
            "a message longer than the limit of " + Frames.bytes(codec.limits().bytes()), 0, "");
      }
      data.add(codec.decodePrefix(packet).value());
    }
    return Optional.of(new DebuggerMessage(name.value(), 0, VariantArray.copyOf(data)));
  }

  private Variant next() throws IOException {
    return packets.getVar().orElseThrow(RemoteDebuggerPeer::ended);
  }

  private static EOFException ended() {
    return new EOFException("the stream ends inside a message");
  }

  private static MalformedVariantException malformed(String problem) {
    return new MalformedVariantException(problem, VariantException.NO_OFFSET, "");
  }

  /**
   * Writes a message.
   *
   * @param message the message; for Godot 3 without its thread id
   * @throws IOException if the connection fails
   * @throws VariantException if it cannot be expressed, or is longer than {@link #LONGEST_MESSAGE};
   *     for Godot 3, if one of its values is longer than {@link PacketPeerStream#LONGEST_PACKET},
   *     as a game receives no more. Nothing is written then
   */
  public void write(DebuggerMessage message) throws IOException {
    if (godot3) {
      // A message that stops half-way would leave the other side waiting for the rest of it.
      ByteArrayOutputStream whole = new ByteArrayOutputStream();
      PacketPeerStream pieces = PacketPeerStream.of(in, whole, codec);
      pieces.putVar(StringValue.of(message.name()));
      pieces.putVar(IntValue.of(message.data().size()));
      for (Variant value : message.data()) {
        pieces.putVar(value);
      }
      whole.writeTo(out);
      return;
    }
    byte[] bytes =
        codec.encode(VariantArray.of(message.name(), message.threadId(), message.data()));
    if (bytes.length > LONGEST_MESSAGE) {
      throw new VariantLimitException(
          "a message of " + Frames.bytes(bytes.length) + ", which the engine would not take",
          VariantException.NO_OFFSET,
          "");
    }
    Frames.write(out, ByteOrder.LITTLE_ENDIAN, bytes);
  }
}
