package io.github.godotvariant.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.godotvariant.IntValue;
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
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class MessageFramingTest {
  private static final HexFormat HEX = HexFormat.of();
  private static final VariantCodec CODEC = VariantCodec.GODOT_4;

  private static ByteBuffer bytes(String digits) {
    return ByteBuffer.wrap(HEX.parseHex(digits.replace(" ", "")));
  }

  private static <T> BlockingPeer<T> reading(byte[] sent, MessageFraming<T> framing) {
    return BlockingPeer.of(
        new ByteArrayInputStream(sent), OutputStream.nullOutputStream(), framing);
  }

  private static <T> BlockingPeer<T> reading(String digits, MessageFraming<T> framing) {
    return reading(bytes(digits).array(), framing);
  }

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
  void writesNoBytesIfPartOfGodot3MessageIsTooLong() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BlockingPeer<DebuggerMessage> peer =
        BlockingPeer.of(
            InputStream.nullInputStream(), out, MessageFraming.debuggedGame(VariantCodec.GODOT_3));
    DebuggerMessage message =
        new DebuggerMessage("output", 0, VariantArray.of("short", "x".repeat(65_525)));
    assertThatThrownBy(() -> peer.write(message)).isInstanceOf(VariantLimitException.class);
    assertThat(out.size()).isZero();
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
  void drainsMessagesOfSeveralFramesWhole() {
    DebuggerMessage message =
        new DebuggerMessage("some", 0, VariantArray.of(1, "two", VariantArray.of(3)));
    byte[] sent = MessageFraming.debuggedGame(VariantCodec.GODOT_3).encode(message);
    for (int at = 0; at < sent.length; at++) {
      MessageDecoder<DebuggerMessage> decoder =
          MessageFraming.debugger(VariantCodec.GODOT_3).decoder();
      decoder.feed(ByteBuffer.wrap(sent));
      assertThat(decoder.poll()).contains(message);
      for (int i = 0; i < at; i++) {
        decoder.feed(ByteBuffer.wrap(sent, i, 1));
        assertThat(decoder.poll()).isEmpty();
      }
      assertThat(decoder.drain()).isEqualTo(Arrays.copyOf(sent, at));
    }
  }

  @Test
  void readsMessagesOfGodot4Debugger() throws IOException {
    // The first message of a game with Godot 4.6.3.
    String sent =
        "30000000 1c00000003000000 04000000070000007365745f70696400 0200000001000000"
            + " 1c00000001000000 02000000d11b0000";
    DebuggerMessage expected = new DebuggerMessage("set_pid", 1, VariantArray.of(7121));
    MessageFraming<DebuggerMessage> framing = MessageFraming.debugger(CODEC);
    BlockingPeer<DebuggerMessage> reading = reading(sent, framing);
    assertThat(reading.read()).contains(expected);
    assertThat(reading.read()).isEmpty();
    assertThat(HEX.formatHex(framing.encode(expected))).isEqualTo(sent.replace(" ", ""));
    // A WebSocket message does not contain the length.
    byte[] bare = DebuggerMessage.codec(CODEC).encode(expected);
    assertThat(HEX.formatHex(bare)).isEqualTo(sent.replace(" ", "").substring(8));
    assertThat(DebuggerMessage.codec(CODEC).decode(bare)).isEqualTo(expected);
  }

  @Test
  void readsMessagesOfGodot3Debugger() throws IOException {
    DebuggerMessage message =
        new DebuggerMessage(
            "output", 0, VariantArray.of(VariantArray.of("one", 0), VariantArray.of("two", 1), 3));
    MessageFraming<DebuggerMessage> framing = MessageFraming.debugger(VariantCodec.GODOT_3);
    byte[] sent = MessageFraming.debuggedGame(VariantCodec.GODOT_3).encode(message);
    // The first messages of a game with Godot 3.2.3.
    assertThat(HEX.formatHex(sent))
        .startsWith(
            "10000000" + "04000000060000006f75747075740000" + "08000000" + "0200000003000000");
    BlockingPeer<DebuggerMessage> reading = reading(sent, framing);
    assertThat(reading.read()).contains(message);
    assertThat(reading.read()).isEmpty();
    for (int length = 1; length < sent.length; length++) {
      BlockingPeer<DebuggerMessage> cut = reading(Arrays.copyOf(sent, length), framing);
      assertThatThrownBy(cut::read).isInstanceOf(EOFException.class);
    }
  }

  /** Writes the command that continues a Godot 3.6 game that an error has stopped. */
  @Test
  void writesCommandsToGodot3() throws IOException {
    DebuggerMessage command = new DebuggerMessage("continue", 0, VariantArray.of());
    byte[] sent = MessageFraming.debugger(VariantCodec.GODOT_3).encode(command);
    assertThat(HEX.formatHex(sent))
        .isEqualTo("18000000" + "1300000001000000" + "0400000008000000636f6e74696e7565");
    DebuggerMessage more = new DebuggerMessage("breakpoint", 0, VariantArray.of("a.gd", 7, true));
    MessageFraming<DebuggerMessage> game = MessageFraming.debuggedGame(VariantCodec.GODOT_3);
    assertThat(reading(sent, game).read()).contains(command);
    assertThat(reading(MessageFraming.debugger(VariantCodec.GODOT_3).encode(more), game).read())
        .contains(more);
    for (Variant wrong : List.of(Variant.of(1), VariantArray.of(), VariantArray.of(1, "name"))) {
      byte[] bad = MessageFraming.packetPeerStream(VariantCodec.GODOT_3).encode(wrong);
      assertThatThrownBy(() -> reading(bad, game).read())
          .isInstanceOf(MalformedVariantException.class)
          .hasMessageContaining("a command is an array of its name and data");
    }
  }

  /** Godot 4.0 and 4.1 send no thread id. */
  @Test
  void readsMessagesWithoutThread() throws IOException {
    DebuggerMessage message = new DebuggerMessage("continue", 0, VariantArray.of(1));
    MessageFraming<DebuggerMessage> framing = MessageFraming.debugger(CODEC);
    byte[] sent = framing.encode(message);
    assertThat(CODEC.decodeFrom(ByteBuffer.wrap(sent).position(4)))
        .isEqualTo(VariantArray.of("continue", VariantArray.of(1)));
    assertThat(reading(sent, framing).read()).contains(message);
  }

  @Test
  void rejectsMalformedDebuggerMessages() throws IOException {
    MessageFraming<DebuggerMessage> four = MessageFraming.debugger(CODEC);
    for (Variant value :
        List.of(
            Variant.of(5),
            VariantArray.of(),
            VariantArray.of("name"),
            VariantArray.of("name", 1),
            VariantArray.of("name", 1, 1, VariantArray.of()),
            VariantArray.of(1, 1, VariantArray.of()),
            VariantArray.of("name", "thread", VariantArray.of()),
            VariantArray.of("name", 1, VariantDictionary.of()))) {
      BlockingPeer<DebuggerMessage> peer = reading(stream(CODEC).encode(value), four);
      assertThatThrownBy(peer::read).isInstanceOf(MalformedVariantException.class);
    }
    assertThatThrownBy(() -> reading("04800080", four).read())
        .isInstanceOf(VariantLimitException.class);
    assertThatThrownBy(
            () ->
                four.encode(new DebuggerMessage("large", 1, VariantArray.of("x".repeat(9 << 20)))))
        .isInstanceOf(VariantLimitException.class);
    MessageFraming<Variant> packets = MessageFraming.packetPeerStream(VariantCodec.GODOT_3);
    for (Variant count : List.of(IntValue.of(-1), Variant.of("three"))) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      out.writeBytes(packets.encode(Variant.of("output")));
      out.writeBytes(packets.encode(count));
      BlockingPeer<DebuggerMessage> peer =
          reading(out.toByteArray(), MessageFraming.debugger(VariantCodec.GODOT_3));
      assertThatThrownBy(peer::read).isInstanceOf(MalformedVariantException.class);
    }
  }

  @Test
  void enforcesLimitsForGodot3Messages() {
    VariantCodec few = VariantCodec.GODOT_3.withLimits(ReadLimits.NETWORK.withElements(2));
    MessageFraming<DebuggerMessage> anything = MessageFraming.debuggedGame(VariantCodec.GODOT_3);
    byte[] three = anything.encode(new DebuggerMessage("a", 0, VariantArray.of(1, 2, 3)));
    assertThatThrownBy(() -> reading(three, MessageFraming.debugger(few)).read())
        .isInstanceOf(VariantLimitException.class)
        .hasMessageContaining("a message of 3 values, more than the limit of 2");
    VariantCodec little = VariantCodec.GODOT_3.withLimits(ReadLimits.NETWORK.withBytes(20));
    assertThatThrownBy(() -> reading(three, MessageFraming.debugger(little)).read())
        .isInstanceOf(VariantLimitException.class)
        .hasMessageContaining("a message longer than the limit of 20 bytes");
  }

  @Test
  void returnsMessageOrThrowsForRandomBytes() throws IOException {
    Random random = new Random(4);
    for (VariantCodec codec : List.of(VariantCodec.GODOT_3, VariantCodec.GODOT_4)) {
      VariantCodec careful = codec.withLimits(ReadLimits.NETWORK);
      for (int i = 0; i < 20_000; i++) {
        byte[] noise = new byte[random.nextInt(64)];
        for (int j = 0; j < noise.length; j++) {
          noise[j] = (byte) (random.nextInt(3) == 0 ? random.nextInt(40) : 0);
        }
        BlockingPeer<DebuggerMessage> peer = reading(noise, MessageFraming.debugger(careful));
        try {
          while (peer.read().isPresent()) {
            // reads the next message
          }
        } catch (VariantException | EOFException e) {
          assertThat(e.getMessage()).isNotBlank();
        }
      }
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
