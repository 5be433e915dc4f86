package io.github.godotvariant.net;

import static io.github.godotvariant.net.ReceivedBytes.bytes;
import static io.github.godotvariant.net.ReceivedBytes.reading;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.codec.ValueCodec;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class MessageFramingTest {
  private static final HexFormat HEX = HexFormat.of();
  private static final VariantCodec CODEC = VariantCodec.GODOT_4;

  private static MessageFraming<Variant> stream(VariantCodec codec) {
    return MessageFraming.streamPeer(codec, ByteOrder.LITTLE_ENDIAN);
  }

  /** Returns all messages that a decoder contains. */
  private static <T> List<T> messages(MessageDecoder<T> decoder) {
    List<T> messages = new ArrayList<>();
    for (Optional<T> next = decoder.poll(); next.isPresent(); next = decoder.poll()) {
      messages.add(next.get());
    }
    return messages;
  }

  @Test
  void readsAndWritesPackets() throws IOException {
    // The bytes of Godot 4.6.3, which does not send empty packets.
    String sent = "0c000000040000000200000068690000" + "03000000010203";
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    MessageFraming<byte[]> packets = MessageFraming.packets(ReadLimits.NETWORK);
    BlockingPeer.of(InputStream.nullInputStream(), out, MessageFraming.packetPeerStream(CODEC))
        .write(Variant.of("hi"));
    BlockingPeer<byte[]> writing = BlockingPeer.of(InputStream.nullInputStream(), out, packets);
    writing.write(new byte[] {1, 2, 3});
    writing.write(new byte[0]);
    assertThat(HEX.formatHex(out.toByteArray())).isEqualTo(sent);
    assertThat(packets.encode(new byte[0])).isEmpty();
    BlockingPeer<byte[]> reading = reading(sent, packets);
    assertThat(reading.read()).hasValueSatisfying(packet -> assertThat(packet).hasSize(12));
    assertThat(reading.read())
        .hasValueSatisfying(packet -> assertThat(packet).containsExactly(1, 2, 3));
    assertThat(reading.read()).isEmpty();
  }

  @Test
  void rejectsPacketsTooLongForEngine() throws IOException {
    int header = 8;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BlockingPeer<Variant> peer =
        BlockingPeer.of(InputStream.nullInputStream(), out, MessageFraming.packetPeerStream(CODEC));
    assertThatThrownBy(() -> peer.write(PackedByteArray.unsafeWrap(new byte[65_532 - header])))
        .isInstanceOf(VariantLimitException.class)
        .hasMessageContaining("a packet of 65532 bytes is longer than 65531")
        .hasMessageContaining("withLongestPacket");
    assertThat(out.size()).isZero();
    MessageFraming<byte[]> packets = MessageFraming.packets(ReadLimits.DEFAULT);
    assertThatThrownBy(() -> packets.encode(new byte[MessageFraming.LONGEST_PACKET + 1]))
        .isInstanceOf(VariantLimitException.class);
    assertThat(packets.encode(new byte[MessageFraming.LONGEST_PACKET])).hasSize(65_535);

    MessageFraming<byte[]> longer = packets.withLongestPacket(70_000);
    byte[] sent = longer.encode(new byte[70_000]);
    assertThat(sent).hasSize(70_004);
    assertThatThrownBy(() -> longer.encode(new byte[70_001]))
        .isInstanceOf(VariantLimitException.class)
        .hasMessageContaining("a packet of 70001 bytes is longer than 70000");
    // Only the limits of the codec apply to received packets.
    assertThat(reading(sent, packets).read())
        .hasValueSatisfying(packet -> assertThat(packet).hasSize(70_000));
    assertThatThrownBy(() -> packets.withLongestPacket(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("longest packet -1 is negative");
    assertThat(stream(CODEC).encode(PackedByteArray.unsafeWrap(new byte[70_000]))).hasSize(70_012);
  }

  @Test
  void writesMessageInOneCall() throws IOException {
    List<Integer> writes = new ArrayList<>();
    OutputStream out =
        new OutputStream() {
          @Override
          public void write(int b) {
            writes.add(1);
          }

          @Override
          public void write(byte[] bytes, int from, int count) {
            writes.add(count);
          }
        };
    BlockingPeer.of(InputStream.nullInputStream(), out, MessageFraming.packetPeerStream(CODEC))
        .write(Variant.of("hi"));
    BlockingPeer.of(
            InputStream.nullInputStream(), out, MessageFraming.debuggedGame(VariantCodec.GODOT_3))
        .write(new DebuggerMessage("a", 0, VariantArray.of(1, 2)));
    assertThat(writes).containsExactly(16, 16 + 12 + 12 + 12);
  }

  @Test
  void readsAndWritesStreams() throws IOException {
    String sent = "0000000c040000000200000068690000";
    MessageFraming<Variant> framing = MessageFraming.streamPeer(CODEC, ByteOrder.BIG_ENDIAN);
    assertThat(HEX.formatHex(framing.encode(Variant.of("hi")))).isEqualTo(sent);
    BlockingPeer<Variant> reading = reading(sent, framing);
    assertThat(reading.read()).contains(Variant.of("hi"));
    assertThat(reading.read()).isEmpty();
    assertThat(reading.read()).isEmpty();
  }

  @Test
  void readsAndWritesOwnTypes() throws IOException {
    ValueCodec<UUID> ids =
        new ValueCodec<>() {
          @Override
          public VariantCodec variantCodec() {
            return CODEC;
          }

          @Override
          public UUID read(VariantReader reader) {
            return UUID.fromString(reader.nextString());
          }

          @Override
          public void write(VariantWriter writer, UUID id) {
            writer.value(id.toString());
          }
        };
    MessageFraming<UUID> framing = MessageFraming.packetPeerStream(ids);
    UUID id = new UUID(1, 2);
    byte[] sent = framing.encode(id);
    assertThat(reading(sent, framing).read()).contains(id);
    // An exception of the codec itself does not affect the stream: the next message is read.
    MessageDecoder<UUID> decoder = framing.decoder();
    decoder.feed(ByteBuffer.wrap(MessageFraming.packetPeerStream(CODEC).encode(Variant.of("?"))));
    decoder.feed(ByteBuffer.wrap(sent));
    assertThatThrownBy(decoder::poll).isInstanceOf(IllegalArgumentException.class);
    assertThat(messages(decoder)).containsExactly(id);
  }

  @Test
  void ignoresBytesAfterValueInFrame() throws IOException {
    BlockingPeer<Variant> peer =
        reading("0c000000 02000000 05000000 deadbeef  08000000 02000000 06000000", stream(CODEC));
    assertThat(peer.read()).contains(Variant.of(5));
    assertThat(peer.read()).contains(Variant.of(6));
  }

  @Test
  void throwsWhenConnectionEndsInsideMessage() {
    for (String cut : List.of("0c", "0c0000", "0c000000", "0c0000000400000002000000")) {
      assertThatThrownBy(() -> reading(cut, stream(CODEC)).read()).isInstanceOf(EOFException.class);
    }
    assertThatThrownBy(() -> reading("0c0000000400000002000000", stream(CODEC)).read())
        .hasMessage("the connection ends after 8 of 12 bytes of a frame");
  }

  @Test
  void enforcesLimits() {
    VariantCodec careful = CODEC.withLimits(ReadLimits.NETWORK);
    assertThatThrownBy(() -> reading("01008000", stream(careful)).read())
        .isInstanceOf(VariantLimitException.class)
        .hasMessageContaining("a frame of 8388609 bytes is longer than the limit of 8388608");
    // The decoder reserves memory only for received bytes.
    assertThatThrownBy(() -> reading("e0ffff7f00", stream(CODEC)).read())
        .isInstanceOf(EOFException.class);
    assertThatThrownBy(() -> reading("ffffffff00", stream(CODEC)).read())
        .isInstanceOf(VariantLimitException.class);
  }

  /** Messages of several kinds, split into two pieces at each position. */
  @Test
  void readsBytesInPiecesOfAnySize() throws IOException {
    List<Variant> values =
        List.of(Variant.of("hi"), VariantDictionary.of("a", 1), Variant.NIL, Variant.of(7));
    MessageFraming<Variant> packets = MessageFraming.packetPeerStream(CODEC);
    pieces(packets, packets, values);
    MessageFraming<Variant> stream = MessageFraming.streamPeer(CODEC, ByteOrder.BIG_ENDIAN);
    pieces(stream, stream, values);
    List<DebuggerMessage> messages =
        List.of(
            new DebuggerMessage("none", 0, VariantArray.of()),
            new DebuggerMessage("some", 0, VariantArray.of(1, "two", VariantArray.of(3))));
    pieces(
        MessageFraming.debuggedGame(VariantCodec.GODOT_3),
        MessageFraming.debugger(VariantCodec.GODOT_3),
        messages);
    pieces(
        MessageFraming.debugger(VariantCodec.GODOT_3),
        MessageFraming.debuggedGame(VariantCodec.GODOT_3),
        messages);
    MessageFraming<DebuggerMessage> four = MessageFraming.debugger(VariantCodec.GODOT_4);
    pieces(four, four, messages);
  }

  private static <T> void pieces(
      MessageFraming<T> writing, MessageFraming<T> framing, List<T> expected) throws IOException {
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    for (T message : expected) {
      sent.writeBytes(writing.encode(message));
    }
    byte[] all = sent.toByteArray();
    for (int at = 0; at <= all.length; at++) {
      MessageDecoder<T> decoder = framing.decoder();
      decoder.feed(ByteBuffer.wrap(all, 0, at));
      List<T> received = messages(decoder);
      decoder.feed(ByteBuffer.wrap(all, at, all.length - at));
      received.addAll(messages(decoder));
      decoder.end();
      assertThat(received).as("in two pieces at " + at).isEqualTo(expected);
    }
    MessageDecoder<T> one = framing.decoder();
    List<T> received = new ArrayList<>();
    for (byte b : all) {
      one.feed(ByteBuffer.allocateDirect(1).put(b).flip());
      received.addAll(messages(one));
    }
    assertThat(received).isEqualTo(expected);
    // All bytes in one buffer.
    MessageDecoder<T> whole = framing.decoder();
    ByteBuffer fed = ByteBuffer.wrap(all).asReadOnlyBuffer();
    whole.feed(fed);
    assertThat(fed.remaining()).isZero();
    assertThat(messages(whole)).isEqualTo(expected);
  }

  @Test
  void takesNoBytesAfterFailure() throws IOException {
    byte[] good = stream(CODEC).encode(Variant.of(5));
    for (String bad : List.of("04000000 63000000", "ffffffff", "02000000 0200")) {
      MessageDecoder<Variant> decoder = stream(CODEC).decoder();
      decoder.feed(ByteBuffer.wrap(good));
      decoder.feed(bytes(bad));
      assertThat(decoder.poll()).contains(Variant.of(5));
      VariantException failure = catchThrowableOfType(VariantException.class, decoder::poll);
      assertThat(failure).isNotNull();
      ByteBuffer laterBytes = ByteBuffer.wrap(good);
      decoder.feed(laterBytes);
      assertThat(laterBytes.remaining()).isZero();
      assertThatThrownBy(decoder::poll).isSameAs(failure);
      decoder.end();
    }
  }

  /** A socket with a timeout and a slow sender. */
  @Test
  void continuesAfterTimeout() throws IOException {
    byte[] sent = stream(CODEC).encode(VariantDictionary.of("a", 1, "b", 2));
    for (int at = 0; at <= sent.length; at++) {
      int until = at;
      InputStream slow =
          new InputStream() {
            private int position;
            private boolean waited;

            @Override
            public int read() {
              throw new AssertionError("more than a byte is asked for");
            }

            @Override
            public int read(byte[] into, int from, int length) throws IOException {
              if (position == until && !waited) {
                waited = true;
                throw new SocketTimeoutException("slow");
              }
              int count = Math.min(length, (position < until ? until : sent.length) - position);
              System.arraycopy(sent, position, into, from, count);
              position += count;
              return count == 0 ? -1 : count;
            }
          };
      BlockingPeer<Variant> peer =
          BlockingPeer.of(slow, OutputStream.nullOutputStream(), stream(CODEC));
      Optional<Variant> received = Optional.empty();
      for (int tries = 0; received.isEmpty() && tries < 3; tries++) {
        try {
          received = peer.read();
        } catch (SocketTimeoutException e) {
          assertThat(tries).isZero();
        }
      }
      assertThat(received).contains(VariantDictionary.of("a", 1, "b", 2));
    }
  }

  @Test
  void writesLengthPrefix() {
    MessageFraming<Variant> packets = MessageFraming.packetPeerStream(CODEC);
    assertThat(packets.prefix(65_531)).isEqualTo(HEX.parseHex("fbff0000"));
    assertThat(MessageFraming.streamPeer(CODEC, ByteOrder.BIG_ENDIAN).prefix(258))
        .isEqualTo(HEX.parseHex("00000102"));
    assertThatThrownBy(() -> packets.prefix(65_532))
        .isInstanceOf(VariantLimitException.class)
        .hasMessageStartingWith("a packet of 65532 bytes is longer than 65531");
    assertThatThrownBy(() -> packets.prefix(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("length -1 is negative");
  }

  @Test
  void drainsBytesOfIncompleteMessage() throws IOException {
    MessageDecoder<Variant> decoder = MessageFraming.packetPeerStream(CODEC).decoder();
    assertThat(decoder.drain()).isEmpty();
    decoder.feed(bytes("04000000 00000000 08000000 0200"));
    assertThat(decoder.poll()).contains(Variant.NIL);
    assertThat(decoder.drain()).isEqualTo(bytes("08000000 0200").array());
    assertThat(decoder.drain()).isEmpty();
    assertThat(decoder.poll()).isEmpty();
    decoder.end();
    decoder.feed(bytes("04000000 00000000"));
    assertThat(decoder.poll()).contains(Variant.NIL);
    decoder.feed(bytes("04000000 ff000000 01"));
    assertThatThrownBy(decoder::poll).isInstanceOf(MalformedVariantException.class);
    assertThat(decoder.drain()).isEmpty();
  }
}
