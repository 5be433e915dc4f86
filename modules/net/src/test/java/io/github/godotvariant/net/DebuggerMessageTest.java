package io.github.godotvariant.net;

import static io.github.godotvariant.net.ReceivedBytes.reading;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.IntValue;
import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.codec.VariantCodec;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Messages between an engine and its debugger. */
class DebuggerMessageTest {
  private static final HexFormat HEX = HexFormat.of();
  private static final VariantCodec CODEC = VariantCodec.GODOT_4;

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
    MessageFraming<Variant> values = MessageFraming.streamPeer(CODEC, ByteOrder.LITTLE_ENDIAN);
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
      BlockingPeer<DebuggerMessage> peer = reading(values.encode(value), four);
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
}
