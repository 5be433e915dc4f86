package io.github.godotvariant.fuzzing;

import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.Decoded;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.net.BlockingPeer;
import io.github.godotvariant.net.CompressedVariantCodec;
import io.github.godotvariant.net.DebuggerMessage;
import io.github.godotvariant.net.MessageDecoder;
import io.github.godotvariant.net.MessageFraming;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntSupplier;
import java.util.function.ToIntFunction;

/** Properties of received bytes. */
final class PeerProperties {
  private PeerProperties() {}

  /** Each framing returns messages until the bytes end, with a bounded number. */
  static void receive(Input input) throws IOException {
    VariantCodec codec = input.codec();
    sameInPieces(input, MessageFraming.packets(codec.limits()), 4, Arrays::hashCode);
    sameInPieces(input, MessageFraming.packetPeerStream(codec), 8, Objects::hashCode);
    sameInPieces(
        input, MessageFraming.streamPeer(codec, ByteOrder.LITTLE_ENDIAN), 8, Objects::hashCode);
    sameInPieces(
        input, MessageFraming.streamPeer(codec, ByteOrder.BIG_ENDIAN), 8, Objects::hashCode);
    MessageFraming<DebuggerMessage> debugger = MessageFraming.debugger(codec);
    MessageFraming<DebuggerMessage> game = MessageFraming.debuggedGame(codec);
    sameInPieces(input, debugger, 8, Objects::hashCode);
    sameInPieces(input, game, 8, Objects::hashCode);
    sameBack(blocking(input.bytes(), debugger).messages, game, debugger);
    sameBack(blocking(input.bytes(), game).messages, debugger, game);
  }

  private static void sameBack(
      List<DebuggerMessage> messages,
      MessageFraming<DebuggerMessage> writing,
      MessageFraming<DebuggerMessage> reading)
      throws IOException {
    for (DebuggerMessage message : messages) {
      byte[] sent;
      try {
        sent = writing.encode(message);
      } catch (VariantException e) {
        continue; // what one dialect alone can read
      }
      Outcome<DebuggerMessage> back = blocking(sent, reading);
      Check.same(message.name(), back.messages.get(0).name(), "names of messages");
    }
  }

  /** The received messages and how the stream ended. */
  private record Outcome<T>(List<T> messages, String end) {}

  /** The messages and the end do not depend on how the bytes are split. */
  private static <T> void sameInPieces(
      Input input, MessageFraming<T> framing, int least, ToIntFunction<T> hash) throws IOException {
    byte[] bytes = input.bytes();
    Outcome<T> whole = blocking(bytes, framing);
    Check.that(whole.messages.size() <= bytes.length / least, () -> "too many messages");
    Random random = new Random(Arrays.hashCode(bytes));
    for (int most : new int[] {1, 7, Math.max(1, bytes.length)}) {
      Outcome<T> cut = fed(bytes, framing, () -> 1 + random.nextInt(most));
      Check.same(whole.end, cut.end, "how it ends");
      Check.same(hashes(whole.messages, hash), hashes(cut.messages, hash), "messages");
    }
  }

  private static <T> List<Integer> hashes(List<T> messages, ToIntFunction<T> hash) {
    return messages.stream().map(hash::applyAsInt).toList();
  }

  private static <T> Outcome<T> blocking(byte[] bytes, MessageFraming<T> framing)
      throws IOException {
    BlockingPeer<T> peer =
        BlockingPeer.of(new ByteArrayInputStream(bytes), OutputStream.nullOutputStream(), framing);
    List<T> received = new ArrayList<>();
    try {
      for (Optional<T> next = peer.read(); next.isPresent(); next = peer.read()) {
        received.add(next.get());
      }
      return new Outcome<>(received, "");
    } catch (VariantException | EOFException e) {
      return new Outcome<>(received, String.valueOf(e.getMessage()));
    }
  }

  private static <T> Outcome<T> fed(byte[] bytes, MessageFraming<T> framing, IntSupplier lengths) {
    MessageDecoder<T> decoder = framing.decoder();
    List<T> received = new ArrayList<>();
    try {
      int at = 0;
      while (at < bytes.length) {
        int count = Math.min(lengths.getAsInt(), bytes.length - at);
        decoder.feed(ByteBuffer.wrap(bytes, at, count));
        at += count;
        for (Optional<T> next = decoder.poll(); next.isPresent(); next = decoder.poll()) {
          received.add(next.get());
        }
      }
      decoder.end();
      return new Outcome<>(received, "");
    } catch (VariantException | EOFException e) {
      for (int again = 0; again < 2; again++) {
        decoder.feed(ByteBuffer.wrap(bytes));
        try {
          Check.that(
              e instanceof EOFException || decoder.poll().isEmpty(), () -> "continued after " + e);
        } catch (VariantException same) {
          Check.that(same == e, () -> "other failure after " + e);
        }
      }
      return new Outcome<>(received, String.valueOf(e.getMessage()));
    }
  }

  private static void rewritten(CompressedVariantCodec codec, Variant value) {
    byte[] encoded;
    try {
      encoded = codec.encode(value);
    } catch (InexpressibleVariantException e) {
      // Two keys would become equal by rounding to 32 bits.
      Check.that(e.problem().contains("once it is rounded to 32 bits"), e::toString);
      return;
    }
    byte[] last = codec.encode(codec.decodePrefix(ByteBuffer.wrap(encoded)).value());
    Check.that(Arrays.equals(encoded, last), () -> "different bytes");
  }

  /** Arguments of calls that were received can be sent, and are received unchanged. */
  static void arguments(Input input) {
    CompressedVariantCodec codec = CompressedVariantCodec.of(input.codec());
    ByteBuffer buffer = ByteBuffer.wrap(input.bytes());
    try {
      Decoded decoded = codec.decodePrefix(buffer);
      Check.same(decoded.length(), buffer.position(), "the length and where the buffer is");
      rewritten(codec, BinaryProperties.withoutDroppedCharacters(input.codec(), decoded.value()));
    } catch (VariantException e) {
      Check.that(buffer.position() == 0, () -> "moved, but " + e.getMessage());
    }
    for (boolean raw : new boolean[] {false, true}) {
      buffer.rewind();
      List<Variant> arguments;
      try {
        arguments = codec.decodeArguments(buffer, raw);
      } catch (VariantException e) {
        Check.that(buffer.position() == 0, () -> "moved, but " + e.getMessage());
        continue;
      }
      CompressedVariantCodec.Arguments sent;
      try {
        sent = codec.encodeArguments(arguments);
      } catch (InexpressibleVariantException e) {
        Check.that(e.problem().contains("once it is rounded to 32 bits"), e::toString);
        continue;
      }
      List<Variant> again = codec.decodeArguments(ByteBuffer.wrap(sent.bytes()), sent.isRaw());
      Check.that(again.size() == arguments.size(), () -> arguments + " became " + again);
    }
  }
}
