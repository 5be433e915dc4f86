package io.github.godotvariant.multiplayer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.WireField;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PacketInspectionTest {
  private static PacketInspection inspect(byte[] bytes) {
    return PacketInspection.of(bytes, VariantCodec.GODOT_4);
  }

  private static List<String> lines(String hex) {
    return inspect(HexFormat.of().parseHex(hex)).fields().stream()
        .map(field -> field.offset() + " " + field.name() + ": " + field.meaning())
        .toList();
  }

  private static Optional<String> failure(String hex) {
    return inspect(HexFormat.of().parseHex(hex)).failure().map(VariantException::getMessage);
  }

  /** Returns packets of engines. */
  static List<byte[]> packets() throws IOException {
    try (InputStream in = PacketInspectionTest.class.getResourceAsStream("packets.tsv")) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      return text.lines()
          .filter(line -> line.startsWith("engine\t"))
          .map(line -> HexFormat.of().parseHex(line.split("\t", -1)[1]))
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("packets")
  void assignsEveryByteToOneField(byte[] bytes) {
    PacketInspection inspection = inspect(bytes);
    assertThat(inspection.failure()).isEmpty();
    assertThat(inspection.packet()).contains(MultiplayerPacket.decode(bytes));
    int end = 0;
    for (WireField field : inspection.fields()) {
      assertThat(field.offset()).as(inspection.toString()).isEqualTo(end);
      end += field.length();
    }
    assertThat(end).isEqualTo(bytes.length);
  }

  /** No field ends after the last byte. */
  @Test
  void inspectsDamagedPackets() throws IOException {
    Random random = new Random(1);
    for (byte[] packet : packets()) {
      for (int i = 0; i < 20; i++) {
        byte[] bytes = Arrays.copyOf(packet, random.nextInt(packet.length) + 1);
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        PacketInspection inspection = inspect(bytes);
        assertThat(inspection.fields())
            .allMatch(
                field -> field.offset() >= 0 && field.offset() + field.length() <= bytes.length);
        assertThat(inspection.packet().isPresent() || inspection.failure().isPresent()).isTrue();
      }
    }
  }

  @Test
  void showsCalls() {
    assertThat(lines("000a03020201" + "050000000000803f00000040"))
        .containsExactly(
            "0 packet: call",
            "1 node: 10",
            "2 method: 3",
            "3 number of arguments: 2",
            "4 argument 0: int 1",
            "6 argument 1: Vector2(1, 2)");
    assertThat(lines("a00600008007" + "576f726c6400"))
        .containsExactly(
            "0 packet: call", "1 node: path at byte 6", "5 method: 7", "6 path: \"World\"");
    assertThat(lines("800107" + "0102"))
        .endsWith("3 argument 0: PackedByteArray of all these bytes");
  }

  @Test
  void showsReplicationPackets() {
    assertThat(
            lines(
                "0400020000000100000001000000030000000200000055310005000000"
                    + "00002041"
                    + "0000a0410264"))
        .containsExactly(
            "0 packet: spawn",
            "1 scene: 0",
            "2 spawner: 2",
            "6 net id: 1",
            "10 number of synchronizers: 1",
            "14 length of the name: 3",
            "18 synchronizer: 2",
            "22 name: \"U1\"",
            "25 value 0: Vector2(10, 20)",
            "37 value 1: int 100");
    assertThat(lines("1602000000010000000000000002000000022a"))
        .containsExactly(
            "0 packet: delta",
            "1 synchronizer: 2",
            "5 properties: 0x1",
            "13 length of the values: 2",
            "17 value 0: int 42");
  }

  @Test
  void showsRelayedPackets() {
    assertThat(lines("07034bcf7677" + "00010902" + "0201" + "81"))
        .containsExactly(
            "0 packet: system",
            "1 kind: relay",
            "2 peer: 2004275019",
            "6 packet: call",
            "7 node: 1",
            "8 method: 9",
            "9 number of arguments: 2",
            "10 argument 0: int 1",
            "12 argument 1: bool true");
  }

  @Test
  void describesFailure() {
    assertThat(failure("000a0302020104"))
        .contains("a header needs 4 bytes but 1 remains, at byte 6, $");
    assertThat(failure("000a030102010203")).contains("2 bytes follow the arguments, at byte 6");
    assertThat(failure("07034bcf7677" + "0001"))
        .contains("the method needs 1 bytes but 0 remain, at byte 8");
    assertThat(lines("000a03020201" + "04")).endsWith("6 argument 1: broken");
    assertThat(failure("")).isPresent();
  }
}
