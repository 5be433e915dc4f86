package io.github.godotvariant.enet;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A server and a client with a clock and a network that loses, repeats and delays datagrams. */
final class Simulation {
  static final InetSocketAddress CLIENT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 50_000);
  static final EnetLimits LIMITS =
      EnetLimits.builder()
          .channels(255)
          .datagramsPerAddress(1_000_000)
          .queuedBytes(64 << 20)
          .build();

  /** A packet with its properties. */
  record Received(byte[] packet, int channel, EnetDelivery delivery) {}

  private record InTransit(long due, long order, boolean isToServer, byte[] datagram) {}

  final Random random;
  final EnetHost server;
  final List<Received> atServer = new ArrayList<>();
  final List<Received> atClient = new ArrayList<>();
  final List<String> ends = new ArrayList<>();
  private final PriorityQueue<InTransit> network =
      new PriorityQueue<>(
          (a, b) -> a.due == b.due ? Long.compare(a.order, b.order) : Long.compare(a.due, b.due));
  private @Nullable EnetPeer peer;
  private @Nullable SimulatedClient client;
  private long now;
  private long order;
  double loss;
  double duplication;
  int delay = 5;
  int jitter;
  long datagramsToClient;

  Simulation(long seed) {
    this(seed, false, LIMITS);
  }

  Simulation(long seed, boolean compresses, EnetLimits limits) {
    random = new Random(seed);
    // In half of the simulations, the time exceeds 32 bits.
    now = random.nextBoolean() ? 1000 : (1L << 32) - 1000 - random.nextInt(3000);
    EnetHost.Builder host =
        EnetHost.builder(
                (address, datagram) -> toClient(copy(datagram)),
                new EnetListener() {
                  @Override
                  public void onConnect(EnetPeer connected) {
                    peer = connected;
                  }

                  @Override
                  public void onPacket(
                      EnetPeer from, byte[] packet, int channel, EnetDelivery delivery) {
                    atServer.add(new Received(packet, channel, delivery));
                  }

                  @Override
                  public void onDisconnect(EnetPeer from, EnetDisconnectReason reason, int data) {
                    ends.add("server " + reason + " " + data);
                  }
                })
            .clock(this::now)
            .limits(limits)
            .random(new Random(seed));
    host.compressesDatagrams = compresses;
    server = host.build();
  }

  static byte[] copy(ByteBuffer datagram) {
    byte[] bytes = new byte[datagram.remaining()];
    datagram.get(bytes);
    return bytes;
  }

  long now() {
    return now;
  }

  EnetPeer peer() {
    return Objects.requireNonNull(peer, "not connected");
  }

  SimulatedClient client() {
    return Objects.requireNonNull(client);
  }

  void toServer(byte[] datagram) {
    transmit(datagram, true);
  }

  private void toClient(byte[] datagram) {
    datagramsToClient++;
    assertThat(datagram.length).isLessThanOrEqualTo(1392);
    transmit(datagram, false);
  }

  private void transmit(byte[] datagram, boolean isToServer) {
    if (random.nextDouble() < loss) {
      return;
    }
    int copies = random.nextDouble() < duplication ? 2 : 1;
    for (int i = 0; i < copies; i++) {
      long due = now + delay + (jitter == 0 ? 0 : random.nextInt(jitter));
      network.add(new InTransit(due, order++, isToServer, datagram));
    }
  }

  void clientReceived(byte[] packet, int channel, EnetDelivery delivery) {
    atClient.add(new Received(packet, channel, delivery));
  }

  void clientDisconnected(int data) {
    ends.add("client " + data);
  }

  /** Connects over a network without losses. */
  void connect(SimulatedClient connecting, int channels, int data) {
    client = connecting;
    connecting.connect(channels, data);
    for (int i = 0; i < 100 && peer == null; i++) {
      step(5);
    }
    assertThat(peer).as("connection").isNotNull();
    // The throttle command and its acknowledgement.
    for (int i = 0; i < 10; i++) {
      step(5);
    }
  }

  /** Advances the time, delivers due datagrams, and lets both sides send. */
  void step(int millis) {
    now += millis;
    while (!network.isEmpty() && network.peek().due <= now) {
      InTransit next = network.remove();
      if (next.isToServer) {
        server.receive(CLIENT, ByteBuffer.wrap(next.datagram));
      } else {
        client().receive(next.datagram);
      }
    }
    server.flush();
    server.service();
    client().service();
  }
}
