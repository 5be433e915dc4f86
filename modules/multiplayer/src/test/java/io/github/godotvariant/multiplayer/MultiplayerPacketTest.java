package io.github.godotvariant.multiplayer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ByNumber;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ByPath;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Call;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Confirm;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ConfirmPath;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Relay;
import io.github.godotvariant.net.CompressedVariantCodec;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Packets captured between two engines of Godot 4.6, and packets made by hand. */
class MultiplayerPacketTest {
  private static final CompressedVariantCodec CODEC =
      CompressedVariantCodec.of(VariantCodec.GODOT_4);

  /** The malformed packets made by hand. Engines accept all others. */
  private static final Set<String> MALFORMED =
      Set.of(
          "node id form 3",
          "announced, too short",
          "no flag, no count",
          "offset past the end",
          "offset 0",
          "confirm too short",
          "raw of no bytes",
          "command only",
          "empty frame",
          "relayed empty",
          "relayed sys",
          "unknown sys 9",
          "sys short",
          "sync A, size past end",
          "custom, no argument bytes",
          "despawn short");

  /** Packets that engines accept, but write with other bytes. */
  private static final Set<String> NOT_CANONICAL =
      Set.of(
          "path without NUL",
          "bit 3 set",
          "method with 16 bits",
          "announced without NUL at the end",
          "spawn, name without NUL");

