package io.github.godotvariant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Captures of tcpdump and Wireshark. */
class CaptureFilesTest {
  private static final byte[] PING = HexFormat.of().parseHex("000585000002");
  private static final String FLOW_4 = "127.0.0.1:50000 > 127.0.0.1:4243";
  private static final String FLOW_6 = "[0:0:0:0:0:0:0:1]:50000 > [0:0:0:0:0:0:0:1]:4243";
  private static final int ETHERNET = 1;
  private static final int RAW = 101;

  private static byte[] udp(byte[] payload) {
    return ByteBuffer.allocate(8 + payload.length)
        .putShort((short) 50000)
        .putShort((short) 4243)
        .putShort((short) (8 + payload.length))
        .putShort((short) 0)
        .put(payload)
        .array();
  }

  private static byte[] ipv4(int protocol, int fragment, byte[] content) {
    return ByteBuffer.allocate(24 + content.length)
        .put((byte) 0x46) // with four bytes of options
        .put((byte) 0)
        .putShort((short) (24 + content.length))
        .putShort((short) 1)
        .putShort((short) fragment)
        .put((byte) 64)
        .put((byte) protocol)
        .putShort((short) 0)
        .put(new byte[] {127, 0, 0, 1, 127, 0, 0, 1})
        .putInt(0)
        .put(content)
        .array();
  }

  private static byte[] ipv6(byte[] content) {
    ByteBuffer packet = ByteBuffer.allocate(40 + content.length);
    packet.put(0, (byte) 0x60).putShort(4, (short) content.length).put(6, (byte) 17);
    packet.put(23, (byte) 1).put(39, (byte) 1);
    return packet.put(40, content).array();
  }

  /** Puts bytes, given as hex digits, in front of a packet. */
  private static byte[] framed(String head, byte[] packet) {
    byte[] bytes = HexFormat.of().parseHex(head);
    byte[] framed = Arrays.copyOf(bytes, bytes.length + packet.length);
    System.arraycopy(packet, 0, framed, bytes.length, packet.length);
    return framed;
  }

  private static byte[] pcap(ByteOrder order, int magic, int linkType, byte[]... packets) {
    ByteBuffer out = ByteBuffer.allocate(4096).order(order);
    out.putInt(magic).putShort((short) 2).putShort((short) 4).putLong(0);
    out.putInt(65535).putInt(linkType);
    for (byte[] packet : packets) {
      out.putInt(1_700_000_000).putInt(250_000).putInt(packet.length).putInt(packet.length);
      out.put(packet);
    }
    return Arrays.copyOf(out.array(), out.position());
  }

  private static byte[] pcapng(ByteOrder order, int linkType, byte[] packet) {
    int padded = packet.length + 3 & ~3;
    ByteBuffer out = ByteBuffer.allocate(4096).order(order);
    out.putInt(0x0a0d0d0a).putInt(28).putInt(0x1a2b3c4d).putInt(1).putLong(-1).putInt(28);
    out.putInt(1).putInt(32).putShort((short) linkType).putShort((short) 0).putInt(0);
    out.putShort((short) 9).putShort((short) 1).put(new byte[] {9, 0, 0, 0}); // nanoseconds
    out.putInt(0).putInt(32);
    out.putInt(5).putInt(16).putInt(0).putInt(16); // statistics, which are skipped
    out.putInt(6).putInt(32 + padded).putInt(0).putInt(0x17979CFE).putInt(0x362A0000);
    out.putInt(packet.length)
        .putInt(packet.length)
        .put(packet)
        .put(new byte[padded - packet.length]);
    out.putInt(32 + padded);
    return Arrays.copyOf(out.array(), out.position());
  }

