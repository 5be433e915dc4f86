package io.github.godotvariant.enet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Connections from start to end. With the property {@code libenet}, also with the library. */
class EnetHostTest {
  private static @Nullable LibenetClient libenet;

  static Stream<String> clients() throws IOException {
    String program = LibenetClient.program();
    if (program == null) {
      return Stream.of("mirror");
    }
    if (libenet == null) {
      libenet = new LibenetClient(program);
    }
    return Stream.of("mirror", "libenet", "libenet with range coder");
  }

  @AfterAll
  static void stop() throws IOException {
    if (libenet != null) {
      libenet.close();
    }
  }

  private static Simulation connect(String client) {
    return connect(client, EnetLimits.DEFAULT);
  }

  private static Simulation connect(String client, EnetLimits limits) {
    Simulation simulation = new Simulation(7, true, limits);
    simulation.connect(
        client.equals("mirror")
            ? new MirroredClient(simulation)
            : Objects.requireNonNull(libenet).reset(simulation, client.endsWith("coder")),
        255,
        4711);
    return simulation;
  }

  private static void advance(Simulation simulation, int millis) {
    for (int i = 0; i < millis / 10; i++) {
      simulation.step(10);
    }
  }

  @Test
  void queuesLongestPacketByDefault() {
    EnetPeer peer = connect("mirror").peer();
    byte[] longest = new byte[EnetLimits.DEFAULT.packetBytes()];
    assertThat(peer.send(new byte[1], 0, EnetDelivery.RELIABLE)).isTrue();
    assertThat(peer.send(longest, 0, EnetDelivery.RELIABLE)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("clients")
  void connectsWithDataAndChannels(String client) {
    Simulation simulation = connect(client);
    EnetPeer peer = simulation.peer();
    assertThat(peer.data()).isEqualTo(4711);
    assertThat(peer.channels()).isEqualTo(16);
    assertThat(peer.address()).isEqualTo(Simulation.CLIENT);
    assertThat(peer.roundTripMillis()).isBetween(10L, 30L);
    assertThat(simulation.server.peers()).containsExactly(peer);
    assertThat(peer.compression())
        .isEqualTo(client.endsWith("coder") ? EnetCompression.RANGE_CODER : EnetCompression.NONE);
    assertThat(peer.isVerified()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("clients")
  void keepsIdleConnectionAlive(String client) {
    Simulation simulation = connect(client);
    long datagrams = simulation.datagramsToClient;
    advance(simulation, 60_000);
    assertThat(simulation.ends).isEmpty();
    assertThat(simulation.peer().isConnected()).isTrue();
    assertThat(simulation.datagramsToClient - datagrams).isBetween(100L, 500L);
  }

  @ParameterizedTest
  @MethodSource("clients")
  void reportsDisconnectOfClient(String client) {
    for (int kind = 0; kind < 3; kind++) {
      Simulation simulation = connect(client);
      simulation.client().send(new byte[20_000], 0, EnetDelivery.RELIABLE);
      simulation.client().disconnect(kind, 5 + kind);
      advance(simulation, 1000);
      assertThat(simulation.ends).contains("server REMOTE " + (5 + kind));
      assertThat(simulation.atServer).hasSize(kind == 2 ? 1 : 0);
      assertThat(simulation.server.peers()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("clients")
  void disconnectsClient(String client) {
    for (int kind = 0; kind < 3; kind++) {
      Simulation simulation = connect(client);
      EnetPeer peer = simulation.peer();
      peer.send(new byte[20_000], 0, EnetDelivery.RELIABLE);
      switch (kind) {
        case 0 -> peer.disconnect(50);
        case 1 -> peer.disconnectNow(51);
        default -> peer.disconnectLater(52);
      }
      assertThat(peer.isConnected()).isFalse();
      assertThat(peer.send(new byte[1], 0, EnetDelivery.RELIABLE)).isFalse();
      advance(simulation, 1000);
      assertThat(simulation.ends)
          .containsExactlyInAnyOrder("server LOCAL " + (50 + kind), "client " + (50 + kind));
      assertThat(simulation.atClient).hasSize(kind == 2 ? 1 : 0);
    }
  }

  @ParameterizedTest
  @MethodSource("clients")
  void acknowledgesLateDisconnectOfClient(String client) {
    Simulation simulation = connect(client);
    simulation.client().disconnect(0, 5);
    simulation.step(6); // the command is on its way back and forth
    simulation.loss = 1;
    simulation.step(6);
    simulation.loss = 0;
    advance(simulation, 3000);
    assertThat(simulation.ends).hasSize(2).contains("server REMOTE 5");
  }

  @ParameterizedTest
  @MethodSource("clients")
  void endsDisconnectThatIsNotAcknowledged(String client) {
    Simulation simulation = connect(client);
    simulation.loss = 1;
    simulation.peer().disconnectLater(3);
    advance(simulation, 2900);
    assertThat(simulation.ends).isEmpty();
    advance(simulation, 200);
    assertThat(simulation.ends).containsExactly("server LOCAL 3");
  }

  @ParameterizedTest
  @MethodSource("clients")
  void losesSilentClient(String client) {
    Simulation simulation = connect(client);
    simulation.loss = 1;
    advance(simulation, 5000);
    assertThat(simulation.ends).isEmpty();
    advance(simulation, 6000);
    assertThat(simulation.ends).contains("server TIMEOUT 0");
  }

  @Test
  void losesClientAfterMaximumTime() {
    Simulation simulation =
        connect("mirror", EnetLimits.builder().timeoutSends(31).timeoutMaxMillis(20_000).build());
    simulation.loss = 1;
    advance(simulation, 20_000);
    assertThat(simulation.ends).doesNotContain("server TIMEOUT 0");
    advance(simulation, 12_000);
    assertThat(simulation.ends).contains("server TIMEOUT 0");
  }

  @ParameterizedTest
  @MethodSource("clients")
  void setsThrottleOfClient(String client) {
    Simulation simulation = connect(client);
    // A jump of the round-trip time would lower the throttle of ENet.
    advance(simulation, 6000);
    simulation.delay = 200;
    for (int i = 0; i < 400; i++) {
      simulation.client().send(new byte[10], 1, EnetDelivery.UNRELIABLE);
      simulation.client().send(new byte[10], 0, EnetDelivery.RELIABLE);
      simulation.step(10);
    }
    advance(simulation, 1000);
    assertThat(
            simulation.atServer.stream().filter(each -> each.delivery() == EnetDelivery.UNRELIABLE))
        .hasSize(400);
  }

  @Test
  void limitsBytesInFlightToWindow() {
    Simulation simulation = connect("mirror");
    advance(simulation, 500);
    long before = simulation.datagramsToClient;
    simulation.loss = 1;
    simulation.peer().send(new byte[500_000], 0, EnetDelivery.RELIABLE);
    simulation.server.flush();
    assertThat(simulation.datagramsToClient - before).isEqualTo(65_536 / 1364);
  }

  @Test
  void disconnectsPeerWithFullQueue() {
    Simulation simulation =
        connect("mirror", EnetLimits.builder().packetBytes(1 << 19).queuedBytes(1 << 20).build());
    simulation.loss = 1;
    byte[] packet = new byte[300_000];
    assertThat(simulation.peer().send(packet, 0, EnetDelivery.RELIABLE)).isTrue();
    assertThat(simulation.peer().send(packet, 0, EnetDelivery.RELIABLE)).isTrue();
    assertThat(simulation.peer().send(packet, 0, EnetDelivery.RELIABLE)).isTrue();
    assertThat(simulation.peer().send(packet, 0, EnetDelivery.RELIABLE)).isFalse();
    simulation.step(10);
    assertThat(simulation.ends).contains("server QUEUE_FULL 0");
  }

  @ParameterizedTest
  @MethodSource("clients")
  void disconnectsClientWithTooLongPacket(String client) {
    Simulation simulation = connect(client);
    simulation.client().send(new byte[(1 << 20) + 1], 0, EnetDelivery.RELIABLE);
    advance(simulation, 500);
    assertThat(simulation.ends).contains("server LIMIT_EXCEEDED 0", "client 0");
  }

  @ParameterizedTest
  @MethodSource("clients")
  void receivesLongestPacket(String client) {
    Simulation simulation = connect(client);
    byte[] packet = new byte[1 << 20];
    new Random(3).nextBytes(packet);
    simulation.client().send(packet, 0, EnetDelivery.RELIABLE);
    advance(simulation, 5000);
    assertThat(simulation.atServer).hasSize(1);
    assertThat(simulation.atServer.get(0).packet()).isEqualTo(packet);
    assertThat(simulation.server.sharedWaitingBytes()).isZero();
  }

  /** Sends a command as if the client had sent it. */
  private static void receive(Simulation simulation, EnetCommand command) {
    Handshake handshake = simulation.peer().handshake;
    ByteBuffer out = ByteBuffer.allocate(1400);
    out.putShort((short) (0x8000 | handshake.slot | handshake.incomingSession << 12));
    command.write(out.putShort((short) 0));
    simulation.server.receive(Simulation.CLIENT, out.flip());
  }

  @Test
  void endsPeerWhoseReliablePacketWaitsTooLong() {
    for (EnetCommand waiting :
        List.of(
            EnetCommand.fragment(true, 0, 1, 1, 0, 1000, new byte[2000]),
            EnetCommand.packet(CommandKind.SEND_RELIABLE, 0, 2, 0, new byte[1000]))) {
      Simulation simulation = connect("mirror");
      receive(simulation, waiting);
      advance(simulation, 60_000);
      assertThat(simulation.peer().incoming.waitingBytes()).isGreaterThan(1000);
      assertThat(simulation.ends).isEmpty();
      advance(simulation, 1000);
      assertThat(simulation.ends).contains("server LIMIT_EXCEEDED 0");
    }
  }

  @Test
  void receivesLongPacketOfSlowClient() {
    Simulation simulation = connect("mirror");
    byte[] packet = new byte[1_000_000];
    for (int i = 0; i < 1000; i++) {
      receive(simulation, EnetCommand.fragment(true, 0, i + 1, 1, i, 1000, packet));
      advance(simulation, 100);
    }
    assertThat(simulation.atServer).hasSize(1);
    assertThat(simulation.ends).isEmpty();
  }

  @Test
  void rejectsInvalidArguments() {
    EnetPeer peer = connect("mirror").peer();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> peer.send(new byte[1], 16, EnetDelivery.RELIABLE))
        .withMessage("channel is 16, must be 0 to 15");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> peer.send(new byte[(1 << 20) + 1], 0, EnetDelivery.RELIABLE))
        .withMessage("packet has 1048577 bytes, must have at most 1048576");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EnetLimits.builder().channels(256).build())
        .withMessage("limit channels is 256, must be 1 to 255");
    EnetLimits.Builder limits =
        EnetLimits.builder().waitingBytes(1_310_720).totalWaitingBytes(1_310_720);
    assertThat(limits.peers(1).build().totalWaitingBytes()).isEqualTo(1_310_720);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> limits.peers(100).build())
        .withMessage(
            "limit totalWaitingBytes is 1310720 and leaves 661973 bytes for a packet, must leave"
                + " 1310720");
  }
}