  private static List<String[]> lines(String origin) throws IOException {
    List<String[]> lines = new ArrayList<>();
    try (InputStream in = MultiplayerPacketTest.class.getResourceAsStream("packets.tsv");
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        String[] parts = line.split("\t", -1);
        if (parts[0].equals(origin)) {
          lines.add(parts);
        }
      }
    }
    assertThat(lines).hasSizeGreaterThan(100);
    return lines;
  }

  static List<byte[]> packets() {
    try {
      return lines("engine").stream().map(parts -> HexFormat.of().parseHex(parts[1])).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Stream<Arguments> engines() throws IOException {
    return lines("engine").stream().map(parts -> arguments(parts[1], parts[2]));
  }

  static Stream<Arguments> handmade() throws IOException {
    return lines("hand").stream().map(parts -> arguments(parts[1], parts[2]));
  }

  @ParameterizedTest
  @MethodSource("engines")
  void roundTripsPacketsOfEngines(String hex, String meaning) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    MultiplayerPacket packet = MultiplayerPacket.decode(bytes);
    assertThat(PacketMeaning.of(packet)).isEqualTo(PacketMeaning.shortened(meaning));
    assertThat(packet.encode()).isEqualTo(bytes);
    assertThat(MultiplayerPacket.decode(packet.encode())).isEqualTo(packet);
  }

  @ParameterizedTest
  @MethodSource("handmade")
  void roundTripsOrRejectsPacketsMadeByHand(String hex, String meaning) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    if (MALFORMED.contains(meaning)) {
      assertThat(tryDecode(bytes)).as(meaning).isEmpty();
      return;
    }
    MultiplayerPacket packet = tryDecode(bytes).orElseThrow();
    if (!NOT_CANONICAL.contains(meaning)) {
      assertThat(packet.encode()).isEqualTo(bytes);
    }
    assertThat(MultiplayerPacket.decode(packet.encode())).isEqualTo(packet);
  }

  private static Optional<MultiplayerPacket> tryDecode(byte[] bytes) {
    try {
      return Optional.of(MultiplayerPacket.decode(bytes));
    } catch (MalformedVariantException e) {
      assertThat(e.byteOffset()).isBetween(0L, (long) bytes.length);
      assertThat(e.getMessage()).doesNotContainPattern("\\p{Cntrl}");
      return Optional.empty();
    }
  }

  /** Decodes every prefix and damaged copies. Decoded packets survive a round trip. */
  @Test
  void decodesOrRejectsDamagedPackets() throws IOException {
    Random random = new Random(21);
    int rejected = 0;
    int accepted = 0;
    for (String[] parts : lines("engine")) {
      byte[] whole = HexFormat.of().parseHex(parts[1]);
      for (int i = 0; i < whole.length + 50; i++) {
        byte[] bytes = Arrays.copyOf(whole, i < whole.length ? i : whole.length);
        if (i >= whole.length) {
          bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
        Optional<MultiplayerPacket> packet = tryDecode(bytes);
        if (packet.isEmpty()) {
          rejected++;
          continue;
        }
        accepted++;
        assertThat(MultiplayerPacket.decode(packet.get().encode())).isEqualTo(packet.get());
      }
    }
    assertThat(rejected).isGreaterThan(2_000);
    assertThat(accepted).isGreaterThan(2_000);
  }

  @Test
  void rejectsDeclaredCountsBeyondInput() {
    // The first two declare 2^32 - 1 synchronizers and a name of that length.
    for (String hex :
        List.of(
            "04 00 01000000 01000000 ffffffff 02000000 4100",
            "04 00 01000000 01000000 00000000 ffffffff 4100",
            "06 0100 01000000 ffffffff 00",
            "16 01000000 0100000000000000 ffffff7f 00")) {
      assertThat(tryDecode(HexFormat.of().parseHex(hex.replace(" ", "")))).isEmpty();
    }
  }

  @Test
  void writesNumbersInShortestForm() {
    PackedByteArray none = PackedByteArray.of();
    assertThat(new Call(ByNumber.of(255), 255, none, true).encode())
        .containsExactly(0x80, 255, 255);
    assertThat(new Call(ByNumber.of(256), 256, none, true).encode())
        .containsExactly(0xD0, 0, 1, 0, 1);
    assertThat(new Call(ByNumber.of(65_536), 0, none, true).encode())
        .containsExactly(0xA0, 0, 0, 1, 0, 0);
    assertThatIllegalArgumentException().isThrownBy(() -> new ByNumber(256, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new ByNumber(65_536, 2));
    assertThatIllegalArgumentException().isThrownBy(() -> new ByNumber(1, 3));
    assertThatIllegalArgumentException().isThrownBy(() -> new ByNumber(-1, 4));
    assertThatIllegalArgumentException().isThrownBy(() -> new ByPath("a\0b"));
    assertThat(new ByNumber(Integer.MAX_VALUE, 4).number()).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void decodesConfirmationsOfOldReleases() {
    byte[] old = HexFormat.of().parseHex("0201576f726c6400");
    assertThat(MultiplayerPacket.decode(old)).isEqualTo(new ConfirmPath(true, "World"));
    assertThat(MultiplayerPacket.decode(HexFormat.of().parseHex("020101000000")))
        .isEqualTo(new Confirm(true, 1));
  }

  @Test
  void rejectsRelayOfSystemPackets() {
    PackedByteArray done = PackedByteArray.unsafeWrap(new MultiplayerPacket.AuthDone().encode());
    assertThatIllegalArgumentException().isThrownBy(() -> new Relay(2, done));
  }

  @Test
  void logsCallsOfPacket() {
    byte[] arguments = CODEC.encodeArguments(List.of(Variant.of(5), Variant.of("x"))).bytes();
    byte[] message =
        new Call(new ByPath("World"), 3, PackedByteArray.unsafeWrap(arguments), false).encode();
    List<String> lines = new ArrayList<>();
    new Object() {
      final CompressedVariantCodec codec = CODEC;

      void log(String line) {
        lines.add(line);
      }

      void run() {
        MultiplayerPacket packet = MultiplayerPacket.decode(message);
        if (packet instanceof MultiplayerPacket.Call call) {
          List<Variant> arguments =
              codec.decodeArguments(call.arguments().asBuffer(), call.isRaw());
          log(call.node() + " method " + call.method() + ": " + arguments);
        }
      }
    }.run();
    assertThat(lines).containsExactly("ByPath[path=World] method 3: [5, \"x\"]");
    assertThat(MultiplayerPacket.decode(ByteBuffer.wrap(message).asReadOnlyBuffer()))
        .isInstanceOf(Call.class);
  }
}
