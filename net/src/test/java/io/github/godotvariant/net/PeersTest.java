package io.github.godotvariant.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.IntValue;
import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.codec.VariantCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PeersTest {
  private static final HexFormat HEX = HexFormat.of();
  private static final OutputStream NOWHERE = OutputStream.nullOutputStream();
  private static final InputStream NOTHING = InputStream.nullInputStream();

  private static InputStream in(String digits) {
    return new ByteArrayInputStream(HEX.parseHex(digits.replace(" ", "")));
  }

  @Test
  void packets() throws IOException {
    // As Godot 4.6.3 sends them; of the empty packet it sends nothing.
    String sent = "0c000000040000000200000068690000" + "03000000010203";
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PacketPeerStream writing = PacketPeerStream.of(NOTHING, out, VariantCodec.GODOT_4);
    writing.putVar(Variant.of("hi"));
    writing.putPacket(new byte[] {1, 2, 3});
    writing.putPacket(new byte[0]);
    assertThat(HEX.formatHex(out.toByteArray())).isEqualTo(sent);
    PacketPeerStream reading = PacketPeerStream.of(in(sent), NOWHERE, VariantCodec.GODOT_4);
    assertThat(reading.getVar()).contains(Variant.of("hi"));
    assertThat(reading.getPacket())
        .hasValueSatisfying(packet -> assertThat(packet).containsExactly(1, 2, 3));
    assertThat(reading.getPacket()).isEmpty();
  }

  @Test
  void packetsThatNoEngineReceivesAreNotPut() throws IOException {
    int header = 8;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PacketPeerStream peer = PacketPeerStream.of(NOTHING, out, VariantCodec.GODOT_4);
    assertThatThrownBy(() -> peer.putVar(PackedByteArray.wrap(new byte[65_532 - header])))
        .isInstanceOf(VariantLimitException.class)
        .hasMessageContaining("a packet of 65532 bytes is longer than 65531")
        .hasMessageContaining("withLongestPacket");
    assertThatThrownBy(() -> peer.putPacket(new byte[PacketPeerStream.LONGEST_PACKET + 1]))
        .isInstanceOf(VariantLimitException.class);
    assertThat(out.size()).isZero();
    peer.putPacket(new byte[PacketPeerStream.LONGEST_PACKET]);
    assertThat(out.size()).isEqualTo(65_535);

    PacketPeerStream more = peer.withLongestPacket(70_000);
    out.reset();
    more.putPacket(new byte[70_000]);
    assertThatThrownBy(() -> more.putPacket(new byte[70_001]))
        .isInstanceOf(VariantLimitException.class)
        .hasMessageContaining("a packet of 70001 bytes is longer than 70000");
    assertThat(out.size()).isEqualTo(70_004);
    // What comes is bounded by the codec's limits alone.
    PacketPeerStream reading =
        PacketPeerStream.of(
            new ByteArrayInputStream(out.toByteArray()), NOWHERE, VariantCodec.GODOT_4);
    assertThat(reading.getPacket())
        .hasValueSatisfying(packet -> assertThat(packet).hasSize(70_000));
    assertThatThrownBy(() -> peer.withLongestPacket(-1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void messagesToGodot3AreWrittenWholeOrNotAtAll() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    RemoteDebuggerPeer peer = RemoteDebuggerPeer.of(NOTHING, out, VariantCodec.GODOT_3);
    DebuggerMessage message =
        new DebuggerMessage("output", 0, VariantArray.of("short", "x".repeat(65_525)));
    assertThatThrownBy(() -> peer.write(message)).isInstanceOf(VariantLimitException.class);
    assertThat(out.size()).isZero();
  }

  @Test
  void streams() throws IOException {
    String sent = "0000000c040000000200000068690000";
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    StreamPeer writing = StreamPeer.of(NOTHING, out, VariantCodec.GODOT_4);
    writing.setBigEndian(true);
    writing.putVar(Variant.of("hi"));
    assertThat(HEX.formatHex(out.toByteArray())).isEqualTo(sent);
    StreamPeer reading = StreamPeer.of(in(sent), NOWHERE, VariantCodec.GODOT_4);
    reading.setBigEndian(true);
    assertThat(reading.isBigEndian()).isTrue();
    assertThat(reading.getVar()).contains(Variant.of("hi"));
    assertThat(reading.getVar()).isEmpty();
  }

  @Test
  void whatFollowsAValueInItsLengthIsIgnored() throws IOException {
    StreamPeer peer =
        StreamPeer.of(
            in("0c000000 02000000 05000000 deadbeef  08000000 02000000 06000000"),
            NOWHERE,
            VariantCodec.GODOT_4);
    assertThat(peer.getVar()).contains(Variant.of(5));
    assertThat(peer.getVar()).contains(Variant.of(6));
  }

  @Test
  void connectionsThatEndInside() {
    for (String cut : List.of("0c", "0c0000", "0c000000", "0c0000000400000002000000")) {
      assertThatThrownBy(() -> StreamPeer.of(in(cut), NOWHERE, VariantCodec.GODOT_4).getVar())
          .isInstanceOf(EOFException.class);
    }
  }

  @Test
  void limits() {
    VariantCodec careful = VariantCodec.GODOT_4.withLimits(ReadLimits.NETWORK);
    assertThatThrownBy(() -> StreamPeer.of(in("01008000"), NOWHERE, careful).getVar())
        .isInstanceOf(VariantLimitException.class)
        .hasMessageContaining("a frame of 8388609 bytes is longer than the limit of 8388608");
    // No more is reserved than comes.
    assertThatThrownBy(
            () -> StreamPeer.of(in("f0ffff7f00"), NOWHERE, VariantCodec.GODOT_4).getVar())
        .isInstanceOf(EOFException.class);
    assertThatThrownBy(
            () -> StreamPeer.of(in("ffffffff00"), NOWHERE, VariantCodec.GODOT_4).getVar())
        .isInstanceOf(VariantLimitException.class);
  }

  @Test
  void debuggerOfGodot4() throws IOException {
    // The first message of a run of Godot 4.6.3.
    String sent =
        "30000000 1c00000003000000 04000000070000007365745f70696400 0200000001000000"
            + " 1c00000001000000 02000000d11b0000";
    DebuggerMessage expected = new DebuggerMessage("set_pid", 1, VariantArray.of(7121));
    RemoteDebuggerPeer reading = RemoteDebuggerPeer.of(in(sent), NOWHERE, VariantCodec.GODOT_4);
    assertThat(reading.read()).contains(expected);
    assertThat(reading.read()).isEmpty();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    RemoteDebuggerPeer.of(NOTHING, out, VariantCodec.GODOT_4).write(expected);
    assertThat(HEX.formatHex(out.toByteArray())).isEqualTo(sent.replace(" ", ""));
  }

  @Test
  void debuggerOfGodot3() throws IOException {
    DebuggerMessage message =
        new DebuggerMessage(
            "output", 0, VariantArray.of(VariantArray.of("one", 0), VariantArray.of("two", 1), 3));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    RemoteDebuggerPeer.of(NOTHING, out, VariantCodec.GODOT_3).write(message);
    // The beginning of a run of Godot 3.2.3.
    assertThat(HEX.formatHex(out.toByteArray()))
        .startsWith(
            "10000000" + "04000000060000006f75747075740000" + "08000000" + "0200000003000000");
    RemoteDebuggerPeer reading =
        RemoteDebuggerPeer.of(
            new ByteArrayInputStream(out.toByteArray()), NOWHERE, VariantCodec.GODOT_3);
    assertThat(reading.read()).contains(message);
    assertThat(reading.read()).isEmpty();
    for (int length = 1; length < out.size(); length++) {
      RemoteDebuggerPeer cut =
          RemoteDebuggerPeer.of(
              new ByteArrayInputStream(Arrays.copyOf(out.toByteArray(), length)),
              NOWHERE,
              VariantCodec.GODOT_3);
      assertThatThrownBy(cut::read).isInstanceOf(EOFException.class);
    }
  }

  @Test
  void whatIsNoMessage() throws IOException {
    for (Variant value :
        List.of(
            Variant.of(5),
            VariantArray.of(),
            VariantArray.of("name", VariantArray.of()),
            VariantArray.of(1, 1, VariantArray.of()),
            VariantArray.of("name", "thread", VariantArray.of()),
            VariantArray.of("name", 1, VariantDictionary.of()))) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      StreamPeer.of(NOTHING, out, VariantCodec.GODOT_4).putVar(value);
      RemoteDebuggerPeer peer =
          RemoteDebuggerPeer.of(
              new ByteArrayInputStream(out.toByteArray()), NOWHERE, VariantCodec.GODOT_4);
      assertThatThrownBy(peer::read).isInstanceOf(MalformedVariantException.class);
    }
    assertThatThrownBy(
            () -> RemoteDebuggerPeer.of(in("04800080"), NOWHERE, VariantCodec.GODOT_4).read())
        .isInstanceOf(VariantLimitException.class);
    RemoteDebuggerPeer four = RemoteDebuggerPeer.of(NOTHING, NOWHERE, VariantCodec.GODOT_4);
    assertThatThrownBy(
            () -> four.write(new DebuggerMessage("large", 1, VariantArray.of("x".repeat(9 << 20)))))
        .isInstanceOf(VariantLimitException.class);
    for (Variant count : List.of(IntValue.of(-1), Variant.of("three"))) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      PacketPeerStream packets = PacketPeerStream.of(NOTHING, out, VariantCodec.GODOT_3);
      packets.putVar(Variant.of("output"));
      packets.putVar(count);
      RemoteDebuggerPeer peer =
          RemoteDebuggerPeer.of(
              new ByteArrayInputStream(out.toByteArray()), NOWHERE, VariantCodec.GODOT_3);
      assertThatThrownBy(peer::read).isInstanceOf(MalformedVariantException.class);
    }
  }

  @Test
  void noiseIsAMessageOrAnError() throws IOException {
    Random random = new Random(4);
    for (VariantCodec codec : List.of(VariantCodec.GODOT_3, VariantCodec.GODOT_4)) {
      VariantCodec careful = codec.withLimits(ReadLimits.NETWORK);
      for (int i = 0; i < 20_000; i++) {
        byte[] noise = new byte[random.nextInt(64)];
        for (int j = 0; j < noise.length; j++) {
          noise[j] = (byte) (random.nextInt(3) == 0 ? random.nextInt(40) : 0);
        }
        RemoteDebuggerPeer peer =
            RemoteDebuggerPeer.of(new ByteArrayInputStream(noise), NOWHERE, careful);
        try {
          while (peer.read().isPresent()) {
            // the next one
          }
        } catch (VariantException | EOFException e) {
          assertThat(e.getMessage()).isNotBlank();
        }
      }
    }
  }
}