  static Stream<Arguments> captures() {
    byte[] version4 = ipv4(17, 0x4000, udp(PING));
    byte[] version6 = ipv6(udp(PING));
    String addresses = "000000000000000000000000";
    ByteOrder big = ByteOrder.BIG_ENDIAN;
    ByteOrder little = ByteOrder.LITTLE_ENDIAN;
    return Stream.of(
        Arguments.of("microseconds", pcap(little, 0xa1b2c3d4, RAW, version4), FLOW_4),
        Arguments.of("big-endian", pcap(big, 0xa1b2c3d4, RAW, version4), FLOW_4),
        Arguments.of("nanoseconds", pcap(little, 0xa1b23c4d, RAW, version6), FLOW_6),
        Arguments.of(
            "Ethernet",
            pcap(little, 0xa1b2c3d4, ETHERNET, framed(addresses + "0800", version4)),
            FLOW_4),
        Arguments.of(
            "VLAN",
            pcap(little, 0xa1b2c3d4, ETHERNET, framed(addresses + "8100000586dd", version6)),
            FLOW_6),
        Arguments.of(
            "Linux", pcap(little, 0xa1b2c3d4, 113, framed("00".repeat(16), version4)), FLOW_4),
        Arguments.of(
            "Linux, version 2",
            pcap(little, 0xa1b2c3d4, 276, framed("00".repeat(20), version4)),
            FLOW_4),
        Arguments.of("BSD", pcap(little, 0xa1b2c3d4, 0, framed("02000000", version4)), FLOW_4),
        Arguments.of("pcapng", pcapng(little, RAW, version4), FLOW_4),
        Arguments.of("pcapng, big-endian", pcapng(big, RAW, version6), FLOW_6));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("captures")
  void printsDatagrams(String name, byte[] capture, String flow) {
    Run run = Run.gdvarWith(capture, "inspect", "-");
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .isEqualTo(
            """
            standard input: a capture, 1 UDP datagram

            #1  0.000 s  %s, 6 bytes
              PING ch0 #2
            """
                .formatted(flow));
  }

  @Test
  void countsOtherPackets() {
    byte[] tcp = ipv4(6, 0, udp(PING));
    byte[] part = ipv4(17, 0x2000, udp(PING));
    byte[] cut = Arrays.copyOf(ipv4(17, 0, udp(PING)), 37);
    byte[] whole = ipv4(17, 0, udp(PING));
    byte[] capture = pcap(ByteOrder.LITTLE_ENDIAN, 0xa1b2c3d4, RAW, tcp, part, cut, whole);
    Run run = Run.gdvarWith(capture, "inspect", "-");
    assertThat(run.out()).startsWith("standard input: a capture, 1 UDP datagram, 3 other packets");
    assertThat(run.code()).isZero();
  }

  @Test
  void rejectsCaptureWithoutEnet() {
    byte[] dns = ipv4(17, 0, udp(new byte[] {18, 52, 1, 0, 0, 1}));
    byte[] capture = pcap(ByteOrder.LITTLE_ENDIAN, 0xa1b2c3d4, RAW, dns);
    Run run = Run.gdvarWith(capture, "inspect", "-");
    assertThat(run.err()).isEqualTo("gdvar: standard input: no datagrams of ENet\n");
    assertThat(run.code()).isEqualTo(1);
    byte[] tcp = pcap(ByteOrder.LITTLE_ENDIAN, 0xa1b2c3d4, RAW, ipv4(6, 0, dns));
    assertThat(Run.gdvarWith(tcp, "inspect", "-").err()).contains("no UDP datagrams");
  }

  @Test
  void printsCompletePacketsOfCutFile() {
    byte[] packet = ipv4(17, 0, udp(PING));
    byte[] capture = pcap(ByteOrder.LITTLE_ENDIAN, 0xa1b2c3d4, RAW, packet, packet);
    Run run = Run.gdvarWith(Arrays.copyOf(capture, capture.length - 1), "inspect", "-");
    assertThat(run.out()).contains("a capture, 1 UDP datagram", "PING ch0 #2");
    assertThat(run.err()).contains("the capture is cut off or damaged at byte 78");
    assertThat(run.code()).isEqualTo(1);
  }

  @Test
  void explainsOmittedPackets() {
    byte[] packet = ipv4(17, 0, udp(PING));
    byte[] shortened = pcap(ByteOrder.LITTLE_ENDIAN, 0xa1b2c3d4, RAW, packet);
    shortened[36] = 99; // the length on the network
    assertThat(Run.gdvarWith(shortened, "inspect", "-").out())
        .contains("0 UDP datagrams, 1 shortened packet (capture with -s 0)");
    byte[] radio = pcap(ByteOrder.LITTLE_ENDIAN, 0xa1b2c3d4, 105, packet);
    assertThat(Run.gdvarWith(radio, "inspect", "-").out())
        .contains("0 UDP datagrams, 1 other packet, unknown link type 105");
  }

  @Test
  void rejectsOptionsForOtherInput() {
    byte[] capture = pcap(ByteOrder.LITTLE_ENDIAN, 0xa1b2c3d4, RAW, ipv4(17, 0, udp(PING)));
    for (String option : List.of("--json", "--bytes", "--datagram")) {
      assertThat(Run.gdvarWith(capture, "inspect", option, "-").err())
          .contains("is a capture of packets, for which --datagram, --json and --bytes do nothing");
    }
  }

  @Test
  void rejectsDialectOfGodot3() {
    byte[] capture = pcap(ByteOrder.LITTLE_ENDIAN, 0xa1b2c3d4, RAW, ipv4(17, 0, udp(PING)));
    assertThat(Run.gdvarWith(capture, "inspect", "--dialect", "godot-3", "-").err())
        .contains("a capture of packets needs a dialect of Godot 4");
  }

  @Test
  void countsPacketsOfOtherBlocks() {
    byte[] capture = pcapng(ByteOrder.LITTLE_ENDIAN, RAW, ipv4(17, 0, udp(PING)));
    capture[60] = 3; // the type of the block of statistics
    assertThat(Run.gdvarWith(capture, "inspect", "-").out())
        .contains("1 UDP datagram, 1 other packet");
  }

  @Test
  void printsOrRejectsAnyBytes() throws IOException {
    byte[] example = Files.readAllBytes(Path.of("..", "..", "examples", "enet.pcap"));
    byte[] other = pcapng(ByteOrder.BIG_ENDIAN, RAW, ipv4(17, 0, udp(PING)));
    Random random = new Random(5);
    for (int i = 0; i < 300 * Integer.getInteger("laws", 1); i++) {
      byte[] damaged = (i % 2 == 0 ? example : other).clone();
      for (int changes = random.nextInt(5); changes >= 0; changes--) {
        damaged[12 + random.nextInt(damaged.length - 12)] = (byte) random.nextInt();
      }
      assertThat(Run.gdvarWith(damaged, "inspect", "-").code()).isIn(0, 1);
    }
  }

  @Test
  void namesCapturesInOtherCommands() {
    byte[] capture = pcap(ByteOrder.LITTLE_ENDIAN, 0xa1b2c3d4, RAW, ipv4(17, 0, udp(PING)));
    assertThat(Run.gdvarWith(capture, "decode", "--to", "text", "-").err())
        .contains("a capture of network packets", "'gdvar inspect FILE' prints its ENet datagrams");
  }
}
