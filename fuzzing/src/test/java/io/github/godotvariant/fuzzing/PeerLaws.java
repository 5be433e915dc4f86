package io.github.godotvariant.fuzzing;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.Decoded;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.net.CompressedVariantCodec;
import io.github.godotvariant.net.DebuggerMessage;
import io.github.godotvariant.net.PacketPeerStream;
import io.github.godotvariant.net.RemoteDebuggerPeer;
import io.github.godotvariant.net.StreamPeer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What holds for all that the other side may send. */
final class PeerLaws {
  /** Reads the next of what comes. */
  private interface Receiving<T> {
    Optional<T> receive() throws IOException;
  }

  private PeerLaws() {}

  /** Each kind of stream gives values until it ends, as many as there can be. */
  static void receive(Input input) throws IOException {
    VariantCodec codec = input.codec();
    int length = input.bytes().length;
    StreamPeer big = StreamPeer.of(stream(input), OutputStream.nullOutputStream(), codec);
    big.setBigEndian(true);
    receive(length, big::getVar);
    receive(length, StreamPeer.of(stream(input), OutputStream.nullOutputStream(), codec)::getVar);
    PacketPeerStream packets =
        PacketPeerStream.of(stream(input), OutputStream.nullOutputStream(), codec);
    receive(length, packets::getVar);
    RemoteDebuggerPeer debugger =
        RemoteDebuggerPeer.of(stream(input), OutputStream.nullOutputStream(), codec);
    for (DebuggerMessage message : receive(length, debugger::read)) {
      ByteArrayOutputStream sent = new ByteArrayOutputStream();
      RemoteDebuggerPeer.of(InputStream.nullInputStream(), sent, codec).write(message);
      RemoteDebuggerPeer back =
          RemoteDebuggerPeer.of(
              new ByteArrayInputStream(sent.toByteArray()), OutputStream.nullOutputStream(), codec);
      Law.same(message.name(), back.read().orElseThrow().name(), "names of messages");
    }
  }

  private static InputStream stream(Input input) {
    return new ByteArrayInputStream(input.bytes());
  }

  private static <T> List<T> receive(int length, Receiving<T> receiving) throws IOException {
    List<T> received = new java.util.ArrayList<>();
    try {
      while (true) {
        Optional<T> next = receiving.receive();
        if (next.isEmpty()) {
          return received;
        }
        received.add(next.get());
        Law.that(received.size() <= length / 8, () -> "too much received");
      }
    } catch (VariantException | EOFException e) {
      return received;
    }
  }

  /** Arguments of calls are sent again as what is received as the same. */
  static void arguments(Input input) {
    CompressedVariantCodec codec = CompressedVariantCodec.of(input.codec());
    ByteBuffer buffer = ByteBuffer.wrap(input.bytes());
    try {
      Decoded decoded = codec.decodePrefix(buffer);
      Law.same(decoded.length(), buffer.position(), "the length and where the buffer is");
      byte[] encoded = codec.encode(decoded.value());
      Variant again = codec.decodePrefix(ByteBuffer.wrap(encoded)).value();
      // Rounding to 32 bits may have made two keys one.
      boolean isRounded = decoded.realPrecision() == RealPrecision.DOUBLE;
      byte[] settled = isRounded ? codec.encode(again) : encoded;
      byte[] last = codec.encode(codec.decodePrefix(ByteBuffer.wrap(settled)).value());
      Law.that(Arrays.equals(settled, last), () -> "written otherwise");
    } catch (VariantException e) {
      Law.that(buffer.position() == 0, () -> "moved, but " + e.getMessage());
    }
    for (boolean raw : new boolean[] {false, true}) {
      buffer.rewind();
      List<Variant> arguments;
      try {
        arguments = codec.decodeArguments(buffer, raw);
      } catch (VariantException e) {
        Law.that(buffer.position() == 0, () -> "moved, but " + e.getMessage());
        continue;
      }
      CompressedVariantCodec.Arguments sent = codec.encodeArguments(arguments);
      List<Variant> again = codec.decodeArguments(ByteBuffer.wrap(sent.bytes()), sent.raw());
      Law.that(again.size() == arguments.size(), () -> arguments + " became " + again);
    }
  }
}
