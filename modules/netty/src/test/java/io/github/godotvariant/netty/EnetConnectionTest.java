package io.github.godotvariant.netty;

import static io.github.godotvariant.netty.EnetAddresses.CLIENT;
import static io.github.godotvariant.netty.EnetAddresses.SERVER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.enet.EnetClient;
import io.github.godotvariant.enet.EnetDelivery;
import io.github.godotvariant.enet.EnetDisconnectReason;
import io.github.godotvariant.enet.EnetLimits;
import io.github.godotvariant.enet.EnetListener;
import io.github.godotvariant.enet.EnetPeer;
import io.github.godotvariant.multiplayer.Authenticator.Verdict;
import io.github.godotvariant.multiplayer.MultiplayerLimits;
import io.github.godotvariant.multiplayer.MultiplayerPacket;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.TransferMode;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.DatagramPacket;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The server's side of an ENet client, in memory. */
class EnetConnectionTest {
  static final Logger LOG = LogLines.off(MultiplayerServer.class);

  private record Delivered(byte[] packet, int channel, EnetDelivery delivery) {}

  private final RecordedPeers peers = new RecordedPeers();
  private final EmbeddedChannel channel = new EmbeddedChannel();
  private long time;
  private final List<Delivered> delivered = new ArrayList<>();

  /** A client in memory, whose datagrams arrive immediately. */
  private final EnetClient enet =
      new EnetClient(
          (address, datagram) ->
              channel.writeInbound(
                  new DatagramPacket(Unpooled.copiedBuffer(datagram), SERVER, CLIENT)),
          new EnetListener() {
            @Override
            public void onPacket(EnetPeer peer, byte[] packet, int channel, EnetDelivery delivery) {
              delivered.add(new Delivered(packet, channel, delivery));
            }
          },
          this::millis,
          new Random(1));

  private long millis() {
    return time;
  }

  private MultiplayerServer serverInMemory(EnetLimits limits) {
    return serverInMemory(limits, settings -> {});
  }

  private MultiplayerServer serverInMemory(
      EnetLimits limits, Consumer<MultiplayerServer.Builder> settings) {
    channel.freezeTime();
    MultiplayerServer.Builder builder =
        MultiplayerServer.on(channel.eventLoop()).listener(peers).limits(MultiplayerLimits.DEFAULT);
    settings.accept(builder);
    MultiplayerServer server = builder.build();
    EnetTransport transport =
        new EnetTransport(
            channel.eventLoop(), SERVER, limits, null, new ConnectionLimit(10, 10), () -> {});
    channel.pipeline().addLast(transport.handler(server));
    return server;
  }

  /** Exchanges datagrams for a time. */
  private void exchange(int millis) {
    for (int i = 0; i < millis; i += 10) {
      time += 10;
      channel.advanceTimeBy(10, TimeUnit.MILLISECONDS);
      channel.runScheduledPendingTasks();
      channel.runPendingTasks();
      for (DatagramPacket out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
        if (out.recipient().equals(CLIENT)) {
          enet.receive(out.content().nioBuffer());
        }
        out.release();
      }
      enet.service();
    }
  }

  private MultiplayerServer connected(EnetLimits limits) {
    MultiplayerServer server = serverInMemory(limits);
    enet.connect(SERVER, 255, 7);
    exchange(100);
    assertThat(peers.lines()).containsExactly("connected");
    delivered.clear();
    return server;
  }

  private void in(MultiplayerServer server, Runnable task) {
    List<Throwable> thrown = new ArrayList<>();
    server.execute(
        () -> {
          try {
            task.run();
          } catch (RuntimeException | Error e) {
            thrown.add(e);
          }
        });
    exchange(50);
    assertThat(thrown).isEmpty();
  }

  @Test
  void mapsModesAndChannels() {
    MultiplayerServer server = connected(EnetLimits.builder().channels(6).build());
    in(
        server,
        () -> {
          for (int godotChannel : new int[] {0, 1, 4, 5}) {
            for (TransferMode mode : TransferMode.values()) {
              byte[] bytes = {(byte) godotChannel, (byte) mode.ordinal()};
              assertThat(server.sendBytes(7, bytes, mode, godotChannel)).isTrue();
            }
          }
        });
    List<String> lines =
        delivered.stream()
            .map(
                got ->
                    "%d %s: %d %s"
                        .formatted(
                            got.packet[1],
                            TransferMode.values()[got.packet[2]],
                            got.channel,
                            got.delivery))
            .toList();
    assertThat(lines)
        .containsExactlyInAnyOrder(
            "0 RELIABLE: 0 RELIABLE",
            "0 UNRELIABLE: 1 UNSEQUENCED",
            "0 UNRELIABLE_ORDERED: 1 UNRELIABLE",
            "1 RELIABLE: 2 RELIABLE",
            "1 UNRELIABLE: 2 UNSEQUENCED",
            "1 UNRELIABLE_ORDERED: 2 UNRELIABLE",
            "4 RELIABLE: 5 RELIABLE",
            "4 UNRELIABLE: 5 UNSEQUENCED",
            "4 UNRELIABLE_ORDERED: 5 UNRELIABLE",
            "5 RELIABLE: 0 RELIABLE", // the client has 6 channels
            "5 UNRELIABLE: 1 UNSEQUENCED",
            "5 UNRELIABLE_ORDERED: 1 UNRELIABLE");
  }

