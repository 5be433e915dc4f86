package io.github.godotvariant.enet;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CapturesTest {
  private static final DatagramCompressor COMPRESSOR = new DatagramCompressor();

  @AfterAll
  static void close() {
    COMPRESSOR.close();
  }

  static Stream<Capture> datagrams() {
    return Capture.ALL.stream().filter(capture -> !capture.isBlock());
  }

  static Stream<Capture> compressed() {
    return Capture.ALL.stream().filter(Capture::isCompressed);
  }

  @Test
  void containsAllCompressions() {
    assertThat(compressed().map(Capture::compression).distinct()).hasSize(4);
    assertThat(Capture.ALL).hasSizeGreaterThan(480);
  }

  @ParameterizedTest
  @MethodSource("datagrams")
  void readsAndWritesCommands(Capture capture) {
    ByteBuffer in = capture.commands();
    ByteBuffer out = ByteBuffer.allocate(in.remaining());
    List<String> meaning = new ArrayList<>();
    EnetCommand command = EnetCommand.read(in);
    int end = 0;
    while (command != null) {
      meaning.add(command.toString());
      assertThat(command.length()).isEqualTo(in.position() - end);
      end = in.position();
      command.write(out);
      command = in.hasRemaining() ? EnetCommand.read(in) : null;
    }
    String padding = padding(capture.commands().position(end).slice());
    assertThat(String.join("; ", meaning) + padding).isEqualTo(capture.meaning());
    assertThat(out.flip()).isEqualTo(capture.commands().limit(end));
    assertThat(EnetCommand.hasOnlyCommands(capture.commands())).isTrue();
  }

  /** Returns zeros after the last command as the captures describe them. */
  private static String padding(ByteBuffer rest) {
    byte[] bytes = Simulation.copy(rest);
    assertThat(bytes).containsOnly(new byte[Math.min(1, bytes.length)]);
    String hex = HexFormat.of().formatHex(bytes);
    return bytes.length < 4 ? "" : "; (rest " + hex.substring(0, Math.min(40, hex.length())) + ")";
  }

  @ParameterizedTest
  @MethodSource("datagrams")
  void describesDatagrams(Capture capture) {
    try (DatagramInspector inspector = new DatagramInspector()) {
      DatagramInspection inspection = inspector.inspect("flow", capture.datagram());
      String commands =
          inspection.commands().stream()
              .map(DatagramInspection.Command::description)
              .collect(Collectors.joining("; "));
      assertThat(commands).isEqualTo(capture.meaning().replaceFirst("; \\(rest .*", ""));
      assertThat(inspection.compression())
          .isEqualTo(capture.isCompressed() ? capture.compression() : EnetCompression.NONE);
      assertThat(inspection.problem()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("compressed")
  void decompressesToTheSameBytes(Capture capture) {
    assertThat(COMPRESSOR.decompress(capture.compression(), capture.body(), 4096))
        .isEqualTo(capture.commands());
    if (!capture.isBlock()) {
      DatagramCompressor.Block block =
          Objects.requireNonNull(COMPRESSOR.detect(capture.body(), EnetCommand::hasOnlyCommands));
      assertThat(block.compression()).isEqualTo(capture.compression());
      assertThat(block.commands()).isEqualTo(capture.commands());
    }
  }

  @ParameterizedTest
  @MethodSource("compressed")
  void rejectsLongerResult(Capture capture) {
    int length = capture.commands().remaining();
    assertThat(COMPRESSOR.decompress(capture.compression(), capture.body(), length - 1)).isNull();
  }

  @ParameterizedTest
  @MethodSource("compressed")
  void compressesWithRangeCoderToTheSameBytes(Capture capture) {
    byte[] plain = Simulation.copy(capture.commands());
    byte[] expected = Simulation.copy(capture.body());
    if (capture.compression() == EnetCompression.RANGE_CODER) {
      byte[] out = new byte[expected.length];
      assertThat(new RangeCoder().compress(plain, 0, plain.length, out, out.length))
          .isEqualTo(expected.length);
      assertThat(out).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @MethodSource("compressed")
  void decompressesOwnBlocks(Capture capture) {
    byte[] plain = Simulation.copy(capture.commands());
    for (EnetCompression compression : EnetCompression.values()) {
      byte[] packed = COMPRESSOR.compress(compression, plain, 0, plain.length);
      if (packed != null) {
        assertThat(packed.length).isLessThan(plain.length);
        assertThat(COMPRESSOR.decompress(compression, ByteBuffer.wrap(packed), 4096))
            .isEqualTo(ByteBuffer.wrap(plain));
      }
    }
  }

  static Stream<String> sessions() {
    return Stream.of("none", "range", "fastlz", "zlib", "zstd", "gd3range", "bandwidth");
  }

  /** Replays the start of a connection, with the numbers that the server has chosen. */
  @ParameterizedTest
  @MethodSource("sessions")
  void acceptsClientsOfCaptures(String scenario) {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 4000);
    List<byte[]> replies = new ArrayList<>();
    List<String> events = new ArrayList<>();
    long[] now = {5000};
    EnetHost host =
        EnetHost.builder(
                (to, datagram) -> replies.add(Simulation.copy(datagram)),
                new EnetListener() {
                  @Override
                  public void onConnect(EnetPeer peer) {
                    events.add("connect");
                  }

                  @Override
                  public void onPacket(
                      EnetPeer peer, byte[] packet, int channel, EnetDelivery delivery) {
                    events.add(delivery + " " + channel);
                  }
                })
            .clock(() -> now[0])
            .random(new Random(2))
            .build();
    List<Capture> captures =
        Capture.ALL.stream()
            .filter(capture -> capture.scenario().equals(scenario) && capture.isFromClient())
            .toList();
    byte[] connect = captures.get(0).datagram();
    host.receive(address, ByteBuffer.wrap(connect));
    host.receive(address, ByteBuffer.wrap(connect)); // for a client whose reply is longer
    assertThat(replies).isNotEmpty();
    EnetPeer peer = null;
    int processed = 0;
    for (Capture capture : captures.subList(1, captures.size())) {
      if (peer == null) {
        peer = openFromReply(host, address, capture, replies.get(0));
        continue;
      }
      now[0] += 20;
      ByteBuffer datagram = ByteBuffer.wrap(capture.datagram().clone());
      int flags = datagram.getShort(0) & 0xc000;
      int head = peer.handshake.slot | peer.handshake.incomingSession << 12;
      datagram.putShort(0, (short) (flags | head));
      host.receive(address, datagram);
      host.flush();
      host.service();
      assertThat(peer.isConnected())
          .as("%s", capture)
          .isEqualTo(!capture.meaning().startsWith("DISCONNECT"));
      if (capture.isCompressed()) {
        assertThat(peer.compression()).isEqualTo(capture.compression());
      }
      processed++;
    }
    assertThat(processed).isGreaterThan(3);
    assertThat(events).startsWith("connect").hasSizeGreaterThan(1);
  }

  private static EnetPeer openFromReply(
      EnetHost host, InetSocketAddress address, Capture capture, byte[] reply) {
    EnetCommand first = Objects.requireNonNull(EnetCommand.read(capture.commands()));
    assertThat(first.kind()).isEqualTo(CommandKind.ACK);
    ByteBuffer in = ByteBuffer.wrap(reply);
    int time = in.getShort(2) & 0xffff;
    ByteBuffer commands = in.position(4).slice();
    if ((reply[0] & 0x40) != 0) {
      commands =
          Objects.requireNonNull(COMPRESSOR.detect(in, EnetCommand::hasOnlyCommands)).commands();
    }
    EnetCommand verify = Objects.requireNonNull(EnetCommand.read(commands));
    ByteBuffer out = ByteBuffer.allocate(16);
    int session = verify.field(EnetCommand.OUTGOING_SESSION);
    out.putShort((short) (verify.field(EnetCommand.SLOT) | session << 12));
    EnetCommand.of(CommandKind.ACK, 255, verify.number(), verify.number(), time).write(out);
    host.receive(address, out.flip());
    assertThat(host.peers()).hasSize(1);
    return host.peers().get(0);
  }
}
