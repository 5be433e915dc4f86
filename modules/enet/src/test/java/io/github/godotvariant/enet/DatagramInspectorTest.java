package io.github.godotvariant.enet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DatagramInspectorTest {
  private final DatagramInspector inspector = new DatagramInspector();

  @AfterEach
  void close() {
    inspector.close();
  }

  private static byte[] datagram(EnetCommand command) {
    ByteBuffer out = ByteBuffer.allocate(1400).putShort((short) 5);
    command.write(out);
    return Simulation.copy(out.flip());
  }

  private static List<byte[]> fragments(byte[] packet) {
    List<byte[]> datagrams = new ArrayList<>();
    for (int i = 0; i * 1000 < packet.length; i++) {
      datagrams.add(datagram(EnetCommand.fragment(true, 1, 7 + i, 7, i, 1000, packet)));
    }
    return datagrams;
  }

  /** Returns the packets of datagrams of one flow. */
  private List<byte[]> packets(Object flow, List<byte[]> datagrams) {
    return datagrams.stream()
        .flatMap(datagram -> inspector.inspect(flow, datagram).commands().stream())
        .map(DatagramInspection.Command::packet)
        .flatMap(Optional::stream)
        .toList();
  }

  @Test
  void joinsFragmentsInAnyOrderOnce() {
    byte[] packet = new byte[3500];
    new Random(1).nextBytes(packet);
    List<byte[]> datagrams = fragments(packet);
    Collections.shuffle(datagrams, new Random(2));
    datagrams.add(1, datagrams.get(0)); // sent again
    assertThat(packets("a", datagrams)).containsExactly(packet);
  }

  @Test
  void separatesFlows() {
    List<byte[]> datagrams = fragments(new byte[1500]);
    assertThat(packets("a", datagrams.subList(0, 1))).isEmpty();
    assertThat(packets("b", datagrams.subList(1, 2))).isEmpty();
    assertThat(packets("a", datagrams.subList(1, 2))).hasSize(1);
  }

  @Test
  void separatesConnections() {
    byte[] old = new byte[1500];
    Arrays.fill(old, (byte) 1);
    assertThat(packets("a", fragments(old).subList(0, 1))).isEmpty();
    byte[] connect =
        Capture.ALL.stream()
            .filter(capture -> capture.meaning().startsWith("CONNECT"))
            .findFirst()
            .orElseThrow()
            .datagram();
    assertThat(packets("a", List.of(connect))).isEmpty();
    assertThat(packets("a", fragments(new byte[1500]))).containsExactly(new byte[1500]);
  }

  @Test
  void forgetsOldestUnfinishedPacket() {
    for (int i = 0; i <= 1000; i++) {
      assertThat(packets(i, fragments(new byte[1500]).subList(0, 1))).isEmpty();
    }
    assertThat(packets(0, fragments(new byte[1500]).subList(1, 2))).isEmpty();
    assertThat(packets(1000, fragments(new byte[1500]).subList(1, 2))).hasSize(1);
  }

  @Test
  void describesReadablePartOfCutDatagram() {
    ByteBuffer out = ByteBuffer.allocate(100).putShort((short) 0x1005);
    EnetCommand.of(CommandKind.PING, 255, 2).write(out);
    out.put(new byte[] {(byte) CommandKind.SEND_RELIABLE.ordinal(), 1});
    DatagramInspection inspection = inspector.inspect("a", Simulation.copy(out.flip()));
    assertThat(inspection.slot()).isEqualTo(5);
    assertThat(inspection.session()).isEqualTo(1);
    assertThat(inspection.commands()).extracting("description").containsExactly("PING ch255 #2");
    assertThat(inspection.problem()).contains("not a complete command of ENet");
  }

  @Test
  void recognisesDtls() {
    byte[] hello = HexFormat.of().parseHex("16fefd0000000000000000003a010000");
    assertThat(inspector.inspect("a", hello).problem()).contains("encrypted with DTLS");
    byte[] packet = HexFormat.of().parseHex("14fe07000001000100050001ff0000");
    assertThat(inspector.inspect("a", packet).problem()).isEmpty();
    assertThat(inspector.inspect("a", packet).slot()).isEqualTo(1278);
  }

  @Test
  void describesAnyBytes() {
    Random random = new Random(3);
    int problems = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = Capture.ALL.get(random.nextInt(Capture.ALL.size())).datagram().clone();
      for (int changes = random.nextInt(4); changes >= 0 && bytes.length > 0; changes--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      byte[] cut = Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
      problems += inspector.inspect(i % 3, cut).problem().isPresent() ? 1 : 0;
    }
    assertThat(problems).isBetween(10_000, 19_999);
  }
}