  @Test
  void dropsUnreliablePacketsForClientThatDoesNotRead() {
    MultiplayerServer server = connected(EnetLimits.DEFAULT);
    byte[] large = new byte[60_000];
    server.execute(
        () -> {
          for (int i = 0; i < 3; i++) {
            assertThat(server.sendBytes(7, large, TransferMode.RELIABLE, 0)).isTrue();
          }
          assertThat(server.peer(7).orElseThrow().pendingBytes()).isGreaterThan(180_000);
          assertThat(server.sendBytes(7, new byte[] {1}, TransferMode.UNRELIABLE, 0)).isTrue();
        });
    exchange(1_000);
    assertThat(delivered).hasSize(3).allMatch(got -> got.packet.length == 60_001);
    in(server, () -> assertThat(server.peer(7).orElseThrow().pendingBytes()).isZero());
  }

  @Test
  void disconnectsClientThatDoesNotAnswer() {
    MultiplayerServer server = connected(EnetLimits.DEFAULT);
    for (int i = 0; i < 40_000; i += 10) {
      channel.advanceTimeBy(10, TimeUnit.MILLISECONDS);
      channel.runScheduledPendingTasks();
      for (DatagramPacket out = channel.readOutbound(); out != null; ) {
        out.release();
        out = channel.readOutbound();
      }
    }
    assertThat(peers.lines())
        .containsExactly("connected", "disconnected: the client does not answer");
    in(server, () -> assertThat(server.peers()).isEmpty());
  }

  @Test
  void keepsPeerWithFullQueueForReconnection() {
    MultiplayerServer server =
        serverInMemory(
            EnetLimits.DEFAULT,
            settings ->
                settings
                    .limits(MultiplayerLimits.builder().reconnectMillis(60_000).build())
                    .authenticator(
                        (peer, data) -> CompletableFuture.completedFuture(Verdict.ADMIT)));
    enet.connect(SERVER, 255, 7);
    exchange(100);
    for (MultiplayerPacket packet :
        List.of(
            new MultiplayerPacket.Auth(PackedByteArray.of((byte) 1)),
            new MultiplayerPacket.AuthDone())) {
      enet.peer().orElseThrow().send(packet.encode(), 0, EnetDelivery.RELIABLE);
    }
    exchange(100);
    in(
        server,
        () -> {
          for (int i = 0; i < 80; i++) {
            server.sendBytes(7, new byte[60_000], TransferMode.RELIABLE, 0);
          }
        });
    assertThat(peers.lines())
        .containsExactly("connected", "lost: too many bytes wait for the client");
  }

  @ParameterizedTest
  @EnumSource
  void keepsPeersWithBrokenConnections(EnetDisconnectReason reason) {
    assertThat(EnetTransport.canReconnect(reason))
        .isEqualTo(
            Set.of(
                    EnetDisconnectReason.TIMEOUT,
                    EnetDisconnectReason.QUEUE_FULL,
                    EnetDisconnectReason.CONNECTION_LOST)
                .contains(reason));
  }

  @Test
  void disconnectsClientForWhichPacketIsTooLong() {
    MultiplayerServer server = connected(EnetLimits.builder().packetBytes(65_535).build());
    in(
        server,
        () -> assertThat(server.sendBytes(7, new byte[65_535], TransferMode.RELIABLE, 0)).isTrue());
    assertThat(peers.lines())
        .containsExactly(
            "connected",
            "disconnected: a packet to the client has 65536 bytes, more than the limit of 65535");
  }

  @Test
  void rejectsLimitBelowLimitOfServer() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> serverInMemory(EnetLimits.builder().packetBytes(65_534).build()))
        .withMessage(
            "limit packetBytes is 65534 for ENet, must be at least 65535, as for the server");
  }

  @Test
  void survivesHostileDatagrams() {
    MultiplayerServer server = connected(EnetLimits.DEFAULT);
    Random random = new Random(1);
    List<byte[]> valid = new ArrayList<>();
    EnetClient other =
        new EnetClient(
            (address, datagram) -> {
              byte[] bytes = new byte[datagram.remaining()];
              datagram.get(bytes);
              valid.add(bytes);
            },
            new EnetListener() {});
    other.connect(SERVER, 255, 8);
    byte[] connect = valid.get(0);
    for (int i = 0; i < 20_000; i++) {
      byte[] datagram = connect.clone();
      boolean isRandom = i % 2 == 0;
      if (isRandom) {
        datagram = new byte[random.nextInt(2_000)];
        random.nextBytes(datagram);
      } else {
        for (int j = random.nextInt(4); j >= 0; j--) {
          datagram[random.nextInt(datagram.length)] = (byte) random.nextInt();
        }
      }
      // Another port, because a random datagram with the port of the client can disconnect it.
      int port = random.nextInt(CLIENT.getPort());
      InetSocketAddress from = new InetSocketAddress(CLIENT.getAddress(), port);
      channel.writeInbound(new DatagramPacket(Unpooled.wrappedBuffer(datagram), SERVER, from));
      if (i % 100 == 0) {
        exchange(100);
      }
    }
    exchange(1_000);
    in(
        server,
        () -> {
          assertThat(server.sendBytes(7, new byte[] {1}, TransferMode.RELIABLE, 0)).isTrue();
          assertThat(server.peers()).contains(7);
        });
    assertThat(delivered).isNotEmpty();
  }
}
