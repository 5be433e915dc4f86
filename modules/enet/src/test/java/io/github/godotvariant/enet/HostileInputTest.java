package io.github.godotvariant.enet;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HostileInputTest {
  private static final int ROUNDS = 40 * Integer.getInteger("laws", 1);
  private static final int DATAGRAMS = 100;
  private static final List<Capture> CAPTURES =
      Capture.ALL.stream().filter(capture -> !capture.isBlock()).toList();

  private static final EnetLimits LIMITS =
      EnetLimits.builder()
          .datagramsPerAddress(1_000_000)
          .connectsPerAddress(1_000_000)
          .connectsPerSecond(1_000_000)
          .peers(3)
          .packetBytes(40_000)
          .waitingBytes(60_000)
          .totalWaitingBytes(80_000)
          .queuedBytes(50_000)
          .build();

  enum State {
    CONNECTED,
    DISCONNECT_LATER,
    DISCONNECTING,
    GONE
  }

  private static byte[] mutate(Random random) {
    Capture capture = CAPTURES.get(random.nextInt(CAPTURES.size()));
    byte[] bytes = Simulation.copy(capture.commands());
    if (random.nextInt(10) == 0) {
      random.nextBytes(bytes);
    }
    for (int i = random.nextInt(6); i > 0; i--) {
      int at = random.nextInt(Math.min(bytes.length, random.nextBoolean() ? 28 : bytes.length));
      switch (random.nextInt(4)) {
        case 0 -> bytes[at] = (byte) random.nextInt();
        case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 2 -> bytes[at] = (byte) (random.nextBoolean() ? 0 : 0xff);
        default -> bytes = Arrays.copyOf(bytes, Math.max(1, at));
      }
    }
    return bytes;
  }

  /** Returns a datagram with commands, with any compression or without. */
  private static ByteBuffer datagram(
      Random random, DatagramCompressor compressor, int head, byte[] commands) {
    EnetCompression[] all = EnetCompression.values();
    EnetCompression compression = all[random.nextInt(all.length)];
    byte[] packed =
        commands.length <= 4096
            ? compressor.compress(compression, commands, 0, commands.length)
            : null;
    byte[] body = packed == null ? commands : packed;
    if (packed != null && random.nextInt(4) == 0) {
      body[random.nextInt(body.length)] ^= (byte) (1 << random.nextInt(8));
    }
    int flags = (random.nextInt(8) == 0 ? 0 : 0x8000) | (packed == null ? 0 : 0x4000);
    ByteBuffer out = ByteBuffer.allocate(body.length + 4).putShort((short) (head | flags));
    if ((flags & 0x8000) != 0) {
      out.putShort((short) random.nextInt());
    }
    return out.put(body).flip();
  }

  private static void checkBounds(EnetHost host) {
    long sum = 0;
    long shared = 0;
    for (EnetPeer peer : host.openPeers().toList()) {
      int waiting = peer.incoming.waitingBytes();
      assertThat(waiting).isBetween(0, LIMITS.waitingBytes());
      sum += waiting;
      shared += Math.max(0, waiting - LIMITS.totalWaitingBytes() / 2 / LIMITS.peers());
    }
    assertThat(host.sharedWaitingBytes()).isEqualTo(shared);
    assertThat(sum).isLessThanOrEqualTo(LIMITS.totalWaitingBytes());
    assertThat(host.handshakeCount()).isLessThanOrEqualTo(LIMITS.halfOpen());
    assertThat(host.peers().size()).isLessThanOrEqualTo(LIMITS.peers());
  }

  @ParameterizedTest
  @EnumSource
  void survivesMutatedDatagramsOfPeer(State state) {
    try (DatagramCompressor compressor = new DatagramCompressor()) {
      for (int seed = 0; seed < ROUNDS; seed++) {
        Simulation simulation = new Simulation(seed, false, LIMITS);
        simulation.connect(new MirroredClient(simulation), 16, 4711);
        Random random = simulation.random;
        EnetPeer peer = simulation.peer();
        peer.send(new byte[3000], 0, EnetDelivery.RELIABLE);
        switch (state) {
          case CONNECTED -> {}
          case DISCONNECT_LATER -> peer.disconnectLater(1);
          case DISCONNECTING -> peer.disconnect(1);
          case GONE -> peer.disconnectNow(1);
        }
        int head = peer.handshake.slot | peer.handshake.incomingSession << 12;
        for (int i = 0; i < DATAGRAMS; i++) {
          byte[] commands = mutate(random);
          simulation.server.receive(
              Simulation.CLIENT, datagram(random, compressor, head, commands));
          if (random.nextInt(8) == 0) {
            simulation.step(random.nextInt(50));
          }
          checkBounds(simulation.server);
          assertThat(peer.queuedBytes()).isLessThan(2L * LIMITS.queuedBytes());
        }
        simulation.server.close();
        assertThat(simulation.server.sharedWaitingBytes()).isZero();
      }
    }
  }

  @Test
  void sendsNoMoreBytesThanItReceivesBeforeVerification() throws UnknownHostException {
    Map<InetSocketAddress, Integer> balance = new HashMap<>();
    long[] now = {1000};
    Random random = new Random(5);
    EnetHost host =
        EnetHost.builder(
                (address, datagram) -> balance.merge(address, -datagram.remaining(), Integer::sum),
                new EnetListener() {})
            .clock(() -> now[0])
            .limits(LIMITS)
            .acceptor(request -> request.data() % 3 != 0)
            .random(random)
            .build();
    List<Capture> connects =
        CAPTURES.stream().filter(capture -> capture.meaning().startsWith("CONNECT")).toList();
    int replies = 0;
    try (DatagramCompressor compressor = new DatagramCompressor()) {
      for (int i = 0; i < 50 * ROUNDS; i++) {
        byte[] ip = {10, 0, 0, (byte) random.nextInt(40)};
        InetSocketAddress address =
            new InetSocketAddress(InetAddress.getByAddress(ip), 4000 + random.nextInt(3));
        Capture connect = connects.get(random.nextInt(connects.size()));
        byte[] commands = Simulation.copy(connect.commands());
        switch (random.nextInt(4)) {
          case 0 -> Arrays.fill(commands, 24, 44, (byte) 0);
          case 1 -> commands[commands.length - 5] = (byte) random.nextInt();
          case 2 -> commands[random.nextInt(commands.length)] = (byte) random.nextInt();
          default -> {}
        }
        int head = random.nextInt(8) == 0 ? random.nextInt(0x4000) : 0x0fff;
        ByteBuffer datagram = datagram(random, compressor, head, commands);
        int before = balance.merge(address, datagram.remaining(), Integer::sum);
        host.receive(address, datagram);
        host.flush();
        now[0] += random.nextInt(30);
        host.service();
        assertThat(balance).allSatisfy((key, bytes) -> assertThat(bytes).isNotNegative());
        replies += balance.getOrDefault(address, 0) < before ? 1 : 0;
        checkBounds(host);
      }
    }
    assertThat(host.peers()).isEmpty();
    assertThat(replies).isGreaterThan(100);
  }

  @Test
  void limitsResultOfDecompressors() {
    byte[] zeros = new byte[1 << 20];
    Deflater deflater = new Deflater(9);
    deflater.setInput(zeros);
    deflater.finish();
    byte[] zlib = new byte[4096];
    int zlibLength = deflater.deflate(zlib);
    deflater.end();
    byte[] rangeCoder = new byte[1388];
    int rangeLength = new RangeCoder().compress(zeros, 0, 8000, rangeCoder, rangeCoder.length);
    byte[] fastLz = new byte[302];
    Arrays.fill(fastLz, (byte) 0);
    for (int i = 2; i < fastLz.length; i += 3) {
      fastLz[i] = (byte) 0xe0;
      fastLz[i + 1] = (byte) 0xff;
    }
    byte[] zstd = Zstd.compress(zeros);
    Map<EnetCompression, byte[]> bombs =
        Map.of(
            EnetCompression.ZLIB,
            Arrays.copyOf(zlib, zlibLength),
            EnetCompression.RANGE_CODER,
            Arrays.copyOf(rangeCoder, rangeLength),
            EnetCompression.FASTLZ,
            fastLz,
            EnetCompression.ZSTD,
            zstd);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    try (DatagramCompressor compressor = new DatagramCompressor()) {
      for (int round = 0; round < 3; round++) {
        bombs.forEach(
            (compression, bomb) -> {
              long before = threads.getCurrentThreadAllocatedBytes();
              assertThat(compressor.decompress(compression, ByteBuffer.wrap(bomb), 4092))
                  .as("%s of %d bytes", compression, bomb.length)
                  .isNull();
              assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(500_000);
            });
      }
    }
  }

  @Test
  void survivesRandomBlocks() {
    Random random = new Random(9);
    try (DatagramCompressor compressor = new DatagramCompressor()) {
      for (int i = 0; i < 100 * ROUNDS; i++) {
        byte[] block = new byte[1 + random.nextInt(i % 10 == 0 ? 1388 : 60)];
        random.nextBytes(block);
        if (i % 3 == 0) {
          block[0] = (byte) (i % 2 == 0 ? 0x78 : 0);
        }
        for (EnetCompression compression : EnetCompression.values()) {
          ByteBuffer commands = compressor.decompress(compression, ByteBuffer.wrap(block), 4092);
          assertThat(commands == null ? 0 : commands.remaining()).isLessThanOrEqualTo(4092);
        }
      }
    }
  }

  @Test
  void ignoresDatagramsOfOtherAddressesAndSessions() throws UnknownHostException {
    Simulation simulation = new Simulation(1);
    simulation.connect(new MirroredClient(simulation), 2, 4711);
    Handshake handshake = simulation.peer().handshake;
    byte[] disconnect = {0x44, (byte) 0xff, 0, 9, 0, 0, 0, 7};
    int head = handshake.slot | handshake.incomingSession << 12;
    ByteBuffer valid = ByteBuffer.allocate(10).putShort((short) head).put(disconnect);
    InetAddress other = InetAddress.getByAddress(new byte[] {127, 0, 0, 9});
    simulation.server.receive(
        new InetSocketAddress(other, Simulation.CLIENT.getPort()), valid.duplicate().flip());
    simulation.server.receive(
        new InetSocketAddress(Simulation.CLIENT.getAddress(), 4), valid.duplicate().flip());
    for (int session = 1; session < 4; session++) {
      ByteBuffer wrong = ByteBuffer.wrap(valid.array().clone());
      wrong.putShort(0, (short) (head ^ session << 12));
      simulation.server.receive(Simulation.CLIENT, wrong);
    }
    assertThat(simulation.peer().isConnected()).isTrue();
    simulation.server.receive(Simulation.CLIENT, valid.flip());
    assertThat(simulation.ends).containsExactly("server REMOTE 7");
  }

  /** Sends compressed datagrams, which are corrupt or contain a PING for each {@code true}. */
  private static void sendBlocks(Simulation simulation, boolean... areSound) {
    byte[] pings = new byte[40];
    for (int i = 0; i < pings.length; i += 4) {
      pings[i] = (byte) CommandKind.PING.ordinal();
    }
    byte[] sound;
    try (DatagramCompressor compressor = new DatagramCompressor()) {
      sound =
          Objects.requireNonNull(compressor.compress(EnetCompression.ZLIB, pings, 0, pings.length));
    }
    Handshake handshake = simulation.peer().handshake;
    int head = handshake.slot | handshake.incomingSession << 12 | 0x4000;
    for (boolean isSound : areSound) {
      byte[] body = isSound ? sound : new byte[28];
      ByteBuffer datagram = ByteBuffer.allocate(2 + body.length).putShort((short) head).put(body);
      simulation.server.receive(Simulation.CLIENT, datagram.flip());
    }
  }

  @Test
  void keepsPeerWhoseAddressSendsTooManyBlocks() {
    EnetLimits limits = EnetLimits.builder().datagramsPerAddress(12).build();
    Simulation simulation = new Simulation(1, false, limits);
    simulation.connect(new MirroredClient(simulation), 2, 4711);
    sendBlocks(simulation, true, true, true, true, true, true, false, false, false);
    assertThat(simulation.ends).isEmpty();
  }

  @Test
  void keepsPeerWithCorruptBlocksBetweenSoundOnes() {
    Simulation simulation = new Simulation(1);
    simulation.connect(new MirroredClient(simulation), 2, 4711);
    sendBlocks(simulation, false, false, true, false, false, true, false, false, true);
    assertThat(simulation.peer().compression()).isEqualTo(EnetCompression.ZLIB);
    assertThat(simulation.ends).isEmpty();
    sendBlocks(simulation, false, false, false);
    assertThat(simulation.ends).containsExactly("server CORRUPT_DATA 0");
  }

  @Test
  void keepsMemoryForOtherPeers() {
    EnetLimits limits =
        EnetLimits.builder()
            .peers(4)
            .packetBytes(8000)
            .waitingBytes(10_000)
            .totalWaitingBytes(20_000)
            .build();
    Simulation simulation = new Simulation(1, false, limits);
    EnetHost host = simulation.server;
    // Four peers have 2,500 bytes each; 10,000 bytes are shared.
    assertThat(host.reserve(0, 10_000)).isTrue();
    assertThat(host.reserve(0, 5000)).isTrue();
    assertThat(host.reserve(5000, 1)).isFalse();
    assertThat(host.reserve(0, 2501)).isFalse();
    assertThat(host.reserve(0, 2000)).isTrue();
    assertThat(host.reserve(2000, 500)).isTrue();
    host.release(10_000, 10_000);
    assertThat(host.reserve(5000, 5000)).isTrue();
    host.release(2500, 2500);
    host.release(10_000, 10_000);
    assertThat(host.sharedWaitingBytes()).isZero();
  }

  @Test
  void endsPeerAfterThreeCorruptBlocks() {
    Simulation simulation = new Simulation(1);
    simulation.connect(new MirroredClient(simulation), 2, 4711);
    Handshake handshake = simulation.peer().handshake;
    int head = handshake.slot | handshake.incomingSession << 12 | 0x4000;
    for (int i = 0; i < 3; i++) {
      assertThat(simulation.ends).isEmpty();
      ByteBuffer datagram = ByteBuffer.allocate(30).putShort((short) head);
      simulation.server.receive(Simulation.CLIENT, datagram.clear());
    }
    assertThat(simulation.ends).containsExactly("server CORRUPT_DATA 0");
  }
}
