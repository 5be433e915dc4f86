package io.github.godotvariant.multiplayer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.multiplayer.RecordedEvent.HandlerFailed;
import io.github.godotvariant.multiplayer.testing.TestPeer;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MultiplayerMetricsTest extends MultiplayerTestBase {
  private static final ReplicationConfig UNIT =
      ReplicationConfig.builder()
          .spawned("at", ReplicationMode.ALWAYS)
          .spawned("hp", ReplicationMode.ON_CHANGE)
          .build();

  private final Spawner units = Spawner.at("World/Spawner").scene(UNIT).build();
  private final RpcNode world =
      RpcNode.at("World")
          .method("chat", RpcMode.ANY_PEER, TransferMode.RELIABLE, this::chat)
          .method("steer", RpcMode.ANY_PEER, TransferMode.UNRELIABLE, call -> {})
          .method("said", RpcMode.AUTHORITY, TransferMode.RELIABLE)
          .method("shown", RpcMode.AUTHORITY, TransferMode.UNRELIABLE_ORDERED)
          .build();

  private void chat(RpcCall call) {
    call.peer().server().callAll(world, "said", call.argumentString(0));
  }

  private static final Tags TAGS = Tags.of("server", "arena");

  @SuppressWarnings("NullAway") // The maps have all modes.
  static final class MicrometerMetrics implements MultiplayerMetrics {
    private final Map<TransferMode, DistributionSummary> received =
        new EnumMap<>(TransferMode.class);
    private final Map<TransferMode, DistributionSummary> sent = new EnumMap<>(TransferMode.class);
    private final AtomicInteger peers = new AtomicInteger();
    private final AtomicLong pendingBytes = new AtomicLong();
    private final MeterRegistry registry;
    private final Tags tags;

    MicrometerMetrics(MeterRegistry registry, String server) {
      this.registry = registry;
      tags = Tags.of("server", server);
      for (TransferMode mode : TransferMode.values()) { // the number of packets, and their bytes
        received.put(
            mode, registry.summary("godot.packets.received", tags.and("mode", mode.name())));
        sent.put(mode, registry.summary("godot.packets.sent", tags.and("mode", mode.name())));
      }
      registry.gauge("godot.peers", tags, peers);
      registry.gauge("godot.pending.bytes", tags, pendingBytes);
    }

    @Override
    public void packetReceived(Peer peer, int bytes, TransferMode mode) {
      received.get(mode).record(bytes);
    }

    @Override
    public void packetSent(Peer peer, int bytes, TransferMode mode) {
      sent.get(mode).record(bytes);
    }

    @Override
    public void packetDropped(Peer peer, int bytes, TransferMode mode) {
      registry.counter("godot.packets.dropped", tags.and("mode", mode.name())).increment();
    }

    @Override
    public void callReceived(RpcCall call) {
      registry.counter("godot.calls", tags.and("method", call.method())).increment();
    }

    @Override
    public void protocolError(Peer peer) {
      registry.counter("godot.protocol.errors", tags).increment();
    }

    @Override
    public void peerConnected(Peer peer) {
      peers.incrementAndGet();
    }

    @Override
    public void peerDisconnected(Peer peer) {
      peers.decrementAndGet();
    }

    @Override
    public void tickFinished(MultiplayerServer server, long nanos) {
      registry.timer("godot.tick", tags).record(nanos, TimeUnit.NANOSECONDS);
      LongStream pending =
          server.peers().stream().mapToLong(id -> server.peer(id).orElseThrow().pendingBytes());
      pendingBytes.set(pending.sum());
    }
  }

  private record Packet(TransferMode mode, int bytes) {}

  /** A connection in memory that counts the packets of both sides by their modes. */
  private static final class CountingLink implements TestPeer.Link, MultiplayerConnection {
    final List<Packet> sent = new ArrayList<>();
    final List<Packet> received = new ArrayList<>();
    final MultiplayerServer server;

    @SuppressWarnings("NullAway.Init") // set by connect()
    TestPeer client;

    @SuppressWarnings("NullAway.Init") // set by connect()
    ConnectionInput input;

    CountingLink(MultiplayerServer server) {
      this.server = server;
    }

    /** Connects a client. Only in the server's thread. */
    static CountingLink connect(MultiplayerServer server, TestPeer.Builder builder) {
      CountingLink link = new CountingLink(server);
      link.client = builder.connect(link);
      link.input = server.accept(link);
      return link;
    }

    @Override
    public void send(byte[] packet) {
      sendToServer(packet, TransferMode.RELIABLE, 0);
    }

    @Override
    public void sendToServer(byte[] packet, TransferMode mode, int channel) {
      sent.add(new Packet(mode, packet.length));
      server.execute(() -> input.received(ByteBuffer.wrap(packet), mode, channel));
    }

    @Override
    public void close() {
      server.execute(() -> input.disconnected("closed"));
    }

    @Override
    public void accepted(int id) {
      client.received(
          ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(id).array());
    }

    @Override
    public void send(byte[] packet, TransferMode mode, int channel) {
      received.add(new Packet(mode, packet.length));
      client.received(packet);
    }

    @Override
    public boolean isWritable() {
      return !client.isPaused();
    }

    @Override
    public long pendingBytes() {
      return 11;
    }

    @Override
    public void close(String reason) {
      client.disconnected(reason);
    }

    @Override
    public SocketAddress remoteAddress() {
      return InetSocketAddress.createUnresolved("counting", 1);
    }
  }

  @Test
  void equalsTrafficOfClients() throws Exception {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    MultiplayerServer server =
        builder().node(world).metrics(new MicrometerMetrics(registry, "arena")).build();
    List<CountingLink> links = new ArrayList<>();
    runIn(
        server,
        () -> {
          for (int i = 0; i < 3; i++) {
            links.add(CountingLink.connect(server, TestPeer.builder().node(world).spawner(units)));
          }
          assertThat(server.spawn(units, 0, "U1", Map.of("at", 1, "hp", 2))).isNotNull();
        });
    assertThat(server.peerCount()).isEqualTo(3);
    for (CountingLink link : links) {
      link.client.awaitConnected();
      link.client.call(world, "steer", 1);
      link.client.call(world, "chat", "hello");
      link.client.sendBytes(new byte[100]);
      link.client.callPeer(links.get(0).client.id(), world, "steer", 1);
    }
    runIn(server, () -> links.get(0).client.send(new byte[] {7, 9}));
    CompletableFuture<Void> ticked = new CompletableFuture<>();
    AtomicInteger ticks = new AtomicInteger();
    server.tick(
        1,
        TimeUnit.MILLISECONDS,
        () -> {
          server.replicate();
          server.callAll(world, "shown", 1);
          if (ticks.incrementAndGet() == 3) {
            ticked.complete(null);
            throw new IllegalStateException("a tick that fails is counted");
          }
        });
    ticked.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    owner.shutdown(); // Ends the ticks, which send packets.
    assertThat(owner.awaitTermination(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();

    for (TransferMode mode : TransferMode.values()) {
      DistributionSummary in =
          registry.summary("godot.packets.received", TAGS.and("mode", mode.name()));
      assertThat(in.count()).as("received %s", mode).isEqualTo(count(links, mode, true));
      assertThat(in.totalAmount()).isEqualTo(bytes(links, mode, true));
      DistributionSummary out =
          registry.summary("godot.packets.sent", TAGS.and("mode", mode.name()));
      assertThat(out.count()).as("sent %s", mode).isEqualTo(count(links, mode, false)).isPositive();
      assertThat(out.totalAmount()).isEqualTo(bytes(links, mode, false));
    }
    assertThat(registry.counter("godot.calls", TAGS.and("method", "chat")).count()).isEqualTo(3);
    assertThat(registry.counter("godot.calls", TAGS.and("method", "steer")).count()).isEqualTo(3);
    assertThat(registry.counter("godot.protocol.errors", TAGS).count()).isEqualTo(1);
    assertThat(protocolErrors()).hasSize(1);
    assertThat(registry.timer("godot.tick", TAGS).count()).isEqualTo(ticks.get());
    assertThat(registry.get("godot.peers").gauge().value()).isEqualTo(3);
    assertThat(registry.get("godot.pending.bytes").gauge().value()).isEqualTo(33);
    assertThat(links).allSatisfy(link -> assertThat(link.client.calls()).isNotEmpty());
  }

  private static long count(List<CountingLink> links, TransferMode mode, boolean isSent) {
    return packets(links, mode, isSent).count();
  }

  private static double bytes(List<CountingLink> links, TransferMode mode, boolean isSent) {
    return packets(links, mode, isSent).mapToInt(Packet::bytes).sum();
  }

  private static Stream<Packet> packets(
      List<CountingLink> links, TransferMode mode, boolean isSent) {
    return links.stream()
        .flatMap(link -> (isSent ? link.sent : link.received).stream())
        .filter(packet -> packet.mode() == mode);
  }

  @Test
  void countsDroppedPackets() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    MultiplayerServer server =
        builder().node(world).metrics(new MicrometerMetrics(registry, "arena")).build();
    runIn(
        server,
        () -> {
          FakeClient ada = client(server);
          ada.isWritable = false;
          server.callAll(world, "shown", 1);
          server.callAll(world, "said", "reliable");
          server.sendBytes(ada.id, new byte[9], TransferMode.UNRELIABLE, 0);
        });
    assertThat(count(registry, "godot.packets.dropped", TransferMode.UNRELIABLE)).isEqualTo(1);
    assertThat(count(registry, "godot.packets.dropped", TransferMode.UNRELIABLE_ORDERED))
        .isEqualTo(1);
    assertThat(count(registry, "godot.packets.dropped", TransferMode.RELIABLE)).isZero();
  }

  private static double count(MeterRegistry registry, String name, TransferMode mode) {
    return registry.counter(name, TAGS.and("mode", mode.name())).count();
  }

  @Test
  void countsEndOfPeersOnce() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    MultiplayerServer server = builder().metrics(new MicrometerMetrics(registry, "arena")).build();
    runIn(
        server,
        () -> {
          FakeClient ada = client(server);
          FakeClient bob = client(server);
          ada.peer.disconnected("lost");
          ada.peer.disconnected("again");
          assertThat(server.peerCount()).isEqualTo(1);
          assertThat(registry.get("godot.peers").gauge().value()).isEqualTo(1);
          server.disconnect(bob.id);
        });
    assertThat(server.peerCount()).isZero();
    assertThat(registry.get("godot.peers").gauge().value()).isZero();
  }

  @Test
  void survivesExceptionsOfMetrics() {
    Set<String> called = ConcurrentHashMap.newKeySet();
    MultiplayerMetrics failing =
        (MultiplayerMetrics)
            Proxy.newProxyInstance(
                MultiplayerMetrics.class.getClassLoader(),
                new Class<?>[] {MultiplayerMetrics.class},
                (proxy, method, arguments) -> {
                  called.add(method.getName());
                  throw new IllegalStateException("on purpose");
                });
    MultiplayerServer server = builder().node(world).metrics(failing).build();
    TestPeer ada = TestPeer.builder().node(world).connect(server).awaitConnected();
    ada.call(world, "chat", "hello");
    assertThat(ada.awaitCall("said").arguments()).hasSize(1);
    ada.send(new byte[] {7, 9});
    CompletableFuture<Void> ticked = new CompletableFuture<>();
    AtomicInteger ticks = new AtomicInteger();
    server.tick(
        1,
        TimeUnit.MILLISECONDS,
        () -> {
          if (ticks.incrementAndGet() == 3) {
            ticked.complete(null);
          }
        });
    ticked.orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS).join();
    ada.pause();
    runIn(server, () -> server.callAll(world, "shown", 1));
    ada.close();
    runIn(server, () -> assertThat(server.peers()).isEmpty());
    assertThat(protocolErrors()).hasSize(1);
    assertThat(events).noneMatch(HandlerFailed.class::isInstance);
    assertThat(called)
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(MultiplayerMetrics.class.getMethods()).map(Method::getName).toList());
  }
}
